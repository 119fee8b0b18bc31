package storetest

import (
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

var (
	Visitor = schema.Actor{Role: schema.Visitor}
	Viewer  = schema.Actor{Role: schema.Viewer, UserID: "11111111-1111-4111-8111-111111111111"}
	Editor  = schema.Actor{Role: schema.Editor, UserID: "22222222-2222-4222-8222-222222222222"}
	Admin   = schema.Actor{Role: schema.Admin, UserID: "33333333-3333-4333-8333-333333333333"}
)

// Add stores one row as the server itself.
func Add(t testing.TB, s *store.Store, table *schema.Table, row store.Row) store.Row {
	t.Helper()
	rows, err := s.AsSystem().Insert(t.Context(), table, row)
	if err != nil {
		t.Fatal(err)
	}
	return rows[0]
}

func Get(t testing.TB, s *store.Store, table *schema.Table, key any) store.Row {
	t.Helper()
	row, err := s.AsSystem().One(t.Context(), table, store.Eq(table.Key().Name, key))
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func WantFault(t testing.TB, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("got %v, want a fault of kind %q", err, kind)
	}
}

// Texts lists one column of the rows.
func Texts(rows []store.Row, column string) []string {
	out := []string{}
	for _, row := range rows {
		out = append(out, row.Text(column))
	}
	return out
}

func Same[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// Eventually waits for a condition that another goroutine or process makes true;
// a busy machine gets a minute more.
func Eventually(t testing.TB, within time.Duration, what string, ok func() bool) {
	t.Helper()
	within = Busy(within)
	for end := time.Now().Add(within); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

// Ear collects what a store announces, without that it was recorded in history.
type Ear struct {
	mu      sync.Mutex
	tables  [][]string
	batches [][]store.Event
}

func Listen(s *store.Store) *Ear {
	e := &Ear{}
	s.OnChange(func(tables []string) {
		e.mu.Lock()
		defer e.mu.Unlock()
		isHistory := func(name string) bool { return name == schema.Revisions.Name || name == schema.Activity.Name }
		e.tables = append(e.tables, slices.DeleteFunc(slices.Clone(tables), isHistory))
	})
	s.OnEvents(func(events []store.Event) {
		e.mu.Lock()
		defer e.mu.Unlock()
		isHistory := func(one store.Event) bool { return one.Table.Quiet }
		e.batches = append(e.batches, slices.DeleteFunc(slices.Clone(events), isHistory))
	})
	return e
}

// WaitForFeed waits until a store hears of commits: PostgreSQL's feed connects after
// the store is open, and then announces any table, as it may have missed some.
func WaitForFeed(t testing.TB, s *store.Store) {
	t.Helper()
	e := Listen(s)
	Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "feed@example.com"})
	Eventually(t, time.Minute, "the store hears of a commit", func() bool { return len(e.Events()) > 0 })
}

func (e *Ear) Changes() [][]string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.tables)
}

// Of is how many announcements named a table.
func (e *Ear) Of(table string) (n int) {
	for _, tables := range e.Changes() {
		if slices.Contains(tables, table) {
			n++
		}
	}
	return n
}

// Events lists what was heard, in order.
func (e *Ear) Events() []store.Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Concat(e.batches...)
}

func Spelled(events []store.Event) []string {
	out := []string{}
	for _, e := range events {
		out = append(out, e.Type+" "+e.Table.Name)
	}
	return out
}

// ListenAfter listens once everything written so far has been delivered.
func ListenAfter(t testing.TB, s *store.Store) *Ear {
	t.Helper()
	e := Listen(s)
	e.Until(t, s)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.batches = nil
	return e
}

// Until writes a row and waits for its event: what came before it has come.
func (e *Ear) Until(t testing.TB, s *store.Store) []store.Event {
	t.Helper()
	fence := Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Fence", "email": "a@example.com", "subject": "s", "message": "m"})
	var out []store.Event
	Eventually(t, 5*time.Second, "the events are delivered", func() bool {
		out = nil
		for _, ev := range e.Events() {
			if ev.Table == &schema.ContactFormSubmissions && ev.New["id"] == fence["id"] {
				return true
			}
			out = append(out, ev)
		}
		return false
	})
	return out
}

// Answer is what comes before it is too late.
func Answer(t testing.TB, what string, done <-chan error, late <-chan time.Time) error {
	t.Helper()
	select {
	case err := <-done:
		return err
	case <-late:
		t.Fatalf("%s is not answered", what)
		return nil
	}
}

// OpenOnce opens a database, which brings it up to date, and closes it.
func OpenOnce(t testing.TB, o store.Options) {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	s, err := engines.Open(t.Context(), o)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
