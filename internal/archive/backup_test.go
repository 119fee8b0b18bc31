package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/sqlite"
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
	r, err := Open(path, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	release, err := sqlite.LockFolder(dir)
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
					_, err := s.AsSystem().Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": address})
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
		var path string
		var promised []string
		later := 0
		for tries := 0; later == 0; tries++ {
			if tries == 50 {
				t.Fatal("nobody writes during a backup")
			}
			mu.Lock()
			promised = acknowledged[:len(acknowledged):len(acknowledged)]
			mu.Unlock()
			path = backUp(t, s, disk)
			mu.Lock()
			later = len(acknowledged) - len(promised)
			mu.Unlock()
		}
		stop()
		writers.Wait()
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
		nobodySignedIn(t, copied)
		t.Logf("%s: %d acknowledged before, %d during the backup, %d in it", s.Engine(), len(promised), later, len(there))
	})
}

func TestARestoreBringsBackTheSiteAsItWas(t *testing.T) {
	dir, disk := t.TempDir(), newShelf()
	s, err := engines.Open(t.Context(), store.Options{Dir: dir, Log: quiet.Log})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, disk, volume{jobs: 3, subscribers: 30, logos: 2})
	before, path := state(t, s, disk), backUp(t, s, disk)
	if _, err := s.AsSystem().Delete(t.Context(), &schema.JobListings, store.All{}); err != nil {
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
	archivetest.Same(t, "restored", state(t, again, disk), before)
	nobodySignedIn(t, again)
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// nobodySignedIn looks for sessions that a restore revived.
func nobodySignedIn(t testing.TB, s *store.Store) {
	t.Helper()
	for _, table := range ended() {
		if n, err := s.AsSystem().Count(t.Context(), table); n != 0 || err != nil {
			t.Errorf("%d rows of %s came back (%v)", n, table.Name, err)
		}
	}
}

func TestABackupThatCannotBeTrustedRestoresNothing(t *testing.T) {
	disk := newShelf()
	dir := t.TempDir()
	s, err := engines.Open(t.Context(), store.Options{Dir: dir, Log: quiet.Log})
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
	archivetest.Same(t, "after refused backups", state(t, again, disk), before)
	if err := restore(t, path, dir, disk); err == nil || !strings.Contains(err.Error(), "another vitrine serve is using") {
		t.Errorf("beside a server the restore says %v", err)
	}
}

func TestABareDatabaseIsRestoredToo(t *testing.T) {
	s, disk := storetest.SQLite(t), newShelf()
	fill(t, s, disk, volume{jobs: 1})
	path, dir := filepath.Join(t.TempDir(), "copy.db"), t.TempDir()
	if err := s.File().CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if !IsSQLite(path) || IsSQLite(export(t, s, disk)) {
		t.Error("kinds of file are confused")
	}
	if _, err := RestoreFile(t.Context(), path, dir, quiet); err != nil {
		t.Fatal(err)
	}
	copied := storetest.Open(t, store.Options{Dir: dir})
	archivetest.Same(t, "restored", state(t, copied, disk), state(t, s, disk))
	nobodySignedIn(t, copied)
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
