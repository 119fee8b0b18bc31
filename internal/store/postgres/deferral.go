package postgres

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// deferral is the connection of a group whose works rewrite rows that they do not
// read, such as the last revision of a document. They are sent together, before the
// commit or a statement that names their table; a row that several rewrite is
// written once.
type deferral struct {
	*sql.Conn
	engine  *Engine
	patches []patch
	places  map[rowKey]int // in patches
}

type patch struct {
	table *schema.Table
	row   store.Row
}

type rowKey struct {
	table *schema.Table
	key   any
}

func newDeferral(conn *sql.Conn, e *Engine) *deferral {
	return &deferral{Conn: conn, engine: e, places: map[rowKey]int{}}
}

func (d *deferral) Defer(t *schema.Table, row store.Row) {
	key := rowKey{t, row[t.Key().Name]}
	if at, again := d.places[key]; again {
		maps.Copy(d.patches[at].row, row)
		return
	}
	d.places[key] = len(d.patches)
	d.patches = append(d.patches, patch{t, row})
}

func (d *deferral) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	if err := d.flushBefore(ctx, text); err != nil {
		return nil, err
	}
	return d.Conn.QueryContext(ctx, text, args...)
}

func (d *deferral) ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error) {
	if err := d.flushBefore(ctx, text); err != nil {
		return nil, err
	}
	return d.Conn.ExecContext(ctx, text, args...)
}

func (d *deferral) flushBefore(ctx context.Context, text string) error {
	for _, p := range d.patches {
		if strings.Contains(text, p.table.Name) {
			return d.flush(ctx)
		}
	}
	return nil
}

var errRowGone = errors.New("a row that was to be rewritten is gone")

// flush sends what is held back; nil has nothing.
func (d *deferral) flush(ctx context.Context) error {
	if d == nil || len(d.patches) == 0 {
		return nil
	}
	var batch pgx.Batch
	for _, p := range d.patches {
		text, args := store.UpdateStatement(d.engine, p.table, p.row)
		batch.Queue(text, args...).Exec(func(done pgconn.CommandTag) error {
			if done.RowsAffected() == 0 {
				return errRowGone
			}
			return nil
		})
	}
	d.patches = nil
	clear(d.places)
	return sendBatch(ctx, d.Conn, &batch)
}
