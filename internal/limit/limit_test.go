package limit_test

import (
	"fmt"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
)

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func TestABucketEmptiesAndRefills(t *testing.T) {
	c := &clock{time.Now()}
	l := limit.New(c.now)
	rate := limit.Rate{Name: "contact", Count: 5, Per: time.Minute}
	for i := range 5 {
		if err := l.Allow(rate, "a"); err != nil {
			t.Fatalf("event %d: %v", i, err)
		}
	}
	err := l.Allow(rate, "a")
	if !fault.Is(err, fault.Crowded) {
		t.Fatalf("the sixth event: %v", err)
	}
	if wait := fault.From(err).Retry; wait < 11*time.Second || wait > 13*time.Second {
		t.Errorf("retry after %v, want about 12s", wait)
	}
	if err := l.Allow(rate, "b"); err != nil {
		t.Errorf("another caller has its own bucket: %v", err)
	}
	c.at = c.at.Add(12 * time.Second)
	if err := l.Allow(rate, "a"); err != nil {
		t.Errorf("after the wait: %v", err)
	}
	if err := l.Allow(rate, "a"); err == nil {
		t.Error("only one event refilled")
	}
}

func TestABackwardClockGivesNothingAway(t *testing.T) {
	c := &clock{time.Now()}
	l := limit.New(c.now)
	rate := limit.Rate{Name: "x", Count: 1, Per: time.Minute}
	if err := l.Allow(rate, "a"); err != nil {
		t.Fatal(err)
	}
	c.at = c.at.Add(-time.Hour)
	if err := l.Allow(rate, "a"); err == nil {
		t.Error("a clock set back must not refill")
	}
}

func TestCheckCountsNothing(t *testing.T) {
	c := &clock{time.Now()}
	l := limit.New(c.now)
	rate := limit.Rate{Name: "x", Count: 1, Per: time.Minute}
	for range 3 {
		if err := l.Check(rate, "a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Allow(rate, "a"); err != nil {
		t.Fatal(err)
	}
	if err := l.Check(rate, "a"); err == nil {
		t.Error("an empty bucket must say so")
	}
}

func TestManyCallersStayBounded(t *testing.T) {
	c := &clock{time.Now()}
	l := limit.New(c.now)
	rate := limit.Rate{Name: "x", Count: 1, Per: time.Hour}
	for i := range 250_000 {
		if err := l.Allow(rate, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if n := l.Len(); n > 100_000 {
		t.Errorf("%d buckets, want at most 100,000", n)
	}
}

func TestNoLimiterAllowsAll(t *testing.T) {
	var l *limit.Limiter
	if err := l.Allow(limit.Rate{Name: "x", Count: 1, Per: time.Hour}, "a"); err != nil {
		t.Fatal(err)
	}
}
