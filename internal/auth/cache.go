package auth

import (
	"slices"
	"sync"
	"time"

	"vitrine/internal/schema"
)

const (
	// maxStandings bounds the memory of the cache; beyond it, it starts anew.
	maxStandings = 20_000
	// maxAge bounds what a lost announcement can do: a session that ended
	// elsewhere is forgotten after it in any case.
	maxAge = time.Minute
)

// standing is what the database says about a session: whose it is and what
// that user may do. Without a user the session has ended.
type standing struct {
	session session
	user    *User
	role    schema.Role
	read    time.Time
}

func (at standing) isRecent(now time.Time) bool {
	age := now.Sub(at.read)
	return age >= 0 && age < maxAge
}

// cache keeps standings until a commit touches what they were read from, so
// that a steady stream of requests costs no read.
type cache struct {
	mu    sync.RWMutex
	epoch uint64
	kept  map[string]standing // by session id
}

func newCache() *cache { return &cache{kept: map[string]standing{}} }

// get returns what is kept and the epoch in which a missing one is loaded.
func (c *cache) get(sessionID string) (standing, uint64, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	one, ok := c.kept[sessionID]
	return one, c.epoch, ok
}

// put keeps what was loaded in an epoch. When a commit was announced since
// the load began, it may be older than that commit and is dropped.
func (c *cache) put(sessionID string, one standing, epoch uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch != c.epoch {
		return
	}
	if len(c.kept) >= maxStandings {
		clear(c.kept)
	}
	c.kept[sessionID] = one
}

// changed forgets everything when a commit touched one of its tables.
func (c *cache) changed(tables []string) {
	ours := len(tables) == 0 || slices.ContainsFunc(tables, func(name string) bool {
		return name == schema.Users.Name || name == schema.Sessions.Name || name == schema.UserProfiles.Name || name == schema.Factors.Name
	})
	if !ours {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	clear(c.kept)
}
