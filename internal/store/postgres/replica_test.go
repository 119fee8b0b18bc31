package postgres_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
	"vitrine/internal/store/storetest"
)

// site is a store whose visitors may read from a replica.
type site struct {
	*store.Store
	engine           *postgres.Engine
	primary, replica *storetest.Server
	id               any // of the member whose name changes
}

func openReplicated(t *testing.T, primary, replica *storetest.Server, url string) *site {
	t.Helper()
	s, e := open(t, store.Options{URL: url, ReadURL: replica.URL()})
	return &site{Store: s, engine: e, primary: primary, replica: replica, id: storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "0"})["id"]}
}

func (s *site) save(t testing.TB, name string) {
	t.Helper()
	if _, err := s.As(storetest.Editor).Update(t.Context(), &schema.TeamMembers, store.Eq("id", s.id), store.Row{"name": name}); err != nil {
		t.Fatal(err)
	}
}

// name is what an actor reads.
func (s *site) name(t testing.TB, actor schema.Actor) string {
	t.Helper()
	row, err := s.As(actor).One(t.Context(), &schema.TeamMembers, store.Eq("id", s.id))
	if err != nil {
		t.Error(err)
	}
	return row.Text("name")
}

// untilUsed reads as a visitor until the replica answers.
func (s *site) untilUsed(t testing.TB) {
	t.Helper()
	storetest.Eventually(t, 10*time.Second, "the replica answers", func() bool {
		before := s.Stats().ReplicaReads
		s.name(t, storetest.Visitor)
		return s.Stats().ReplicaReads > before
	})
}

// pause holds the replica where it is.
func (s *site) pause(t testing.TB) (resume func()) {
	t.Helper()
	s.replica.Exec("SELECT pg_wal_replay_pause()")
	db, err := sql.Open("pgx", s.replica.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	storetest.Eventually(t, 10*time.Second, "the replica pauses", func() bool {
		var state string
		db.QueryRow("SELECT pg_get_wal_replay_pause_state()").Scan(&state)
		return state == "paused"
	})
	return sync.OnceFunc(func() { s.replica.Exec("SELECT pg_wal_replay_resume()") })
}

func TestVisitorsReadFromTheReplica(t *testing.T) {
	primary := storetest.StartServer(t)
	s := openReplicated(t, primary, primary.Replica(), primary.URL())
	t.Run("visitors and nobody else", func(t *testing.T) {
		s.untilUsed(t)
		subscriber := store.Eq("email", "ada@example.com")
		if _, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": "ada@example.com"}); err != nil {
			t.Fatal(err)
		}
		before := s.Stats().ReplicaReads
		for _, actor := range []schema.Actor{storetest.Viewer, storetest.Editor, storetest.Admin, s.AsSystem().Actor()} {
			s.name(t, actor)
		}
		if n, err := s.As(storetest.Visitor).Count(t.Context(), &schema.NewsletterSubscriptions, subscriber); n != 1 || err != nil {
			t.Errorf("a visitor finds %d of the own rows (%v)", n, err)
		}
		if err := s.As(storetest.Visitor).Tx(t.Context(), func(tx store.Session) error {
			_, err := tx.Count(t.Context(), &schema.TeamMembers)
			return err
		}); err != nil {
			t.Error(err)
		}
		if n := s.Stats().ReplicaReads - before; n != 0 {
			t.Errorf("the replica answered %d of them", n)
		}
	})
	t.Run("nothing older than was announced is read or cached", func(t *testing.T) {
		c := store.NewCache(s.Store, 10, func(string, string) int { return 1 }, schema.TeamMembers.Name)
		cached := func() string {
			name, generation, found := c.Get("name")
			if !found {
				name = s.name(t, storetest.Visitor)
				c.Put("name", name, generation)
			}
			return name
		}
		s.untilUsed(t)
		cached()
		resume := s.pause(t)
		defer resume()
		before := s.Stats()
		s.save(t, "Grace")
		for range 20 {
			if name := s.name(t, storetest.Visitor); name != "Grace" || cached() != "Grace" {
				t.Fatalf("after the save a visitor reads %q and the cache %q", name, cached())
			}
		}
		if now := s.Stats(); now.ReplicaReads != before.ReplicaReads || now.ReplicaFailures != before.ReplicaFailures {
			t.Errorf("a replica that lags is asked: %+v", now)
		}
		resume()
		s.untilUsed(t)
		if name := s.name(t, storetest.Visitor); name != "Grace" {
			t.Errorf("the replica says %q", name)
		}
	})
	t.Run("what visitors send does not keep it out of use", func(t *testing.T) {
		heard := storetest.Listen(s.Store)
		s.untilUsed(t)
		resume := s.pause(t)
		defer resume()
		heard.Until(t, s.Store) // a message, and the look of the feed that finds it
		s.untilUsed(t)
	})
	t.Run("what another instance saved is read once it is announced", func(t *testing.T) {
		there, _ := open(t, store.Options{URL: primary.URL()})
		s.untilUsed(t)
		resume := s.pause(t)
		defer resume()
		heard := storetest.Listen(s.Store)
		other := &site{Store: there, id: s.id}
		other.save(t, "Mary")
		storetest.Eventually(t, 10*time.Second, "the save is announced", func() bool { return heard.Of("team_members") > 0 })
		if name := s.name(t, storetest.Visitor); name != "Mary" {
			t.Errorf("a visitor reads %q after the announcement", name)
		}
		resume()
		s.untilUsed(t)
	})
	t.Run("connections that are cut are no visitor's error", func(t *testing.T) {
		for range 5 {
			s.untilUsed(t)
			s.replica.Exec("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine visitors'")
			s.name(t, storetest.Visitor)
		}
	})
	t.Run("nor is a replica that stops or hangs", func(t *testing.T) {
		s.untilUsed(t)
		s.replica.Stop()
		s.save(t, "alone")
		if name := s.name(t, storetest.Visitor); name != "alone" {
			t.Errorf("without a replica a visitor reads %q", name)
		}
		s.replica.Start()
		s.untilUsed(t)
		s.replica.Freeze()
		name := s.name(t, storetest.Visitor)
		s.replica.Thaw()
		if name != "alone" {
			t.Errorf("with a frozen replica a visitor reads %q", name)
		}
		s.untilUsed(t)
	})
}

