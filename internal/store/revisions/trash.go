package revisions

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// trashed are the deleted rows that have no history and are kept all the same.
func trashed(events []store.Event) (out []store.Event) {
	for _, e := range events {
		if e.Type == store.Deleted && schema.Trashed[e.Table] != "" {
			out = append(out, e)
		}
	}
	return out
}

func (a author) gone(document string, id any, snapshot json.RawMessage) store.Row {
	return store.Row{
		"document": document, "document_id": fmt.Sprint(id), "action": schema.Deleted,
		"user_id": a.id, "user_email": a.email, "snapshot": snapshot,
	}
}

func (a author) discard(ctx context.Context, tx store.Session, gone []store.Row) error {
	if len(gone) == 0 {
		return nil
	}
	stored, err := tx.Insert(ctx, &schema.Revisions, gone...)
	if err != nil {
		return err
	}
	for i, row := range stored {
		gone[i]["id"] = row.Int("id")
		if err := a.note(ctx, tx, gone[i], Summary(row.Text("document"), snapshot(gone[i]))); err != nil {
			return err
		}
	}
	return nil
}

// Summary is what people know a row by that goes to Trash by itself.
func Summary(name string, snapshot json.RawMessage) string {
	fields, _ := parse(snapshot) // the store wrote it
	return tableOf(name).TitleOf(fields)
}

// Purge removes all that is kept of what was deleted. What came after has the
// same id and is something else.
func Purge(ctx context.Context, tx store.Session, deletion store.Row) error {
	document, id := deletion.Text("document"), deletion.Text("document_id")
	if _, err := remove(ctx, tx, store.All{store.Eq("document", document), store.Eq("document_id", id), store.Lt("id", deletion.Int("id")+1)}); err != nil {
		return err
	}
	if err := finish(ctx, tx, deletion); err != nil {
		return err
	}
	return Note(ctx, tx, schema.Purged, document, id, "")
}

// finish is Finish for a deletion that cannot be taken back any more. What lies beside
// another row that has its id by now is that row's.
func finish(ctx context.Context, tx store.Session, deletion store.Row) error {
	t := tableOf(deletion.Text("document"))
	if schema.Trashed[t] == "" {
		return nil
	}
	id, err := strconv.ParseInt(deletion.Text("document_id"), 10, 64)
	if err != nil {
		return err
	}
	another, err := followed(ctx, tx, deletion)
	if err != nil {
		return err
	}
	there, err := tx.Count(ctx, t, store.Eq("id", id))
	if err != nil {
		return err
	}
	if another != nil || there > 0 {
		return Anonymize(ctx, tx, t, deletion.Text("document_id"))
	}
	return Finish(ctx, tx, t, id)
}

// Finish follows rows that are gone for good: what lies beside them goes, and
// activity no longer says whom they were about, as nothing leads there from an
// address any more.
func Finish(ctx context.Context, tx store.Session, t *schema.Table, ids ...int64) error {
	for some := range slices.Chunk(ids, sweepStep) {
		for _, b := range schema.BesideOf(t) {
			if _, err := tx.AsSystem().Delete(ctx, b.Table, Beside(b, t, some...)); err != nil {
				return err
			}
		}
		keys := make([]string, len(some))
		for i, id := range some {
			keys[i] = fmt.Sprint(id)
		}
		if err := Anonymize(ctx, tx, t, keys...); err != nil {
			return err
		}
	}
	return nil
}

// Anonymize leaves in activity that somebody did something with rows, and takes out
// whom they were about.
func Anonymize(ctx context.Context, tx store.Session, t *schema.Table, ids ...string) error {
	if len(t.Person) == 0 {
		return nil
	}
	_, err := tx.AsSystem().Update(ctx, &schema.Activity, store.All{store.Eq("document", schema.Trashed[t]), store.In("document_id", ids...)}, store.Row{"summary": ""})
	return err
}

// Beside finds what lies beside rows.
func Beside(b schema.Beside, t *schema.Table, ids ...int64) store.Cond {
	where := store.All{store.In(b.Column, ids...)}
	if b.Kind != "" {
		where = append(where, store.Eq(b.Kind, t.Name))
	}
	return where
}

// tableOf is that of rows which go to Trash one by one.
func tableOf(name string) *schema.Table {
	for t, called := range schema.Trashed {
		if called == name {
			return t
		}
	}
	for _, d := range schema.Documents {
		for i := range d.Lists {
			if d.Lists[i].Item == name {
				return d.Lists[i].Table
			}
		}
	}
	return nil
}

// retrashItems is trashItems after plain calls that are one change, folded into a
// revision: what the calls before put into Trash, and is there again, was never
// gone.
func (a author) retrashItems(ctx context.Context, tx store.Session, e edit, folded int64, first, now store.Row) error {
	for i := range e.d.Lists {
		l := &e.d.Lists[i]
		if l.Item == "" || first == nil {
			continue
		}
		if err := forget(ctx, tx, store.All{
			store.Eq("document", l.Item), store.Eq("user_id", a.id), store.Gte("created_at", tx.Now().Add(-foldTime)), store.Gt("id", folded),
		}); err != nil {
			return err
		}
	}
	return a.trashItems(ctx, tx, e, first, now)
}

