package postgres_test

import (
	"log/slog"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
)

// open is a store with its engine.
func open(t *testing.T, o store.Options) (*store.Store, *postgres.Engine) {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	e, err := postgres.Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), e, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s, e
}
