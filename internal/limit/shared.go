package limit

import "time"

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
