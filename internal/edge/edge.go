// Package edge has shared caches in front of the site drop what a commit
// changed. Pages name the tables and the document that they show; a commit purges
// exactly these keys, in the background and until the cache says that it did.
package edge

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// All is the key that every page has.
const All = "site"

const (
	sending = 10 * time.Second // for one request
	// again is when a key is purged once more: an answer that was made before the
	// commit may have reached the cache after its purge.
	again      = 10 * time.Second
	firstWait  = 200 * time.Millisecond
	longestGap = 30 * time.Second
)

// KeyOf is the key of what shows one document, or one row of a table.
func KeyOf(name, id string) string { return name + "-" + id }

// Options are what the purges stand on.
type Options struct {
	Store  *store.Store
	Caches []config.Edge
	Tables []string // that pages show
	Log    *slog.Logger
	Purged func(err error) // hears how each request went; may be nil
	Again  time.Duration   // 0 is the usual time
}

// Edge purges all caches, each at its own pace.
type Edge struct {
	caches []*cache
	tables []string
	log    *slog.Logger
	purged func(error)
	again  time.Duration
}

// New begins to listen. What the caches hold from before a start may lack the
// purges of a server that was killed, so it all goes first.
func New(o Options) *Edge {
	e := &Edge{tables: o.Tables, log: o.Log, purged: o.Purged, again: o.Again}
	if e.again == 0 {
		e.again = again
	}
	if e.purged == nil {
		e.purged = func(error) {}
	}
	for _, at := range o.Caches {
		if purge := purges[at.Kind]; purge.request != nil {
			e.caches = append(e.caches, &cache{Edge: at, purge: purge, wake: make(chan struct{}, 1), keys: map[string]waiting{All: {due: time.Now()}}})
		}
	}
	if len(e.caches) > 0 {
		o.Store.OnChange(e.changed)
		o.Store.OnEvents(e.edited)
	}
	return e
}

// changed purges what shows tables as a whole: lists, and what every page has.
func (e *Edge) changed(tables []string) {
	if len(tables) == 0 {
		e.add(All)
		return
	}
	var keys []string
	for _, table := range tables {
		if slices.Contains(e.tables, table) {
			keys = append(keys, table)
		}
	}
	e.add(keys...)
}

// edited purges the pages of documents, and pictures.
func (e *Edge) edited(events []store.Event) {
	var keys []string
	for _, event := range events {
		name, column := "", event.Table.Key()
		switch d := schema.DocumentOf(event.Table); {
		case d != nil && d.Many:
			name = d.Name
			if parent, joined := event.Table.Parent(); parent != nil {
				column = joined
			}
		case event.Table == &schema.StorageObjects, event.Table == &schema.Media:
			name = event.Table.Name
		default:
			continue
		}
		for _, row := range []store.Row{event.New, event.Old} {
			if id := row[column.Name]; id != nil {
				keys = append(keys, KeyOf(name, fmt.Sprint(id)))
				break
			}
		}
	}
	e.add(keys...)
}

func (e *Edge) add(keys ...string) {
	if len(keys) == 0 {
		return
	}
	for _, c := range e.caches {
		c.add(keys...)
	}
}

// Waiting is how many keys the caches have yet to drop.
func (e *Edge) Waiting() (keys int) {
	now := time.Now()
	for _, c := range e.caches {
		c.mu.Lock()
		for _, key := range c.keys {
			if !key.due.After(now) {
				keys++
			}
		}
		keys += len(c.sent)
		c.mu.Unlock()
	}
	return keys
}

// Run sends purges until ctx ends.
func (e *Edge) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, c := range e.caches {
		all.Go(func() { e.run(ctx, c) })
	}
	all.Wait()
}

func (e *Edge) run(ctx context.Context, c *cache) {
	wait := firstWait
	for ctx.Err() == nil {
		keys, next := c.take(time.Now())
		if len(keys) == 0 {
			sleep(ctx, next, c.wake)
			continue
		}
		err := fault.Guard(e.log, "purge the edge", func() error { return c.send(ctx, keys) })
		if ctx.Err() != nil {
			return
		}
		e.purged(err)
		c.settle(err, time.Now().Add(e.again))
		if err == nil {
			wait = firstWait
			continue
		}
		e.log.WarnContext(ctx, "the edge keeps what was changed; its purge is sent again", "edge", c.Name(), "keys", len(keys), "again_in", wait, "error", err)
		sleep(ctx, time.Now().Add(wait), nil)
		wait = min(2*wait, longestGap)
	}
}

// cache is one of the caches with what it has yet to drop.
type cache struct {
	config.Edge
	purge
	wake chan struct{}

	mu   sync.Mutex
	keys map[string]waiting
	sent map[string]waiting // those in the request that is on its way
	turn int
}

// waiting is a key that is to be purged.
type waiting struct {
	turn int       // in the order of the commits
	due  time.Time // zero is a change, any other a second time
}

func (c *cache) add(keys ...string) {
	c.mu.Lock()
	for _, key := range keys {
		at, waits := c.keys[key]
		if !waits || !at.due.IsZero() {
			c.turn++
			c.keys[key] = waiting{turn: c.turn}
		}
	}
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// take gives the keys to send now, oldest first, or tells when others are due. A key that is
// added while it is on its way is due again.
func (c *cache) take(now time.Time) (keys []string, next time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, at := range c.keys {
		switch {
		case !at.due.After(now):
			keys = append(keys, key)
		case next.IsZero() || at.due.Before(next):
			next = at.due
		}
	}
	slices.SortFunc(keys, func(a, b string) int { return c.keys[a].turn - c.keys[b].turn })
	hasAll := slices.Contains(keys, All) // all others go with it
	if !hasAll {
		keys = keys[:min(len(keys), c.most)]
	}
	c.sent = map[string]waiting{}
	for _, key := range keys {
		c.sent[key] = c.keys[key]
		delete(c.keys, key)
	}
	if hasAll {
		keys = []string{All}
	}
	return keys, next
}

// settle notes how the request went. What was purged for the first time comes
// once more, what was not is due still.
func (c *cache) settle(err error, once time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, at := range c.sent {
		added, waits := c.keys[key]
		switch {
		case err != nil && waits: // a change in the meantime does not send it to the back
			c.keys[key] = waiting{at.turn, added.due}
		case err != nil:
			c.keys[key] = at
		case at.due.IsZero() && !waits:
			c.turn++
			c.keys[key] = waiting{c.turn, once}
		}
	}
	c.sent = nil
}

// sleep waits for a moment, or for new keys.
func sleep(ctx context.Context, until time.Time, wake <-chan struct{}) {
	var timer <-chan time.Time
	if !until.IsZero() {
		t := time.NewTimer(time.Until(until))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
	case <-wake:
	case <-timer:
	}
}

// client takes no redirect: the purge would go on as a GET, whose answer says nothing.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (c *cache) send(ctx context.Context, keys []string) error {
	ctx, cancel := context.WithTimeout(ctx, sending)
	defer cancel()
	r, err := c.request(ctx, c.Edge, keys)
	if err != nil {
		return err
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("it answered %s", answer.Status)
	}
	return nil
}
