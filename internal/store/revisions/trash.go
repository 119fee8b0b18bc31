package revisions

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// trash keeps deleted rows that have no history.
func (a author) trash(ctx context.Context, tx store.Session, events []store.Event) error {
	var gone []store.Row
	for _, e := range events {
		if name := schema.Trashed[e.Table]; e.Type == store.Deleted && name != "" {
			gone = append(gone, a.gone(name, e.Old[e.Table.Key().Name], e.Old.AppendJSON(nil, e.Table)))
		}
	}
	return a.discard(ctx, tx, gone)
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
	return titleOf(tableOf(name), fields)
}

// Purge removes all that is kept of what was deleted.
func Purge(ctx context.Context, tx store.Session, deletion store.Row) error {
	document, id := deletion.Text("document"), deletion.Text("document_id")
	if _, err := remove(ctx, tx, store.All{store.Eq("document", document), store.Eq("document_id", id)}); err != nil {
		return err
	}
	return Note(ctx, tx, schema.Purged, document, id, "")
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

// trashItems keeps the items that a save took out of a list, and forgets those
// that plain calls put in again a moment later.
func (a author) trashItems(ctx context.Context, tx store.Session, d *schema.Document, last, now store.Row) error {
	for i := range d.Lists {
		l := &d.Lists[i]
		if l.Item == "" || last == nil {
			continue
		}
		is := itemTitles(l, snapshot(now))
		if err := forget(ctx, tx, store.All{
			store.Eq("document", l.Item), store.Eq("user_id", a.id), store.Gte("created_at", tx.Now().Add(-foldTime)), store.Gt("id", last.Int("id")),
		}); err != nil {
			return err
		}
		var gone []store.Row
		for _, item := range rawItems(l, snapshot(last)) {
			fields, err := parse(item)
			if err != nil {
				return err
			}
			if !slices.Contains(is, titleOf(l.Table, fields)) {
				gone = append(gone, a.gone(l.Item, fields["id"], item))
			}
		}
		if err := a.discard(ctx, tx, gone); err != nil {
			return err
		}
	}
	return nil
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
		if snapshot(row) == nil {
			if err := release(ctx, tx, row.Int("id")); err != nil {
				return nil, err
			}
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

func rawItems(l *schema.List, raw json.RawMessage) []json.RawMessage {
	var lists map[string]json.RawMessage
	var out []json.RawMessage
	_ = json.Unmarshal(raw, &lists) // the store wrote it
	_ = json.Unmarshal(lists[l.Name], &out)
	return out
}

func itemTitles(l *schema.List, raw json.RawMessage) (out []string) {
	for _, item := range rawItems(l, raw) {
		fields, _ := parse(item)
		out = append(out, titleOf(l.Table, fields))
	}
	return out
}
