package postgres_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestInstancesCountTogether(t *testing.T) {
	url := storetest.PostgresURL(t)
	var instances []limit.Shared
	for range 2 {
		_, e := open(t, store.Options{URL: url})
		instances = append(instances, e.PatientLimits())
	}
	rate := limit.Rate{Name: "contact", Count: 5, Per: 5 * time.Hour} // nothing refills while this runs
	var allowed atomic.Int32
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Go(func() {
			took, err := instances[i%2].Take(rate, "192.0.2.1", 1)
			if err != nil {
				t.Error(err)
			} else if took == 0 {
				allowed.Add(1)
			}
		})
	}
	wait.Wait()
	if allowed.Load() != 5 {
		t.Errorf("%d of 40 events at once were allowed, want 5", allowed.Load())
	}
	for i, l := range instances {
		took, err := l.Take(rate, "192.0.2.1", 0)
		if err != nil || took < time.Minute || took > time.Hour+time.Minute {
			t.Errorf("instance %d says to wait %v, %v", i, took, err)
		}
		if took, err := l.Take(rate, "192.0.2.2", 0); took != 0 || err != nil {
			t.Errorf("somebody else waits %v, %v", took, err)
		}
	}
	fast := limit.Rate{Name: "fast", Count: 50, Per: time.Second, Burst: 1}
	instances[0].Take(fast, "a", 1)
	storetest.Eventually(t, time.Minute, "a bucket refills", func() bool {
		took, err := instances[1].Take(fast, "a", 1)
		return took == 0 && err == nil
	})
}

func TestTheSharedLimitsHoldNoAddress(t *testing.T) {
	_, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	if _, err := e.PatientLimits().Take(limit.Rate{Name: "contact", Count: 5, Per: time.Minute}, "192.0.2.1", 1); err != nil {
		t.Fatal(err)
	}
	var all, readable int
	if err := e.DB().QueryRow("SELECT count(*), count(*) FILTER (WHERE length(key) <> 22 OR key LIKE '%192%') FROM limits").Scan(&all, &readable); err != nil || all != 1 || readable != 0 {
		t.Errorf("%d of %d keys can be read, %v", readable, all, err)
	}
	if storetest.SQLite(t).SharedLimits() != nil {
		t.Error("a server that is alone needs no shared limits")
	}
}
