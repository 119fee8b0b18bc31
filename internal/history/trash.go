package history

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/documents"
	"vitrine/internal/store/revisions"
)

type ofRevision struct {
	RevisionID int64 `json:"revision_id"`
}

// deletion is a revision that can be taken back.
func deletion(ctx context.Context, tx store.Session, id int64) (store.Row, map[string]any, error) {
	row, was, err := revision(ctx, tx, id)
	if err != nil {
		return nil, nil, err
	}
	if row.Text("action") != schema.Deleted {
		return nil, nil, fault.New(fault.Invalid, "revision %d is no deletion", id)
	}
	if row["restored_at"] != nil {
		return nil, nil, putBackAlready()
	}
	return row, was, nil
}

func putBackAlready() error { return notThere("This was put back already.") }

// restoreDeleted brings back what was deleted, with its lists, its place in the
// order and its address.
func (h *history) restoreDeleted(ctx context.Context, db store.Session, of ofRevision) (Restored, error) {
	out := Restored{LeftOut: []LeftOut{}}
	doing := store.Doing{Action: schema.Restored, Whole: true}
	err := db.Doing(doing).Tx(ctx, func(tx store.Session) error {
		out.LeftOut = []LeftOut{}
		row, was, err := deletion(ctx, tx, of.RevisionID)
		if err != nil {
			return err
		}
		if err := h.putBack(ctx, tx, row, was, &out); err != nil {
			return err
		}
		patch := store.Row{"restored_at": tx.Now()}
		if isTrashedAs(row.Text("document")) { // the row is the only copy, so that it goes when the row does
			patch["snapshot"], patch["withheld"] = json.RawMessage("{}"), nil
		}
		marked, err := tx.AsSystem().Update(ctx, &schema.Revisions, store.All{store.Eq("id", of.RevisionID), store.IsNull("restored_at")}, patch)
		if err == nil && len(marked) == 0 { // by somebody else, at the same moment
			err = putBackAlready()
		}
		return err
	})
	return out, err
}

// isTrashedAs tells whether a document has no history, only Trash.
func isTrashedAs(name string) bool {
	return slices.Contains(slices.Collect(maps.Values(schema.Trashed)), name)
}

func (h *history) putBack(ctx context.Context, tx store.Session, row store.Row, was map[string]any, out *Restored) error {
	name := row.Text("document")
	if d := declared(name); d != nil {
		return putBackDocument(ctx, tx, d, row, was, out)
	}
	for t, called := range schema.Trashed {
		if called != name {
			continue
		}
		stored, err := reinsert(ctx, tx, t, was)
		if err != nil {
			return err
		}
		read, _ := t.Split(tx.Actor().Role)
		out.Document = stored.AppendJSON(nil, &read)
		return revisions.Note(ctx, tx, schema.Restored, name, row.Text("document_id"), revisions.Summary(name, out.Document))
	}
	for _, d := range schema.Documents {
		if d.Table == nil && d.Lists[0].Item == name {
			return h.putBackItem(ctx, tx, d, row, was, out)
		}
	}
	return fault.New(fault.Invalid, "%s cannot be brought back", name)
}

// reinsert brings back a row that has no history. The server alone adds
// applications, and pictures to the library, each with its file.
func reinsert(ctx context.Context, tx store.Session, t *schema.Table, was store.Row) (store.Row, error) {
	if t == &schema.JobApplications {
		if err := tx.Lock(ctx, t.Name); err != nil { // its CV is not swept meanwhile
			return nil, err
		}
		return tx.AsSystem().Reinsert(ctx, t, was)
	}
	if t != &schema.Media {
		return tx.Reinsert(ctx, t, was)
	}
	stored, err := tx.AsSystem().Reinsert(ctx, t, was)
	if err != nil {
		return nil, err
	}
	there, err := storage.PutBack(ctx, tx.AsSystem(), stored)
	if err == nil && !there {
		err = notThere("The file of this picture is not kept any more, or another one has its name by now.")
	}
	return stored, err
}

