package postgres

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/schema"
)

// flushPendingEvery is how often the trigrams of new messages are moved from the
// GIN index's pending list into the index, so that no visitor's insert has to do
// it for many at once.
const flushPendingEvery = 20 * time.Second

// Only the owner may; a vacuum does it for the others.
const flushPendingNow = `SELECT gin_clean_pending_list(c.oid::regclass) FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
	WHERE c.oid IN (SELECT to_regclass(name || '_search') FROM unnest($1::text[]) name) AND i.indisvalid AND pg_has_role(c.relowner, 'USAGE')`

func (f *feed) flushPendingLoop(ctx context.Context) {
	every := time.NewTicker(flushPendingEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			if err := f.engine.flushPending(ctx); err != nil && ctx.Err() == nil {
				f.engine.log.Warn("sort new messages into their index", "error", err)
			}
		}
	}
}

// flushPending is for one instance at a time, and takes the time it takes.
func (e *Engine) flushPending(ctx context.Context) error {
	_, err := e.RunExclusive(ctx, "sort in messages", func(ctx context.Context) error {
		tx, err := e.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err := e.NoTimeouts(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, flushPendingNow, tablesWhere(func(t *schema.Table) bool { return t.SearchLater })); err != nil {
			return fmt.Errorf("clean the list: %w", err)
		}
		return tx.Commit()
	})
	return err
}
