package store_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestALongTransactionElsewhereHoldsNoEventsUp(t *testing.T) {
	s := storetest.Postgres(t)
	heard := storetest.ListenAfter(t, s)
	other, err := s.SQL().Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer other.Rollback()
	if _, err := other.Exec("INSERT INTO settings (name, value) VALUES ('import', 'running')"); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
		storetest.Eventually(t, time.Second, "the event", func() bool { return len(heard.Events()) == n+1 })
	}
	if err := other.Commit(); err != nil {
		t.Fatal(err)
	}
	if got := len(heard.Until(t, s)); got != 3 {
		t.Errorf("%d events were delivered, want each of the 3 once", got)
	}
}

// What a long transaction holds back is its own record, not that the others are
// read once.
func TestALongTransactionMakesNothingBeReadAgain(t *testing.T) {
	p := startProxy(t, storetest.PostgresURL(t)+"&idle_in_transaction_session_timeout=0")
	s := storetest.Open(t, store.Options{URL: p.url})
	heard := storetest.ListenAfter(t, s)
	begun, finish := make(chan struct{}), make(chan struct{})
	var long sync.WaitGroup
	long.Go(func() {
		err := s.AsSystem().Tx(context.Background(), func(tx store.Session) error {
			_, err := tx.Insert(context.Background(), &schema.Pages, store.Row{"title": "long", "slug": "long", "body": ""})
			close(begun)
			<-finish
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-begun
	const size = 50_000
	for n := range 10 {
		storetest.Add(t, s, &schema.Pages, store.Row{"title": "others", "slug": fmt.Sprint("others-", n), "body": strings.Repeat("x", size)})
		storetest.Eventually(t, 10*time.Second, "the event", func() bool { return len(heard.Events()) == n+1 })
	}
	before := p.answered.Load()
	storetest.Add(t, s, &schema.Pages, store.Row{"title": "next", "slug": "next", "body": ""})
	storetest.Eventually(t, 10*time.Second, "the event", func() bool { return len(heard.Events()) == 11 })
	if read := p.answered.Load() - before; read > size {
		t.Errorf("%d bytes were read for a small change", read)
	}
	close(finish)
	long.Wait()
	names := map[string]int{}
	for _, e := range heard.Until(t, s) {
		names[e.New.Text("title")]++
	}
	if want := map[string]int{"others": 10, "next": 1, "long": 1}; !maps.Equal(names, want) {
		t.Errorf("heard %v, want %v", names, want)
	}
}

func TestEventsAreDeliveredOnceAndInTheOrderOfEachRow(t *testing.T) {
	url := storetest.PostgresURL(t)
	stores := []*store.Store{storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})}
	ears := []*storetest.Ear{storetest.ListenAfter(t, stores[0]), storetest.ListenAfter(t, stores[1])}
	var ids []any
	for n := range 3 {
		ids = append(ids, storetest.Add(t, stores[0], &schema.TeamMembers, store.Row{"name": fmt.Sprint(n)})["id"])
	}
	const writers, rounds = 6, 10
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			db := stores[w%2].As(storetest.Editor)
			for n := range rounds {
				db.Tx(t.Context(), func(tx store.Session) error {
					_, err := tx.Update(t.Context(), &schema.TeamMembers, store.Eq("id", ids[(w+n)%3]), store.Row{"position": fmt.Sprint(w, n)})
					if err != nil {
						t.Error(err)
					}
					if n == 4 {
						return errors.New("rolled back")
					}
					return err
				})
			}
		})
	}
	wg.Wait()
	for i, e := range ears {
		versions := map[int64]int64{}
		total := 0
		for _, ev := range e.Until(t, stores[i]) {
			if ev.Table != &schema.TeamMembers {
				continue // the fence of the other ear
			}
			id := ev.New.Int("id")
			if v := ev.New.Int("version"); v != versions[id]+1 {
				t.Errorf("instance %d heard version %d of row %d after %d", i, v, id, versions[id])
			}
			versions[id] = ev.New.Int("version")
			total++
		}
		if want := 3 + writers*(rounds-1); total != want {
			t.Errorf("instance %d heard %d events, want %d", i, total, want)
		}
	}
}

