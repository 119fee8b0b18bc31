package store

import (
	"slices"
	"sync/atomic"
)

// Generation counts the commits to some tables. What was made from them is stale
// as soon as it is not of the current generation, which is so before the writer
// gets its answer.
type Generation struct {
	tables     []string
	count      atomic.Uint64
	invalidate func()
}

// Generation begins to count. invalidate, unless it is nil, is called after each
// such commit and must not block.
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
