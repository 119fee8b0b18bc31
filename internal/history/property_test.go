package history_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/content"
	"vitrine/internal/history"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/documents"
	"vitrine/internal/store/revisions"
	"vitrine/internal/store/storetest"
)

// world is a site that several people change, each in a way of their own.
type world struct {
	t      *testing.T
	s      *store.Store
	random *rand.Rand
	all    procedure.All
	clock  *storetest.Clock
	people []store.Session
	made   int   // counts what must be there only once
	looked int64 // revisions up to this one are as they will be
	back   map[string]int
	decks  map[string][]*schema.Document // those still to come, in any order
	// states are the documents after each change, by the revision that was then
	// the newest.
	states map[int64]string
	last   map[string]string // each document as it was last seen
}

func newWorld(t *testing.T, s *store.Store, clock *storetest.Clock) *world {
	w := &world{t: t, s: s, states: map[int64]string{}, last: map[string]string{}, back: map[string]int{}, decks: map[string][]*schema.Document{}, random: rand.New(rand.NewPCG(7, 7)), clock: clock}
	w.all = content.Procedures()
	maps.Copy(w.all, history.Procedures(nil))
	for i := range 3 {
		w.people = append(w.people, w.s.As(schema.Actor{Role: schema.Admin, UserID: fmt.Sprintf("0000000%d-0000-4000-8000-000000000000", i)}))
	}
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) call(as store.Session, name string, args map[string]any) any {
	w.t.Helper()
	raw, err := json.Marshal(args)
	w.must(err)
	out, err := w.all.Call(w.t.Context(), as, name, raw)
	w.must(err)
	return out
}

