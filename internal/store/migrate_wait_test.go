package store_test

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

// addStep gives the program one more step, on both engines.
func addStep(t *testing.T, text string) {
	t.Helper()
	files := fstest.MapFS{}
	for _, engine := range []string{"sqlite", "postgres"} {
		files[fmt.Sprintf("migrations/%s/%04d_step.sql", engine, store.Known()+1)] = &fstest.MapFile{Data: []byte("-- +goose Up\n" + text + "\n")}
	}
	err := fs.WalkDir(store.MigrationFiles(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			raw, _ := fs.ReadFile(store.MigrationFiles(), path)
			files[path] = &fstest.MapFile{Data: raw}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.SetMigrations(files))
}

func TestAnUpgradeThatFailsKeepsNoCopies(t *testing.T) {
	quiet, dir, url := slog.New(slog.DiscardHandler), t.TempDir(), storetest.PostgresURL(t)
	storetest.OpenOnce(t, store.Options{Dir: dir})
	storetest.OpenOnce(t, store.Options{URL: url})
	copies := func() int {
		files, _ := os.ReadDir(filepath.Join(dir, "backups"))
		return len(files)
	}
	kept := 0
	keep := func(context.Context, *store.Store, int64, int64) (func(), error) {
		kept++
		return func() { kept-- }, nil
	}
	t.Run("it fails", func(t *testing.T) {
		addStep(t, "SELECT * FROM nowhere;")
		for range 3 {
			for _, o := range []store.Options{{Dir: dir, Log: quiet}, {URL: url, Log: quiet, BeforeMigration: keep}} {
				if s, err := engines.Open(t.Context(), o); err == nil {
					s.Close()
					t.Error("a broken step was taken")
				}
			}
		}
		if copies() != 0 || kept != 0 {
			t.Errorf("kept %d of SQLite and %d of PostgreSQL", copies(), kept)
		}
	})
	t.Run("it works", func(t *testing.T) {
		addStep(t, "SELECT 1;")
		for day := range 5 {
			path := filepath.Join(dir, "backups", fmt.Sprintf("vitrine-before-schema-%d-2025010%dT000000.000000Z.db", 9-day, day+1))
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		storetest.OpenOnce(t, store.Options{Dir: dir})
		storetest.OpenOnce(t, store.Options{URL: url, BeforeMigration: keep})
		last, _ := filepath.Glob(filepath.Join(dir, "backups", "*-2025010[45]T*"))
		if copies() != 3 || len(last) != 2 || kept != 1 {
			t.Errorf("kept %d of SQLite, %v of before, %d of PostgreSQL", copies(), last, kept)
		}
	})
}

// TestAStepWaitsForATableThatOthersHold lets go when the step has failed to
// get its lock once.
func TestAStepWaitsForATableThatOthersHold(t *testing.T) {
	url := storetest.PostgresURL(t)
	storetest.OpenOnce(t, store.Options{URL: url})
	addStep(t, "ALTER TABLE team_members ADD COLUMN later TEXT;")
	_, other := storetest.Holding(t, url, "LOCK TABLE team_members IN ACCESS SHARE MODE")
	log := slog.New(onWarning{slog.DiscardHandler, func() { other.Rollback() }})
	s, err := engines.Open(t.Context(), store.Options{URL: url + "&lock_timeout=100", Log: log})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

// onWarning is a log that does something when there is a warning.
type onWarning struct {
	slog.Handler
	do func()
}

func (onWarning) Enabled(context.Context, slog.Level) bool { return true }

func (h onWarning) Handle(_ context.Context, r slog.Record) error {
	if r.Level == slog.LevelWarn {
		h.do()
	}
	return nil
}

// TestAStartWaitsForAMigrationOfAnother holds the turn to migrate, as another
// instance would, and starts a program whose own step takes longer than any
// other statement may.
func TestAStartWaitsForAMigrationOfAnother(t *testing.T) {
	url := storetest.PostgresURL(t)
	addStep(t, "SELECT pg_sleep(0.3);")
	db, other := storetest.Holding(t, url, "SELECT pg_advisory_xact_lock(hashtext('vitrine migrate ' || current_schema()))")
	opened := make(chan error, 1)
	go func() {
		s, err := engines.Open(t.Context(), store.Options{URL: url + "&statement_timeout=200&lock_timeout=200", Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	waits := "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory' AND query LIKE '%vitrine migrate%' AND clock_timestamp() - query_start > '300 ms'"
	for end, n := time.Now().Add(storetest.Busy(20*time.Second)), 0; n == 0; time.Sleep(10 * time.Millisecond) {
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
