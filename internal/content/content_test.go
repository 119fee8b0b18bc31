package content_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine/internal/content"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	builtin "vitrine/web/src/content"
)

var (
	visitor = schema.Actor{Role: schema.Visitor, Label: "anon"}
	viewer  = schema.Actor{Role: schema.Viewer, UserID: "11111111-1111-4111-8111-111111111111"}
	editor  = schema.Actor{Role: schema.Editor, UserID: "22222222-2222-4222-8222-222222222222"}
)

type object = map[string]any

// site is a database with the built-in content and no jobs.
type site struct {
	testing.TB
	db    *store.Store
	clean *atomic.Value // everything, before calls that were refused
}

func each(t *testing.T, test func(t *testing.T, s site)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		if err := content.Seed(t.Context(), db.AsSystem(), builtin.JSON, false); err != nil {
			t.Fatal(err)
		}
		s := at(t, db)
		test(t, s)
		s.settle()
	})
}

func at(t testing.TB, db *store.Store) site { return site{t, db, &atomic.Value{}} }

// call runs a procedure the way a client does: JSON in, JSON out.
func (s site) call(who schema.Actor, name string, args any) (any, error) {
	s.Helper()
	s.settle()
	return s.do(who, name, args)
}

func (s site) do(who schema.Actor, name string, args any) (any, error) {
	s.Helper()
	raw, ok := args.(string)
	if !ok {
		marshalled, err := json.Marshal(args)
		if err != nil {
			s.Fatal(err)
		}
		raw = string(marshalled)
	}
	out, err := content.Procedures().Call(s.Context(), s.db.As(who), name, json.RawMessage(raw))
	if err != nil || out == nil {
		return nil, err
	}
	marshalled, err := json.Marshal(out)
	if err != nil {
		s.Fatal(err)
	}
	var answer any
	if err := json.Unmarshal(marshalled, &answer); err != nil {
		s.Fatalf("%s answers %s: %v", name, marshalled, err)
	}
	return answer, nil
}

// refused is a call that must fail in one way; settle sees to it that
// everything stays as it was.
func (s site) refused(who schema.Actor, kind fault.Kind, name string, args any) {
	s.Helper()
	if before, _ := s.clean.Load().(string); before == "" {
		s.clean.Store(s.everything())
	}
	answer, err := s.do(who, name, args)
	if !fault.Is(err, kind) {
		s.Errorf("%s(%v) as %s: error %v, want the kind %q", name, args, who.Role, err, kind)
	}
	if answer != nil {
		s.Errorf("%s(%v) was refused and yet answers %v", name, args, answer)
	}
}

// settle compares everything with what it was before the refused calls.
func (s site) settle() {
	s.Helper()
	if before, _ := s.clean.Swap("").(string); before != "" {
		s.unchanged("a refused call", before)
	}
}

// must is a call that has to work, with an object as its answer.
func (s site) must(name string, args any) object {
	s.Helper()
	answer, err := s.call(editor, name, args)
	if err != nil {
		s.Fatalf("%s: %v", name, err)
	}
	document, _ := answer.(object)
	return document
}

// rows reads a table whole, as clients see it.
func (s site) rows(t *schema.Table) []object {
	s.Helper()
	rows, err := s.db.AsSystem().Select(s.Context(), t, store.Query{Order: []store.Order{store.Asc(t.Key().Name)}})
	if err != nil {
		s.Fatal(err)
	}
	out := []object{}
	for _, row := range rows {
		var o object
		if err := json.Unmarshal(row.AppendJSON(nil, t), &o); err != nil {
			s.Fatal(err)
		}
		out = append(out, o)
	}
	return out
}

func (s site) only(t *schema.Table) object {
	s.Helper()
	rows := s.rows(t)
	if len(rows) != 1 {
		s.Fatalf("%s has %d rows, want 1", t.Name, len(rows))
	}
	return rows[0]
}

// everything is the whole content as one text, to see that nothing changed.
func (s site) everything() string {
	s.Helper()
	var out strings.Builder
	for _, t := range schema.Tables {
		raw, err := json.Marshal(s.rows(t))
		if err != nil {
			s.Fatal(err)
		}
		out.WriteString(t.Name + " " + string(raw) + "\n")
	}
	return out.String()
}

// unchanged shows the tables that are not as they were before.
func (s site) unchanged(what, before string) {
	s.Helper()
	was := strings.Split(before, "\n")
	for i, line := range strings.Split(s.everything(), "\n") {
		if line != was[i] {
			s.Errorf("%s changed something:\n%s\nwas\n%s", what, line, was[i])
		}
	}
}

func (s site) equal(what string, got, want any) {
	s.Helper()
	if !reflect.DeepEqual(plain(s, got), plain(s, want)) {
		s.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// plain makes numbers and lists of Go and JSON comparable.
func plain(s site, v any) any {
	raw, err := json.Marshal(v)
	if err != nil {
		s.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(raw, &out); err != nil {
		s.Fatal(err)
	}
	return out
}

// listen answers with the events since it was asked last. What was written
// before the row of its own has come before that.
func (s site) listen() func() []store.Event {
	heard := make(chan store.Event, 1000)
	s.db.OnEvents(func(events []store.Event) {
		for _, e := range events {
			heard <- e
		}
	})
	return func() (out []store.Event) {
		s.Helper()
		fence, err := s.db.AsSystem().Insert(s.Context(), &schema.TeamMembers, store.Row{"name": "Fence"})
		if err != nil {
			s.Fatal(err)
		}
		for e := range heard {
			if e.Table == &schema.TeamMembers && e.New["id"] == fence[0]["id"] {
				break
			}
			out = append(out, e)
		}
		return out
	}
}

func column(rows []object, name string) []any {
	out := []any{}
	for _, row := range rows {
		out = append(out, row[name])
	}
	return out
}

// with is a copy of the arguments with some of them set; nil removes one.
func with(args object, changes object) object {
	out := object{}
	for k, v := range args {
		out[k] = v
	}
	for k, v := range changes {
		if out[k] = v; v == nil {
			delete(out, k)
		}
	}
	return out
}
