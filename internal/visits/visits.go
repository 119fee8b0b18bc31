// Package visits counts how often pages are shown, and from where people came,
// without watching anybody. A page sends a beacon once it is idle; it sets no
// cookie and no address is kept. Whether somebody was here before on the same
// day is known by a hash under a salt of that day, and both are forgotten when
// the day is over.
//
// A beacon is counted in memory. Every few seconds, and when the server stops,
// what came in is added to the rows of the day in one transaction: a crash
// costs what came since, and several servers add up.
package visits

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

const (
	flushEvery = 5 * time.Second
	// dayRests is how long after midnight a day's salt is still there, for what
	// other servers have not written yet; nextDay is how long before, it is made.
	dayRests = time.Minute
	nextDay  = 15 * time.Minute
	// retainedDays is so that twelve months can be compared with the twelve before.
	retainedDays = 2*365 + 31
	// maxVisitors bounds what a server remembers of a day: some megabytes. Those
	// who come after are counted as visits and not as visitors.
	maxVisitors = 100_000

	unread   = ^uint64(0)
	dayShape = "2006-01-02"
	since    = "visits counted since"
)

// Options are what counting stands on.
type Options struct {
	Store   *store.Store
	Origin  string                                      // of the site; one that is not https has no Sec-Fetch headers
	Shows   func(ctx context.Context, path string) bool // whether a path leads to a page
	Address func(*http.Request) string                  // where a request came from, as limits count it
	Limits  *limit.Limiter                              // nil allows everything
	Now     func() time.Time                            // nil is the clock that all servers on the database share
	Log     *slog.Logger
}

// Counter counts.
type Counter struct {
	Options
	host     string // of the origin
	isPlain  bool   // the origin is not https
	shared   store.Visitors
	settings *store.Generation

	mu   sync.Mutex
	zone *time.Location
	days map[string]*day

	flushing  sync.Mutex // and what follows
	zoneOf    uint64     // the generation of the settings that the zone was read in
	forgotten string     // days before this one are
}

// day is what this server has counted and not yet written, and whom it saw.
type day struct {
	ledger
	salt      []byte // nil until it is known: nobody is a visitor then
	seen      map[int64]struct{}
	newcomers map[int64]place // those of seen that other servers are still to be asked about
}

func newDay(salt []byte) *day {
	return &day{ledger: newLedger(), salt: salt, seen: map[int64]struct{}{}, newcomers: map[int64]place{}}
}

// New notes when counting began, and is ready to count.
func New(ctx context.Context, o Options) (*Counter, error) {
	o.Log = cmp.Or(o.Log, slog.Default())
	if o.Now == nil {
		o.Now = o.Store.Clock
	}
	if o.Address == nil {
		o.Address = func(r *http.Request) string { return r.RemoteAddr }
	}
	c := &Counter{Options: o, zone: time.UTC, days: map[string]*day{}, shared: o.Store.Visitors(), zoneOf: unread}
	origin, err := url.Parse(o.Origin)
	if err != nil {
		return nil, fmt.Errorf("the address of the site: %w", err)
	}
	c.host, c.isPlain = origin.Hostname(), origin.Scheme != "https"
	c.settings = o.Store.Generation(nil, schema.SiteSettings.Name)
	if _, err := o.Store.AsSystem().SettingOr(ctx, since, o.Now().UTC().Format(time.RFC3339)); err != nil {
		return nil, fmt.Errorf("note when counting began: %w", err)
	}
	if err := c.readZone(ctx); err != nil {
		return nil, err
	}
	c.prepare(ctx)
	return c, nil
}

