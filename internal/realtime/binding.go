package realtime

import (
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// wish is a binding as a client asks for it.
type wish struct {
	Event  *string `json:"event,omitempty"`
	Schema *string `json:"schema,omitempty"`
	Table  *string `json:"table,omitempty"`
	Filter *string `json:"filter,omitempty"`
}

// binding is a wish made ready: per table, what a row must satisfy. A wish
// that cannot be applied has no tables and hears nothing.
type binding struct {
	id     int64
	event  string // "*" means all
	tables map[*schema.Table]test
}

// test judges a row.
type test func(store.Row) bool

func anyRow(store.Row) bool { return true }

func bind(w wish, id int64) binding {
	b := binding{id: id, event: or(w.Event, "*"), tables: map[*schema.Table]test{}}
	if in := or(w.Schema, "public"); in != "public" && in != "*" {
		return b
	}
	if len(or(w.Filter, "")) > maxFilter {
		return b
	}
	for _, t := range schema.Tables {
		if name := or(w.Table, "*"); name != "*" && name != t.Name {
			continue
		}
		if filter := or(w.Filter, ""); filter == "" {
			b.tables[t] = anyRow
		} else if holds := compile(t, filter); holds != nil {
			b.tables[t] = holds
		}
	}
	return b
}

func or(s *string, otherwise string) string {
	if s == nil || *s == "" {
		return otherwise
	}
	return *s
}

func (c *channel) matching(e *store.Event) (ids []int64) {
	for i := range c.bindings {
		b := &c.bindings[i]
		if b.event != "*" && b.event != e.Type {
			continue
		}
		if holds := b.tables[e.Table]; holds != nil && holds(rowOf(e)) {
			ids = append(ids, b.id)
		}
	}
	return ids
}

const maxList = 100

// compile reads column=op.value; nil means that it cannot be applied to t.
func compile(t *schema.Table, filter string) test {
	name, rest, ok1 := strings.Cut(filter, "=")
	op, text, ok2 := strings.Cut(rest, ".")
	column := t.Column(name)
	if !ok1 || !ok2 || column == nil || column.Type == schema.JSON {
		return nil
	}
	if op == "in" {
		return oneOf(column, text)
	}
	fits, ok := operators[op]
	if !ok {
		return nil
	}
	want, err := column.Parse(text)
	if err != nil {
		return nil
	}
	return func(row store.Row) bool {
		order, known := compare(row[name], want)
		return known && fits(order)
	}
}

var operators = map[string]func(order int) bool{
	"eq":  func(o int) bool { return o == 0 },
	"neq": func(o int) bool { return o != 0 },
	"lt":  func(o int) bool { return o < 0 },
	"lte": func(o int) bool { return o <= 0 },
	"gt":  func(o int) bool { return o > 0 },
	"gte": func(o int) bool { return o >= 0 },
}

func oneOf(column *schema.Column, text string) test {
	items, ok := split(text)
	if !ok || len(items) > maxList {
		return nil
	}
	var wanted []any
	for _, item := range items {
		want, err := column.Parse(item)
		if err != nil {
			return nil
		}
		wanted = append(wanted, want)
	}
	return func(row store.Row) bool {
		for _, want := range wanted {
			if order, known := compare(row[column.Name], want); known && order == 0 {
				return true
			}
		}
		return false
	}
}

// split reads (a,b,"c,d"), where a backslash escapes inside quotes.
func split(text string) (items []string, ok bool) {
	inner, open := strings.CutPrefix(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !open || !closed {
		return nil, false
	}
	var item strings.Builder
	quoted, escaped := false, false
	for _, c := range inner {
		switch {
		case escaped:
			escaped = false
			item.WriteRune(c)
		case quoted && c == '\\':
			escaped = true
		case c == '"' && (quoted || item.Len() == 0):
			quoted = !quoted
		case c == ',' && !quoted:
			items = append(items, item.String())
			item.Reset()
		default:
			item.WriteRune(c)
		}
	}
	if quoted || escaped {
		return nil, false
	}
	return append(items, item.String()), inner != ""
}

// compare orders two values of one type; null is not comparable.
func compare(have, want any) (order int, known bool) {
	switch h := have.(type) {
	case int64:
		if w, ok := want.(int64); ok {
			return sign(h < w, h > w), true
		}
	case string:
		if w, ok := want.(string); ok {
			return strings.Compare(h, w), true
		}
	case bool:
		if w, ok := want.(bool); ok {
			return sign(!h && w, h && !w), true
		}
	case time.Time:
		if w, ok := want.(time.Time); ok {
			return h.Compare(w), true
		}
	}
	return 0, false
}

func sign(less, more bool) int {
	switch {
	case less:
		return -1
	case more:
		return 1
	}
	return 0
}
