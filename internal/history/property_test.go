package history_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
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
	// states are the documents after each change, by the revision that was then
	// the newest.
	states map[int64]string
}

func newWorld(t *testing.T, open func(store.Options) *store.Store) *world {
	w := &world{t: t, states: map[int64]string{}, random: rand.New(rand.NewPCG(7, 7)), clock: storetest.NewClock()}
	w.s = open(store.Options{Now: w.clock.Now})
	w.all = content.Procedures()
	maps.Copy(w.all, history.Procedures())
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

func (w *world) text() string { return fmt.Sprint("text ", w.random.IntN(1000)) }

func (w *world) texts() []string {
	out := make([]string, w.random.IntN(4))
	for i := range out {
		out[i] = w.text()
	}
	return out
}

// pick is any row of a table; nil when there is none.
func (w *world) pick(t *schema.Table) store.Row {
	w.t.Helper()
	rows, err := w.s.Itself().Select(w.t.Context(), t, store.Query{})
	w.must(err)
	if len(rows) == 0 {
		return nil
	}
	return rows[w.random.IntN(len(rows))]
}

// byProcedures saves, reorders and deletes as our screens do.
func (w *world) byProcedures(me store.Session) {
	job, link := w.pick(&schema.JobListings), w.pick(&schema.NavigationLinks)
	switch w.random.IntN(7) {
	case 0:
		w.call(me, "save_job", map[string]any{"title": w.text(), "about": "<p>" + w.text() + "</p>", "responsibilities": w.texts(), "preferred": w.texts()})
	case 1:
		if job != nil {
			w.call(me, "save_job", map[string]any{"id": job["id"], "version": job["version"], "title": w.text(), "rank": 1 + w.random.IntN(4), "qualifications": w.texts()})
		}
	case 2:
		if job != nil {
			w.call(me, "delete_job", map[string]any{"id": job["id"], "version": job["version"]})
		}
	case 3:
		w.call(me, "save_navigation_link", map[string]any{"name": w.text(), "path": "/about"})
	case 4:
		rows, err := me.Select(w.t.Context(), &schema.NavigationLinks, store.Query{})
		w.must(err)
		ids := []any{}
		for _, row := range rows {
			ids = append(ids, row["id"])
		}
		w.random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
		w.call(me, "reorder_navigation_links", map[string]any{"ids": ids})
	case 5:
		if link != nil {
			w.call(me, "delete_navigation_link", map[string]any{"id": link["id"]})
		}
	case 6:
		rows, err := me.Select(w.t.Context(), &schema.TeamMembers, store.Query{})
		w.must(err)
		loaded, members := []any{}, []any{}
		for _, row := range rows {
			loaded = append(loaded, map[string]any{"id": row["id"], "version": row["version"]})
			if w.random.IntN(4) > 0 {
				members = append(members, map[string]any{"name": row["name"], "position": w.text()})
			}
		}
		members = append(members, map[string]any{"name": w.text()})
		w.call(me, "save_team", map[string]any{"loaded": loaded, "members": members})
	}
}

// byPlainCalls rewrites documents in several requests, as any client may.
func (w *world) byPlainCalls(me store.Session) {
	ctx := w.t.Context()
	switch w.random.IntN(3) {
	case 0:
		hero := w.pick(&schema.HeroContent)
		_, err := me.Update(ctx, &schema.HeroContent, store.Eq("id", hero["id"]), store.Row{"title": w.text()})
		w.must(err)
		_, err = me.Delete(ctx, &schema.FeaturedAreas, store.Eq("hero_id", hero["id"]))
		w.must(err)
		for _, text := range w.texts() {
			_, err = me.Insert(ctx, &schema.FeaturedAreas, store.Row{"hero_id": hero["id"], "title": text})
			w.must(err)
		}
	case 1:
		if job := w.pick(&schema.JobListings); job != nil {
			_, err := me.Update(ctx, &schema.JobListings, store.Eq("id", job["id"]), store.Row{"location": w.text()})
			w.must(err)
			_, err = me.Insert(ctx, &schema.JobPreferred, store.Row{"job_id": job["id"], "description": w.text()})
			w.must(err)
		}
	case 2:
		_, err := me.Insert(ctx, &schema.PortfolioCompanies, store.Row{"name": w.text(), "description": "d", "website_url": "https://c.example"})
		w.must(err)
	}
}

// byDeletion removes without asking for a version.
func (w *world) byDeletion(me store.Session) {
	t := []*schema.Table{&schema.PortfolioCompanies, &schema.JobListings, &schema.NavigationLinks}[w.random.IntN(3)]
	if row := w.pick(t); row != nil && w.random.IntN(3) == 0 {
		_, err := me.Delete(w.t.Context(), t, store.Eq("id", row["id"]))
		w.must(err)
	}
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
	i := slices.IndexFunc(schema.Documents, func(d *schema.Document) bool { return d.Name == name })
	if i < 0 {
		return nil
	}
	return schema.Documents[i]
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
	rows, err := w.s.Itself().Select(w.t.Context(), d.Main(), store.Query{})
	w.must(err)
	var sum int64
	for _, row := range rows {
		if d.Table == nil || fmt.Sprint(row["id"]) == id {
			sum += row.Int("version")
		}
	}
	return sum
}

func TestEveryRevisionGivesTheDocumentAsItWasThen(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) func(store.Options) *store.Store{
		"sqlite": func(t *testing.T) func(store.Options) *store.Store {
			dir := storetest.Folder(t)
			return func(o store.Options) *store.Store { o.Dir = dir; return storetest.Open(t, o) }
		},
		"postgres": func(t *testing.T) func(store.Options) *store.Store {
			url := storetest.PostgresURL(t)
			return func(o store.Options) *store.Store { o.URL = url; return storetest.Open(t, o) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, open(t))
			storetest.Add(t, w.s, &schema.HeroContent, store.Row{"title": "first"})
			for range 150 {
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
}

// unranked leaves out the rank, which moves without an edit when another job
// comes or goes.
func unranked(text string) string { return regexp.MustCompile(`"rank":\d+`).ReplaceAllString(text, "") }

// look remembers how the documents are that were changed last.
func (w *world) look() {
	w.t.Helper()
	seen := map[string]bool{}
	for _, row := range slices.Backward(w.revisions()) {
		d, id := w.document(row.Text("document")), row.Text("document_id")
		if d == nil || seen[d.Name+id] || row.Text("action") == schema.Deleted {
			seen[row.Text("document")+id] = true
			continue
		}
		seen[d.Name+id] = true
		now, err := documents.Read(w.t.Context(), w.s.Itself(), d, json.Number(id))
		w.must(err)
		w.states[row.Int("id")] = unranked(plain(w.t, d, now))
	}
}

func (w *world) putEverythingBack() {
	w.t.Helper()
	back := 0
	for _, row := range slices.Backward(w.revisions(store.Eq("action", schema.Deleted))) {
		if d := w.document(row.Text("document")); d == nil || !d.Many {
			continue
		}
		// Deleted, put back and deleted again: the last deletion is the one to take back.
		if n := len(w.revisions(store.Eq("document", row["document"]), store.Eq("document_id", row["document_id"]), store.Gt("id", row.Int("id")))); n > 0 {
			continue
		}
		d := w.document(row.Text("document"))
		w.call(w.people[1], "restore_deleted", map[string]any{"revision_id": row["id"]})
		now, err := documents.Read(w.t.Context(), w.s.Itself(), d, json.Number(row.Text("document_id")))
		w.must(err)
		if got, want := plain(w.t, d, now), plain(w.t, d, row["snapshot"].(json.RawMessage)); got != want {
			w.t.Errorf("%s %s came back as\n%s, and was\n%s", d.Name, row["document_id"], got, want)
		}
		back++
	}
	if back == 0 {
		w.t.Error("nothing was deleted")
	}
}

func (w *world) restoreEveryRevision() {
	w.t.Helper()
	restored := map[string]int{}
	for _, row := range w.revisions() {
		d := w.document(row.Text("document"))
		if d == nil || row.Text("action") == schema.Deleted {
			continue
		}
		id := row.Text("document_id")
		w.call(w.people[2], "restore_revision", map[string]any{"revision_id": row["id"], "version": w.version(d, id)})
		now, err := documents.Read(w.t.Context(), w.s.Itself(), d, json.Number(id))
		w.must(err)
		got, want := plain(w.t, d, now), plain(w.t, d, row["snapshot"].(json.RawMessage))
		if then, known := w.states[row.Int("id")]; known && unranked(want) != then {
			w.t.Errorf("revision %v of %s %s holds\n%s, and the document was\n%s", row["id"], d.Name, id, want, then)
		}
		if got != want {
			w.t.Errorf("revision %v of %s %s, %s, gives\n%s, and was\n%s", row["id"], d.Name, id, row["action"], got, want)
		}
		restored[d.Name]++
		w.clock.Pass(time.Second)
	}
	w.t.Log("restored", restored)
}
