package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// nothingTried wants neither a trial nor a failure.
func nothingTried(t *testing.T, why string, s *Schedule) {
	t.Helper()
	if m, err := s.TryRestore(t.Context()); err != nil || m.Kind != "" {
		t.Errorf("%s: tried %q (%v)", why, m.Kind, err)
	}
}

func tried(t *testing.T, why string, s *Schedule) {
	t.Helper()
	if m, err := s.TryRestore(t.Context()); err != nil || m.Kind == "" {
		t.Errorf("%s: tried %q (%v)", why, m.Kind, err)
	}
}

// beside is another instance on the same database.
func beside(t *testing.T, s *Schedule) *Schedule {
	return &Schedule{Store: s.Store, Disk: s.Disk, Dir: filepath.Join(t.TempDir(), "backups"), Every: s.Every, Options: s.Options, Vault: s.Vault,
		Trials: &Trials{Dir: t.TempDir(), Free: s.Trials.Free}}
}

func TestAnInstanceWithoutTheNewestBackupTriesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
		has := onTrial(t, s, &now)
		other := beside(t, has)
		nothingTried(t, "before any backup", other)
		if _, err := has.Turn(t.Context()); err != nil {
			t.Fatal(err)
		}
		nothingTried(t, "without a folder", other)
		older := filepath.Join(other.Dir, autoLabel+"-20260101T000000Z.zip")
		if err := errors.Join(os.MkdirAll(other.Dir, 0o700), os.WriteFile(older, []byte("not the newest"), 0o600)); err != nil {
			t.Fatal(err)
		}
		nothingTried(t, "with an older backup", other)
		if last, err := other.LastTrial(t.Context()); err != nil || !last.IsZero() {
			t.Errorf("success is noted at %v (%v)", last, err)
		}
		tried(t, "with the newest backup", has)
	})
}

// fetched is a vault that counts, and may stall.
type fetched struct {
	names
	n       int
	stalled chan struct{} // nil never stalls
}

func (v *fetched) Fetch(ctx context.Context, _, _ string) error {
	v.n++
	if v.stalled == nil {
		return errBroken
	}
	close(v.stalled)
	<-ctx.Done()
	return ctx.Err()
}

func TestNothingIsFetchedOrCopiedWithoutRoom(t *testing.T) {
	now := time.Now()
	schedule, vault := onTrial(t, storetest.SQLite(t), &now), &fetched{names: names{kept: map[string]bool{}}}
	schedule.Vault, schedule.Key = vault, newKey(t)
	if _, err := schedule.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	database, err := schedule.Store.FileSize()
	if err != nil || database == 0 {
		t.Fatal(database, err)
	}
	need := uint64(trialSpare + 1<<20 + trialTimes*database)
	free := need - 1
	schedule.Trials.Free = func(dir string) (uint64, error) {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("asked for room when there was %v (%v)", left, err)
		}
		return free, nil
	}
	try := func(says string, fetches int) {
		t.Helper()
		now = now.Add(trialRetry)
		if _, err := schedule.TryRestore(t.Context()); err == nil || !strings.Contains(err.Error(), says) || vault.n != fetches {
			t.Errorf("%d fetches (%v)", vault.n, err)
		}
	}
	try("VITRINE_BACKUP_TRIAL=off", 0)
	mine := schedule.Key
	schedule.Key = &Key{recipients: mine.recipients}
	try("VITRINE_BACKUP_TRIAL=off", 0)
	schedule.Key, free = mine, need
	try(errBroken.Error(), 1)
}

func TestAProcessThatDiesOfATrialBeginsNoOtherThatDay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
		first := onTrial(t, s, &now)
		if _, err := first.Turn(t.Context()); err != nil {
			t.Fatal(err)
		}
		died := errors.New("died")
		first.Trials.Free = func(string) (uint64, error) {
			if at, err := first.moment(t.Context(), lastTry); err != nil || !at.Equal(now) {
				t.Errorf("in a trial the last try was at %v (%v)", at, err)
			}
			return 0, died
		}
		if _, err := first.TryRestore(t.Context()); !errors.Is(err, died) {
			t.Fatal(err)
		}
		again := beside(t, first)
		again.Dir, again.Trials.Free = first.Dir, func(string) (uint64, error) { return 1 << 40, nil }
		now = now.Add(trialRetry - time.Second)
		nothingTried(t, "after a restart", again)
		now = now.Add(time.Second)
		tried(t, "a day later", again)
	})
}

func TestWhatAKilledTrialLeftGoes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Now()
		schedule := onTrial(t, s, &now)
		dir := schedule.Trials.Dir
		for _, sweep := range []func() error{
			func() error { _, err := schedule.TryRestore(t.Context()); return err },
			func() error { return SweepTrials(t.Context(), s, dir) },
		} {
			err := errors.Join(os.MkdirAll(filepath.Join(dir, "trial-123", "site"), 0o700), os.WriteFile(filepath.Join(dir, "trial-123", "site", "vitrine.db"), nil, 0o600),
				os.MkdirAll(filepath.Join(dir, "trial-mine"), 0o700), os.WriteFile(filepath.Join(dir, "trial-5"), nil, 0o600))
			if err != nil {
				t.Fatal(err)
			}
			if err := sweep(); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(filepath.Join(dir, "trial-123")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("it is still there (%v)", err)
			}
		}
		if err := SweepTrials(t.Context(), s, filepath.Join(dir, "never")); err != nil {
			t.Error(err)
		}
		var left []string
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			left = append(left, e.Name())
		}
		if !slices.Equal(left, []string{"trial-5", "trial-mine"}) {
			t.Errorf("left: %v", left)
		}
	})
}

func TestACopyEndsWithItsContext(t *testing.T) {
	now := time.Now()
	r := onTrial(t, storetest.SQLite(t), &now).turned(t)
	ended, end := context.WithCancel(t.Context())
	end()
	if err := r.extract(ended, filepath.Join(t.TempDir(), "database")); !errors.Is(err, context.Canceled) {
		t.Errorf("the database: %v", err)
	}
	if _, err := r.putUploads(ended, newShelf(), quiet); !errors.Is(err, context.Canceled) {
		t.Errorf("the uploads: %v", err)
	}
}

func TestABucketThatStallsHoldsUpNoBackup(t *testing.T) {
	now := time.Date(2026, 3, 1, 10, 0, 0, 1, time.UTC)
	schedule, vault := onTrial(t, storetest.SQLite(t), &now), &fetched{names: names{kept: map[string]bool{}}, stalled: make(chan struct{})}
	schedule.Vault, schedule.Key, schedule.Every, schedule.look = vault, newKey(t), time.Nanosecond, time.Millisecond
	if _, err := schedule.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	made := make(chan error, 1)
	schedule.Done = func(err error) {
		select {
		case made <- err:
		default:
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { schedule.RunTrials(ctx); close(ended) }()
	<-vault.stalled
	backed := make(chan struct{})
	go func() { schedule.Run(ctx); close(backed) }()
	if err := <-made; err != nil {
		t.Error(err)
	}
	stop()
	<-ended
	<-backed
	schedule.Trials.leavesNothing(t)
}

func TestATrialThatStallsFails(t *testing.T) {
	now := time.Now()
	schedule := onTrial(t, storetest.SQLite(t), &now)
	schedule.Vault, schedule.Key = &fetched{names: names{kept: map[string]bool{}}, stalled: make(chan struct{})}, newKey(t)
	if _, err := schedule.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	schedule.Trials.limit = 200 * time.Millisecond
	if _, err := schedule.TryRestore(t.Context()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a stall gives %v", err)
	}
	schedule.Trials.leavesNothing(t)
}
