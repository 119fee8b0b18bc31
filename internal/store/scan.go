package store

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"time"

	"vitrine/internal/schema"
)

// collector makes rows of what the drivers hand back.
type collector struct {
	columns []*schema.Column
	rows    [][]any
	room    []any // for several rows at once, more each time
}

// begin forgets the rows, which are about to be read again.
func (l *collector) begin() func(row []driver.Value) error {
	l.rows, l.room = nil, nil
	return l.add
}

// scan takes the rows of database/sql.
func (l *collector) scan(rows *sql.Rows) error {
	defer rows.Close()
	take := l.begin()
	values, targets := make([]driver.Value, len(l.columns)), make([]any, len(l.columns))
	for i := range values {
		targets[i] = (*any)(&values[i]) // which Scan sets as it is
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if err := take(values); err != nil {
			return err
		}
	}
	return rows.Err()
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
	all := collector{columns: everyColumn(t)}
	err := all.scan(rows)
	return rowsOf(all.columns, all.rows), err
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
		if x.Location() == time.UTC {
			return v, nil
		}
		return x.UTC(), nil
	case nil, bool, float64:
		return v, nil
	}
	return nil, fmt.Errorf("column %s holds a %T", c.Name, v)
}
