// Package storetest opens real databases for tests.
package storetest

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

// Each runs test once per engine on an empty database: SQLite, and the
// PostgreSQL server that VITRINE_TEST_POSTGRES names. A missing server fails
// the test: a suite that runs on one engine proves half. Only make quick, which
// sets -short, leaves it out.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// SQLite opens an empty database in a folder of its own.
func SQLite(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, store.Options{Dir: Folder(t)})
}

// Folder is one with an empty database.
func Folder(t testing.TB) string {
	t.Helper()
	file, err := migrated()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "vitrine.db"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// migrated is the file of an empty database. Under -race the migrations take
// a quarter of a second, so they run once per test program.
var migrated = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "vitrine")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := engines.Open(context.Background(), store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, "vitrine.db"))
})

// Open opens a store that is closed when the test ends.
func Open(t testing.TB, o store.Options) *store.Store {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s, err := engines.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s
}
