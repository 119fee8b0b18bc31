package limit_test

import (
	"errors"
	"testing"
	"time"

	"vitrine/internal/limit"
)

// sharedBuckets answers what it is told to, and counts how often it is asked.
type sharedBuckets struct {
	wait  time.Duration
	err   error
	asked int
}

func (l *sharedBuckets) Take(limit.Rate, string, float64) (time.Duration, error) {
	l.asked++
	return l.wait, l.err
}

func TestASharedRateHoldsForAllServersTogether(t *testing.T) {
	c, book := &clock{time.Now()}, &sharedBuckets{}
	l := limit.New(c.now)
	l.Share(book)
	alone := limit.Rate{Name: "alone", Count: 3, Per: time.Minute}
	shared := limit.Rate{Name: "shared", Count: 3, Per: time.Minute, Shared: true}
	l.Allow(alone, "a")
	if book.asked != 0 {
		t.Error("a rate of one server was asked for elsewhere")
	}
	book.wait = 5 * time.Second
	for range 10 {
		if l.Allow(shared, "a") == nil {
			t.Fatal("the others' count does not count")
		}
	}
	book.wait = 0
	for i := range 3 {
		if err := l.Allow(shared, "a"); err != nil {
			t.Errorf("event %d: what all refused was counted here: %v", i, err)
		}
	}
	asked := book.asked
	if l.Allow(shared, "a") == nil || book.asked != asked {
		t.Error("what this server refuses reaches the shared buckets")
	}
}

func TestWithoutSharedBucketsAServerCountsByItself(t *testing.T) {
	c, book := &clock{time.Now()}, &sharedBuckets{err: errors.New("away")}
	l := limit.New(c.now)
	l.Share(book)
	rate := limit.Rate{Name: "shared", Count: 3, Per: time.Minute, Shared: true}
	for i := range 3 {
		if err := l.Allow(rate, "a"); err != nil {
			t.Errorf("event %d: %v", i, err)
		}
	}
	if l.Allow(rate, "a") == nil {
		t.Error("nothing is counted while the shared buckets are away")
	}
	if book.asked != 1 {
		t.Errorf("shared buckets that are away were asked %d times", book.asked)
	}
	book.err, c.at = nil, c.at.Add(3*time.Second)
	l.Allow(rate, "b")
	if book.asked != 2 {
		t.Error("shared buckets that came back are not asked")
	}
}

func TestAClockSetBackDoesNotPutOffTheSharedBuckets(t *testing.T) {
	c, book := &clock{time.Now()}, &sharedBuckets{err: errors.New("away")}
	l := limit.New(c.now)
	l.Share(book)
	rate := limit.Rate{Name: "shared", Count: 3, Per: time.Minute, Shared: true}
	l.Allow(rate, "a")
	book.err, book.wait = nil, time.Second
	c.at = c.at.Add(-time.Hour)
	if l.Allow(rate, "a") == nil {
		t.Error("what all servers count together is left out until the clock is back where it was")
	}
}
