package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

// locked is a SQLite store whose file another process holds until release.
func locked(t *testing.T) (s *store.Store, e *sqlite.Engine, release func()) {
	t.Helper()
	dir := t.TempDir()
	s, e = openIn(t, dir)
	other, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tx.Rollback() })
	return s, e, func() {
		t.Helper()
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}

// later inserts a team member and tells how that went.
func later(ctx context.Context, db store.Session, name string) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := db.Insert(ctx, &schema.TeamMembers, store.Row{"name": name})
		done <- err
	}()
	return done
}

// Whoever waits behind others for a locked file is refused as soon as they,
// and what was refused is not done later.
func TestEachCallerWaitsForALockedFileOnlyOnce(t *testing.T) {
	s, e, release := locked(t)
	e.Hurry(50 * time.Millisecond)
	var all []<-chan error
	for i := range 4 {
		all = append(all, later(t.Context(), s.As(storetest.Editor), fmt.Sprint("Small ", i)), later(t.Context(), s.As(storetest.Editor).Large(), fmt.Sprint("Large ", i)))
	}
	late := time.After(storetest.Busy(20 * time.Second)) // one after the other they would take twice that
	for i, done := range all {
		err := storetest.Answer(t, fmt.Sprint("write ", i), done, late)
		storetest.WantFault(t, err, fault.Unavailable)
		if fault.From(err).Retry <= 0 {
			t.Errorf("write %d is not told when to come again", i)
		}
	}
	release()
	e.Hurry(20 * time.Second)
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "After"})
	rows, err := s.AsSystem().Select(t.Context(), &schema.TeamMembers, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Same(t, "stored", storetest.Texts(rows, "name"), []string{"After"})
}

func TestACallerWhoseTimeIsOverDoesNotWaitForALockedFile(t *testing.T) {
	s, _, release := locked(t)
	first := later(t.Context(), s.As(storetest.Editor), "First")
	ctx, cancel := context.WithCancel(t.Context())
	second := later(ctx, s.As(storetest.Editor), "Second")
	storetest.Eventually(t, 20*time.Second, "one waits behind the other", func() bool { return s.Stats().Waiting == 1 })
	cancel()
	late := time.After(storetest.Busy(20 * time.Second))
	storetest.WantFault(t, storetest.Answer(t, "a caller who left", second, late), fault.TimedOut)
	release()
	if err := storetest.Answer(t, "a caller who waited", first, late); err != nil {
		t.Fatal(err)
	}
	rows, err := s.AsSystem().Select(t.Context(), &schema.TeamMembers, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Same(t, "stored", storetest.Texts(rows, "name"), []string{"First"})
}
