package sqlite_test

import (
	"log/slog"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

// open is an empty database with its engine.
func open(t *testing.T) (*store.Store, *sqlite.Engine) {
	t.Helper()
	return openIn(t, storetest.Folder(t))
}

func openIn(t *testing.T, dir string) (*store.Store, *sqlite.Engine) {
	t.Helper()
	o := store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)}
	e, err := sqlite.Connect(t.Context(), o)
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
