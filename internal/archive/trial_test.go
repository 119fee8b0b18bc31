package archive

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// onTrial is a schedule that tries what it keeps.
func onTrial(t testing.TB, s *store.Store, now *time.Time) *Schedule {
	t.Helper()
	disk := newShelf()
	fill(t, s, disk, volume{jobs: 3, subscribers: 30, messages: 4, logos: 3})
	schedule := &Schedule{Store: s, Disk: disk, Dir: t.TempDir(), Every: time.Hour, Options: Options{Log: quiet.Log, Now: func() time.Time { return *now }},
		Trials: &Trials{Dir: t.TempDir(), Free: func(string) (uint64, error) { return 1 << 40, nil }}}
	schedule.Watch()
	return schedule
}

// turned is the backup of a turn, opened.
func (s *Schedule) turned(t testing.TB) *Reader {
	t.Helper()
	path, err := s.Turn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// leavesNothing looks for what a trial forgot.
func (t *Trials) leavesNothing(x testing.TB) {
	x.Helper()
	if left, err := os.ReadDir(t.Dir); err != nil || len(left) > 0 {
		x.Errorf("left behind: %v (%v)", left, err)
	}
}

func TestTheNewestBackupIsRestoredEachWeek(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
		schedule := onTrial(t, s, &now)
		before := state(t, s, schedule.Disk)
		try := func(after time.Duration, due bool) {
			t.Helper()
			now = now.Add(after)
			if m, err := schedule.TryRestore(t.Context()); err != nil || (m.Rows() > 30) != due || due && m.Uploads() != 3 {
				t.Errorf("at %v: %d rows and %d uploads (%v)", now, m.Rows(), m.Uploads(), err)
			}
			schedule.Trials.leavesNothing(t)
		}
		try(0, false) // there is none yet
		if _, err := schedule.Turn(t.Context()); err != nil {
			t.Fatal(err)
		}
		try(time.Hour, true)
		try(6*24*time.Hour, false)
		try(24*time.Hour, true)
		if last, err := schedule.LastTrial(t.Context()); err != nil || !last.Equal(now) {
			t.Errorf("the last trial was at %v (%v)", last, err)
		}
		archivetest.Same(t, "the site", state(t, s, schedule.Disk), before)
	})
}

func TestABackupThatDoesNotRestoreIsNoticed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
		schedule := onTrial(t, s, &now)
		path, err := schedule.Turn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		raw := bytes.Clone(whole)
		for i := range 300 { // more than a header that nobody reads
			raw[len(raw)/2+i] ^= 0x40
		}
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := schedule.TryRestore(t.Context()); err == nil || !strings.Contains(err.Error(), filepath.Base(path)) {
			t.Errorf("a damaged backup restores: %v", err)
		}
		schedule.Trials.leavesNothing(t)
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		now = now.Add(trialRetry - time.Second)
		if m, err := schedule.TryRestore(t.Context()); err != nil || m.Kind != "" {
			t.Errorf("tried again at once: %v", err)
		}
		now = now.Add(time.Second)
		if m, err := schedule.TryRestore(t.Context()); err != nil || m.Kind == "" {
			t.Errorf("not tried again: %v", err)
		}
	})
}

func TestATrialComparesWhatCameOut(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Now()
		r := onTrial(t, s, &now).turned(t)
		if err := r.trial(t.Context(), filepath.Join(t.TempDir(), "site")); err != nil {
			t.Fatal(err)
		}
		// The site itself stands for a restore that brought other rows.
		compare := func() error {
			return s.Snapshot(t.Context(), func(v store.Snapshot) error { return r.sameTables(t.Context(), v) })
		}
		if _, err := s.AsSystem().Delete(t.Context(), &schema.TeamMembers, store.Eq("name", "Ada")); err != nil {
			t.Fatal(err)
		}
		if err := compare(); err == nil || !strings.Contains(err.Error(), "team_members") {
			t.Errorf("a row less: %v", err)
		}
		err := s.Snapshot(t.Context(), func(v store.Snapshot) error { return r.sameUploads(t.Context(), v, tally{}) })
		if err == nil || !strings.Contains(err.Error(), "did not come back") {
			t.Errorf("no uploads: %v", err)
		}
	})
}

func TestATrialKeepsToItsRoom(t *testing.T) {
	now := time.Now()
	schedule := onTrial(t, storetest.SQLite(t), &now)
	if _, err := schedule.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	schedule.Trials.Free = func(string) (uint64, error) { return trialSpare, nil }
	if _, err := schedule.TryRestore(t.Context()); err == nil || !strings.Contains(err.Error(), "VITRINE_BACKUP_TRIAL=off") {
		t.Errorf("without room: %v", err)
	}
	schedule.Trials.leavesNothing(t)
	schedule.Trials = nil
	if m, err := schedule.TryRestore(t.Context()); err != nil || m.Kind != "" {
		t.Errorf("tried though it is off: %v", err)
	}
}

func TestBackupsInABucketAreFetchedForATrial(t *testing.T) {
	server, vault := bucket(t)
	now := time.Now()
	schedule := onTrial(t, storetest.SQLite(t), &now)
	schedule.Vault, schedule.Key = vault, newKey(t)
	if _, err := schedule.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	if m, err := schedule.TryRestore(t.Context()); err != nil || m.Uploads() != 3 {
		t.Errorf("%d uploads (%v)", m.Uploads(), err)
	}
	// Another key opens nothing, and a public one nothing either: a copy stands in.
	now = now.Add(trialEvery)
	mine := schedule.Key
	schedule.Key = newKey(t)
	if _, err := schedule.TryRestore(t.Context()); err == nil || !strings.Contains(err.Error(), "another key") {
		t.Errorf("with another key: %v", err)
	}
	now = now.Add(trialRetry)
	schedule.Key = &Key{recipients: mine.recipients}
	if m, err := schedule.TryRestore(t.Context()); err != nil || m.Uploads() != 3 {
		t.Errorf("with a public key: %d uploads (%v)", m.Uploads(), err)
	}
	now = now.Add(trialEvery)
	server.Stop()
	if _, err := schedule.TryRestore(t.Context()); err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("without the bucket: %v", err)
	}
	schedule.Trials.leavesNothing(t)
}

func TestTheScheduleTriesWhatItKeeps(t *testing.T) {
	now := time.Now()
	schedule := onTrial(t, storetest.SQLite(t), &now)
	heard := make(chan error, 1)
	schedule.look, schedule.Trials.Done = time.Millisecond, func(err error) { heard <- err }
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { schedule.Run(ctx); close(ended) }()
	tried := make(chan struct{})
	go func() { schedule.RunTrials(ctx); close(tried) }()
	if err := <-heard; err != nil {
		t.Error(err)
	}
	stop()
	<-ended
	<-tried
	schedule.Trials.leavesNothing(t)
}
