package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/content"
	"vitrine/internal/limit"
	"vitrine/internal/procedure"
	"vitrine/internal/rest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

var (
	visitor = schema.Actor{Role: schema.Visitor, Address: "192.0.2.1"}
	viewer  = schema.Actor{Role: schema.Viewer, UserID: "11111111-1111-4111-8111-111111111111", Address: "192.0.2.2"}
	editor  = schema.Actor{Role: schema.Editor, UserID: "22222222-2222-4222-8222-222222222222", Address: "192.0.2.3"}
	admin   = schema.Actor{Role: schema.Admin, UserID: "33333333-3333-4333-8333-333333333333", Address: "192.0.2.4"}

	everybody = map[string]schema.Actor{"anon": visitor, "viewer": viewer, "editor": editor, "admin": admin}
)

// noon is when everything in these tests happens, so that answers repeat.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// site is the table interface on a real database with the sample content.
type site struct {
	testing.TB
	store *store.Store
	mux   *http.ServeMux
}

// each runs test once per engine, on the sample. The databases are opened once
// for all tests, because opening one costs more than most tests do.
func each(t *testing.T, test func(t *testing.T, s *site)) {
	t.Helper()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			if shared[engine] == nil {
				shared[engine] = openShared(t, engine)
			}
			s := &site{TB: t, store: shared[engine]}
			s.limited(nil)
			s.reset(schema.Tables...)
			test(t, s)
		})
	}
}

var (
	shared  = map[string]*store.Store{}
	endings []func()
)

// lasting is a test whose database outlives it.
type lasting struct{ testing.TB }

func (lasting) Context() context.Context { return context.Background() }
func (lasting) Cleanup(end func())       { endings = append(endings, end) }

func openShared(t *testing.T, engine string) *store.Store {
	o := store.Options{Now: func() time.Time { return noon }}
	if engine == "postgres" {
		o.URL = storetest.PostgresURL(lasting{t})
	} else {
		dir, err := os.MkdirTemp("", "vitrine-rest")
		if err != nil {
			t.Fatal(err)
		}
		o.Dir = dir
		endings = append(endings, func() { os.RemoveAll(dir) })
	}
	return storetest.Open(lasting{t}, o)
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range slices.Backward(endings) {
		end()
	}
	os.Exit(code)
}

func onSQLite(t testing.TB) *site { return newSite(t, store.Options{Dir: t.TempDir()}, nil) }

func newSite(t testing.TB, o store.Options, limits *limit.Limiter) *site {
	t.Helper()
	o.Now = func() time.Time { return noon }
	s := &site{TB: t, store: storetest.Open(t, o)}
	s.limited(limits)
	s.reset(schema.Tables...)
	return s
}

// limited opens the interface anew, with other limits.
func (s *site) limited(limits *limit.Limiter) {
	s.mux = http.NewServeMux()
	rest.New(rest.Options{
		Store: s.store, Procedures: content.Procedures(), Limits: limits, Keep: true, Log: slog.New(slog.DiscardHandler),
	}).Routes(s.mux)
}

// procedures opens the interface anew, with procedures that answer as given.
func (s *site) procedures(answers map[string]string) {
	all := procedure.All{}
	for name, text := range answers {
		all[name] = procedure.New(func(context.Context, store.Session, procedure.Args) (any, error) { return json.RawMessage(text), nil }, "")
	}
	s.mux = http.NewServeMux()
	rest.New(rest.Options{Store: s.store, Procedures: all, Log: slog.New(slog.DiscardHandler)}).Routes(s.mux)
}

// call is one request; header lines are "Name: value".
type call struct {
	as     schema.Actor
	method string
	path   string // below /rest/v1/
	header []string
	body   string
}

type answer struct {
	status int
	header http.Header
	body   string
}

func (s *site) ask(c call) answer {
	s.Helper()
	return s.send(c, strings.NewReader(c.body))
}

