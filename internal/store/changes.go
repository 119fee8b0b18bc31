package store

import (
	"slices"
	"sync"
	"time"

	"vitrine/internal/schema"
)

// Kinds of change, in the words of the realtime protocol.
const (
	Inserted = "INSERT"
	Updated  = "UPDATE"
	Deleted  = "DELETE"
	nothing  = ""
)

// Event is one row that a commit changed. New is the row after an insert or
// update; Old is the whole row of a delete and the key of an update.
type Event struct {
	Table *schema.Table
	Type  string
	New   Row
	Old   Row
	At    time.Time
	// Was is the row before an update that moved it to another address or place, or the
	// one whose place an inserted row takes.
	Was Row
}

// changes tells listeners what commits touched, so that caches are invalidated
// and browsers told.
type changes struct {
	mu          sync.Mutex
	generations []*Generation
	tables      []func(tables []string)
	events      []func(events []Event)
}

// OnChange calls hear with the tables that a commit touched, before the
// writer gets its answer; for commits of other processes, within a second.
// An empty list means that any table may have changed. hear must not block.
func (s *Store) OnChange(hear func(tables []string)) {
	s.changes.mu.Lock()
	defer s.changes.mu.Unlock()
	s.changes.tables = append(s.changes.tables, hear)
}

// OnEvents calls hear with the rows that commits changed, in commit order.
// hear must not block.
func (s *Store) OnEvents(hear func(events []Event)) {
	s.changes.mu.Lock()
	defer s.changes.mu.Unlock()
	s.changes.events = append(s.changes.events, hear)
}

// announce tells which tables changed; deliver tells which rows.
func (c *changes) announce(tables []string) {
	c.mu.Lock()
	hear, generations := slices.Clone(c.tables), c.generations
	c.mu.Unlock()
	advance(generations, tables)
	for _, h := range hear {
		h(tables)
	}
}

func (c *changes) deliver(events []Event) {
	if len(events) == 0 {
		return
	}
	c.mu.Lock()
	hear := slices.Clone(c.events)
	c.mu.Unlock()
	for _, h := range hear {
		h(events)
	}
}

func tablesOf(events []Event) []string {
	var out []string
	for _, e := range events {
		if !slices.Contains(out, e.Table.Name) {
			out = append(out, e.Table.Name)
		}
	}
	return out
}

// Tables are those that changed, none for any; some is false when nothing did.
func (c Changes) Tables() (tables []string, some bool) {
	if c.All {
		return nil, true
	}
	return tablesOf(c.Events), len(c.Events) > 0
}
