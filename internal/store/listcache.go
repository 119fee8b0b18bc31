package store

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"vitrine/internal/schema"
)

const (
	// maxLists bounds the lists, and maxStarts the places in each.
	maxLists  = 256
	maxStarts = 256
)

// listCache holds what large tables told about lists until a commit makes it
// stale: how long they are, and where pages began. So neither a count nor a page
// far in costs more the longer the list is.
type listCache struct {
	generations map[*schema.Table]*Generation
	mu          sync.Mutex
	lists       map[string]*list
}

// list is a question without its limit and offset.
type list struct {
	generation uint64
	total      int64 // -1 while it is not known
	starts     []start
}

// start is the row at an offset, by the columns of the order.
type start struct {
	offset int
	keys   []any
}

func newListCache(c *changes) *listCache {
	r := &listCache{generations: map[*schema.Table]*Generation{}, lists: map[string]*list{}}
	for _, t := range slices.Concat(schema.Tables, schema.InternalTables) {
		r.generations[t] = c.generation(nil, t.Name)
	}
	return r
}

// mayCache tells whether an answer can be cached. The server's own questions
// decide things, so they are always asked; what a transaction sees is its own;
// and what strangers ask may push nothing out.
func (x Session) mayCache(where Cond) bool {
	return x.tx == nil && x.actor.Staff() && x.actor.Role != schema.System && !spansTables(where)
}

func spansTables(where Cond) bool {
	for leaf := range leaves(where) {
		if _, is := leaf.(related); is {
			return true
		}
	}
	return false
}

// invalidate makes what is known of a table's lists stale.
func (r *listCache) invalidate(t *schema.Table) { r.generations[t].count.Add(1) }

func (r *listCache) generation(t *schema.Table) uint64 { return r.generations[t].Now() }

// find is what is known of a list in this generation of its table.
func (r *listCache) find(key string, generation uint64) (list, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.lists[key]; l != nil && l.generation == generation {
		return *l, true
	}
	return list{}, false
}

// put adds to what is known of a list, unless it is of an older generation.
func (r *listCache) put(key string, generation uint64, add func(*list)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.lists[key]
	if l == nil || l.generation < generation {
		if l == nil && len(r.lists) >= maxLists {
			clear(r.lists)
		}
		l = &list{generation: generation, total: -1}
		r.lists[key] = l
	}
	if l.generation == generation {
		add(l)
	}
}

// before is the last known start at or before an offset.
func (l list) before(offset int) (start, bool) {
	at, found := slices.BinarySearchFunc(l.starts, offset, func(s start, offset int) int { return s.offset - offset })
	if found {
		return l.starts[at], true
	}
	if at == 0 {
		return start{}, false
	}
	return l.starts[at-1], true
}

// add keeps a start in its place. The slice is never changed in place: others
// may be reading it.
func (l *list) add(s start) {
	at, found := slices.BinarySearchFunc(l.starts, s.offset, func(have start, offset int) int { return have.offset - offset })
	if found {
		return
	}
	if len(l.starts) >= maxStarts {
		l.starts, at = nil, 0
	}
	l.starts = slices.Insert(slices.Clone(l.starts), at, s)
}

// question is a key for what a statement asks.
func question(text string, args []any) string {
	var b strings.Builder
	b.WriteString(text)
	for _, a := range args {
		fmt.Fprintf(&b, "\x00%T %v", a, a)
	}
	return b.String()
}

// counted is how many rows a statement counts, from the cache while nothing
// changed.
func (x Session) counted(t *schema.Table, where Cond, b *builder, ask func() (int64, error)) (int64, error) {
	if !x.mayCache(where) {
		return ask()
	}
	memory, key := x.store.lists, question(b.text.String(), b.args)
	generation := memory.generation(t)
	if l, ok := memory.find(key, generation); ok && l.total >= 0 {
		return l.total, nil
	}
	total, err := ask()
	if err == nil {
		memory.put(key, generation, func(l *list) { l.total = total })
	}
	return total, err
}
