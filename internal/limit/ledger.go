package limit

import "time"

// rest is how long a ledger that failed is left alone: while the database is
// away, what this server counts by itself must do, and nobody waits for more.
const rest = 2 * time.Second

// Ledger holds buckets for all servers together.
type Ledger interface {
	// Take removes n from the bucket of who, or tells how long until one is
	// there. With n = 0 it only tells. It answers soon, or fails.
	Take(r Rate, who string, n float64) (wait time.Duration, err error)
}

// Share counts the shared rates in a ledger too. It is called before the
// limiter is used.
func (l *Limiter) Share(ledger Ledger) {
	if l != nil {
		l.ledger = ledger
	}
}

// everywhere asks the ledger; one that does not answer refuses nobody.
func (l *Limiter) everywhere(r Rate, who string, n float64) time.Duration {
	now := l.now()
	if left := l.resume.Load() - now.UnixNano(); left > 0 && left <= int64(rest) { // more is left when the clock was set back
		return 0
	}
	wait, err := l.ledger.Take(r, who, n)
	if err != nil {
		l.resume.Store(now.Add(rest).UnixNano())
		return 0
	}
	return wait
}
