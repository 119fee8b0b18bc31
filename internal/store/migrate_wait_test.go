package store_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"
	"testing"
	"testing/fstest"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestAStartWaitsForAMigrationOfAnother holds the turn to migrate, as another
// instance would, and starts a program whose own step takes longer than any
// other statement may.
func TestAStartWaitsForAMigrationOfAnother(t *testing.T) {
	url := storetest.PostgresURL(t)
	slow := "-- +goose Up\nSELECT pg_sleep(0.3);\n"
	files := fstest.MapFS{fmt.Sprintf("migrations/postgres/%04d_slow.sql", store.Known()+1): {Data: []byte(slow)}}
	err := fs.WalkDir(store.Migrations(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			raw, _ := fs.ReadFile(store.Migrations(), path)
			files[path] = &fstest.MapFile{Data: raw}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.SetMigrations(files))
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	other, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer other.Rollback()
	if _, err := other.Exec("SELECT pg_advisory_xact_lock(hashtext('vitrine migrate ' || current_schema()))"); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		s, err := store.Open(t.Context(), store.Options{URL: url + "&statement_timeout=200&lock_timeout=200", Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	waits := "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%vitrine migrate%' AND clock_timestamp() - query_start > '300 ms'"
	for end, n := time.Now().Add(20*time.Second), 0; n == 0; time.Sleep(10 * time.Millisecond) {
		select {
		case err := <-opened:
			t.Fatalf("it did not wait: %v", err)
		default:
		}
		if err := db.QueryRow(waits).Scan(&n); err != nil || time.Now().After(end) {
			t.Fatalf("nobody waits: %v", err)
		}
	}
	other.Rollback()
	if err := <-opened; err != nil {
		t.Errorf("after its turn: %v", err)
	}
}
