package store_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

func names(t *testing.T, s *store.Store) (out []string) {
	t.Helper()
	err := s.Snapshot(t.Context(), func(v store.Snapshot) error {
		return v.Each(t.Context(), &schema.TeamMembers, func(row store.Row) error {
			out = append(out, row.Text("name"))
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestASnapshotDoesNotSeeWhatComesLater(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var rows []store.Row
		for range 450 {
			rows = append(rows, store.Row{"name": "early"})
		}
		if _, err := s.AsSystem().Insert(t.Context(), &schema.TeamMembers, rows...); err != nil {
			t.Fatal(err)
		}
		err := s.Snapshot(t.Context(), func(v store.Snapshot) error {
			if n, err := v.Count(t.Context(), &schema.TeamMembers); n != 450 || err != nil {
				t.Errorf("counted %d (%v)", n, err)
			}
			storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "late"})
			seen, last := 0, int64(0)
			err := v.Each(t.Context(), &schema.TeamMembers, func(row store.Row) error {
				if row.Text("name") != "early" || row.Int("id") <= last {
					t.Errorf("row %d is %q", row.Int("id"), row.Text("name"))
				}
				seen, last = seen+1, row.Int("id")
				return nil
			})
			if seen != 450 {
				t.Errorf("saw %d rows", seen)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestReplacingTablesIsAllOrNothingAndHeard(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "old"})
		stored, err := s.AsSystem().One(t.Context(), &schema.TeamMembers, store.Eq("name", "old"))
		if err != nil {
			t.Fatal(err)
		}
		heard := make(chan []string, 100)
		s.OnChange(func(tables []string) { heard <- tables })
		fill := func(fail error) error {
			return s.AsSystem().Tx(t.Context(), func(tx store.Session) error {
				if err := tx.Overwrite(t.Context(), &schema.TeamMembers); err != nil {
					return err
				}
				if err := tx.Clear(t.Context(), &schema.TeamMembers, store.All{}); err != nil {
					return err
				}
				row := store.Row{}
				for name, value := range stored {
					row[name] = value
				}
				row["id"], row["name"], row["version"] = int64(7), "new", int64(41)
				if err := tx.Refill(t.Context(), &schema.TeamMembers, []store.Row{row}); err != nil {
					return err
				}
				return errors.Join(tx.Resume(t.Context(), &schema.TeamMembers, 90), fail)
			})
		}
		stop := errors.New("stop")
		if err := fill(stop); !errors.Is(err, stop) {
			t.Fatal(err)
		}
		storetest.Same(t, "after a failure", names(t, s), []string{"old"})
		if err := fill(nil); err != nil {
			t.Fatal(err)
		}
		if tables := <-heard; len(tables) != 0 {
			t.Errorf("heard of %v, not of everything", tables)
		}
		row, err := s.AsSystem().One(t.Context(), &schema.TeamMembers, store.Eq("name", "new"))
		if err != nil || row.Int("version") != 41 || row.Int("id") != 7 {
			t.Errorf("stored %v (%v)", row, err)
		}
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "next"})
		if next, err := s.AsSystem().One(t.Context(), &schema.TeamMembers, store.Eq("name", "next")); err != nil || next.Int("id") != 91 {
			t.Errorf("the next row is %v (%v)", next, err)
		}
	})
}

func TestOnlyTheServerItselfReplacesTables(t *testing.T) {
	s := storetest.SQLite(t)
	err := s.As(schema.Actor{Role: schema.Admin}).Tx(t.Context(), func(tx store.Session) error { return tx.Overwrite(t.Context(), &schema.TeamMembers) })
	if err == nil {
		t.Error("an admin may replace tables")
	}
}

func TestACopyReplacesADatabase(t *testing.T) {
	source := storetest.SQLite(t)
	storetest.Add(t, source, &schema.TeamMembers, store.Row{"name": "copied"})
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := source.File().CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("the copy is %v (%v)", info, err)
	}
	copied, err := sqlite.OpenCopy(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Same(t, "copy", names(t, copied), []string{"copied"})
	if rows, err := copied.AsSystem().Select(t.Context(), &schema.TeamMembers, store.Query{}); err != nil || len(rows) != 1 {
		t.Errorf("outside of a snapshot the copy has %v (%v)", rows, err)
	}
	copied.Close()
	for name, prepare := range map[string]func(dir string) error{
		"sound": func(string) error { return nil },
		"damaged": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "vitrine.db"), []byte(strings.Repeat("x", 9000)), 0o600)
		},
		"broken":  func(string) error { return nil },
		"missing": func(dir string) error { return os.Remove(filepath.Join(dir, "vitrine.db")) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := filled(t)
			if err := prepare(dir); err != nil {
				t.Fatal(err)
			}
			release, err := sqlite.LockFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := sqlite.LockFolder(dir); err == nil {
				t.Error("a claimed folder was claimed again")
			}
			aside, err := sqlite.Replace(t.Context(), dir, path, name == "broken")
			if err != nil {
				t.Fatal(err)
			}
			if (aside != "") != (name == "damaged" || name == "broken") {
				t.Errorf("put aside as %q", aside)
			}
			release()
			s := storetest.Open(t, store.Options{Dir: dir, Exclusive: true})
			storetest.Same(t, "restored", names(t, s), []string{"copied"})
			storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "after"})
		})
	}
}

func TestADamagedCopyIsNotOpened(t *testing.T) {
	dir := t.TempDir()
	for name, raw := range map[string]string{"text": strings.Repeat("x", 9000), "empty": ""} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := sqlite.OpenCopy(t.Context(), path); err == nil {
			s.Close()
			t.Errorf("%s was opened", name)
		}
	}
}

func TestADatabaseIsCopiedBeforeItIsMigrated(t *testing.T) {
	dir := filled(t)
	newest := store.Known()
	addStep(t, "ALTER TABLE team_members ADD COLUMN more TEXT;")
	for range 2 {
		s, err := engines.Open(t.Context(), store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	kept, err := filepath.Glob(filepath.Join(dir, "backups", "*"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %v (%v)", kept, err)
	}
	old, err := sqlite.OpenCopy(t.Context(), kept[0])
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	storetest.Same(t, "kept", names(t, old), []string{"Ada"})
	err = old.Snapshot(t.Context(), func(v store.Snapshot) error {
		if n, err := v.Schema(t.Context()); n != newest || err != nil {
			t.Errorf("the copy has schema %d (%v)", n, err)
		}
		return nil
	})
	if err != nil || store.Known() != newest+1 {
		t.Errorf("%v; the newest step is %d", err, store.Known())
	}
}

func TestWorkIsDoneByOneInstanceAtATime(t *testing.T) {
	url := storetest.PostgresURL(t)
	first, second := storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})
	busy := func(s *store.Store) bool {
		ran, err := s.RunExclusive(t.Context(), "backup", func(context.Context) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return !ran
	}
	ran, err := first.RunExclusive(t.Context(), "backup", func(context.Context) error {
		if !busy(second) {
			t.Error("two instances do one work")
		}
		return nil
	})
	if !ran || err != nil || busy(second) {
		t.Errorf("ran %v (%v)", ran, err)
	}
}
