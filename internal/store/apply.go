package store

import (
	"context"
	"fmt"
	"strings"

	"vitrine/internal/schema"
)

// insert writes checked rows and notes what changed.
func (x Session) insert(ctx context.Context, t *schema.Table, rows []Row) ([]Row, error) {
	var out []Row
	byHand := false
	for start := 0; start < len(rows); {
		end := min(start+batch, len(rows))
		if t.Slug != "" {
			end = start + 1 // the next slug depends on this one
			if err := x.giveSlug(ctx, t, rows[start]); err != nil {
				return nil, err
			}
		}
		for i := start; i < end; i++ {
			rows[i] = x.complete(t, rows[i])
			byHand = byHand || t.Key().Identity && rows[i][t.Key().Name] != nil
		}
		stored, err := x.insertBatch(ctx, t, rows[start:end])
		if err != nil {
			return nil, err
		}
		if t.Slug != "" && stored[0].Text("slug") == "" {
			if stored[0], err = x.nameByID(ctx, t, stored[0]); err != nil {
				return nil, err
			}
		}
		out = append(out, stored...)
		start = end
	}
	if byHand {
		if err := x.store.dia.numbered(ctx, x.tx.q, t); err != nil {
			return nil, x.store.explain(ctx, t, nil, err)
		}
	}
	for _, row := range out {
		x.tx.raised[docKey(t, row)] = true
		x.tx.note(Event{Table: t, Type: Inserted, New: row})
	}
	return out, x.raise(ctx, t, out)
}

// complete adds defaults and what only the server sets. A row of one batch
// names the same columns as the others.
func (x Session) complete(t *schema.Table, row Row) Row {
	for i := range t.Columns {
		c := &t.Columns[i]
		if _, given := row[c.Name]; given || c.Fallback == nil {
			continue
		}
		switch v := c.Fallback.(type) {
		case int:
			row[c.Name] = int64(v)
		default:
			row[c.Name] = v
		}
		if c.Fallback == schema.Now {
			row[c.Name] = x.Now()
		}
	}
	return row
}

// insertBatch writes rows that may name different columns: a column that only
// some of them name is written for all, as null where it was not named.
func (x Session) insertBatch(ctx context.Context, t *schema.Table, rows []Row) ([]Row, error) {
	var columns []*schema.Column
	for i := range t.Columns {
		c := &t.Columns[i]
		named := 0
		for _, row := range rows {
			if _, ok := row[c.Name]; ok {
				named++
			}
		}
		if named == 0 && len(rows) > 0 {
			continue
		}
		if named < len(rows) && c.Identity {
			return x.insertSingly(ctx, t, rows)
		}
		columns = append(columns, c)
	}
	b := &builder{dia: x.store.dia}
	b.write("INSERT INTO ", quote(t.Name), " ")
	if len(columns) == 0 {
		b.write("DEFAULT VALUES")
	} else {
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = quote(c.Name)
		}
		b.write("(", strings.Join(names, ", "), ") VALUES ")
		for r, row := range rows {
			if r > 0 {
				b.write(", ")
			}
			marks := make([]string, len(columns))
			for i, c := range columns {
				marks[i] = b.mark(c, row[c.Name])
			}
			b.write("(", strings.Join(marks, ", "), ")")
		}
	}
	b.write(" RETURNING ", columnList(t))
	return x.returning(ctx, t, b, rows[0])
}

func (x Session) insertSingly(ctx context.Context, t *schema.Table, rows []Row) ([]Row, error) {
	var out []Row
	for i := range rows {
		stored, err := x.insertBatch(ctx, t, rows[i:i+1])
		if err != nil {
			return nil, err
		}
		out = append(out, stored...)
	}
	return out, nil
}

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

// bump writes the time and version of an update; next parts them from what it
// sets before.
func (x Session) bump(b *builder, t *schema.Table, next string) {
	if stamp := t.Column("updated_at"); stamp != nil && stamp.Auto {
		b.write(next, quote("updated_at"), " = ", b.mark(stamp, x.Now()))
		next = ", "
	}
	x.rise(b, t, next)
}

// rise writes the version of an update. A document rises once in a transaction,
// however many statements touch it.
func (x Session) rise(b *builder, t *schema.Table, next string) {
	if !t.Versioned() {
		return
	}
	b.write(next, quote("version"), " = ", quote("version"))
	var risen []any
	for key := range x.tx.raised {
		if key.table == t && key.key != nil {
			risen = append(risen, key.key)
		}
	}
	if len(risen) == 0 {
		b.write(" + 1")
		return
	}
	b.write(" + CASE WHEN ")
	b.keyed(t, risen)
	b.write(" THEN 0 ELSE 1 END")
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

// raise lifts the version of the documents that the rows belong to.
func (x Session) raise(ctx context.Context, t *schema.Table, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	parent, ref := t.Parent()
	var ids []any
	switch {
	case t.Document != nil:
		parent = t.Document
		if x.tx.raised[doc{parent, nil}] {
			return nil
		}
		x.tx.raised[doc{parent, nil}] = true
	case parent != nil && parent.Versioned():
		for _, row := range rows {
			if key := (doc{parent, row[ref.Name]}); !x.tx.raised[key] {
				x.tx.raised[key] = true
				ids = append(ids, row[ref.Name])
			}
		}
		if len(ids) == 0 {
			return nil
		}
	default:
		return nil
	}
	b := &builder{dia: x.store.dia}
	b.write("UPDATE ", quote(parent.Name), " SET ")
	if t.Document == nil {
		b.write(quote("version"), " = ", quote("version"), " + 1, ", quote("updated_at"), " = ", b.mark(parent.Column("updated_at"), x.Now()), " WHERE ")
		b.keyed(parent, ids)
	} else {
		x.bump(b, parent, "")
	}
	b.write(" RETURNING ", columnList(parent))
	_, err := x.changed(ctx, parent, b, nil)
	return err
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
