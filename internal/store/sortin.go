package store

import (
	"context"
	"fmt"
	"time"
)

// sortInEvery is how often the parts of new messages are sorted into their
// index, so that no visitor's insert has to do it for many at once.
const sortInEvery = 20 * time.Second

// Only the owner may; a vacuum does it for the others.
const sortInNow = `SELECT gin_clean_pending_list(c.oid::regclass) FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
	WHERE c.oid = to_regclass('contact_form_submissions_search') AND i.indisvalid AND pg_has_role(c.relowner, 'USAGE')`

func (f *feed) sortInLoop(ctx context.Context) {
	every := time.NewTicker(sortInEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			if err := f.store.sortIn(ctx); err != nil && ctx.Err() == nil {
				f.store.log.Warn("sort new messages into their index", "error", err)
			}
		}
	}
}

// sortIn is for one instance at a time, and takes the time it takes.
func (s *Store) sortIn(ctx context.Context) error {
	_, err := s.Alone(ctx, "sort in messages", func(ctx context.Context) error {
		tx, err := s.read.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err := s.dia.patient(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, sortInNow); err != nil {
			return fmt.Errorf("clean the list: %w", err)
		}
		return tx.Commit()
	})
	return err
}
