// Package limit counts what a caller does and says when it is too much. Its
// buckets live in memory, on monotonic time, and are bounded in number.
package limit

import (
	"hash/maphash"
	"sync"
	"time"

	"vitrine/internal/fault"
)

// Rate allows Count events in Per. A bucket starts full and refills evenly.
type Rate struct {
	Name  string // what is counted; buckets of different names are separate
	Count int
	Per   time.Duration
	Burst int // size of the bucket; 0 means Count
}

func (r Rate) size() float64 {
	if r.Burst > 0 {
		return float64(r.Burst)
	}
	return float64(r.Count)
}

// perSecond is how fast a bucket refills.
func (r Rate) perSecond() float64 { return float64(r.Count) / r.Per.Seconds() }

const (
	shards  = 64
	maxKeys = 100_000
)

// Limiter holds the buckets. A nil Limiter allows everything.
type Limiter struct {
	now    func() time.Time
	seed   maphash.Seed
	shards [shards]shard
}

type shard struct {
	mu      sync.Mutex
	buckets map[key]*bucket
}

type key struct{ name, who string }

type bucket struct {
	left float64
	at   time.Time
	full time.Duration // how long an untouched bucket takes to fill
}

// New makes a limiter on the clock.
func New(now func() time.Time) *Limiter {
	l := &Limiter{now: now, seed: maphash.MakeSeed()}
	for i := range l.shards {
		l.shards[i].buckets = map[key]*bucket{}
	}
	return l
}

// Allow counts one event of who and returns a Crowded fault when it is over
// the rate. A refused event is not counted.
func (l *Limiter) Allow(r Rate, who string) error {
	wait := l.take(r, who, 1)
	if wait == 0 {
		return nil
	}
	return fault.New(fault.Crowded, "Too many requests. Please try again later.").After(wait)
}

// Check tells whether an event would be allowed, without counting it.
func (l *Limiter) Check(r Rate, who string) error {
	wait := l.take(r, who, 0)
	if wait == 0 {
		return nil
	}
	return fault.New(fault.Crowded, "Too many requests. Please try again later.").After(wait)
}

// take removes n from the bucket, or tells how long until one is there.
func (l *Limiter) take(r Rate, who string, n float64) time.Duration {
	if l == nil {
		return 0
	}
	k := key{r.Name, who}
	now := l.now()
	s := &l.shards[maphash.String(l.seed, r.Name+"\x00"+who)%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.buckets[k]
	if b == nil {
		s.makeRoom(now)
		b = &bucket{left: r.size(), at: now, full: time.Duration(r.size() / r.perSecond() * float64(time.Second))}
		s.buckets[k] = b
	}
	if elapsed := now.Sub(b.at); elapsed > 0 {
		b.left = min(r.size(), b.left+elapsed.Seconds()*r.perSecond())
	}
	b.at = now
	if b.left < 1 {
		return max(time.Second, time.Duration((1-b.left)/r.perSecond()*float64(time.Second)))
	}
	b.left -= n
	return 0
}

// makeRoom forgets full buckets, which say nothing, and in need any bucket:
// a quarter at once, so that the search is paid for by many new keys.
func (s *shard) makeRoom(now time.Time) {
	if len(s.buckets) < maxKeys/shards {
		return
	}
	for k, b := range s.buckets {
		if now.Sub(b.at) >= b.full {
			delete(s.buckets, k)
		}
	}
	for k := range s.buckets {
		if len(s.buckets) < maxKeys/shards*3/4 {
			return
		}
		delete(s.buckets, k)
	}
}

// Len is how many buckets there are.
func (l *Limiter) Len() int {
	n := 0
	for i := range l.shards {
		l.shards[i].mu.Lock()
		n += len(l.shards[i].buckets)
		l.shards[i].mu.Unlock()
	}
	return n
}