func TestTheFeedComesBackAfterItsConnectionIsCut(t *testing.T) {
	s := storetest.Open(t, store.Options{URL: storetest.PostgresURL(t) + "&application_name=vitrine-cut"})
	heard := storetest.ListenAfter(t, s)
	var cut int
	if err := s.SQL().QueryRow(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
		WHERE application_name = 'vitrine-cut' AND pid <> pg_backend_pid() AND query ~ 'LEFT JOIN changes|DELETE FROM changes'`).Scan(&cut); err != nil || cut != 1 {
		t.Fatalf("%d connections were cut (%v), want the feed's own", cut, err)
	}
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	storetest.Eventually(t, 5*time.Second, "the event", func() bool { return len(heard.Events()) == 1 })
	storetest.Eventually(t, 5*time.Second, "anything may have changed meanwhile", func() bool {
		all := heard.Changes()
		return len(all) > 0 && len(all[len(all)-1]) == 0
	})
}

// A pooler may swallow notices; then the poll tells of every table, private
// ones too.
func TestThePollTellsOfEveryTableWhenNoNoticeComes(t *testing.T) {
	url := storetest.PostgresURL(t) + ",pg_catalog"
	here, there := storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})
	if _, err := here.SQL().Exec("CREATE FUNCTION pg_notify(text, text) RETURNS void LANGUAGE sql AS ''"); err != nil {
		t.Fatal(err)
	}
	own, heard := storetest.Listen(here), storetest.Listen(there)
	storetest.Add(t, here, &schema.TeamMembers, store.Row{"name": "Ada"})
	storetest.Add(t, here, &schema.Settings, store.Row{"name": "n", "value": "v"})
	storetest.Eventually(t, 10*time.Second, "the tables", func() bool { return heard.Of("team_members") > 0 && heard.Of("settings") > 0 })
	storetest.Eventually(t, 10*time.Second, "the rows", func() bool { return len(own.Events()) == 1 && len(heard.Events()) == 1 })
	if n := own.Of("team_members") + own.Of("settings"); n != 2 {
		t.Errorf("the writing instance heard of its two commits %d times", n)
	}
}

func TestAnotherInstanceHearsOfWholeTablesThatWereReplaced(t *testing.T) {
	url := storetest.PostgresURL(t)
	here, there := storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})
	heard := storetest.ListenAfter(t, there)
	before := len(heard.Changes())
	if err := here.AsSystem().Tx(t.Context(), func(tx store.Session) error { tx.Wholesale(); return nil }); err != nil {
		t.Fatal(err)
	}
	storetest.Eventually(t, 10*time.Second, "anything may have changed", func() bool {
		return slices.ContainsFunc(heard.Changes()[before:], func(tables []string) bool { return len(tables) == 0 })
	})
}

// An older program beside this one notifies and marks nothing.
func TestANoticeOfAnOlderProgramIsHeard(t *testing.T) {
	s := storetest.Postgres(t)
	heard := storetest.ListenAfter(t, s)
	if _, err := s.SQL().Exec("SELECT pg_notify('vitrine_changes', 'someone auth_sessions')"); err != nil {
		t.Fatal(err)
	}
	storetest.Eventually(t, 10*time.Second, "the table", func() bool { return heard.Of("auth_sessions") == 1 })
}

func TestADeleteThatComesTooLateKeepsTheChildren(t *testing.T) {
	s := storetest.Postgres(t)
	hero := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "Build"})["id"]
	storetest.Add(t, s, &schema.FeaturedAreas, store.Row{"hero_id": hero, "title": "Kept"})
	before := storetest.Get(t, s, &schema.HeroContent, hero).Int("version")
	first, err := s.SQL().Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer first.Rollback()
	if _, err := first.Exec("UPDATE hero_content SET version = version + 1"); err != nil {
		t.Fatal(err)
	}
	var gone []store.Row
	var wg sync.WaitGroup
	wg.Go(func() {
		gone, err = s.As(storetest.Editor).Delete(t.Context(), &schema.HeroContent, store.All{store.Eq("id", hero), store.Eq("version", before)})
	})
	storetest.Eventually(t, 3*time.Second, "the delete waits for the row", func() bool {
		var waiting int
		s.ReadSQL().QueryRow("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%hero_content%FOR UPDATE'").Scan(&waiting)
		return waiting > 0
	})
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	if err != nil || len(gone) != 0 {
		t.Errorf("the delete gave %v, %v; want nothing, as the version had moved on", gone, err)
	}
	if n, err := s.AsSystem().Count(t.Context(), &schema.FeaturedAreas); n != 1 || err != nil {
		t.Errorf("%d children are left (%v), want 1", n, err)
	}
}
