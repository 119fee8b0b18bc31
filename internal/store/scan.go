package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"vitrine/internal/schema"
)

func scan(rows *sql.Rows, columns []*schema.Column) ([][]any, error) {
	defer rows.Close()
	var out [][]any
	var room []any // for several rows at once, more each time
	targets := make([]any, len(columns))
	for rows.Next() {
		if len(room) < len(columns) {
			room = make([]any, len(columns)*min(max(1, len(out)), 64))
		}
		values := room[:len(columns):len(columns)]
		room = room[len(columns):]
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		for i, c := range columns {
			v, err := fromSQL(c, values[i])
			if err != nil {
				return nil, err
			}
			values[i] = v
		}
		out = append(out, values)
	}
	return out, rows.Err()
}

// scanRows reads whole rows of a table.
func scanRows(rows *sql.Rows, t *schema.Table) ([]Row, error) {
	columns := everyColumn(t)
	values, err := scan(rows, columns)
	out := make([]Row, len(values))
	for i, v := range values {
		out[i] = make(Row, len(columns))
		for j, c := range columns {
			out[i][c.Name] = v[j]
		}
	}
	return out, err
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
