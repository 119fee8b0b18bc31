package store_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

// refused opens a store that must not open, and returns why.
func refused(t *testing.T, o store.Options) string {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	s, err := engines.Open(t.Context(), o)
	if err == nil {
		s.Close()
		t.Fatal("the store opened")
	}
	return err.Error()
}

// filled makes a data folder with one row in it, closed.
func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s, err := engines.Open(t.Context(), store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestWhatWasStoredIsThereAfterARestart(t *testing.T) {
	s := storetest.Open(t, store.Options{Dir: filled(t)})
	rows, err := s.As(storetest.Visitor).Select(t.Context(), &schema.TeamMembers, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Same(t, "team", storetest.Texts(rows, "name"), []string{"Ada"})
}

func TestASecondServerOnOneFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	first, err := engines.Open(t.Context(), store.Options{Dir: dir, Exclusive: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if why := refused(t, store.Options{Dir: dir, Exclusive: true}); !strings.Contains(why, "another vitrine serve is using "+dir) {
		t.Errorf("the refusal says %q", why)
	}
	storetest.Open(t, store.Options{Dir: dir}) // other commands work beside it
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	storetest.Open(t, store.Options{Dir: dir, Exclusive: true})
}

func TestAnEmptiedDatabaseIsNotTakenForANewOne(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"emptied": func(path string) error { return os.Truncate(path, 0) },
		"removed": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			dir := filled(t)
			if err := spoil(filepath.Join(dir, "vitrine.db")); err != nil {
				t.Fatal(err)
			}
			if why := refused(t, store.Options{Dir: dir}); !strings.Contains(why, "restore from backup") {
				t.Errorf("the refusal says %q", why)
			}
		})
	}
}

func TestADamagedDatabaseIsRefusedAndKept(t *testing.T) {
	for name, spoil := range map[string]func(raw []byte) []byte{
		"no database at all": func(raw []byte) []byte { return []byte(strings.Repeat("not a database ", 1000)) },
		"cut in the middle":  func(raw []byte) []byte { return raw[:len(raw)/2] },
		"pages overwritten": func(raw []byte) []byte {
			for i := 4096; i < len(raw); i++ {
				raw[i] ^= 0x5a
			}
			return raw
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filled(t)
			path := filepath.Join(dir, "vitrine.db")
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			raw = spoil(raw)
			if err := os.WriteFile(path, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			if why := refused(t, store.Options{Dir: dir}); !strings.Contains(why, "restore from backup") {
				t.Errorf("the refusal says %q", why)
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(raw) {
				t.Errorf("the damaged file was changed (%v)", err)
			}
		})
	}
}

func TestDamageIsNoticedWhileServing(t *testing.T) {
	dir := filled(t)
	s := storetest.Open(t, store.Options{Dir: dir})
	if err := s.File().Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "vitrine.db")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(raw) / 2; i < len(raw); i++ {
		raw[i] ^= 0x5a
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.File().Check(t.Context()); !sqlite.Damaged(err) {
		t.Errorf("a damaged file is %v", err)
	}
}

// Reading all of an index for searches would take most of a start.
func TestADamagedIndexForSearchesIsLeftToTheDailyCheck(t *testing.T) {
	dir := t.TempDir()
	s, err := engines.Open(t.Context(), store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ada@example.com"})
	if _, err := s.SQL().Exec("UPDATE newsletter_subscriptions_search_data SET block = zeroblob(length(block)) WHERE id > 10"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = storetest.Open(t, store.Options{Dir: dir})
	if err := s.File().Check(t.Context()); !sqlite.Damaged(err) {
		t.Errorf("the check says %v", err)
	}
}

func TestADatabaseOfANewerProgramIsRefused(t *testing.T) {
	newer := "INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)"
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		if _, err := storetest.Open(t, store.Options{Dir: dir}).SQL().Exec(newer); err != nil {
			t.Fatal(err)
		}
		if why := refused(t, store.Options{Dir: dir}); !strings.Contains(why, "use a newer vitrine") {
			t.Errorf("the refusal says %q", why)
		}
	})
	t.Run("postgres", func(t *testing.T) {
		url := storetest.PostgresURL(t)
		if _, err := storetest.Open(t, store.Options{URL: url}).SQL().Exec(newer); err != nil {
			t.Fatal(err)
		}
		if why := refused(t, store.Options{URL: url}); !strings.Contains(why, "use a newer vitrine") {
			t.Errorf("the refusal says %q", why)
		}
	})
}

func TestAnUnreachableDatabaseIsRefusedInOneLineWithoutItsPassword(t *testing.T) {
	for _, url := range []string{"postgres://u:secret@127.0.0.1:1/x?sslmode=disable", "postgres://u:secret@[bad"} {
		if why := refused(t, store.Options{URL: url}); strings.Contains(why, "secret") {
			t.Errorf("the refusal says %q", why)
		}
	}
}

func TestWritesOfAnotherProcessAreNoticedWithinASecond(t *testing.T) {
	pair := func(t *testing.T, o store.Options) {
		here, there := storetest.Open(t, o), storetest.Open(t, o)
		heard := storetest.Listen(here)
		storetest.Add(t, here, &schema.TeamMembers, store.Row{"name": "Own"}) // one's own writes are no news from elsewhere
		storetest.Eventually(t, 3*time.Second, "the first announcements", func() bool { return len(heard.Changes()) > 0 })
		before := len(heard.Changes())
		storetest.Add(t, there, &schema.TeamMembers, store.Row{"name": "Ada"})
		began := time.Now()
		storetest.Eventually(t, 5*time.Second, "the write of the other process", func() bool { return len(heard.Changes()) > before })
		if took := time.Since(began); took > storetest.Busy(time.Second) {
			t.Errorf("it took %v", took)
		}
		if n, err := here.As(storetest.Visitor).Count(t.Context(), &schema.TeamMembers); n != 2 || err != nil {
			t.Errorf("%d rows are visible (%v), want 2", n, err)
		}
	}
	t.Run("sqlite", func(t *testing.T) { pair(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { pair(t, store.Options{URL: storetest.PostgresURL(t)}) })
}

func TestOnesOwnWritesAreNotTakenForThoseOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.SQLite(t)
		heard := storetest.Listen(s)
		for range 3 {
			storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Own"})
			time.Sleep(time.Second) // the watch looks twice a second
			synctest.Wait()
		}
		for _, tables := range heard.Changes() {
			if len(tables) == 0 {
				t.Error("the store announced that anything may have changed after its own write")
			}
		}
	})
}

func TestTheFilesAreForTheOwnerAlone(t *testing.T) {
	dir := filled(t)
	info, err := os.Stat(filepath.Join(dir, "vitrine.db"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the database has mode %v (%v), want 0600", info.Mode().Perm(), err)
	}
}