func (s *site) send(c call, body io.Reader) answer {
	s.Helper()
	r, err := http.NewRequest(c.method, "http://site.test/rest/v1/", body)
	if err != nil {
		s.Fatal(err)
	}
	// Set by hand: a hostile request line would not survive url.Parse.
	path, query, _ := strings.Cut(c.path, "?")
	r.URL.Path, r.URL.RawQuery = "/rest/v1/"+path, query
	if c.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, line := range c.header {
		name, value, _ := strings.Cut(line, ": ")
		if name == "Prefer" {
			r.Header.Add(name, value)
		} else {
			r.Header.Set(name, value)
		}
	}
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, r.WithContext(schema.WithActor(s.Context(), c.as, nil)))
	return answer{w.Code, w.Header(), w.Body.String()}
}

// fault reads an error body, which always has the same four keys.
func (a answer) fault(t testing.TB) map[string]any {
	t.Helper()
	var f map[string]any
	if err := json.Unmarshal([]byte(a.body), &f); err != nil {
		t.Fatalf("status %d with a body that is no JSON object: %q", a.status, a.body)
	}
	for _, key := range []string{"code", "message", "details", "hint"} {
		if _, ok := f[key]; !ok {
			t.Errorf("the error has no %q: %s", key, a.body)
		}
	}
	if len(f) != 4 {
		t.Errorf("the error has more than four keys: %s", a.body)
	}
	if got := a.header.Get("Content-Type"); got != "application/json; charset=utf-8" {
		t.Errorf("an error of type %q", got)
	}
	return f
}

// rows reads a list.
func (a answer) rows(t testing.TB) []map[string]any {
	t.Helper()
	var list []map[string]any
	if err := json.Unmarshal([]byte(a.body), &list); err != nil {
		t.Fatalf("status %d, not a list: %q", a.status, a.body)
	}
	return list
}

// stored is the content of a table as the server itself sees it.
func (s *site) stored(t *schema.Table) []store.Row {
	s.Helper()
	rows, err := s.store.AsSystem().Select(s.Context(), t, store.Query{Order: []store.Order{store.Asc(t.Key().Name)}})
	if err != nil {
		s.Fatal(err)
	}
	return rows
}

// snapshot is the stored content of the tables in one text.
func (s *site) snapshot(tables ...*schema.Table) string {
	s.Helper()
	var out bytes.Buffer
	for _, t := range tables {
		out.WriteString(t.Name + "\n")
		for _, row := range s.stored(t) {
			out.Write(append(row.AppendJSON(nil, t), '\n'))
		}
	}
	return out.String()
}

// unchanged compares the tables with an earlier snapshot, line by line.
func (s *site) unchanged(t testing.TB, what, was string, tables ...*schema.Table) {
	t.Helper()
	is := s.snapshot(tables...)
	for _, line := range strings.Split(is, "\n") {
		if !strings.Contains(was, line+"\n") {
			t.Errorf("%s: now %s", what, line)
		}
	}
	for _, line := range strings.Split(was, "\n") {
		if !strings.Contains(is, line+"\n") {
			t.Errorf("%s: no longer %s", what, line)
		}
	}
	if is != was && !t.Failed() {
		t.Errorf("%s: the order of rows changed", what)
	}
}

// family is a table with the tables that a write to it may touch.
func family(t *schema.Table) []*schema.Table {
	out := []*schema.Table{t}
	if parent, _ := t.Parent(); parent != nil {
		out = []*schema.Table{parent}
	}
	if t.Document() != nil {
		return []*schema.Table{t.Document(), t}
	}
	return append(out, out[0].Children()...)
}

// reset brings the tables back to the sample; they must be whole families.
func (s *site) reset(tables ...*schema.Table) {
	s.Helper()
	err := s.store.AsSystem().Tx(s.Context(), func(tx store.Session) error {
		for _, t := range tables {
			if _, err := tx.Delete(s.Context(), t, store.Not{Cond: store.IsNull(t.Key().Name)}); err != nil {
				return err
			}
		}
		for _, t := range tables {
			if _, err := tx.Insert(s.Context(), t, sampleOf(t)...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
}
