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
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	storetest.Eventually(t, 10*time.Second, "the jump of our clock is noticed", agrees)
}

func TestSQLiteHasTheClockOfItsServer(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.Open(t, store.Options{Dir: t.TempDir(), Now: clock.Now})
	if !s.Clock().Equal(clock.Now()) {
		t.Errorf("it is %v, want %v", s.Clock(), clock.Now())
	}
}
