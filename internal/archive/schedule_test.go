package archive

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestBackupsAreMadeWhenDueAndSomethingChanged(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
		schedule := &Schedule{Store: s, Disk: newShelf(), Dir: t.TempDir(), Every: time.Hour, Options: Options{Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now }}}
		schedule.Watch()
		turn := func(after time.Duration, due bool) {
			t.Helper()
			now = now.Add(after)
			path, err := schedule.Turn(t.Context())
			if err != nil || (path != "") != due {
				t.Errorf("at %v: %q (%v)", now, path, err)
			}
			if due {
				if err := check(t.Context(), path, quiet); err != nil {
					t.Error(err)
				}
			}
		}
		change := func() {
			t.Helper()
			if _, err := s.Itself().Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Ada"}); err != nil {
				t.Fatal(err)
			}
		}
		turn(0, true)
		change()
		turn(59*time.Minute, false)
		turn(time.Minute, true)
		turn(2*time.Hour, false) // nothing changed
		change()
		turn(0, true)
		change()
		turn(-24*time.Hour, true) // the clock was wrong; better one too many
		files, err := os.ReadDir(schedule.Dir)
		if err != nil || len(files) != 4 {
			t.Errorf("%d files (%v)", len(files), err)
		}
	})
}

func TestTheScheduleRunsUntilItIsStopped(t *testing.T) {
	s := &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: t.TempDir(), Every: time.Hour, Options: quiet, look: 10 * time.Millisecond}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	made := func() int { files, _ := filepath.Glob(filepath.Join(s.Dir, autoLabel+"-*.zip")); return len(files) }
	for end := time.Now().Add(20 * time.Second); made() == 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond)
	stop()
	<-ended
	if made() != 1 {
		t.Errorf("%d backups", made())
	}
}

// names is a vault that keeps names.
type names map[string]bool

func (v names) Keep(_ context.Context, path string) error { v[filepath.Base(path)] = true; return nil }

func (v names) Names(context.Context) ([]string, error) { return slices.Collect(maps.Keys(v)), nil }

func (v names) Remove(_ context.Context, name string) error { delete(v, name); return nil }

func TestBackupsGoToTheVault(t *testing.T) {
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	vault := names{"vitrine-20200101T000000Z.zip": true}
	for i := range 40 {
		vault[autoLabel+"-"+now.AddDate(0, 0, -40+i).Format(nameTime)+".zip"] = true
	}
	s := &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: t.TempDir(), Vault: vault, Every: time.Hour, Options: Options{Now: func() time.Time { return now }}}
	s.Watch()
	path, err := s.Turn(t.Context())
	if err != nil || !vault[filepath.Base(path)] || !vault["vitrine-20200101T000000Z.zip"] {
		t.Errorf("%s is not in %v (%v)", path, vault, err)
	}
	if left, _ := os.ReadDir(s.Dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if len(vault) != 1+24 {
		t.Errorf("the vault keeps %d", len(vault))
	}
}

func TestOneInstanceMakesTheBackup(t *testing.T) {
	url, dir := storetest.PostgresURL(t), t.TempDir()
	made := make(chan string, 8)
	var turns sync.WaitGroup
	for range 3 {
		s := storetest.Open(t, store.Options{URL: url})
		schedule := &Schedule{Store: s, Disk: newShelf(), Dir: dir, Every: time.Hour, Options: quiet}
		schedule.Watch()
		turns.Go(func() {
			path, err := schedule.Turn(t.Context())
			if err != nil {
				t.Error(err)
			}
			if path != "" {
				made <- path
			}
		})
	}
	turns.Wait()
	if len(made) != 1 {
		t.Errorf("%d instances made a backup", len(made))
	}
}

func TestOldBackupsGoAndOthersStay(t *testing.T) {
	dir := t.TempDir()
	touch := func(name string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	touch("vitrine-20250101T000000Z.zip")
	touch("vitrine-before-import-20250101T000000Z.zip")
	touch("vitrine-before-schema-2-20250101T000000Z.db")
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	end := begin
	for ; end.Before(begin.AddDate(0, 1, 0)); end = end.Add(30 * time.Minute) {
		touch(autoLabel + "-" + end.Format(nameTime) + ".zip")
		if err := Prune(dir); err != nil {
			t.Fatal(err)
		}
	}
	newest := end.Add(-30 * time.Minute) // 31 January, 23:30
	var want []string
	for i := 1; i < 14; i++ { // the last day is in the hours
		day := time.Date(newest.Year(), newest.Month(), newest.Day()-i, 23, 30, 0, 0, time.UTC)
		want = append(want, autoLabel+"-"+day.Format(nameTime)+".zip")
	}
	kept := map[string]bool{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	hours := 0
	for _, e := range entries {
		kept[e.Name()] = true
		if at, auto := age(e.Name(), autoLabel); auto && newest.Sub(at) < 24*time.Hour {
			hours++
		}
	}
	for _, name := range want {
		if !kept[name] {
			t.Errorf("%s is gone", name)
		}
	}
	if hours != 24 || len(kept) != 3+24+13 {
		t.Errorf("kept %d of the last day, %d in all", hours, len(kept))
	}
}
