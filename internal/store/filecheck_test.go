package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

func TestADailyCheckSurvivesRestarts(t *testing.T) {
	dir, now := t.TempDir(), time.Now().UTC().Truncate(time.Second)
	for _, c := range []struct {
		after time.Duration
		last  time.Duration // when the check was then done, from the first
	}{{0, 0}, {23 * time.Hour, 0}, {25 * time.Hour, 25 * time.Hour}, {24 * time.Hour, 24 * time.Hour}} {
		s, err := engines.Open(t.Context(), store.Options{Dir: dir, Now: func() time.Time { return now.Add(c.after) }})
		if err != nil {
			t.Fatal(err)
		}
		if done, err := s.CheckDaily(t.Context()); done != (c.after == c.last) || err != nil {
			t.Errorf("after %v it was done: %v (%v)", c.after, done, err)
		}
		if got, want := storetest.Get(t, s, &schema.Settings, store.LastCheck).Text("value"), now.Add(c.last).Format(time.RFC3339); got != want {
			t.Errorf("after %v the last check was at %s, want %s", c.after, got, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if done, err := storetest.Postgres(t).CheckDaily(t.Context()); done || err != nil {
		t.Errorf("PostgreSQL: %v (%v)", done, err)
	}
}

// crossed is a folder whose server was killed, and whose file has two tables in
// one place: looking at each of them finds nothing wrong.
func crossed(t *testing.T) string {
	t.Helper()
	dir, left := t.TempDir(), t.TempDir()
	storetest.OpenOnce(t, store.Options{Dir: dir})
	file := filepath.Join(dir, "vitrine.db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'team_members') WHERE name = 'process_steps'"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s := storetest.Open(t, store.Options{Dir: dir})
	if s.UncleanShutdown() {
		t.Error("a file that was closed is taken for one that was left")
	}
	storetest.Add(t, s, &schema.Settings, store.Row{"name": store.LastCheck, "value": s.AsSystem().Now().Format(time.RFC3339)})
	for _, name := range []string{"vitrine.db", "vitrine.db-wal"} {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(left, name), raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return left
}

func TestDamageBetweenTablesIsFoundSoonAfterAKill(t *testing.T) {
	dir := crossed(t)
	s := storetest.Open(t, store.Options{Dir: dir})
	if !s.UncleanShutdown() {
		t.Error("a file that was left is taken for one that was closed")
	}
	_, err := s.CheckDaily(t.Context())
	if !sqlite.Damaged(err) || !strings.Contains(err.Error(), "2nd reference to page") || !strings.Contains(err.Error(), "restore from backup") {
		t.Errorf("the check says %v", err)
	}
	if !s.UncleanShutdown() {
		t.Error("a file that was found damaged passes for sound")
	}
}

func TestAFileThatWasNotClosedIsCheckedOnce(t *testing.T) {
	dir := t.TempDir()
	s := storetest.Open(t, store.Options{Dir: dir})
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	beside := storetest.Open(t, store.Options{Dir: dir}) // the log that it finds is as a kill leaves it
	if !beside.UncleanShutdown() {
		t.Fatal("the log is not seen")
	}
	for _, want := range []bool{true, false} {
		if done, err := beside.CheckDaily(t.Context()); done != want || err != nil || beside.UncleanShutdown() {
			t.Errorf("a sound file is checked: %v, want %v (%v)", done, want, err)
		}
	}
}
