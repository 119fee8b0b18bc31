package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"

	"vitrine/internal/schema"
)

// Snapshot is the database as it was at one moment, whatever is written
// meanwhile. It knows no actor: it is for copies of everything.
type Snapshot struct {
	store *Store
	q     Querier
}

// Snapshot lets look read for as long as it takes, without holding up anyone.
func (s *Store) Snapshot(ctx context.Context, look func(Snapshot) error) error {
	tx, err := s.engine.DB().BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead})
	if err != nil {
		return s.fault(ctx, &schema.Settings, nil, fmt.Errorf("begin: %w", err))
	}
	defer tx.Rollback()
	if err := s.engine.NoTimeouts(ctx, tx); err != nil {
		return s.fault(ctx, &schema.Settings, nil, err)
	}
	return look(Snapshot{s, tx})
}

// Each calls f with every row of a table, in the order of the keys. It holds
// a page of rows at a time.
func (v Snapshot) Each(ctx context.Context, t *schema.Table, f func(Row) error) error {
	var last any
	for {
		b := &builder{engine: v.store.engine}
		b.write("SELECT ", columnList(t), " FROM ", Quote(t.Name))
		if last != nil {
			b.write(" WHERE ", Quote(t.Key().Name), " > ", b.mark(t.Key(), last))
		}
		b.write(fmt.Sprintf(" ORDER BY %s LIMIT %d", Quote(t.Key().Name), batch))
		rows, err := v.q.QueryContext(ctx, b.text.String(), b.args...)
		if err != nil {
			return v.store.fault(ctx, t, nil, err)
		}
		page, err := scanRows(rows, t)
		if err != nil {
			return v.store.fault(ctx, t, nil, err)
		}
		for _, row := range page {
			if err := f(row); err != nil {
				return err
			}
		}
		if len(page) < batch {
			return nil
		}
		last = page[len(page)-1][t.Key().Name]
	}
}

// Has tells whether the table is there.
func (v Snapshot) Has(ctx context.Context, t *schema.Table) (bool, error) {
	columns, _, err := v.columns(ctx, t)
	return len(columns) > 0, err
}

// Count tells how many rows a table has.
func (v Snapshot) Count(ctx context.Context, t *schema.Table) (n int64, err error) {
	err = v.one(ctx, t, "SELECT count(*) FROM "+Quote(t.Name), &n)
	return n, err
}

// LastID is the highest number that a table has given to a row, whether the
// row is still there or not; 0 when it gives none.
func (v Snapshot) LastID(ctx context.Context, t *schema.Table) (n int64, err error) {
	if t.Key().Identity {
		err = v.one(ctx, t, v.store.engine.LastID(t), &n)
	}
	return n, err
}

// Schema is the number of the newest migration that was applied.
func (v Snapshot) Schema(ctx context.Context) (n int64, err error) {
	err = v.one(ctx, &schema.Settings, "SELECT max(version_id) FROM goose_db_version", &n)
	return n, err
}

func (v Snapshot) one(ctx context.Context, t *schema.Table, text string, into *int64) error {
	rows, err := v.q.QueryContext(ctx, text)
	if err != nil {
		return v.store.fault(ctx, t, nil, err)
	}
	defer rows.Close()
	if rows.Next() {
		err = rows.Scan(into)
	}
	return v.store.fault(ctx, t, nil, errors.Join(err, rows.Err()))
}

// Overwrite prepares the transaction for replacing whole tables: nobody else
// writes to them until it ends, no statement is cut short, and at the commit
// listeners hear that anything may have changed.
func (x Session) Overwrite(ctx context.Context, tables ...*schema.Table) error {
	if x.tx == nil || x.actor.Role != schema.System {
		return errors.New("overwrite is for transactions of the server itself")
	}
	x.tx.overwritten = true
	return x.store.fault(ctx, &schema.Settings, nil, errors.Join(x.store.engine.NoTimeouts(ctx, x.tx.q), x.store.engine.LockTables(ctx, x.tx.q, tables)))
}

// Clear removes the rows under the condition after Overwrite. No event tells
// of them.
func (x Session) Clear(ctx context.Context, t *schema.Table, where Cond) error {
	b := x.builder()
	b.write("DELETE FROM ", Quote(t.Name), " WHERE ")
	b.where(t, where)
	_, err := x.tx.q.ExecContext(ctx, b.text.String(), b.args...)
	return x.store.fault(ctx, t, nil, err)
}

// Refill stores rows after Overwrite exactly as they are given, versions and
// times included; every column must be there. The database's own checks hold.
func (x Session) Refill(ctx context.Context, t *schema.Table, rows []Row) error {
	for part := range slices.Chunk(rows, batch) {
		b := x.builder()
		b.insert(t, everyColumn(t), part)
		if _, err := x.tx.q.ExecContext(ctx, b.text.String(), b.args...); err != nil {
			return x.store.fault(ctx, t, nil, err)
		}
	}
	return nil
}

// Resume makes a table number its next row after last and after every row it
// has. A number that was given out never comes again.
func (x Session) Resume(ctx context.Context, t *schema.Table, last int64) error {
	if !t.Key().Identity {
		return nil
	}
	return x.store.fault(ctx, t, nil, x.store.engine.SkipIDs(ctx, x.tx.q, t, last))
}

// Shape is a table as the database has it: the declared columns that are
// there, in their order, then others whose type tells what they hold; has is
// false when there is no such table. So a database is read that was not migrated.
func (v Snapshot) Shape(ctx context.Context, t *schema.Table) (shape *schema.Table, has bool, err error) {
	found, typed, err := v.columns(ctx, t)
	if err != nil || len(found) == 0 {
		return nil, false, err
	}
	shape = &schema.Table{Name: t.Name}
	for c := range t.Columns.All() {
		if _, is := found[c.Name]; is {
			shape.Columns = append(shape.Columns, *c)
			delete(found, c.Name)
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
