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
	"vitrine/internal/store/engines"
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
					if _, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": email}); err != nil {
						t.Errorf("writer %d: %v", w, err)
						return
					}
					acknowledged.Store(email, true)
				}
			})
		}
		wg.Wait()
		rows, err := s.AsSystem().Select(t.Context(), &schema.NewsletterSubscriptions, store.Query{})
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
				db := s.As(storetest.Editor)
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
		if n, err := s.AsSystem().Count(t.Context(), &schema.TeamMembers); err != nil || n != 20 {
			t.Errorf("%d rows are stored (%v), want the 20 good ones", n, err)
		}
		if n, _ := s.AsSystem().Count(t.Context(), &schema.TeamMembers, store.Eq("name", "Ghost")); n != 0 {
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
	heard := storetest.Listen(s)
	started, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { // holds the writer until the others wait behind it
		err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
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
		err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
			return tx.Raw(ctx, `INSERT INTO team_members (name, version, updated_at)
				WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT 'Endless', 1, 1 FROM c`)
		})
		if err == nil {
			t.Error("an endless write was acknowledged")
		}
	})
	wg.Go(func() {
		if _, err := s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Last"}); err != nil {
			t.Errorf("the last of the group: %v", err)
		}
	})
	close(release)
	wg.Wait()
	rows, err := s.AsSystem().Select(t.Context(), &schema.TeamMembers, store.Query{Order: []store.Order{store.Asc("name")}})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Same(t, "stored", storetest.Texts(rows, "name"), []string{"First", "Last"})
	storetest.Same(t, "announced", storetest.Spelled(heard.Events()), []string{"INSERT team_members", "INSERT team_members"})
}

func TestACallerWhoLeavesBeforeTheWriteStoresNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.As(storetest.Editor).Insert(ctx, &schema.TeamMembers, store.Row{"name": "Nobody"}); err == nil {
			t.Error("a write of a caller who left was acknowledged")
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.TeamMembers); n != 0 || err != nil {
			t.Errorf("%d rows (%v), want none", n, err)
		}
	})
}

func TestAClosedStoreRefusesWrites(t *testing.T) {
	s, err := engines.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Late"})
	storetest.WantFault(t, err, fault.Unavailable)
}

// Small writes are answered before a large one that waits with them, whether
// they came before or after it; the large one still has its turn while others
// keep coming.
func TestSmallWritesDoNotWaitForALargeOneThatWaitsToo(t *testing.T) {
	s := storetest.SQLite(t)
	insert := func(tx store.Session, name string) error {
		_, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": name})
		return err
	}
	queued := func(n int) {
		t.Helper()
		storetest.Eventually(t, 20*time.Second, fmt.Sprint(n, " writes wait"), func() bool { return s.Stats().Waiting == n })
	}
	answered := func(what string, done <-chan error) {
		t.Helper()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(storetest.Busy(20 * time.Second)):
			t.Fatalf("%s is not answered", what)
		}
	}
	begin := func(db store.Session, name string, started chan<- struct{}, hold <-chan struct{}) <-chan error {
		done := make(chan error, 1)
		go func() {
			done <- db.Tx(t.Context(), func(tx store.Session) error {
				if hold != nil {
					close(started)
					<-hold
				}
				return insert(tx, name)
			})
		}()
		return done
	}
	small, large := s.As(storetest.Editor), s.As(storetest.Editor).Large()
	started, release := make(chan struct{}), make(chan struct{})
	first := begin(small, "First", started, release)
	<-started
	before := begin(small, "Before", nil, nil)
	queued(1)
	started1, finish1 := make(chan struct{}), make(chan struct{})
	large1 := begin(large, "Large 1", started1, finish1)
	queued(2)
	started2, finish2 := make(chan struct{}), make(chan struct{})
	large2 := begin(large, "Large 2", started2, finish2)
	queued(3)
	behind := begin(small, "Behind", nil, nil)
	queued(4)
	close(release)
	answered("the first", first)
	answered("the small write before the large ones", before)
	answered("the small write behind the large ones", behind)
	<-started1
	between := begin(small, "Between", nil, nil)
	queued(2)
	close(finish1)
	answered("the first large write", large1)
	answered("a small write that came during the first large one", between)
	<-started2
	close(finish2)
	answered("the second large write", large2)
	if n, err := s.AsSystem().Count(t.Context(), &schema.TeamMembers); n != 6 || err != nil {
		t.Errorf("%d rows (%v), want 6", n, err)
	}
}

func TestSmallWritesThatComeDuringALargeOneShareItsCommit(t *testing.T) {
	s := storetest.SQLite(t)
	started, finish := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	write := func(db store.Session, name string, hold func()) {
		wg.Go(func() {
			err := db.Tx(t.Context(), func(tx store.Session) error {
				hold()
				_, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": name})
				return err
			})
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	before := s.Stats().Commits
	write(s.As(storetest.Editor).Large(), "Large", func() { close(started); <-finish })
	<-started
	for range 3 {
		write(s.As(storetest.Editor), "Small", func() {})
	}
	storetest.Eventually(t, 20*time.Second, "three wait", func() bool { return s.Stats().Waiting == 3 })
	close(finish)
	wg.Wait()
	if n := s.Stats().Commits - before; n != 1 {
		t.Errorf("it took %d commits, want 1", n)
	}
}

func TestALargeWriteWhoseCallerLeftTakesNoTurn(t *testing.T) {
	s, err := engines.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	write := func(ctx context.Context, work func()) <-chan error {
		done := make(chan error, 1)
		go func() {
			done <- s.As(storetest.Editor).Large().Tx(ctx, func(tx store.Session) error { work(); return nil })
		}()
		return done
	}
	before := s.Stats()
	first, second, release1, release2 := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})
	one := write(t.Context(), func() { close(first); <-release1 })
	<-first
	two := write(t.Context(), func() { close(second); <-release2 })
	storetest.Eventually(t, 20*time.Second, "one waits", func() bool { return s.Stats().Waiting == 1 })
	ctx, leave := context.WithCancel(t.Context())
	three := write(ctx, func() { t.Error("it is done for nobody") })
	storetest.Eventually(t, 20*time.Second, "two wait", func() bool { return s.Stats().Waiting == 2 })
	close(release1)
	<-second // the third waits aside, to run alone
	leave()
	late := time.After(storetest.Busy(20 * time.Second))
	storetest.WantFault(t, storetest.Answer(t, "a caller who left", three, late), fault.TimedOut)
	close(release2)
	for _, done := range []<-chan error{one, two} {
		if err := storetest.Answer(t, "a large write", done, late); err != nil {
			t.Error(err)
		}
	}
	if err := s.Close(); err != nil { // whatever waits is done first
		t.Fatal(err)
	}
	if now := s.Stats(); now.Commits-before.Commits != 2 || now.Works-before.Works != 2 {
		t.Errorf("%d writes in %d commits, want 2 in 2", now.Works-before.Works, now.Commits-before.Commits)
	}
}
