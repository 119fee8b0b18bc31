package store_test

import (
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestInstancesOnPostgreSQLGoByItsClock(t *testing.T) {
	clock := storetest.NewClock()
	clock.Pass(-100 * 24 * time.Hour)
	s := storetest.Open(t, store.Options{URL: storetest.PostgresURL(t), Now: clock.Now})
	agrees := func() bool {
		var now time.Time
		if err := s.SQL().QueryRow("SELECT clock_timestamp()").Scan(&now); err != nil {
			t.Fatal(err)
		}
		return s.Clock().Sub(now).Abs() < 5*time.Minute
	}
	if !agrees() {
		t.Errorf("it is %v", s.Clock())
	}
	clock.Pass(200 * 24 * time.Hour)
	add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	eventually(t, 10*time.Second, "the jump of our clock is noticed", agrees)
}

func TestSQLiteHasTheClockOfItsServer(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.Open(t, store.Options{Dir: t.TempDir(), Now: clock.Now})
	if !s.Clock().Equal(clock.Now()) {
		t.Errorf("it is %v, want %v", s.Clock(), clock.Now())
	}
}

func TestInstancesWhoseClocksDifferKeepEachOthersChanges(t *testing.T) {
	url := storetest.PostgresURL(t)
	open := func(ahead time.Duration) *store.Store {
		return storetest.Open(t, store.Options{URL: url, Now: func() time.Time { return time.Now().Add(ahead) }})
	}
	behind, ahead := open(-time.Hour), open(time.Hour)
	left := func() (n int) {
		for _, s := range []*store.Store{behind, ahead} {
			if err := s.PurgeChanges(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := ahead.SQL().QueryRow("SELECT count(*) FROM changes").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, s := range []*store.Store{behind, ahead} {
		add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	}
	if n := left(); n != 2 {
		t.Errorf("%d changes are left, want 2", n)
	}
	if _, err := ahead.SQL().Exec("UPDATE changes SET at = at - interval '11 minutes'"); err != nil {
		t.Fatal(err)
	}
	if n := left(); n != 0 {
		t.Errorf("%d old changes are left", n)
	}
}
