package store

import (
	"context"
	"time"

	"vitrine/internal/schema"
)

// Draft is rows that an actor may insert: checked, and in the form in which
// they are stored. Making one needs no transaction.
type Draft struct {
	table *schema.Table
	rows  []Row
}

// Draft checks rows for an insert by the actor.
func (x Session) Draft(ctx context.Context, t *schema.Table, rows ...Row) (Draft, error) {
	grant, err := t.Allow(x.actor, schema.Insert.Action)
	if err != nil {
		return Draft{}, err
	}
	x.logWrite(ctx, schema.Insert.Action, t)
	d := Draft{t, make([]Row, len(rows))}
	for i, row := range rows {
		if d.rows[i], err = x.prepare(t, row, grant, true); err != nil {
			return Draft{}, err
		}
	}
	return d, nil
}

// Rows are the rows as they will be stored, less what only the store sets.
func (d Draft) Rows() []Row { return d.rows }

// Mark adds to row i what the server itself says about it.
func (d Draft) Mark(i int, columns Row) error {
	for name, given := range columns {
		c := d.table.Column(name)
		if c == nil {
			return noColumn(d.table, name)
		}
		value, err := c.Cast(given)
		if err != nil {
			return err
		}
		d.rows[i][name] = value
	}
	return d.table.Check(d.rows[i], true)
}

// Store inserts a draft and returns the rows as stored. All are stored or
// none.
func (x Session) Store(ctx context.Context, d Draft) (out []Row, err error) {
	if x.tx != nil {
		return x.insert(ctx, d.table, nil, d.rows)
	}
	var single *Insert
	err = x.commit(ctx, func(x Session) error {
		out, err = x.insert(ctx, d.table, nil, d.rows)
		return err
	}, func() *Insert {
		single = x.singleInsert(d)
		return single
	})
	if err == nil && single != nil {
		out = []Row{single.Row}
	}
	return out, err
}

// singleInsert is nil for a draft that takes more than one statement, or whose
// row has to be read back.
func (x Session) singleInsert(d Draft) *Insert {
	t := d.table
	if parent, _ := t.Parent(); len(d.rows) != 1 || t.Slug != "" || t.Document() != nil || parent != nil {
		return nil
	}
	row := x.complete(t, d.rows[0])
	for i := range t.Columns {
		name := t.Columns[i].Name
		switch v := row[name].(type) {
		case time.Time:
			row[name] = v.UTC().Truncate(time.Microsecond)
		case nil, int64, bool:
		case string:
			if t.Columns[i].Type == schema.JSON {
				return nil
			}
		default:
			return nil
		}
	}
	return &Insert{t, row}
}
