package store_test

import (
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestADailyCheckSurvivesRestarts(t *testing.T) {
	dir, now := t.TempDir(), time.Now().UTC().Truncate(time.Second)
	for _, c := range []struct {
		after time.Duration
		last  time.Duration // when the check was then done, from the first
	}{{0, 0}, {23 * time.Hour, 0}, {25 * time.Hour, 25 * time.Hour}, {24 * time.Hour, 24 * time.Hour}} {
		s, err := store.Open(t.Context(), store.Options{Dir: dir, Now: func() time.Time { return now.Add(c.after) }})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.CheckDaily(t.Context()); err != nil {
			t.Error(err)
		}
		if got, want := get(t, s, &schema.Settings, store.LastCheck).Text("value"), now.Add(c.last).Format(time.RFC3339); got != want {
			t.Errorf("after %v the last check was at %s, want %s", c.after, got, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := storetest.Postgres(t).CheckDaily(t.Context()); err != nil {
		t.Error(err)
	}
}
