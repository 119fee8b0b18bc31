package store

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Cache holds values that were made from some tables, by key, until a commit to
// one of these invalidates them all. A nil Cache holds nothing.
type Cache[K comparable, V any] struct {
	generation *Generation
	limit      int
	weigh      func(K, V) int

	mu     sync.RWMutex
	values map[K]V
	weight int
	of     uint64 // the generation of the values
}

// NewCache makes a cache whose values together weigh no more than limit.
func NewCache[K comparable, V any](s *Store, limit int, weigh func(K, V) int, tables ...string) *Cache[K, V] {
	c := &Cache[K, V]{limit: limit, weigh: weigh, values: map[K]V{}}
	c.generation = s.Generation(c.Clear, tables...)
	return c
}

// Clear empties it.
func (c *Cache[K, V]) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
}

func (c *Cache[K, V]) clear() {
	clear(c.values)
	c.weight = 0
}

// Get finds a value, or tells the generation in which a missing one is made.
func (c *Cache[K, V]) Get(key K) (value V, generation uint64, found bool) {
	if c == nil {
		return value, 0, false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	generation = c.generation.Now()
	if c.of == generation { // else they are about to be cleared
		value, found = c.values[key]
	}
	return value, generation, found
}

// Put holds what was made in a generation, unless that is over: it may be older
// than the commit that ended it. Others are evicted to make room.
func (c *Cache[K, V]) Put(key K, value V, generation uint64) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation.Now() {
		return
	}
	if c.of != generation {
		c.clear()
		c.of = generation
	}
	c.evict(key)
	for other := range c.values {
		if c.weight+c.weigh(key, value) <= c.limit {
			break
		}
		c.evict(other)
	}
	c.values[key] = value
	c.weight += c.weigh(key, value)
}

func (c *Cache[K, V]) evict(key K) {
	if value, found := c.values[key]; found {
		c.weight -= c.weigh(key, value)
		delete(c.values, key)
	}
}

// Generation counts the commits to some tables. What was made from them is stale
// as soon as it is not of the current generation, which is so before the writer
// gets its answer.
type Generation struct {
	tables     []string
	count      atomic.Uint64
	invalidate func()
}

// Generation begins to count. invalidate, unless it is nil, is called after each
// such commit and must not block. Generations advance in the order in which they
// began, so what is made from a cache begins after it.
func (s *Store) Generation(invalidate func(), tables ...string) *Generation {
	return s.changes.generation(invalidate, tables...)
}

func (c *changes) generation(invalidate func(), tables ...string) *Generation {
	g := &Generation{tables: tables, invalidate: invalidate}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generations = append(c.generations, g)
	return g
}

// Now is to be read before what is made in it.
func (g *Generation) Now() uint64 { return g.count.Load() }

func (g *Generation) isOf(tables []string) bool {
	return len(tables) == 0 || slices.ContainsFunc(g.tables, func(name string) bool { return slices.Contains(tables, name) })
}

// advance begins a generation of all that a commit to tables touches, and then
// invalidates what was made in the ones before.
func advance(all []*Generation, tables []string) {
	var stale []func()
	for _, g := range all {
		if !g.isOf(tables) {
			continue
		}
		g.count.Add(1)
		if g.invalidate != nil {
			stale = append(stale, g.invalidate)
		}
	}
	for _, invalidate := range stale {
		invalidate()
	}
}
