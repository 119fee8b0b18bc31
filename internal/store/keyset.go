package store

import (
	"slices"
	"strings"

	"vitrine/internal/schema"
)

// keysetFrom is the offset from which on a page is found by where another began.
const keysetFrom = 200

// keyset is keyset pagination: a page far in is read from the keys of a row that
// began another page. Its zero value counts from the front.
type keyset struct {
	columns    []*schema.Column // of the order, the key last
	desc       bool
	key        string
	generation uint64
	from       start
}

// keysetFor prepares the keyset pagination of a list whose order one comparison
// of rows can express: all columns in one direction, none of them null.
func (x Session) keysetFor(t *schema.Table, q Query, where Cond) (p keyset) {
	if q.Offset < keysetFrom || q.Limit == nil || !x.mayCache(where) {
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
			return keyset{}
		}
		p.columns = append(p.columns, c)
		p.desc = order[0].Desc
		keyed = c == t.Key()
	}
	if !keyed {
		p.columns = append(p.columns, t.Key())
	}
	b := x.builder()
	b.where(t, where)
	b.order(t, q.Order, nil)
	p.key, p.generation = question(t.Name+" "+b.text.String(), b.args), x.store.lists.generation(t)
	if l, ok := x.store.lists.find(p.key, p.generation); ok {
		p.from, _ = l.before(q.Offset)
	}
	return p
}

// since writes the condition that begins at a known row, and returns how many
// rows to pass over from there.
func (p keyset) since(b *builder, t *schema.Table, offset int) int {
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

// rememberStart notes where the page began that was just read.
func (x Session) rememberStart(p keyset, q Query, plan plan, rows [][]any) {
	if p.key == "" || len(rows) == 0 || p.from.keys != nil && p.from.offset == q.Offset {
		return
	}
	keys := make([]any, len(p.columns))
	for i, c := range p.columns {
		keys[i] = rows[0][slices.Index(plan.columns, c)]
	}
	x.store.lists.put(p.key, p.generation, func(l *list) { l.add(start{q.Offset, keys}) })
}
