package archive

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

// bucket is a vault on a real S3 server, which a test can stop.
func bucket(t testing.TB) (*s3test.Server, *BucketVault) {
	t.Helper()
	server := s3test.Start(t)
	return server, vaultAt(t, server.URL("kept"))
}

func namesIn(t testing.TB, vault Vault) []string {
	t.Helper()
	names, err := vault.Names(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestABackupThatMissedTheBucketIsTakenThereLater(t *testing.T) {
	server, vault := bucket(t)
	now := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	s := &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: t.TempDir(), Vault: vault, Every: time.Hour, Options: Options{Log: quiet.Log, Now: func() time.Time { return now }, Key: newKey(t)}}
	s.Watch()
	kept := func() time.Time {
		t.Helper()
		at, err := s.LastBackup(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	plain := filepath.Join(s.Dir, autoLabel+"-20260101T000000Z.zip")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	path, err := s.Turn(t.Context())
	if err == nil || !strings.Contains(err.Error(), "it lies in "+path) || path == "" || !kept().IsZero() {
		t.Fatalf("%q (%v), kept at %v", path, err, kept())
	}
	now = now.Add(5 * time.Minute) // nothing changed, and none is due
	if _, err := s.Turn(t.Context()); err == nil {
		t.Error("not tried again")
	}
	server.Start()
	if again, err := s.Turn(t.Context()); err != nil || again != "" || !kept().Equal(now) {
		t.Errorf("%q (%v), kept at %v", again, err, kept())
	}
	if names := namesIn(t, vault); !slices.Equal(names, []string{filepath.Base(path)}) { // what is not encrypted stays here
		t.Errorf("the bucket holds %v", names)
	}
	back := filepath.Join(t.TempDir(), "back")
	if err := vault.Fetch(t.Context(), filepath.Base(path), back); err != nil {
		t.Fatal(err)
	}
	if err := check(t.Context(), back, s.Key, quiet); err != nil {
		t.Error(err)
	}
	now = now.Add(2 * time.Hour) // nothing changed, so all is kept
	if _, err := s.Turn(t.Context()); err != nil || !kept().Equal(now) {
		t.Errorf("an unchanged site counts as kept at %v (%v)", kept(), err)
	}
}

func TestTheScheduleTriesABucketUntilItIsBack(t *testing.T) {
	server, vault := bucket(t)
	server.Stop()
	failures := make(chan error, 100)
	s := &Schedule{Store: storetest.SQLite(t), Disk: newShelf(), Dir: t.TempDir(), Vault: vault, Every: time.Hour, look: time.Millisecond,
		Options: Options{Log: slog.New(slog.DiscardHandler), Key: newKey(t)}, Done: func(err error) { failures <- err }}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { s.Run(ctx); close(ended) }()
	for range 2 {
		if err := <-failures; err == nil {
			t.Error("a backup reached a bucket that is away")
		}
	}
	server.Start()
	lying := func() int { left, _ := os.ReadDir(s.Dir); return len(left) }
	for end := time.Now().Add(storetest.Busy(30 * time.Second)); lying() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the backup stays here")
		}
	}
	stop()
	<-ended
	if names := namesIn(t, vault); len(names) != 1 {
		t.Errorf("the bucket holds %v", names)
	}
}
