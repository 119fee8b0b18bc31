package store

import (
	"context"
	"slices"

	"vitrine/internal/schema"
)

func (x Session) update(ctx context.Context, t *schema.Table, where Cond, patch Row) ([]Row, error) {
	before, err := x.beforeMove(ctx, t, where, patch)
	if err != nil {
		return nil, err
	}
	b := x.builder()
	b.write("UPDATE ", Quote(t.Name), " SET ")
	next := ""
	for c := range t.Columns.All() {
		if v, given := patch[c.Name]; given {
			b.write(next, Quote(c.Name), " = ", b.mark(c, v))
			next = ", "
		}
	}
	x.writeVersion(b, t, next)
	b.write(" WHERE ")
	b.where(t, where)
	b.write(" RETURNING ", columnList(t))
	out, err := x.keepingAnAdmin(ctx, t, patch, func() ([]Row, error) { return x.updateVersioned(ctx, t, b, patch) })
	if err != nil {
		return nil, err
	}
	x.tx.moved(t, before)
	return out, x.bumpParents(ctx, t, append(before, out...))
}

// Rewrite changes columns of a row that the caller knows whole, so that it need
// not be read back. It tells whether the row is there.
func (x Session) Rewrite(ctx context.Context, t *schema.Table, row Row, columns ...string) (there bool, err error) {
	if _, err := t.Allow(x.actor, schema.Update.Action); err != nil {
		return false, err
	}
	key := t.Key().Name
	patch := Row{key: row[key]}
	for _, name := range columns {
		patch[name] = row[name]
	}
	if later, is := x.tx.q.(Deferrer); is {
		later.Defer(t, patch)
		there = true
	} else {
		ctx, cancel := x.bounded(ctx)
		defer cancel()
		text, args := UpdateStatement(x.store.engine, t, patch)
		done, err := x.tx.q.ExecContext(ctx, text, args...)
		if err != nil {
			return false, x.store.fault(ctx, t, row, err)
		}
		n, err := done.RowsAffected()
		if there = n > 0; err != nil {
			return there, err
		}
	}
	if there {
		x.tx.record(Event{Table: t, Type: Updated, New: row, Old: Row{key: row[key]}})
	}
	return there, nil
}

// UpdateStatement sets the columns that a patch names beside the key.
func UpdateStatement(e Engine, t *schema.Table, patch Row) (text string, args []any) {
	b := &builder{engine: e}
	b.write("UPDATE ", Quote(t.Name))
	next := " SET "
	key := t.Key()
	for c := range t.Columns.All() {
		if v, given := patch[c.Name]; given && c != key {
			b.write(next, Quote(c.Name), " = ", b.mark(c, v))
			next = ", "
		}
	}
	b.write(" WHERE ", Quote(key.Name), " = ", b.mark(key, patch[key.Name]))
	return b.text.String(), b.args
}

// beforeMove reads the rows that an update may give another parent, another address
// or another place in their order.
func (x Session) beforeMove(ctx context.Context, t *schema.Table, where Cond, patch Row) ([]Row, error) {
	columns := []string{t.Address, t.Order}
	if _, ref := t.Parent(); ref != nil {
		columns = []string{t.Address, ref.Name}
	}
	for _, name := range columns {
		if _, moves := patch[name]; moves {
			return x.selectForUpdate(ctx, t, where)
		}
	}
	return nil, nil
}

// Shift adds a number to a column of the rows, of all without a condition. It
// makes room for another row and is no edit of these: neither their version nor
// updated_at moves.
func (x Session) Shift(ctx context.Context, t *schema.Table, column string, by int64, where ...Cond) error {
	return x.shift(ctx, t, column, func(b *builder, rank string) {
		b.write(rank, " = ", rank, " + ", b.mark(t.Column(column), by), " WHERE ")
		b.where(t, All(where))
	})
}

// Renumber numbers the rows 1..n as they are ordered by the column, then the
// key. The row with the key except is not touched, and its number gap stays
// free. As with Shift, nobody edited the others.
func (x Session) Renumber(ctx context.Context, t *schema.Table, column string, except any, gap int64) error {
	return x.shift(ctx, t, column, func(b *builder, rank string) {
		key := t.Key()
		id := Quote(key.Name)
		b.write(rank, " = place FROM (SELECT row_id, nth + CASE WHEN nth < ", b.mark(t.Column(column), gap), " THEN 0 ELSE 1 END AS place",
			" FROM (SELECT ", id, " AS row_id, row_number() OVER (ORDER BY ", rank, ", ", id, ") AS nth FROM ", Quote(t.Name),
			" WHERE ", id, " <> ", b.mark(key, except), ") ordered) numbered WHERE row_id = ", id, " AND place <> ", rank)
	})
}

