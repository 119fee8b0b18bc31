// Package limit counts what a caller does and says when it is too much. Its
// buckets live in memory, on monotonic time, and are bounded in number. Rates
// that matter are also counted in buckets that all servers share.
package limit

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
)

// Rate allows Count events in Per. A bucket starts full and refills evenly.
type Rate struct {
	Name  string // what is counted; buckets of different names are separate
	Count int
	Per   time.Duration
	Burst int // size of the bucket; 0 means Count

	Shared bool // counted by all servers together
}

// Size is what a full bucket holds.
func (r Rate) Size() float64 {
	if r.Burst > 0 {
		return float64(r.Burst)
	}
	return float64(r.Count)
}

// PerSecond is how fast a bucket refills.
func (r Rate) PerSecond() float64 { return float64(r.Count) / r.Per.Seconds() }

const (
	shards  = 64
	maxKeys = 100_000
)

// Limiter holds the buckets. A nil Limiter allows everything.
type Limiter struct {
	now    func() time.Time
	seed   maphash.Seed
	shards [shards]shard
	shared Shared
	resume atomic.Int64 // when the shared buckets are asked again after they failed
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
	return crowded(l.take(r, who, 1))
}

// Check tells whether an event would be allowed, without counting it.
func (l *Limiter) Check(r Rate, who string) error { return crowded(l.take(r, who, 0)) }

func crowded(wait time.Duration) error {
	if wait == 0 {
		return nil
	}
	return fault.New(fault.Crowded, "Too many requests. Please try again later.").After(wait)
}

// take removes n from the bucket, or tells how long until one is there. What
// this server alone would refuse never reaches those, so a flood does not
// either.
func (l *Limiter) take(r Rate, who string, n float64) time.Duration {
	if l == nil {
		return 0
	}
	wait := l.here(r, who, n)
	if wait > 0 || !r.Shared || l.shared == nil {
		return wait
	}
	if wait = l.everywhere(r, who, n); wait > 0 {
		l.here(r, who, -n)
	}
	return wait
}

// here counts in memory; a negative n gives back.
func (l *Limiter) here(r Rate, who string, n float64) time.Duration {
	k := key{r.Name, who}
	now := l.now()
	s := &l.shards[maphash.Comparable(l.seed, k)%shards]
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.buckets[k]
	if b == nil {
		s.makeRoom(now)
		b = &bucket{left: r.Size(), at: now, full: time.Duration(r.Size() / r.PerSecond() * float64(time.Second))}
		s.buckets[k] = b
	}
	if elapsed := now.Sub(b.at); elapsed > 0 {
		b.left = min(r.Size(), b.left+elapsed.Seconds()*r.PerSecond())
	}
	b.at = now
	if b.left < 1 && n >= 0 {
		return r.Wait(b.left)
	}
	b.left = min(r.Size(), b.left-n)
	return 0
}

// Wait is how long a bucket with so much left takes until one is there.
func (r Rate) Wait(left float64) time.Duration {
	return max(time.Second, time.Duration((1-left)/r.PerSecond()*float64(time.Second)))
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

// rest is how long shared buckets are left alone after they failed: while the database is
// away, what this server counts by itself must do, and nobody waits for more.
const rest = 2 * time.Second

// Shared holds buckets for all servers together.
type Shared interface {
	// Take removes n from the bucket of who, or tells how long until one is
	// there. With n = 0 it only tells. It answers soon, or fails.
	Take(r Rate, who string, n float64) (wait time.Duration, err error)
}

// Share counts the shared rates in shared buckets too. It is called before the
// limiter is used.
func (l *Limiter) Share(shared Shared) {
	if l != nil {
		l.shared = shared
	}
}

// everywhere asks the shared buckets; while they do not answer, they refuse nobody.
func (l *Limiter) everywhere(r Rate, who string, n float64) time.Duration {
	now := l.now()
	if left := l.resume.Load() - now.UnixNano(); left > 0 && left <= int64(rest) { // more is left when the clock was set back
		return 0
	}
	wait, err := l.shared.Take(r, who, n)
	if err != nil {
		l.resume.Store(now.Add(rest).UnixNano())
		return 0
	}
	return wait
}
