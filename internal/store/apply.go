package store

import (
	"context"
	"fmt"

	"vitrine/internal/schema"
)

func (x Session) update(ctx context.Context, t *schema.Table, where Cond, patch Row) ([]Row, error) {
	_, ref := t.Parent()
	var before []Row
	if ref != nil {
		if _, moves := patch[ref.Name]; moves {
			var err error
			if before, err = x.held(ctx, t, where); err != nil {
				return nil, err
			}
		}
	}
	b := &builder{dia: x.store.dia}
	b.write("UPDATE ", quote(t.Name), " SET ")
	next := ""
	for i := range t.Columns {
		if v, given := patch[t.Columns[i].Name]; given {
			b.write(next, quote(t.Columns[i].Name), " = ", b.mark(&t.Columns[i], v))
			next = ", "
		}
	}
	x.bump(b, t, next)
	b.write(" WHERE ")
	b.where(t, where)
	b.write(" RETURNING ", columnList(t))
	out, err := x.guarded(ctx, t, patch, func() ([]Row, error) { return x.changed(ctx, t, b, patch) })
	if err != nil {
		return nil, err
	}
	return out, x.raise(ctx, t, append(before, out...))
}

// Shift adds a number to a column of the rows under the condition. It makes
// room for another row: the version rises, but what these rows say is as old as
// before.
func (x Session) Shift(ctx context.Context, t *schema.Table, column string, by int64, where Cond) error {
	if _, err := t.Allow(x.actor, schema.Update.Action); err != nil {
		return err
	}
	if err := check(t, All{where, IsNull(column)}); err != nil {
		return err
	}
	x.attempt(ctx, schema.Update.Action, t)
	return x.Tx(ctx, func(x Session) error {
		b := &builder{dia: x.store.dia}
		b.write("UPDATE ", quote(t.Name), " SET ", quote(column), " = ", quote(column), " + ", b.mark(t.Column(column), by))
		x.rise(b, t, ", ")
		b.write(" WHERE ")
		b.where(t, where)
		b.write(" RETURNING ", columnList(t))
		_, err := x.changed(ctx, t, b, nil)
		return err
	})
}

// changed runs an update and notes the rows it touched.
func (x Session) changed(ctx context.Context, t *schema.Table, b *builder, patch Row) ([]Row, error) {
	out, err := x.returning(ctx, t, b, patch)
	if err != nil {
		return nil, err
	}
	for _, row := range out {
		x.tx.raised[docKey(t, row)] = true
		x.tx.note(Event{Table: t, Type: Updated, New: row, Old: Row{t.Key().Name: row[t.Key().Name]}})
	}
	return out, nil
}

func (x Session) delete(ctx context.Context, t *schema.Table, where Cond) ([]Row, error) {
	if err := x.deleteChildren(ctx, t, where); err != nil {
		return nil, err
	}
	b := &builder{dia: x.store.dia}
	b.write("DELETE FROM ", quote(t.Name), " WHERE ")
	b.where(t, where)
	b.write(" RETURNING ", columnList(t))
	out, err := x.guarded(ctx, t, nil, func() ([]Row, error) { return x.returning(ctx, t, b, nil) })
	if err != nil {
		return nil, err
	}
	for _, row := range out {
		x.tx.note(Event{Table: t, Type: Deleted, Old: row})
	}
	return out, x.raise(ctx, t, out)
}

// held reads the rows that a write is about to change and keeps others from
// changing them first.
func (x Session) held(ctx context.Context, t *schema.Table, where Cond) ([]Row, error) {
	b := &builder{dia: x.store.dia}
	b.write("SELECT ", columnList(t), " FROM ", quote(t.Name), " WHERE ")
	b.where(t, where)
	b.write(x.store.dia.hold())
	return x.returning(ctx, t, b, nil)
}

// deleteChildren does what the cascade would, so that each row is announced.
func (x Session) deleteChildren(ctx context.Context, t *schema.Table, where Cond) error {
	children := t.Children()
	if len(children) == 0 {
		return nil
	}
	rows, err := x.held(ctx, t, where)
	if err != nil || len(rows) == 0 {
		return err
	}
	ids := make([]any, len(rows))
	for i, row := range rows {
		ids[i] = row[t.Key().Name]
		x.tx.raised[docKey(t, row)] = true
	}
	for _, child := range children {
		_, ref := child.Parent()
		for start := 0; start < len(ids); start += batch {
			if _, err := x.delete(ctx, child, Compare{ref.Name, OpIn, ids[start:min(start+batch, len(ids))]}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x Session) returning(ctx context.Context, t *schema.Table, b *builder, row Row) ([]Row, error) {
	ctx, cancel := x.bounded(ctx)
	defer cancel()
	rows, err := x.tx.q.QueryContext(ctx, b.text.String(), b.args...)
	if err != nil {
		return nil, x.store.explain(ctx, t, row, err)
	}
	columns := make([]*schema.Column, len(t.Columns))
	for i := range t.Columns {
		columns[i] = &t.Columns[i]
	}
	values, err := scan(rows, columns)
	if err != nil {
		return nil, x.store.explain(ctx, t, row, err)
	}
	out := make([]Row, len(values))
	for i, v := range values {
		out[i] = make(Row, len(columns))
		for j, c := range columns {
			out[i][c.Name] = v[j]
		}
	}
	return out, nil
}

// Lock makes transactions that name the same thing run one after another. It
// holds until the transaction ends.
func (x Session) Lock(ctx context.Context, name string) error {
	if x.tx == nil {
		return fmt.Errorf("lock %s outside a transaction", name)
	}
	if err := x.store.dia.lock(ctx, x.tx.q, name); err != nil {
		return x.store.explain(ctx, &schema.Settings, nil, err)
	}
	return nil
}
