package store

import (
	"context"
	"os"
	"time"

	"vitrine/internal/schema"
)

// LastCheck names the setting that says when a SQLite file was last found
// sound, so that a server which is restarted every day is checked too.
const LastCheck = "last_check"

// hasWAL tells whether a SQLite file was not closed by whoever wrote to it last.
func hasWAL(file string) bool {
	log, err := os.Stat(file + "-wal")
	return err == nil && log.Size() > 0
}

// UncleanShutdown tells whether the last server on a SQLite file ended without closing
// it, as one does that is killed, and no Check has found it sound since.
func (s *Store) UncleanShutdown() bool { return s.unclean.Load() }

// CheckDaily is Check, unless that found nothing within the last day and the
// file was closed since; done tells whether it looked.
func (s *Store) CheckDaily(ctx context.Context) (done bool, err error) {
	if s.file == "" {
		return false, nil
	}
	x := s.Itself()
	rows, err := x.Select(ctx, &schema.Settings, Query{Where: All{Eq("name", LastCheck)}})
	if err != nil {
		return false, err
	}
	if len(rows) > 0 && !s.UncleanShutdown() {
		last, err := time.Parse(time.RFC3339, rows[0].Text("value"))
		if age := x.Now().Sub(last); err == nil && age >= 0 && age < 24*time.Hour {
			return false, nil
		}
	}
	if err := s.Check(ctx); err != nil {
		return true, err
	}
	s.unclean.Store(false)
	_, _, err = x.Upsert(ctx, &schema.Settings, Conflict{}, Row{"name": LastCheck, "value": x.Now().Format(time.RFC3339)})
	return true, err
}
