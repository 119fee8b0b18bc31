package store

import (
	"context"
	"time"

	"vitrine/internal/schema"
)

// LastCheck names the setting that says when a SQLite file was last found
// sound, so that a server which is restarted every day is checked too.
const LastCheck = "last_check"

// CheckDaily is Check, unless it found nothing within the last day.
func (s *Store) CheckDaily(ctx context.Context) error {
	if s.file == "" {
		return nil
	}
	x := s.Itself()
	rows, err := x.Select(ctx, &schema.Settings, Query{Where: All{Eq("name", LastCheck)}})
	if err != nil {
		return err
	}
	if len(rows) > 0 {
		last, err := time.Parse(time.RFC3339, rows[0].Text("value"))
		if age := x.Now().Sub(last); err == nil && age >= 0 && age < 24*time.Hour {
			return nil
		}
	}
	if err := s.Check(ctx); err != nil {
		return err
	}
	_, _, err = x.Upsert(ctx, &schema.Settings, Conflict{}, Row{"name": LastCheck, "value": x.Now().Format(time.RFC3339)})
	return err
}
