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
	// maxRemembered bounds the lists, and maxStarts the places in each.
	maxRemembered = 256
	maxStarts     = 256
	// farIn is from which offset on a page is found by where another began.
	farIn = 200
)

// remembered is what large tables told about lists while nothing changed: how
// long they are, and where pages began. So neither a count nor a page far in
// costs more the longer the list is.
type remembered struct {
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

func newRemembered(c *changes) *remembered {
	r := &remembered{versions: map[*schema.Table]*atomic.Uint64{}, lists: map[string]*list{}}
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

// mayRemember tells whether an answer can be remembered. The server's own questions
// decide things, so they are always asked; what a transaction sees is its own;
// and what strangers ask may push nothing out.
func (x Session) mayRemember(where Cond) bool {
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

func (r *remembered) version(t *schema.Table) uint64 { return r.versions[t].Load() }

// find is what is known of a list in this version of its table.
func (r *remembered) find(key string, version uint64) (list, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l := r.lists[key]; l != nil && l.version == version {
		return *l, true
	}
	return list{}, false
}

// learn adds to what is known of a list, unless it is of an older version.
func (r *remembered) learn(key string, version uint64, add func(*list)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.lists[key]
	if l == nil || l.version < version {
		if l == nil && len(r.lists) >= maxRemembered {
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

// counted is how many rows a statement counts, from memory while nothing
// changed.
func (x Session) counted(t *schema.Table, where Cond, b *builder, ask func() (int64, error)) (int64, error) {
	if !x.mayRemember(where) {
		return ask()
	}
	memory, key := x.store.memory, question(b.text.String(), b.args)
	version := memory.version(t)
	if l, ok := memory.find(key, version); ok && l.total >= 0 {
		return l.total, nil
	}
	total, err := ask()
	if err == nil {
		memory.learn(key, version, func(l *list) { l.total = total })
	}
	return total, err
}

// paging finds a page that is far in. Its zero value looks from the front.
type paging struct {
	columns []*schema.Column // of the order, the key last
	desc    bool
	key     string
	version uint64
	from    start
}

// far prepares the paging of a list whose order one comparison of rows can
// express: all columns in one direction, none of them null.
func (x Session) far(t *schema.Table, q Query, where Cond) (p paging) {
	if q.Offset < farIn || q.Limit == nil || !x.mayRemember(where) {
		return p
	}
	order := q.Order
	if order == nil && t.Order != "" {
		order = []Order{Asc(t.Order)}
	}
	keyed := false
	for _, o := range order {
		c := t.Column(o.Column)
		if keyed || !c.NotNull || o.Desc != order[0].Desc {
			return paging{}
		}
		p.columns = append(p.columns, c)
		p.desc = order[0].Desc
		keyed = c == t.Key()
	}
	if !keyed {
		p.columns = append(p.columns, t.Key())
	}
	b := &builder{dia: x.store.dia}
	b.where(t, where)
	b.order(t, q.Order)
	p.key, p.version = question(t.Name+" "+b.text.String(), b.args), x.store.memory.version(t)
	if l, ok := x.store.memory.find(p.key, p.version); ok {
		p.from, _ = l.before(q.Offset)
	}
	return p
}

// since writes the condition that begins at a known row, and returns how many
// rows to pass over from there.
func (p paging) since(b *builder, t *schema.Table, offset int) int {
	if p.from.keys == nil {
		return offset
	}
	names, marks := make([]string, len(p.columns)), make([]string, len(p.columns))
	for i, c := range p.columns {
		names[i], marks[i] = name(t, c.Name), b.mark(c, p.from.keys[i])
	}
	sign := ") >= ("
	if p.desc {
		sign = ") <= ("
	}
	b.write(" AND (", strings.Join(names, ", "), sign, strings.Join(marks, ", "), ")")
	return offset - p.from.offset
}

// note remembers where the page began that was just read.
func (x Session) note(p paging, q Query, plan plan, rows [][]any) {
	if p.key == "" || len(rows) == 0 || p.from.keys != nil && p.from.offset == q.Offset {
		return
	}
	keys := make([]any, len(p.columns))
	for i, c := range p.columns {
		keys[i] = rows[0][slices.Index(plan.columns, c)]
	}
	x.store.memory.learn(p.key, p.version, func(l *list) { l.add(start{q.Offset, keys}) })
}
