package store

import "sync"

// Cache holds values that were made from some tables, by name, until a commit to
// one of these invalidates them all. A nil Cache holds nothing.
type Cache[V any] struct {
	generation *Generation
	limit      int
	weigh      func(V) int

	mu     sync.RWMutex
	values map[string]V
	weight int
}

// NewCache makes a cache whose values together weigh no more than limit.
func NewCache[V any](s *Store, limit int, weigh func(V) int, tables ...string) *Cache[V] {
	c := &Cache[V]{limit: limit, weigh: weigh, values: map[string]V{}}
	c.generation = s.Generation(c.Clear, tables...)
	return c
}

// Clear empties it.
func (c *Cache[V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.values)
	c.weight = 0
}

// Get finds a value, or tells the generation in which a missing one is made.
func (c *Cache[V]) Get(name string) (value V, generation uint64, found bool) {
	if c == nil {
		return value, 0, false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	value, found = c.values[name]
	return value, c.generation.Now(), found
}

// Put holds what was made in a generation, unless that is over: it may be older
// than the commit that ended it. Others are evicted to make room.
func (c *Cache[V]) Put(name string, value V, generation uint64) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation.Now() {
		return
	}
	c.evict(name)
	for other := range c.values {
		if c.weight+c.weigh(value) <= c.limit {
			break
		}
		c.evict(other)
	}
	c.values[name] = value
	c.weight += c.weigh(value)
}

func (c *Cache[V]) evict(name string) {
	if value, found := c.values[name]; found {
		c.weight -= c.weigh(value)
		delete(c.values, name)
	}
}