// plain is a document without what may differ.
func plain(t *testing.T, d *schema.Document, raw json.RawMessage) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		t.Fatalf("%v in %q", err, raw)
	}
	delete(fields, "version")
	delete(fields, "updated_at")
	for i := range d.Lists {
		list, _ := fields[d.Lists[i].Name].([]any)
		for _, item := range list {
			for _, name := range []string{"id", "version", "updated_at"} {
				delete(item.(map[string]any), name)
			}
		}
	}
	out, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func (w *world) document(name string) *schema.Document {
	i := slices.IndexFunc(schema.Recorded(), func(d *schema.Document) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return schema.Recorded()[i]
}

// read is a document as it is now, without what may differ.
func (w *world) read(d *schema.Document, id string) string {
	w.t.Helper()
	now, err := documents.Read(w.t.Context(), w.s.AsSystem(), d, key(d, id))
	w.must(err)
	return plain(w.t, d, now)
}

// key is that of a document's row.
func key(d *schema.Document, id string) any {
	if d.Table != nil && d.Table.Key().Type == schema.String {
		return id
	}
	return json.Number(id)
}

func (w *world) revisions(where ...store.Cond) []store.Row {
	w.t.Helper()
	rows, err := w.people[0].Select(w.t.Context(), &schema.Revisions, store.Query{
		Fields: store.Fields("id", "document", "document_id", "action", "snapshot", "document_version", "restored_at"), Where: where, Order: []store.Order{store.Asc("id")},
	})
	w.must(err)
	return rows
}

func (w *world) version(d *schema.Document, id string) int64 {
	w.t.Helper()
	rows, err := w.s.AsSystem().Select(w.t.Context(), d.Main(), store.Query{})
	w.must(err)
	var sum int64
	for _, row := range rows {
		if d.Table == nil || fmt.Sprint(row[d.Table.Key().Name]) == id {
			sum += row.Int("version")
		}
	}
	return sum
}

func TestEveryRevisionGivesTheDocumentAsItWasThen(t *testing.T) {
	storetest.EachAt(t, func(t *testing.T, s *store.Store, clock *storetest.Clock) {
		w := newWorld(t, s, clock)
		w.begin()
		for range 400 {
			i := w.random.IntN(3)
			[]func(store.Session){w.byProcedures, w.byPlainCalls, w.byDeletion}[i](w.people[i])
			w.look()
			w.clock.Pass(time.Duration(w.random.IntN(8)) * time.Second)
		}
		w.must(revisions.Sweep(t.Context(), w.s, revisions.Retention{})) // packed ones are as good
		w.putEverythingBack()
		w.restoreEveryRevision()
	})
}

// unranked leaves out the place, which moves without an edit when another one
// comes or goes.
func unranked(text string) string {
	return regexp.MustCompile(`"(rank|order|display_order)":\d+`).ReplaceAllString(text, "")
}

// look remembers how the documents are that were changed last.
func (w *world) look() {
	w.t.Helper()
	seen := map[string]bool{}
	for _, row := range slices.Backward(w.revisions(store.Gt("id", w.looked))) {
		d, id := w.document(row.Text("document")), row.Text("document_id")
		if d == nil || seen[d.Name+id] || row.Text("action") == schema.Deleted {
			seen[row.Text("document")+id] = true
			continue
		}
		seen[d.Name+id] = true
		w.states[row.Int("id")] = unranked(w.read(d, id))
		w.last[d.Name+id] = w.states[row.Int("id")]
		w.looked = max(w.looked, row.Int("id")-recent)
	}
}

// recent is how many revisions back a plain call may become part of one.
const recent = 60

// deletions are those that can be taken back, the latest first.
func (w *world) deletions() (out []store.Row) {
	seen := map[string]bool{}
	for _, row := range slices.Backward(w.revisions()) {
		name := row.Text("document") + " " + row.Text("document_id")
		if row.Text("action") == schema.Deleted && !seen[name] {
			out = append(out, row)
		}
		seen[name] = true
	}
	return out
}

func (w *world) putEverythingBack() {
	w.t.Helper()
	for _, row := range w.deletions() {
		if d := w.document(row.Text("document")); d == nil {
			w.putItemBack(row)
		} else if !w.isOfAPage(row) {
			w.putBack(d, row)
		}
	}
	w.t.Log("put back", w.back)
	for _, d := range schema.Recorded() {
		if d.Table != nil && w.back[d.Name] == 0 {
			w.t.Errorf("no %s was deleted", d.Name)
		}
	}
	if w.back[schema.Team.Lists[0].Item] == 0 {
		w.t.Error("nobody of the team was deleted")
	}
}

func (w *world) putBack(d *schema.Document, row store.Row) {
	w.t.Helper()
	id := row.Text("document_id")
	w.call(w.people[1], "restore_deleted", map[string]any{"revision_id": row["id"]})
	w.back[d.Name]++
	got := w.read(d, id)
	if want := plain(w.t, d, row["snapshot"].(json.RawMessage)); got != want {
		w.t.Errorf("%s %s came back as\n%s, and its snapshot is\n%s", d.Name, id, got, want)
	}
	if want := w.last[d.Name+id]; unranked(got) != want {
		w.t.Errorf("%s %s came back as\n%s, and was\n%s", d.Name, id, got, want)
	}
}

// putItemBack is for those of a list that is a document as a whole. Each plain
// call leaves some, so a few will do.
func (w *world) putItemBack(row store.Row) {
	w.t.Helper()
	name := row.Text("document")
	if w.back[name] == 20 {
		return
	}
	w.call(w.people[1], "restore_deleted", map[string]any{"revision_id": row["id"]})
	w.back[name]++
	var was map[string]any
	w.must(json.Unmarshal(row["snapshot"].(json.RawMessage), &was))
	d := schema.Documents[slices.IndexFunc(schema.Documents, func(d *schema.Document) bool { return d.Table == nil && d.Lists[0].Item == name })]
	now, err := w.s.AsSystem().Select(w.t.Context(), d.Lists[0].Table, store.Query{})
	w.must(err)
	same := func(row store.Row) bool {
		return !slices.ContainsFunc(d.Lists[0].Columns(), func(column string) bool { return !reflect.DeepEqual(row[column], was[column]) })
	}
	if !slices.ContainsFunc(now, same) {
		w.t.Errorf("%s %v is not among\n%v", name, was, now)
	}
}

// isOfAPage tells of a redirect that a page left behind. It goes when the page
// comes back, and leads to where the page is by now, so its versions do not.
func (w *world) isOfAPage(revision store.Row) bool {
	var was struct {
		From string `json:"from_path"`
		To   string `json:"to_path"`
	}
	w.must(json.Unmarshal(revision["snapshot"].(json.RawMessage), &was))
	return strings.HasPrefix(was.From, "/page-") || strings.HasPrefix(was.To, "/page-")
}

func (w *world) restoreEveryRevision() {
	w.t.Helper()
	restored := map[string]int{}
	for _, row := range w.revisions() {
		d := w.document(row.Text("document"))
		if d == nil || row.Text("action") == schema.Deleted {
			continue
		}
		id, want := row.Text("document_id"), plain(w.t, d, row["snapshot"].(json.RawMessage))
		if then, known := w.states[row.Int("id")]; known && unranked(want) != then {
			w.t.Errorf("revision %v of %s %s holds\n%s, and the document was\n%s", row["id"], d.Name, id, want, then)
		}
		if w.isOfAPage(row) {
			continue
		}
		w.call(w.people[2], "restore_revision", map[string]any{"revision_id": row["id"], "version": w.version(d, id)})
		if got := w.read(d, id); got != want {
			w.t.Errorf("revision %v of %s %s, %s, gives\n%s, and was\n%s", row["id"], d.Name, id, row["action"], got, want)
		}
		restored[d.Name]++
		w.clock.Pass(time.Second)
	}
	w.t.Log("restored", restored)
	for _, d := range schema.Recorded() {
		if restored[d.Name] < 3 {
			w.t.Errorf("%s was tried with %d versions", d.Name, restored[d.Name])
		}
	}
}
