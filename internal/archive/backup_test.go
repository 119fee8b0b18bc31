package archive

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func backUp(t testing.TB, s *store.Store, disk Disk) string {
	t.Helper()
	path, m, err := Backup(t.Context(), s, disk, t.TempDir(), "vitrine", quiet)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || m.Rows() == 0 {
		t.Errorf("the backup is %v with %d rows (%v)", info, m.Rows(), err)
	}
	return path
}

// restored opens a new database with what a backup holds.
func restored(t testing.TB, path, engine string, disk Disk) *store.Store {
	t.Helper()
	if engine == "postgres" {
		s := storetest.Postgres(t)
		if err := load(t, path, s, disk, false); err != nil {
			t.Fatal(err)
		}
		return s
	}
	dir := t.TempDir()
	if err := restore(t, path, dir, disk); err != nil {
		t.Fatal(err)
	}
	return storetest.Open(t, store.Options{Dir: dir})
}

func restore(t testing.TB, path, dir string, disk Disk) error {
	t.Helper()
	r, err := Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	release, err := store.Claim(dir)
	if err != nil {
		return err
	}
	defer release()
	_, err = r.Restore(t.Context(), dir, disk, quiet)
	return err
}

func TestABackupUnderLoadHoldsWhatWasAcknowledged(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		disk := newShelf()
		fill(t, s, disk, volume{jobs: 3, logos: 3})
		ctx, stop := context.WithCancel(t.Context())
		var mu sync.Mutex
		var acknowledged []string
		var writers sync.WaitGroup
		for w := range 32 {
			writers.Go(func() {
				for i := 0; ctx.Err() == nil; i++ {
					address := fmt.Sprintf("w%d.%d@mail.example", w, i)
					_, err := s.Itself().Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": address})
					if err == nil {
						mu.Lock()
						acknowledged = append(acknowledged, address)
						mu.Unlock()
					} else if !fault.Is(err, fault.Unavailable) {
						t.Error(err)
						return
					}
				}
			})
		}
		for enough := false; !enough; time.Sleep(time.Millisecond) {
			mu.Lock()
			enough = len(acknowledged) > 300
			mu.Unlock()
		}
		mu.Lock()
		promised := acknowledged[:len(acknowledged):len(acknowledged)]
		mu.Unlock()
		path := backUp(t, s, disk)
		mu.Lock()
		later := len(acknowledged) - len(promised)
		mu.Unlock()
		stop()
		writers.Wait()
		if later == 0 {
			t.Error("nobody wrote during the backup")
		}
		other := newShelf()
		copied, there := restored(t, path, s.Engine(), other), map[string]bool{}
		err := copied.Snapshot(t.Context(), func(v store.Snapshot) error {
			return v.Each(t.Context(), &schema.NewsletterSubscriptions, func(row store.Row) error {
				there[row.Text("email")] = true
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range promised {
			if !there[address] {
				t.Fatalf("%s was acknowledged before the backup and is not in it", address)
			}
		}
		if len(other.files) != 3 {
			t.Errorf("%d uploads came back", len(other.files))
		}
		t.Logf("%s: %d acknowledged before, %d during the backup, %d in it", s.Engine(), len(promised), later, len(there))
	})
}

func TestARestoreBringsBackTheSiteAsItWas(t *testing.T) {
	dir, disk := t.TempDir(), newShelf()
	s, err := store.Open(t.Context(), store.Options{Dir: dir, Log: quiet.Log})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, disk, volume{jobs: 3, subscribers: 30, logos: 2})
	before, path := state(t, s, disk), backUp(t, s, disk)
	if _, err := s.Itself().Delete(t.Context(), &schema.JobListings, store.All{}); err != nil {
		t.Fatal(err)
	}
	clear(disk.files)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := restore(t, path, dir, disk); err != nil {
		t.Fatal(err)
	}
	again := storetest.Open(t, store.Options{Dir: dir})
	sameState(t, "restored", state(t, again, disk), before)
	if n, err := again.Itself().Count(t.Context(), &schema.Sessions); n != 1 || err != nil {
		t.Errorf("%d sessions came back (%v); a backup holds them all", n, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestABackupThatCannotBeTrustedRestoresNothing(t *testing.T) {
	disk := newShelf()
	dir := t.TempDir()
	s, err := store.Open(t.Context(), store.Options{Dir: dir, Log: quiet.Log})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, disk, volume{jobs: 2, logos: 1})
	before, path := state(t, s, disk), backUp(t, s, disk)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spoiled := map[string]string{
		"cut short": write(t, raw[:len(raw)-40]),
		"a wrong count": rewrite(t, path, true, func(_ string, raw []byte, m *Manifest) []byte {
			if m != nil {
				m.Tables[0].Rows++
			}
			return raw
		}),
		"a wrong sum": rewrite(t, path, false, func(name string, raw []byte, _ *Manifest) []byte {
			if name == databaseName {
				raw[5000]++
			}
			return raw
		}),
		"no database": rewrite(t, path, true, func(name string, raw []byte, _ *Manifest) []byte {
			if name == databaseName {
				return nil
			}
			return raw
		}),
		"a database that is none": rewrite(t, path, true, func(name string, raw []byte, _ *Manifest) []byte {
			if name == databaseName {
				return []byte(strings.Repeat("x", 9000))
			}
			return raw
		}),
		"pages overwritten": rewrite(t, path, true, func(name string, raw []byte, _ *Manifest) []byte {
			if name == databaseName {
				for i := 4096; i < len(raw); i++ {
					raw[i] ^= 0x5a
				}
			}
			return raw
		}),
	}
	for name, file := range spoiled {
		if err := restore(t, file, dir, disk); err == nil {
			t.Errorf("%s was restored", name)
		}
	}
	again := storetest.Open(t, store.Options{Dir: dir, Exclusive: true})
	sameState(t, "after refused backups", state(t, again, disk), before)
	if err := restore(t, path, dir, disk); err == nil || !strings.Contains(err.Error(), "another vitrine serve is using") {
		t.Errorf("beside a server the restore says %v", err)
	}
}

func TestABareDatabaseIsRestoredToo(t *testing.T) {
	s, disk := storetest.SQLite(t), newShelf()
	fill(t, s, disk, volume{jobs: 1})
	path, dir := filepath.Join(t.TempDir(), "copy.db"), t.TempDir()
	if err := s.CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if !IsSQLite(path) || IsSQLite(export(t, s, disk)) {
		t.Error("kinds of file are confused")
	}
	if _, err := RestoreFile(t.Context(), path, dir); err != nil {
		t.Fatal(err)
	}
	sameState(t, "restored", state(t, storetest.Open(t, store.Options{Dir: dir}), disk), state(t, s, disk))
}

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

func TestNothingIsLeftOfABackupThatFails(t *testing.T) {
	s, dir := storetest.SQLite(t), t.TempDir()
	fill(t, s, newShelf(), volume{logos: 1})
	if _, _, err := Backup(t.Context(), s, brokenDisk{}, dir, "vitrine", quiet); !errors.Is(err, errBroken) {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
