package archive

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"filippo.io/age"

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
				if err := check(t.Context(), path, nil, quiet); err != nil {
					t.Error(err)
				}
			}
		}
		change := func() {
			t.Helper()
			if _, err := s.AsSystem().Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Ada"}); err != nil {
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
	synctest.Test(t, func(t *testing.T) {
		s := &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: t.TempDir(), Every: time.Hour, Options: quiet}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { s.Run(ctx); close(ended) }()
		time.Sleep(50 * time.Minute)
		synctest.Wait()
		stop()
		<-ended
		if files, _ := filepath.Glob(filepath.Join(s.Dir, autoLabel+"-*.zip")); len(files) != 1 {
			t.Errorf("%d backups", len(files))
		}
	})
}

// names is a vault that keeps names, unless it is away.
type names struct {
	kept map[string]bool
	away error
}

func (v *names) Keep(_ context.Context, path string) error {
	if v.away == nil {
		v.kept[filepath.Base(path)] = true
	}
	return v.away
}

func (v *names) Names(context.Context) ([]string, error) {
	return slices.Collect(maps.Keys(v.kept)), v.away
}

func (v *names) Remove(_ context.Context, name string) error { delete(v.kept, name); return v.away }

func (v *names) Size(context.Context, string) (int64, error) { return 1 << 20, v.away }

func (v *names) Fetch(context.Context, string, string) error { return v.away }

func newKey(t testing.TB) *Key {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	key, err := ParseKey(identity.String())
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestBackupsGoToTheVault(t *testing.T) {
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	vault := &names{kept: map[string]bool{"vitrine-20200101T000000Z.zip": true}}
	for i := range 40 {
		vault.kept[autoLabel+"-"+now.AddDate(0, 0, -40+i).Format(nameTime)+".zip"] = true
	}
	s := &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: t.TempDir(), Vault: vault, Every: time.Hour, Options: Options{Now: func() time.Time { return now }, Key: newKey(t)}}
	s.Watch()
	path, err := s.Turn(t.Context())
	if err != nil || !vault.kept[filepath.Base(path)] || !vault.kept["vitrine-20200101T000000Z.zip"] {
		t.Errorf("%s is not in %v (%v)", path, vault.kept, err)
	}
	if left, _ := os.ReadDir(s.Dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if len(vault.kept) != 1+24 {
		t.Errorf("the vault keeps %d", len(vault.kept))
	}
}

func TestAVaultThatStaysAwayDoesNotFillTheDisk(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	vault := &names{kept: map[string]bool{}, away: errBroken}
	s := &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: t.TempDir(), Vault: vault, Every: time.Hour, Options: Options{Log: quiet.Log, Now: func() time.Time { return now }, Key: newKey(t)}}
	s.Watch()
	for range keepHours + 8 {
		if path, err := s.Turn(t.Context()); !errors.Is(err, errBroken) || path == "" {
			t.Fatalf("%q (%v)", path, err)
		}
		now = now.Add(time.Hour)
		s.changed.Store(true)
	}
	left, _ := os.ReadDir(s.Dir)
	if len(left) != keepHours { // the first day's newest is among the hours
		t.Errorf("%d backups lie here", len(left))
	}
	vault.away = nil
	if _, err := s.Turn(t.Context()); err != nil || len(vault.kept) < keepHours {
		t.Errorf("%d arrived (%v)", len(vault.kept), err)
	}
}

