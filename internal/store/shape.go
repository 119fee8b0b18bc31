package store

import (
	"context"
	"errors"
	"maps"
	"slices"

	"vitrine/internal/schema"
)

// Shape is a table as the database has it: the declared columns that are
// there, in their order, and on PostgreSQL then others; has is false when there
// is no such table. So a database is read that was not migrated.
func (v Snapshot) Shape(ctx context.Context, t *schema.Table) (shape *schema.Table, has bool, err error) {
	found, err := v.columns(ctx, t)
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
	if v.store.Engine() == "sqlite" { // whose types do not tell how a value is meant
		return shape, true, nil
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		shape.Columns = append(shape.Columns, found[name])
	}
	return shape, true, nil
}

func (sqlite) columns() string { return "SELECT name, type FROM pragma_table_info($1)" }

func (postgres) columns() string {
	return "SELECT column_name, udt_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'"
}

func (v Snapshot) columns(ctx context.Context, t *schema.Table) (map[string]schema.Column, error) {
	rows, err := v.q.QueryContext(ctx, v.store.dia.columns(), t.Name)
	if err != nil {
		return nil, v.store.explain(ctx, t, nil, err)
	}
	defer rows.Close()
	out := map[string]schema.Column{}
	for err == nil && rows.Next() {
		var c schema.Column
		err = rows.Scan(&c.Name, &c.Type)
		out[c.Name] = c
	}
	return out, v.store.explain(ctx, t, nil, errors.Join(err, rows.Err()))
}
