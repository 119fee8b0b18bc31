package realtime

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// wish is a binding as a client asks for it.
type wish struct {
	Event  *string `json:"event,omitempty"`
	Schema *string `json:"schema,omitempty"`
	Table  *string `json:"table,omitempty"`
	Filter *string `json:"filter,omitempty"`

	Select json.RawMessage `json:"select,omitempty"` // a list of columns
}

// binding is a wish made ready: per table, what a row must satisfy. A wish
// that cannot be applied has no tables and hears nothing.
type binding struct {
	id     int64
	event  string // "*" means all
	tables map[*schema.Table]test
	shows  *view // nil means whole rows
}

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
		if holds := compile(t, or(w.Filter, "")); holds != nil {
			b.tables[t] = holds
		}
	}
	if len(w.Select) > 0 {
		b.narrow(w)
	}
	return b
}

// narrow makes a binding of one table show some of its columns, or nothing if
// it cannot.
func (b *binding) narrow(w wish) {
	var names []string
	err := json.Unmarshal(w.Select, &names)
	if err == nil && len(names) == 0 {
		return
	}
	t, unknown := schema.Lookup(or(w.Table, "*"))
	if err != nil || unknown != nil || or(w.Schema, "public") == "*" || slices.ContainsFunc(names, func(name string) bool { return t.Column(name) == nil }) {
		clear(b.tables)
		return
	}
	b.shows = viewOf(t, func(c *schema.Column) bool { return c.Name == t.Key().Name || slices.Contains(names, c.Name) })
}

// unable tells a client about a binding that hears nothing; "" means it does.
func (b *binding) unable(w wish) string {
	if len(b.tables) > 0 {
		return ""
	}
	return fmt.Sprintf("Unable to subscribe to changes with given parameters: [event: %s, schema: %s, table: %s, filter: %.200s, select: %.200s]",
		b.event, or(w.Schema, "public"), or(w.Table, "*"), or(w.Filter, ""), w.Select)
}

func or(s *string, otherwise string) string {
	if s == nil || *s == "" {
		return otherwise
	}
	return *s
}

// concerns tells whether a binding asks for such events, whatever its filter.
func (b *binding) concerns(e *store.Event) bool {
	return b.tables[e.Table] != nil && (b.event == "*" || b.event == e.Type)
}

// audience are bindings that see the same of an event.
type audience struct {
	shows *view
	ids   []int64
}

func (c *channel) matching(e *store.Event) (out []audience) {
	for i := range c.bindings {
		b := &c.bindings[i]
		if !b.concerns(e) || !b.tables[e.Table](rowOf(e)) {
			continue
		}
		shows := cmp.Or(b.shows, whole[e.Table])
		at := slices.IndexFunc(out, func(a audience) bool { return a.shows.names == shows.names })
		if at < 0 {
			at, out = len(out), append(out, audience{shows: shows})
		}
		out[at].ids = append(out[at].ids, b.id)
	}
	return out
}