func (x Session) shift(ctx context.Context, t *schema.Table, column string, set func(b *builder, column string)) error {
	if _, err := t.Allow(x.actor, schema.Update.Action); err != nil {
		return err
	}
	if t.Column(column) == nil {
		return noColumn(t, column)
	}
	x.logWrite(ctx, schema.Update.Action, t)
	return x.Tx(ctx, func(x Session) error {
		b := x.builder()
		b.write("UPDATE ", Quote(t.Name), " SET ")
		set(b, Quote(column))
		b.write(" RETURNING ", columnList(t))
		_, err := x.updateAndRecord(ctx, t, b, nil)
		return err
	})
}

// updateVersioned runs an update that bumps the version of the rows it touches.
func (x Session) updateVersioned(ctx context.Context, t *schema.Table, b *builder, patch Row) ([]Row, error) {
	out, err := x.updateAndRecord(ctx, t, b, patch)
	for _, row := range out {
		x.tx.bumped[docKey(t, row)] = true
	}
	return out, err
}

// updateAndRecord runs an update and records the rows it touched.
func (x Session) updateAndRecord(ctx context.Context, t *schema.Table, b *builder, patch Row) ([]Row, error) {
	out, err := x.returningByKey(ctx, t, b, patch)
	if err != nil {
		return nil, err
	}
	for _, row := range out {
		x.tx.record(Event{Table: t, Type: Updated, New: row, Old: Row{t.Key().Name: row[t.Key().Name]}})
	}
	return out, nil
}

func (x Session) delete(ctx context.Context, t *schema.Table, where Cond) ([]Row, error) {
	if err := x.deleteChildren(ctx, t, where); err != nil {
		return nil, err
	}
	b := x.builder()
	b.write("DELETE FROM ", Quote(t.Name), " WHERE ")
	b.where(t, where)
	b.write(" RETURNING ", columnList(t))
	out, err := x.keepingAnAdmin(ctx, t, nil, func() ([]Row, error) { return x.returningByKey(ctx, t, b, nil) })
	if err != nil {
		return nil, err
	}
	for _, row := range out {
		x.tx.record(Event{Table: t, Type: Deleted, Old: row})
	}
	return out, x.bumpParents(ctx, t, out)
}

// selectForUpdate reads the rows that a write is about to change and keeps others from
// changing them first.
func (x Session) selectForUpdate(ctx context.Context, t *schema.Table, where Cond) ([]Row, error) {
	b := x.builder()
	b.write("SELECT ", columnList(t), " FROM ", Quote(t.Name), " WHERE ")
	b.where(t, where)
	b.write(x.store.engine.ForUpdate())
	return x.returning(ctx, t, b, nil)
}

// deleteChildren does what the cascade would, so that each row is announced.
func (x Session) deleteChildren(ctx context.Context, t *schema.Table, where Cond) error {
	children := t.Children()
	if len(children) == 0 {
		return nil
	}
	rows, err := x.selectForUpdate(ctx, t, where)
	if err != nil || len(rows) == 0 {
		return err
	}
	ids := make([]any, len(rows))
	for i, row := range rows {
		ids[i] = row[t.Key().Name]
		x.tx.bumped[docKey(t, row)] = true
	}
	for _, child := range children {
		ref := child.ReferenceTo(t)
		for start := 0; start < len(ids); start += batch {
			if _, err := x.delete(ctx, child, Compare{ref.Name, OpIn, ids[start:min(start+batch, len(ids))]}); err != nil {
				return err
			}
		}
	}
	return nil
}

// returningByKey sorts what RETURNING promises no order for, so that answers
// and events come in the same order each time.
func (x Session) returningByKey(ctx context.Context, t *schema.Table, b *builder, row Row) ([]Row, error) {
	out, err := x.returning(ctx, t, b, row)
	key := t.Key().Name
	slices.SortFunc(out, func(a, b Row) int {
		order, _ := schema.Compare(a[key], b[key])
		return order
	})
	return out, err
}

func (x Session) returning(ctx context.Context, t *schema.Table, b *builder, row Row) ([]Row, error) {
	ctx, cancel := x.bounded(ctx)
	defer cancel()
	rows, err := x.tx.q.QueryContext(ctx, b.text.String(), b.args...)
	if err != nil {
		return nil, x.store.fault(ctx, t, row, err)
	}
	out, err := scanRows(rows, t)
	return out, x.store.fault(ctx, t, row, err)
}