// trashItems keeps the items that a save took out of a list.
func (a author) trashItems(ctx context.Context, tx store.Session, e edit, last, now store.Row) error {
	for i := range e.d.Lists {
		l := &e.d.Lists[i]
		if l.Item == "" || last == nil {
			continue
		}
		was, err := itemsIn(l, snapshot(last))
		if err != nil {
			return err
		}
		is, err := itemsIn(l, snapshot(now))
		if err != nil {
			return err
		}
		for _, item := range is {
			if former := e.formers[fmt.Sprint(item.fields["id"])]; former != nil {
				item.fields["id"] = former
			}
		}
		at := Match(l, fieldsOf(was), fieldsOf(is))
		var back []item
		for n, item := range is {
			if !slices.Contains(at, n) {
				back = append(back, item)
			}
		}
		if err := untrashItems(ctx, tx, l, back); err != nil {
			return err
		}
		var gone []store.Row
		for n, item := range was {
			if at[n] < 0 {
				gone = append(gone, a.gone(l.Item, item.fields["id"], item.raw))
			}
		}
		if err := a.discard(ctx, tx, gone); err != nil {
			return err
		}
	}
	return nil
}

// untrashItems marks the deletions of items that a save brought back, such as an
// Undo: put back from Trash as well they would be there twice.
func untrashItems(ctx context.Context, tx store.Session, l *schema.List, back []item) error {
	if len(back) == 0 {
		return nil
	}
	trashed, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Where: store.All{store.Eq("document", l.Item), store.Eq("action", schema.Deleted), store.IsNull("restored_at")},
		Order: []store.Order{store.Desc("id")}, Limit: store.Limit(200),
	})
	if err != nil {
		return err
	}
	for _, one := range back {
		at := slices.IndexFunc(trashed, func(row store.Row) bool {
			was, err := parse(snapshot(row))
			same, of := alike(l, was, one.fields)
			return err == nil && same == of
		})
		if at < 0 {
			continue
		}
		if _, err := tx.Update(ctx, &schema.Revisions, store.Eq("id", trashed[at].Int("id")), store.Row{"restored_at": tx.Now()}); err != nil {
			return err
		}
		trashed = slices.Delete(trashed, at, at+1)
	}
	return nil
}

type item struct {
	raw    json.RawMessage
	fields map[string]any
}

func fieldsOf(list []item) []map[string]any {
	out := make([]map[string]any, len(list))
	for i := range list {
		out[i] = list[i].fields
	}
	return out
}

// Match tells for each item of a list which one of another list it is, by its
// index; -1 is none. A save gives every item another id, so one is known by its
// id, else by its name, else by the rest of it: who was renamed is still there.
func Match(l *schema.List, was, is []map[string]any) []int {
	out := slices.Repeat([]int{-1}, len(was))
	for _, same := range []func(a, b map[string]any) bool{
		func(a, b map[string]any) bool { return a["id"] == b["id"] },
		func(a, b map[string]any) bool { same, of := alike(l, a, b); return same == of },
		func(a, b map[string]any) bool { return l.Table.TitleOf(a) == l.Table.TitleOf(b) },
		func(a, b map[string]any) bool { return isRenamed(l, a, b) },
	} {
		for i, a := range was {
			for n := 0; n < len(is) && out[i] < 0; n++ {
				if same(a, is[n]) && !slices.Contains(out, n) {
					out[i] = n
				}
			}
		}
	}
	return out
}

// Forget removes revisions, and that anybody did it.
func Forget(ctx context.Context, tx store.Session, ids ...int64) error {
	if len(ids) == 0 {
		return nil
	}
	return forget(ctx, tx, store.In("id", ids...))
}

// forget removes revisions, and that anybody did it.
func forget(ctx context.Context, tx store.Session, where store.Cond) error {
	ids, err := remove(ctx, tx, where)
	if err != nil || len(ids) == 0 {
		return err
	}
	_, err = tx.Delete(ctx, &schema.Activity, store.In("revision_id", ids...))
	return err
}

// remove takes revisions away with their packed snapshots, except those that
// others were packed against.
func remove(ctx context.Context, tx store.Session, where store.Cond) (ids []int64, err error) {
	gone, err := tx.Delete(ctx, &schema.Revisions, where)
	if err != nil {
		return nil, err
	}
	for _, row := range gone {
		ids = append(ids, row.Int("id"))
		// One that was folded into after it was packed has both.
		if err := release(ctx, tx, row.Int("id")); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func release(ctx context.Context, tx store.Session, id int64) error {
	users, err := tx.Count(ctx, &schema.PackedSnapshots, store.Eq("base_id", id))
	if err != nil || users > 0 {
		return err
	}
	packs, err := tx.Delete(ctx, &schema.PackedSnapshots, store.Eq("id", id))
	if err != nil || len(packs) == 0 || packs[0].Int("base_id") == 0 {
		return err
	}
	base := packs[0].Int("base_id")
	revisions, err := tx.Count(ctx, &schema.Revisions, store.Eq("id", base))
	if err != nil || revisions > 0 {
		return err
	}
	return release(ctx, tx, base)
}

// isRenamed tells whether most of what an item says besides its name is in
// another one; a position alone is that of whoever comes next.
func isRenamed(l *schema.List, a, b map[string]any) bool {
	same, of := alike(l, a, b)
	if l.Table.TitleOf(a) != l.Table.TitleOf(b) {
		of-- // the name
	}
	return same > 1 && 2*same > of
}

// alike counts the columns that an item fills in, and those of them in which
// another one is the same.
func alike(l *schema.List, a, b map[string]any) (same, of int) {
	for _, name := range l.Columns() {
		if isEmpty(a[name]) {
			continue
		}
		of++
		if reflect.DeepEqual(a[name], b[name]) {
			same++
		}
	}
	return same, of
}

func itemsIn(l *schema.List, raw json.RawMessage) (out []item, err error) {
	var lists map[string]json.RawMessage
	var all []json.RawMessage
	_ = json.Unmarshal(raw, &lists) // the store wrote it
	_ = json.Unmarshal(lists[l.Name], &all)
	for _, one := range all {
		fields, err := parse(one)
		if err != nil {
			return nil, err
		}
		out = append(out, item{one, fields})
	}
	return out, nil
}