// Run writes what was counted until ctx ends, and then what is left.
func (c *Counter) Run(ctx context.Context) {
	for fault.Sleep(ctx, flushEvery) {
		if err := c.Tick(ctx); err != nil && ctx.Err() == nil {
			c.Log.Warn("write down visits; they are kept until it works", "error", err)
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushEvery)
	defer cancel()
	if err := c.Flush(ctx); err != nil {
		c.Log.Warn("write down the last visits", "error", err)
	}
}

// Tick is what is due every few seconds. Where nothing happened it asks nothing
// of the database.
func (c *Counter) Tick(ctx context.Context) error {
	err := errors.Join(c.Flush(ctx), c.readZone(ctx))
	c.prepare(ctx)
	return errors.Join(err, c.forget(ctx))
}

// dayOf is the studio's day at a moment; callers hold mu.
func (c *Counter) dayOf(at time.Time) string { return at.In(c.zone).Format(dayShape) }

// readZone reads the studio's time zone after the settings changed.
func (c *Counter) readZone(ctx context.Context) error {
	c.flushing.Lock()
	defer c.flushing.Unlock()
	generation := c.settings.Now()
	if generation == c.zoneOf {
		return nil
	}
	who, err := studio.Read(ctx, c.Store.AsSystem())
	if err != nil {
		return fmt.Errorf("read the time zone: %w", err)
	}
	zone, err := time.LoadLocation(who.TimeZone)
	if err != nil {
		return fmt.Errorf("read the time zone: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.zone, c.zoneOf = zone, generation
	return nil
}

// prepare has the salts ready, so that no beacon waits for the database.
func (c *Counter) prepare(ctx context.Context) {
	c.mu.Lock()
	now := c.Now()
	days := []string{c.dayOf(now), c.dayOf(now.Add(nextDay))}
	days = slices.DeleteFunc(slices.Compact(days), func(name string) bool { return c.days[name] != nil && c.days[name].salt != nil })
	c.mu.Unlock()
	for _, name := range days {
		salt, err := c.newSalt(ctx, name)
		if err != nil {
			c.Log.Warn("visits are counted and visitors are not", "error", err)
			return
		}
		c.mu.Lock()
		if there := c.days[name]; there == nil {
			c.days[name] = newDay(salt)
		} else if there.salt == nil {
			there.salt = salt
		}
		c.mu.Unlock()
	}
}

func (c *Counter) newSalt(ctx context.Context, name string) ([]byte, error) {
	if c.shared != nil {
		return c.shared.Salt(ctx, name)
	}
	salt := make([]byte, 32)
	rand.Read(salt)
	return salt, nil
}

// forget drops the salts and visitors of days that are over, and counts that are
// older than anybody compares.
func (c *Counter) forget(ctx context.Context) error {
	c.flushing.Lock()
	defer c.flushing.Unlock()
	c.mu.Lock()
	now := c.Now()
	first, oldest := c.dayOf(now.Add(-dayRests)), c.dayOf(now.AddDate(0, 0, -retainedDays))
	maps.DeleteFunc(c.days, func(name string, d *day) bool { return name < first && len(d.rows) == 0 && len(d.newcomers) == 0 })
	c.mu.Unlock()
	if first == c.forgotten {
		return nil
	}
	if c.shared != nil {
		if err := c.shared.Forget(ctx, first); err != nil {
			return err
		}
	}
	if _, err := c.Store.AsSystem().Delete(ctx, &schema.VisitDays, store.Lt("day", oldest)); err != nil {
		return fmt.Errorf("remove old visits: %w", err)
	}
	c.forgotten = first
	return nil
}

// count adds one visit by whoever has the address and the browser.
func (c *Counter) count(p place, address, browser string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := c.dayOf(c.Now())
	d := c.days[name]
	if d == nil { // the clock or the zone was set
		d = newDay(nil)
		c.days[name] = d
	}
	p, t := d.at(p)
	t.visits++
	if d.salt == nil || len(d.seen) >= maxVisitors {
		return
	}
	who := hash(d.salt, address, browser)
	if _, known := d.seen[who]; !known {
		d.seen[who] = struct{}{}
		d.newcomers[who] = p
	}
}

// hash is all that is kept of a visitor, for the day.
func hash(salt []byte, address, browser string) int64 {
	mac := hmac.New(sha256.New, salt)
	mac.Write([]byte(address))
	mac.Write([]byte{0})
	mac.Write([]byte(browser))
	return int64(binary.BigEndian.Uint64(mac.Sum(nil)))
}
