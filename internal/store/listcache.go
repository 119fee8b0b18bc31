package store

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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
	versions map[*schema.Table]*atomic.Uint64
	mu       sync.Mutex
	lists    map[string]*list
}

// list is a question without its limit and offset.
type list struct {
	version uint64
	total   int64 // -1 while it is not known
	starts  []start
}

// start is the row at an offset, by the columns of the order.
type start struct {
	offset int
	keys   []any
}

func newListCache(c *changes) *listCache {
	r := &listCache{versions: map[*schema.Table]*atomic.Uint64{}, lists: map[string]*list{}}
	byName := map[string]*atomic.Uint64{}
	for _, t := range slices.Concat(schema.Tables, schema.InternalTables) {
		r.versions[t] = new(atomic.Uint64)
		byName[t.Name] = r.versions[t]
	}
	c.tables = append(c.tables, func(tables []string) {
		if len(tables) == 0 {
			for _, v := range byName {
				v.Add(1)
			}
		}
		for _, name := range tables {
			if v := byName[name]; v != nil {
				v.Add(1)
			}
		}
	})
	return r
}

// mayCache tells whether an answer can be cached. The server's own questions
// decide things, so they are always asked; what a transaction sees is its own;
// and what strangers ask may push nothing out.
func (x Session) mayCache(where Cond) bool {
	return x.tx == nil && x.actor.Staff() && x.actor.Role != schema.System && !spansTables(where)
}

func spansTables(c Cond) bool {
	switch c := c.(type) {
	case All:
		return slices.ContainsFunc(c, spansTables)
	case Any:
		return slices.ContainsFunc(c, spansTables)
	case Not:
		return spansTables(c.Cond)
	case related:
		return true
	}
	return false
}

// invalidate makes what is known of a table's lists stale.
func (r *listCache) invalidate(t *schema.Table) { r.versions[t].Add(1) }

func (r *listCache) version(t *schema.Table) uint64 { return r.versions[t].Load() }

// find is what is known of a list in this version of its table.
func (r *listCache) find(key string, version uint64) (list, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.lists[key]; l != nil && l.version == version {
		return *l, true
	}
	return list{}, false
}

// put adds to what is known of a list, unless it is of an older version.
func (r *listCache) put(key string, version uint64, add func(*list)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.lists[key]
	if l == nil || l.version < version {
		if l == nil && len(r.lists) >= maxLists {
			clear(r.lists)
		}
		l = &list{version: version, total: -1}
		r.lists[key] = l
	}
	if l.version == version {
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
	version := memory.version(t)
	if l, ok := memory.find(key, version); ok && l.total >= 0 {
		return l.total, nil
	}
	total, err := ask()
	if err == nil {
		memory.put(key, version, func(l *list) { l.total = total })
	}
	return total, err
}