func putBackDocument(ctx context.Context, tx store.Session, d *schema.Document, row store.Row, was map[string]any, out *Restored) error {
	if d.Table.Order != "" {
		if err := tx.Lock(ctx, d.Table.Name); err != nil {
			return err
		}
	}
	if err := freeAddress(ctx, tx, d.Table, was, out); err != nil {
		return err
	}
	for c := range d.Table.Columns.All() {
		kept, err := withoutLost(ctx, tx, c, was[c.Name], "", out)
		if err != nil {
			return err
		}
		was[c.Name] = kept
	}
	stored, err := tx.Reinsert(ctx, d.Table, was)
	if err != nil {
		return err
	}
	if old, _ := was["slug"].(string); d.Table.Slug != "" && stored.Text("slug") != old {
		out.LeftOut = append(out.LeftOut, LeftOut{"slug", "The address " + old + " is taken by now; it is at " + stored.Text("slug") + "."})
	}
	if err := tellRedirects(ctx, tx, d.Table, stored, out); err != nil {
		return err
	}
	for i := range d.Lists {
		l := &d.Lists[i]
		ref := l.Joined()
		list, _ := was[l.Name].([]any)
		if ref == nil || len(list) == 0 {
			continue
		}
		rows := make([]store.Row, len(list))
		for n, one := range list {
			item, _ := one.(map[string]any)
			rows[n] = procedure.Args(item).Pick(append(l.Columns(), l.Table.Order)...)
			rows[n][ref.Name] = stored["id"]
		}
		if _, err := tx.Insert(ctx, l.Table, rows...); err != nil {
			return err
		}
	}
	out.Document = stored.AppendJSON(nil, d.Table)
	switch {
	case d.Order == schema.Ranked:
		return tx.Renumber(ctx, d.Table, d.Table.Order, stored["id"], stored.Int(d.Table.Order))
	case d.Reorders():
		return makeRoom(ctx, tx, d, row, stored)
	}
	return nil
}

// makeRoom moves the others up where one of them got the place of a row that comes
// back. One that had it beside that row, as people may number them, stays.
func makeRoom(ctx context.Context, tx store.Session, d *schema.Document, row, stored store.Row) error {
	place := d.Table.Order
	others := store.All{store.Neq("id", stored["id"]), store.Gte(place, stored[place])}
	if d.Group != "" {
		others = append(others, store.Eq(d.Group, stored[d.Group]))
	}
	there, err := tx.Select(ctx, d.Table, store.Query{Where: append(others, store.Eq(place, stored[place]))})
	if err != nil {
		return err
	}
	for _, other := range there {
		old, err := before(ctx, tx, d, fmt.Sprint(other["id"]), row, 1)
		if err != nil {
			return err
		}
		was := map[string]any{}
		if len(old) > 0 {
			raw, _ := old[0]["snapshot"].(json.RawMessage)
			if err := json.Unmarshal(raw, &was); err != nil {
				return err
			}
		}
		if was[place] != float64(stored.Int(place)) {
			return tx.Shift(ctx, d.Table, place, 1, others...)
		}
	}
	return nil
}

// freeAddress gives a page another address where its own is taken by now. That
// of a job is made by the store.
func freeAddress(ctx context.Context, tx store.Session, t *schema.Table, was map[string]any, out *Restored) error {
	old, _ := was["slug"].(string)
	if t.Slug != "" || t.Column("slug") == nil {
		return nil
	}
	for n := 2; ; n++ {
		taken, err := tx.AsSystem().Count(ctx, t, store.Eq("slug", was["slug"]))
		if err != nil || taken == 0 {
			return err
		}
		more := fmt.Sprint("-", n)
		was["slug"] = old[:min(len(old), t.Column("slug").Rule(schema.Max).Limit-len(more))] + more
		out.LeftOut = []LeftOut{{"slug", fmt.Sprintf("The address %s is taken by now; it is at %s.", old, was["slug"])}}
	}
}

// tellRedirects says which redirect a page takes the place of, as any page does
// that comes to its address.
func tellRedirects(ctx context.Context, tx store.Session, t *schema.Table, page store.Row, out *Restored) error {
	if t != &schema.Pages {
		return nil
	}
	rows, err := tx.AsSystem().Select(ctx, &schema.Redirects, store.Query{})
	for _, row := range rows {
		if from := schema.PathOf(row.Text("from_path")); from == "/"+page.Text("slug") {
			out.LeftOut = append(out.LeftOut, LeftOut{"slug", fmt.Sprintf("The redirect from %s to %s is in Trash now: the page is there again.", from, row.Text("to_path"))})
		}
	}
	return err
}

