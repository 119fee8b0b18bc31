package store_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestEveryAcknowledgedRowOf64WritersIsThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var wg sync.WaitGroup
		var acknowledged sync.Map
		for w := range 64 {
			wg.Go(func() {
				for n := range 5 {
					email := fmt.Sprintf("w%d-%d@example.com", w, n)
					if _, err := s.As(visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": email}); err != nil {
						t.Errorf("writer %d: %v", w, err)
						return
					}
					acknowledged.Store(email, true)
				}
			})
		}
		wg.Wait()
		rows, err := s.Itself().Select(t.Context(), &schema.NewsletterSubscriptions, store.Query{})
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 64*5 {
			t.Errorf("%d rows are stored, want %d", len(rows), 64*5)
		}
		for _, row := range rows {
			if _, ok := acknowledged.Load(row.Text("email")); !ok {
				t.Errorf("%s was stored and not acknowledged", row.Text("email"))
			}
		}
	})
}

func TestAFailingWriteDoesNotHurtTheOthersOfItsGroup(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var wg sync.WaitGroup
		var failed, panicked atomic.Int32
		for w := range 60 {
			wg.Go(func() {
				db := s.As(editor)
				switch w % 3 {
				case 0:
					if _, err := db.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": fmt.Sprint("Person ", w)}); err != nil {
						t.Errorf("a good write failed beside bad ones: %v", err)
					}
				case 1:
					err := db.Tx(t.Context(), func(tx store.Session) error {
						if _, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Ghost"}); err != nil {
							return err
						}
						return errors.New("changed my mind")
					})
					if err != nil {
						failed.Add(1)
					}
				case 2:
					err := quietly(func() error {
						return db.Tx(t.Context(), func(tx store.Session) error {
							tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Ghost"})
							panic("a bug in one save")
						})
					})
					if err != nil {
						panicked.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if failed.Load() != 20 || panicked.Load() != 20 {
			t.Errorf("%d failures and %d panics were reported, want 20 each", failed.Load(), panicked.Load())
		}
		if n, err := s.Itself().Count(t.Context(), &schema.TeamMembers); err != nil || n != 20 {
			t.Errorf("%d rows are stored (%v), want the 20 good ones", n, err)
		}
		if n, _ := s.Itself().Count(t.Context(), &schema.TeamMembers, store.Eq("name", "Ghost")); n != 0 {
			t.Errorf("%d rows of failed writes are stored", n)
		}
	})
}

// quietly is what a server's recover does with a panic that comes through.
func quietly(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return work()
}

func TestAnInterruptedWriteDoesNotTakeTheGroupWithIt(t *testing.T) {
	s := storetest.SQLite(t)
	heard := listen(s)
	started, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { // holds the writer until the others wait behind it
		err := s.As(editor).Tx(t.Context(), func(tx store.Session) error {
			select {
			case <-started:
			default:
				close(started)
				<-release
			}
			_, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "First"})
			return err
		})
		if err != nil {
			t.Errorf("the first of the group: %v", err)
		}
	})
	<-started
	wg.Go(func() {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		err := s.As(editor).Tx(t.Context(), func(tx store.Session) error {
			return tx.Raw(ctx, `INSERT INTO team_members (name, version, updated_at)
				WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT 'Endless', 1, 1 FROM c`)
		})
		if err == nil {
			t.Error("an endless write was acknowledged")
		}
	})
	wg.Go(func() {
		if _, err := s.As(editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Last"}); err != nil {
			t.Errorf("the last of the group: %v", err)
		}
	})
	close(release)
	wg.Wait()
	rows, err := s.Itself().Select(t.Context(), &schema.TeamMembers, store.Query{Order: []store.Order{store.Asc("name")}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "stored", texts(rows, "name"), []string{"First", "Last"})
	same(t, "announced", spelled(heard.events()), []string{"INSERT team_members", "INSERT team_members"})
}

func TestACallerWhoLeavesBeforeTheWriteStoresNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.As(editor).Insert(ctx, &schema.TeamMembers, store.Row{"name": "Nobody"}); err == nil {
			t.Error("a write of a caller who left was acknowledged")
		}
		if n, err := s.Itself().Count(t.Context(), &schema.TeamMembers); n != 0 || err != nil {
			t.Errorf("%d rows (%v), want none", n, err)
		}
	})
}

func TestAClosedStoreRefusesWrites(t *testing.T) {
	s, err := store.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = s.As(editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Late"})
	wantFault(t, err, fault.Unavailable)
}

// A small write that came before a large one is answered before it, although
// both wait together.
func TestASmallWriteDoesNotWaitForALargeOneBehindIt(t *testing.T) {
	s := storetest.SQLite(t)
	insert := func(tx store.Session, name string) error {
		_, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": name})
		return err
	}
	queued := func(n int) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); s.Stats().Waiting != n; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d writes wait, want %d", s.Stats().Waiting, n)
			}
		}
	}
	started, release, finish, small := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan error, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		s.As(editor).Tx(t.Context(), func(tx store.Session) error {
			close(started)
			<-release
			return insert(tx, "First")
		})
	})
	<-started
	wg.Go(func() {
		small <- s.As(editor).Tx(t.Context(), func(tx store.Session) error { return insert(tx, "Small") })
	})
	queued(1)
	wg.Go(func() {
		s.As(editor).Large().Tx(t.Context(), func(tx store.Session) error {
			<-finish
			return insert(tx, "Large")
		})
	})
	queued(2)
	close(release)
	select {
	case err := <-small:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the small write waits for the large one")
	}
	close(finish)
	wg.Wait()
	if n, err := s.Itself().Count(t.Context(), &schema.TeamMembers); n != 3 || err != nil {
		t.Errorf("%d rows (%v), want 3", n, err)
	}
}