func TestAFailedBackupIsTriedAgainAfterAWhileThatGrows(t *testing.T) {
	s := &Schedule{}
	var pauses []time.Duration
	for failed := range 9 {
		pauses = append(pauses, s.pause(failed))
	}
	m := time.Minute
	if want := []time.Duration{5 * m, m, 2 * m, 4 * m, 8 * m, 16 * m, 32 * m, time.Hour, time.Hour}; !slices.Equal(pauses, want) {
		t.Errorf("%v", pauses)
	}
	dir := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	heard := make(chan error, 100)
	s = &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: dir, Every: time.Hour, Options: quiet, look: time.Millisecond, Done: func(err error) { heard <- err }}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	for range 2 {
		if err := <-heard; err == nil {
			t.Error("a backup into a file went well")
		}
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	for err := range heard {
		if err == nil {
			break
		}
	}
	stop()
	<-ended
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

// hungDisk answers when whoever asks gives up.
type hungDisk struct{ Disk }

func (hungDisk) Open(ctx context.Context, _ string) (io.ReadSeekCloser, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestATurnThatHangsIsGivenUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		disk := newShelf()
		fill(t, s, disk, volume{logos: 1})
		schedule := &Schedule{Store: s, Disk: hungDisk{disk}, Dir: t.TempDir(), Every: time.Hour, Options: quiet, limit: time.Second}
		schedule.Watch()
		if path, err := schedule.Turn(t.Context()); err == nil || path != "" || !strings.Contains(err.Error(), "given up after 1s") {
			t.Errorf("%q (%v)", path, err)
		}
		schedule.Disk, schedule.limit = disk, 0
		if path, err := schedule.Turn(t.Context()); err != nil || path == "" {
			t.Errorf("the next turn: %q (%v)", path, err)
		}
	})
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
	halves := []string{".vitrine-20250101T000000Z.zip.123.part", ".vitrine-auto-20250101T000000Z.zip.age.123.part.db", "vitrine-before-schema-2-20250101T000000Z.db.part"}
	for _, name := range halves {
		touch(name)
		long := time.Now().Add(-25 * time.Hour)
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	touch(".vitrine-20250102T000000Z.zip.123.part") // being written
	begin := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	end := begin
	for ; end.Before(begin.AddDate(0, 1, 0)); end = end.Add(30 * time.Minute) {
		touch(autoLabel + "-" + end.Format(nameTime) + ".zip")
		if err := Prune(dir, end); err != nil {
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
		if at, auto := madeAt(e.Name(), autoLabel); auto && newest.Sub(at) < 24*time.Hour {
			hours++
		}
	}
	for _, name := range want {
		if !kept[name] {
			t.Errorf("%s is gone", name)
		}
	}
	if hours != 24 || len(kept) != 4+24+13 {
		t.Errorf("kept %d of the last day, %d in all", hours, len(kept))
	}
}

func TestAClockThatWasAheadTakesNoPlace(t *testing.T) {
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	name := func(label string, at time.Time) string { return label + "-" + at.Format(nameTime) + ".zip" }
	var due, ahead, all []string
	for i := range 40 {
		due = append(due, name(autoLabel, now.Add(-time.Duration(i)*time.Hour)))
		ahead = append(ahead, name(autoLabel, now.AddDate(1, 0, 0).Add(time.Duration(i)*time.Hour)))
		due = append(due, name(beforeLabel+"9", now.Add(-time.Duration(i)*time.Hour)))
		ahead = append(ahead, name(beforeLabel+"9", now.AddDate(1, 0, 0).Add(time.Duration(i)*time.Hour)))
	}
	all = append(append(all, ahead...), due...)
	gone := expired(all, now)
	within := func(names []string) []string {
		return slices.DeleteFunc(slices.Sorted(slices.Values(gone)), func(name string) bool { return !slices.Contains(names, name) })
	}
	if want := slices.Sorted(slices.Values(expired(due, now))); !slices.Equal(within(due), want) || len(want) == 0 {
		t.Errorf("beside names of next year go\n%v and not\n%v", within(due), want)
	}
	if left := len(ahead) - len(within(ahead)); left < keepHours || left > keepHours+keepDays+keepBefore {
		t.Errorf("of next year %d stay", left)
	}
	// Clocks differ a little.
	if one, two := name(autoLabel, now.Add(20*time.Minute)), name(autoLabel, now.Add(40*time.Minute)); !slices.Equal(expired([]string{one, two}, now.Add(30*time.Minute)), []string{one}) {
		t.Error("a clock that is a little ahead has places of its own")
	}
}

func TestHowLongABackupStaysFollowsHowOftenOneIsMade(t *testing.T) {
	day := 24 * time.Hour
	for every, want := range map[time.Duration]time.Duration{time.Hour: 14 * day, 48 * time.Hour: 28 * day} {
		if got := (&Schedule{Every: every}).Kept(); got != want {
			t.Errorf("with one every %s they stay %s, want %s", every, got, want)
		}
	}
	if got := (*Schedule)(nil).Kept(); got != 0 {
		t.Errorf("without backups they stay %s", got)
	}
}