// putBackItem inserts an item where it stood in its list.
func (h *history) putBackItem(ctx context.Context, tx store.Session, d *schema.Document, row store.Row, was map[string]any, out *Restored) error {
	l := &d.Lists[0]
	now, err := tx.Select(ctx, l.Table, store.Query{})
	if err != nil {
		return err
	}
	pairs, list := []any{}, []any{}
	for _, one := range now {
		pairs = append(pairs, map[string]any{"id": one["id"], "version": one["version"]})
		list = append(list, map[string]any(procedure.Args(one).Pick(l.Columns()...)))
	}
	item := map[string]any(procedure.Args(was).Pick(l.Columns()...))
	if err := itemWithoutLost(ctx, tx, l, item, nil, out); err != nil {
		return err
	}
	place, err := placeOf(ctx, tx, d, row, was)
	if err != nil {
		return err
	}
	list = slices.Insert(list, place, any(item))
	raw, err := json.Marshal(map[string]any{"loaded": pairs, l.Name: list})
	if err != nil {
		return err
	}
	saved, err := h.saves.Call(ctx, tx, "save_"+cmp.Or(d.Saves, d.Name), raw)
	if err == nil {
		out.Document = *saved.(*json.RawMessage)
	}
	return err
}

// knowing is how many revisions are asked where an item stood.
const knowing = 20

// placeOf is where an item belongs among those that are there: after the one that
// stood before it, else before the one after it, else where it stood. Who is not in
// the last revision that has it, such as somebody put back meanwhile, is in an
// older one.
func placeOf(ctx context.Context, tx store.Session, d *schema.Document, row store.Row, was map[string]any) (int, error) {
	l := &d.Lists[0]
	now, err := documents.Read(ctx, tx, d, nil)
	if err != nil {
		return 0, err
	}
	there, err := listed(l, now)
	if err != nil {
		return 0, err
	}
	rows, err := before(ctx, tx, d, "", row, knowing)
	if err != nil {
		return 0, err
	}
	stood, low, high := -1, 0, len(there)
	for _, one := range rows {
		raw, _ := one["snapshot"].(json.RawMessage)
		old, err := listed(l, raw)
		if err != nil {
			return 0, err
		}
		at := revisions.Match(l, old, append(slices.Clip(there), was))
		own := slices.Index(at, len(there))
		if own < 0 {
			continue
		}
		if stood < 0 {
			stood = own
		}
		isBetween := func(n int) bool { return n >= low && n < high }
		for _, n := range slices.Backward(at[:own]) {
			if isBetween(n) {
				low = n + 1
				break
			}
		}
		if after := slices.IndexFunc(at[own:], isBetween); after >= 0 {
			high = at[own+after]
		}
	}
	switch {
	case low > 0:
		return low, nil
	case high < len(there) || stood < 0:
		return high, nil
	}
	return min(stood, high), nil
}

// listed are the items of a list in a snapshot.
func listed(l *schema.List, snapshot json.RawMessage) ([]map[string]any, error) {
	var lists map[string][]map[string]any
	err := json.Unmarshal(snapshot, &lists)
	return lists[l.Name], err
}

// before are the last revisions of a document when something was deleted.
func before(ctx context.Context, tx store.Session, d *schema.Document, id string, deletion store.Row, most int) ([]store.Row, error) {
	return tx.AsSystem().Select(ctx, &schema.Revisions, store.Query{
		Where: store.All{store.Eq("document", d.Name), store.Eq("document_id", id), store.Lt("id", deletion.Int("id"))},
		Order: []store.Order{store.Desc("id")}, Limit: store.Limit(most),
	})
}

// purgeDeleted removes what was deleted for good, with all that was before.
func (h *history) purgeDeleted(ctx context.Context, db store.Session, of ofRevision) (procedure.Nothing, error) {
	var files []string
	purges := false // there are files to remove
	err := db.AsSystem().Tx(ctx, func(tx store.Session) error {
		files = nil
		row, _, err := deletion(ctx, tx, of.RevisionID)
		if err != nil {
			return err
		}
		if row.Text("document") == schema.Trashed[&schema.Media] {
			file, err := storage.Purge(ctx, tx, row.Text("document_id"))
			if err != nil {
				return err
			}
			if file != "" {
				files = append(files, file)
			}
		}
		purges = len(files) > 0 || row.Text("document") == schema.Trashed[&schema.JobApplications]
		return revisions.Purge(ctx, tx, row)
	})
	if err == nil && purges {
		h.purge(ctx, files...)
	}
	return nil, err
}
