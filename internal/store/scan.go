package store

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"vitrine/internal/schema"
)

func scan(rows *sql.Rows, columns []*schema.Column) ([][]any, error) {
	defer rows.Close()
	out := collector{columns: columns}
	values, targets := make([]driver.Value, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = (*any)(&values[i]) // which Scan sets as it is
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		if err := out.add(values); err != nil {
			return nil, err
		}
	}
	return out.rows, rows.Err()
}

// collector makes rows of what the drivers hand back.
type collector struct {
	columns []*schema.Column
	rows    [][]any
	room    []any // for several rows at once, more each time
}

func (l *collector) add(from []driver.Value) (err error) {
	n := len(l.columns)
	if len(l.room) < n {
		l.room = make([]any, n*min(max(1, len(l.rows)), 16))
	}
	values := l.room[:n:n]
	l.room = l.room[n:]
	for i, c := range l.columns {
		if values[i], err = fromSQL(c, from[i]); err != nil {
			return err
		}
	}
	l.rows = append(l.rows, values)
	return nil
}

// scanRows reads whole rows of a table.
func scanRows(rows *sql.Rows, t *schema.Table) ([]Row, error) {
	columns := everyColumn(t)
	values, err := scan(rows, columns)
	return rowsOf(columns, values), err
}

func rowsOf(columns []*schema.Column, values [][]any) []Row {
	out := make([]Row, len(values))
	for i, v := range values {
		out[i] = make(Row, len(columns))
		for j, c := range columns {
			out[i][c.Name] = v[j]
		}
	}
	return out
}

// fromSQL evens out what the drivers hand back. What stays as it is stays in its
// interface: another one would cost an allocation.
func fromSQL(c *schema.Column, v any) (any, error) {
	switch x := v.(type) {
	case int64:
		switch c.Type {
		case schema.Boolean:
			return x != 0, nil
		case schema.Timestamp:
			return time.UnixMicro(x).UTC(), nil
		}
		return v, nil
	case string:
		if c.Type == schema.JSON {
			return json.RawMessage(x), nil
		}
		return v, nil
	case []byte:
		switch c.Type {
		case schema.JSON:
			return json.RawMessage(x), nil
		case schema.Bytes:
			return v, nil
		}
		return string(x), nil
	case time.Time:
		return x.UTC(), nil
	case nil, bool, float64:
		return v, nil
	}
	return nil, fmt.Errorf("column %s holds a %T", c.Name, v)
}