// TestAReplicaThatLagsShowsNoVisitorThePast saves and reads at the same time,
// with a replica that is always late.
func TestAReplicaThatLagsShowsNoVisitorThePast(t *testing.T) {
	primary := storetest.StartServer(t)
	s := openReplicated(t, primary, primary.Replica(), primary.URL())
	s.replica.Exec("ALTER SYSTEM SET recovery_min_apply_delay = '30ms'", "SELECT pg_reload_conf()")
	rounds := 10
	if storetest.Soaking() {
		rounds = 300
	}
	var saved, read atomic.Int64
	var stop atomic.Bool
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for !stop.Load() {
				var have int64
				least := saved.Load()
				fmt.Sscan(s.name(t, storetest.Visitor), &have)
				if read.Add(1); have < least {
					t.Errorf("a visitor reads version %d after %d was acknowledged", have, least)
				}
			}
		})
	}
	before := s.Stats().ReplicaReads
	for n := range rounds {
		s.save(t, fmt.Sprint(n+1))
		saved.Store(int64(n + 1))
		s.untilUsed(t)
	}
	stop.Store(true)
	readers.Wait()
	t.Logf("figures: %d saves with a replica that is 30ms late: %d reads, %d of them there, 0 older than what was acknowledged", rounds, read.Load(), s.Stats().ReplicaReads-before)
}

func TestOnlyACopyOfTheDatabaseIsTakenForItsReplica(t *testing.T) {
	primary := storetest.StartServer(t)
	for _, url := range []string{os.Getenv("VITRINE_TEST_POSTGRES"), strings.Replace(primary.URL(), "/postgres?", "/template1?", 1)} {
		refusesReplica(t, primary.URL(), url, "VITRINE_DATABASE_READ_URL does not lead to a copy")
	}
}

