package store_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

var (
	visitor = schema.Actor{Role: schema.Visitor}
	viewer  = schema.Actor{Role: schema.Viewer, UserID: "11111111-1111-4111-8111-111111111111"}
	editor  = schema.Actor{Role: schema.Editor, UserID: "22222222-2222-4222-8222-222222222222"}
	admin   = schema.Actor{Role: schema.Admin, UserID: "33333333-3333-4333-8333-333333333333"}
)

// add stores one row as the server itself.
func add(t testing.TB, s *store.Store, table *schema.Table, row store.Row) store.Row {
	t.Helper()
	rows, err := s.Itself().Insert(t.Context(), table, row)
	if err != nil {
		t.Fatal(err)
	}
	return rows[0]
}

func get(t testing.TB, s *store.Store, table *schema.Table, key any) store.Row {
	t.Helper()
	row, err := s.Itself().One(t.Context(), table, store.Eq(table.Key().Name, key))
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func wantFault(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("got %v, want a fault of kind %q", err, kind)
	}
}

// texts lists one column of the rows.
func texts(rows []store.Row, column string) []string {
	out := []string{}
	for _, row := range rows {
		out = append(out, row.Text(column))
	}
	return out
}

func same[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// eventually waits for a condition that another goroutine or process makes true;
// a busy machine gets a minute more.
func eventually(t testing.TB, within time.Duration, what string, ok func() bool) {
	t.Helper()
	within = storetest.Busy(within)
	for end := time.Now().Add(within); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

// ear collects what a store announces.
type ear struct {
	mu      sync.Mutex
	tables  [][]string
	batches [][]store.Event
}

func listen(s *store.Store) *ear {
	e := &ear{}
	s.OnChange(func(tables []string) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.tables = append(e.tables, tables)
	})
	s.OnEvents(func(events []store.Event) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.batches = append(e.batches, events)
	})
	return e
}

func (e *ear) changes() [][]string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.tables)
}

// of is how many announcements named a table.
func (e *ear) of(table string) (n int) {
	for _, tables := range e.changes() {
		if slices.Contains(tables, table) {
			n++
		}
	}
	return n
}

// events lists what was heard, in order.
func (e *ear) events() []store.Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Concat(e.batches...)
}

func spelled(events []store.Event) []string {
	out := []string{}
	for _, e := range events {
		out = append(out, e.Type+" "+e.Table.Name)
	}
	return out
}

// listenAfter listens once everything written so far has been delivered.
func listenAfter(t testing.TB, s *store.Store) *ear {
	t.Helper()
	e := listen(s)
	e.until(t, s)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.batches = nil
	return e
}

// until writes a row and waits for its event: what came before it has come.
func (e *ear) until(t testing.TB, s *store.Store) []store.Event {
	t.Helper()
	fence := add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Fence", "email": "a@example.com", "subject": "s", "message": "m"})
	var out []store.Event
	eventually(t, 5*time.Second, "the events are delivered", func() bool {
		out = nil
		for _, ev := range e.events() {
			if ev.Table == &schema.ContactFormSubmissions && ev.New["id"] == fence["id"] {
				return true
			}
			out = append(out, ev)
		}
		return false
	})
	return out
}
