package httpd

import (
	"context"
	"sync"
	"time"
)

// sweepEvery is how much later than asked for a deadline may come.
const sweepEvery = 250 * time.Millisecond

// longAgo is a deadline that ends a call at once.
var longAgo = time.Unix(1, 0)

// coarse is one deadline of a connection. net/http moves them five times a request, and
// hardly one is ever reached: what is further away is a number that a sweep looks at, instead of a timer of the runtime.
type coarse struct {
	mu    sync.Mutex
	due   time.Duration // on the listener's clock; 0 for none
	armed bool          // the connection itself has one
}

// put sets a deadline; arm is how the connection itself is told.
func (d *coarse) put(t time.Time, l *listener, arm func(time.Time) error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.due = 0
	if !t.IsZero() {
		due := t.Sub(l.began)
		if due-time.Duration(l.clock.Load()) < 2*sweepEvery {
			d.armed = true
			return arm(t)
		}
		d.due = due
	}
	if !d.armed {
		return nil
	}
	d.armed = false
	return arm(time.Time{})
}

// expire ends what waits beyond the deadline.
func (d *coarse) expire(now time.Duration, arm func(time.Time) error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.due != 0 && d.due <= now {
		d.due, d.armed = 0, true
		arm(longAgo)
	}
}

func (c *counted) SetReadDeadline(t time.Time) error {
	return c.read.put(t, c.from, c.Conn.SetReadDeadline)
}

func (c *counted) SetWriteDeadline(t time.Time) error {
	return c.write.put(t, c.from, c.Conn.SetWriteDeadline)
}

func (c *counted) SetDeadline(t time.Time) error {
	if err := c.SetReadDeadline(t); err != nil {
		return err
	}
	return c.SetWriteDeadline(t)
}

// sweep keeps the clock and the deadlines until ctx ends.
func (l *listener) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := time.Since(l.began)
		l.clock.Store(int64(now))
		for _, c := range l.all() {
			c.read.expire(now, c.Conn.SetReadDeadline)
			c.write.expire(now, c.Conn.SetWriteDeadline)
		}
	}
}