func refusesReplica(t *testing.T, url, readURL, says string) {
	t.Helper()
	o := store.Options{URL: url, ReadURL: readURL, Log: slog.New(slog.DiscardHandler)}
	e, err := postgres.Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = store.Open(t.Context(), e, o); err == nil || !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v", readURL, err)
	}
}

// TestVisitorsReadOnWhileTheReplicaBecomesThePrimary has writers and readers
// meanwhile; visitors notice nothing, as they read from the replica all along.
func TestVisitorsReadOnWhileTheReplicaBecomesThePrimary(t *testing.T) {
	primary := storetest.StartServer(t)
	standby := primary.Standby()
	s := openReplicated(t, primary, standby, primary.URLWith(standby))
	s.untilUsed(t)
	more := int64(20)
	if storetest.Soaking() {
		more = 2000
	}
	var stop atomic.Bool
	var reads, writes atomic.Int64
	var all sync.WaitGroup
	acknowledged := make([][]string, 4)
	for w := range acknowledged {
		all.Go(func() {
			for n := 0; !stop.Load(); n++ {
				address := fmt.Sprintf("w%d.%d@example.com", w, n)
				if _, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": address}); err == nil {
					acknowledged[w] = append(acknowledged[w], address)
					writes.Add(1)
				} else {
					time.Sleep(10 * time.Millisecond)
				}
			}
		})
		all.Go(func() {
			for !stop.Load() {
				s.name(t, storetest.Visitor)
				reads.Add(1)
			}
		})
	}
	goOn := func(what string, count *atomic.Int64) {
		t.Helper()
		want := count.Load() + more
		storetest.Eventually(t, 2*time.Minute, what, func() bool { return count.Load() >= want })
	}
	goOn("writes", &writes)
	primary.Stop()
	goOn("reads without a primary", &reads)
	standby.Promote()
	goOn("writes to the new primary", &writes)
	s.save(t, "after")
	if name := s.name(t, storetest.Visitor); name != "after" {
		t.Errorf("after the failover a visitor reads %q", name)
	}
	s.untilUsed(t)
	stop.Store(true)
	all.Wait()
	lost := 0
	for _, addresses := range acknowledged {
		for _, address := range addresses {
			if n, err := s.AsSystem().Count(t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", address)); n != 1 || err != nil {
				lost++
			}
		}
	}
	if lost > 0 {
		t.Errorf("%d acknowledged writes are lost", lost)
	}
	t.Logf("figures: the replica promoted under load: %d acknowledged writes, %d lost; %d reads of visitors, all answered", writes.Load(), lost, reads.Load())
}

// A replica may have what the new primary never got; it then is ahead, and stays
// behind for ever.
func TestAReplicaThatDoesNotFollowTheNewPrimaryIsNotUsed(t *testing.T) {
	old := storetest.StartServer(t)
	replica, standby := old.Replica(), old.Replica()
	before := openReplicated(t, old, replica, old.URL())
	storetest.Eventually(t, 30*time.Second, "the standby has the row", func() bool {
		db, err := sql.Open("pgx", standby.URL())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		var n int
		return db.QueryRow("SELECT count(*) FROM team_members").Scan(&n) == nil && n == 1
	})
	standby.Stop()
	old.Exec("SELECT pg_switch_wal()")
	before.save(t, "lost")
	before.untilUsed(t)
	old.Stop()
	standby.Start()
	standby.Promote()
	s, e := open(t, store.Options{URL: standby.URL(), ReadURL: replica.URL()})
	now := &site{Store: s, engine: e, id: before.id}
	for _, name := range []string{"one", "two", "three"} {
		now.save(t, name)
		storetest.Eventually(t, 10*time.Second, "the replica is judged", e.HasJudgedReplica)
		if got := now.name(t, storetest.Visitor); got != name {
			t.Errorf("a visitor reads %q instead of %q", got, name)
		}
	}
	if n := s.Stats().ReplicaReads; n > 0 {
		t.Errorf("the replica answered %d reads", n)
	}
}
