package store

import (
	"context"
	"errors"
	"maps"
	"slices"

	"vitrine/internal/schema"
)

// Shape is a table as the database has it: the declared columns that are
// there, in their order, then others whose type tells what they hold; has is
// false when there is no such table. So a database is read that was not migrated.
func (v Snapshot) Shape(ctx context.Context, t *schema.Table) (shape *schema.Table, has bool, err error) {
	found, typed, err := v.columns(ctx, t)
	if err != nil || len(found) == 0 {
		return nil, false, err
	}
	shape = &schema.Table{Name: t.Name}
	for i := range t.Columns {
		if _, is := found[t.Columns[i].Name]; is {
			shape.Columns = append(shape.Columns, t.Columns[i])
			delete(found, t.Columns[i].Name)
		}
	}
	if !typed {
		return shape, true, nil
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		shape.Columns = append(shape.Columns, found[name])
	}
	return shape, true, nil
}

func (v Snapshot) columns(ctx context.Context, t *schema.Table) (found map[string]schema.Column, typed bool, err error) {
	query, typed := v.store.engine.Columns()
	rows, err := v.q.QueryContext(ctx, query, t.Name)
	if err != nil {
		return nil, false, v.store.fault(ctx, t, nil, err)
	}
	defer rows.Close()
	out := map[string]schema.Column{}
	for err == nil && rows.Next() {
		var c schema.Column
		err = rows.Scan(&c.Name, &c.Type)
		out[c.Name] = c
	}
	return out, typed, v.store.fault(ctx, t, nil, errors.Join(err, rows.Err()))
}
