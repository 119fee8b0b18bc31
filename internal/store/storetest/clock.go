package storetest

import (
	"sync"
	"time"
)

// Clock is set by hand.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock stands still at a noon.
func NewClock() *Clock { return &Clock{at: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)} }

// Now is what time.Now is elsewhere.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Pass moves the clock, back too.
func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
