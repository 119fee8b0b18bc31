// Package revisions keeps what documents were: each commit that changes one
// records it as it is now, in the same transaction, whoever makes the change
// and however.
package revisions

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/documents"
)

// foldTime is how long plain calls of one person are one change: they rewrite a
// document in several requests.
const foldTime = 5 * time.Second

// Add has everything recorded from now on.
func Add(s *store.Store) {
	var tables []*schema.Table
	for _, d := range schema.Recorded() {
		if d.Table != nil {
			tables = append(tables, d.Table)
		}
		for i := range d.Lists {
			tables = append(tables, d.Lists[i].Table)
		}
	}
	s.Record(record, tables...)
	s.Packs(&schema.Revisions, "snapshot", unpack)
}

// edit is a document that a transaction changed.
type edit struct {
	d   *schema.Document
	id  string
	key any
	// isNew and old tell of a row that was added or deleted.
	isNew bool
	old   store.Row
}

func record(ctx context.Context, tx store.Session, events []store.Event) error {
	by, err := person(ctx, tx)
	if err != nil {
		return err
	}
	for _, e := range editsOf(events) {
		if err := by.record(ctx, tx, e); err != nil {
			return err
		}
	}
	return by.trash(ctx, tx, events)
}

// editsOf finds the documents. A list that changed is a change of its row, which
// has an event of its own.
func editsOf(events []store.Event) (out []edit) {
	for _, e := range events {
		d := schema.RecordedAs(e.Table)
		if d == nil || d.Table != nil && d.Table != e.Table {
			continue
		}
		made := edit{d: d}
		if d.Table != nil {
			row := e.New
			if e.Type == store.Deleted {
				row, made.old = e.Old, e.Old
			}
			made.key = row[d.Table.Key().Name]
			made.id, made.isNew = fmt.Sprint(made.key), e.Type == store.Inserted
		}
		same := func(other edit) bool { return other.d == d && other.id == made.id && other.old == nil }
		if !slices.ContainsFunc(out, same) {
			out = append(out, made)
		}
	}
	return out
}

// author is who makes the changes of a transaction.
type author struct {
	id, email string
	doing     store.Doing
}

func person(ctx context.Context, tx store.Session) (author, error) {
	a := author{id: tx.Actor().UserID, doing: tx.About()}
	if uuid.Validate(a.id) != nil {
		return a, nil // the server itself
	}
	rows, err := tx.Select(ctx, &schema.Users, store.Query{Fields: store.Fields("email"), Where: store.All{store.Eq("id", a.id)}})
	if err == nil && len(rows) == 1 {
		a.email = rows[0].Text("email")
	}
	return a, err
}

func (a author) record(ctx context.Context, tx store.Session, e edit) error {
	if e.d.Table == nil { // no row of its own keeps others waiting
		if err := tx.Lock(ctx, "revisions of "+e.d.Name); err != nil {
			return err
		}
	}
	last, err := before(ctx, tx, e.d, e.id, math.MaxInt64)
	if err != nil {
		return err
	}
	now, err := a.revision(ctx, tx, e, last)
	if err != nil || now == nil {
		return err
	}
	if a.folds(tx.Now(), last, now) {
		return a.fold(ctx, tx, e.d, last, now)
	}
	stored, err := tx.Insert(ctx, &schema.Revisions, now)
	if err != nil {
		return err
	}
	now["id"] = stored[0].Int("id")
	if err := a.note(ctx, tx, now, Title(e.d, snapshot(now))); err != nil {
		return err
	}
	return a.trashItems(ctx, tx, e.d, last, now)
}

// before is the revision of a document that precedes another; nil means there
// is none.
func before(ctx context.Context, tx store.Session, d *schema.Document, id string, revision int64) (store.Row, error) {
	rows, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Where: store.All{store.Eq("document", d.Name), store.Eq("document_id", id), store.Lt("id", revision)},
		Order: []store.Order{store.Desc("id")}, Limit: store.Limit(1),
	})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return rows[0], nil
}

// revision is what there is to record; nil when nothing changed.
func (a author) revision(ctx context.Context, tx store.Session, e edit, last store.Row) (store.Row, error) {
	was := standing(last)
	var is json.RawMessage
	action := schema.Saved
	var err error
	switch {
	case e.old != nil:
		action = schema.Deleted
		is, err = deleted(e, was)
	default:
		is, err = documents.Read(ctx, tx, e.d, e.key)
	}
	if err != nil {
		return nil, err
	}
	changed, err := Changed(e.d, was, is)
	if err != nil {
		return nil, err
	}
	switch {
	case action == schema.Deleted:
		changed = []string{}
	case e.isNew:
		action = schema.Created
	case len(changed) == 0 && was != nil:
		return nil, nil
	case e.d.Table != nil && len(changed) == 1 && changed[0] == e.d.Table.Order:
		action = schema.Reordered
	}
	if a.doing.Action != "" && action != schema.Deleted {
		action = a.doing.Action
	}
	names, err := json.Marshal(changed)
	if err != nil {
		return nil, err
	}
	return store.Row{
		"document": e.d.Name, "document_id": e.id, "document_version": version(e.d, is), "action": action,
		"user_id": a.id, "user_email": a.email, "changed": json.RawMessage(names), "snapshot": is, "is_open": !a.doing.Whole,
	}, nil
}

// deleted is the document as it was: its row, and the lists of the revision
// before.
func deleted(e edit, was json.RawMessage) (json.RawMessage, error) {
	row := e.old.AppendJSON(nil, e.d.Table)
	if was == nil || len(e.d.Lists) == 0 {
		return row, nil
	}
	fields, lists := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	if err := json.Unmarshal(row, &fields); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(was, &lists); err != nil {
		return nil, err
	}
	for i := range e.d.Lists {
		fields[e.d.Lists[i].Name] = lists[e.d.Lists[i].Name]
	}
	return json.Marshal(fields)
}

// folds tells whether a plain call goes on with what the same person began a
// moment ago.
func (a author) folds(at time.Time, last, now store.Row) bool {
	action := now.Text("action")
	return last != nil && !a.doing.Whole && last.Bool("is_open") && last.Text("user_id") == a.id && at.Sub(last.Time("created_at")) < foldTime &&
		(action == schema.Saved || action == schema.Reordered) && last.Text("action") != schema.Deleted
}

// fold makes the last revision this one. When that leaves nothing that changed,
// there was no change.
func (a author) fold(ctx context.Context, tx store.Session, d *schema.Document, last, now store.Row) error {
	first, err := before(ctx, tx, d, last.Text("document_id"), last.Int("id"))
	if err != nil {
		return err
	}
	same, was := store.Eq("id", last.Int("id")), standing(first)
	changed, err := Changed(d, was, snapshot(now))
	if err != nil {
		return err
	}
	if was != nil && len(changed) == 0 {
		if err := forget(ctx, tx, same); err != nil {
			return err
		}
		return a.trashItems(ctx, tx, d, first, now)
	}
	action := last.Text("action")
	if action == schema.Reordered {
		action = now.Text("action")
	}
	names, err := json.Marshal(changed)
	if err != nil {
		return err
	}
	if _, err := tx.Update(ctx, &schema.Revisions, same, store.Row{
		"action": action, "changed": json.RawMessage(names), "snapshot": snapshot(now), "document_version": now.Int("document_version"),
	}); err != nil {
		return err
	}
	now["id"] = last.Int("id")
	return a.trashItems(ctx, tx, d, first, now)
}

// standing is the document as a revision left it; nil where it was deleted.
func standing(revision store.Row) json.RawMessage {
	if revision.Text("action") == schema.Deleted {
		return nil
	}
	return snapshot(revision)
}

func snapshot(row store.Row) json.RawMessage {
	raw, _ := row["snapshot"].(json.RawMessage)
	return raw
}

// note tells what was done in the list of activities.
func (a author) note(ctx context.Context, tx store.Session, revision store.Row, title string) error {
	_, err := tx.Insert(ctx, &schema.Activity, store.Row{
		"user_id": a.id, "user_email": a.email, "action": revision["action"], "document": revision["document"],
		"document_id": revision["document_id"], "summary": title, "revision_id": revision.Int("id"),
	})
	return err
}

// Note tells of something that is no revision, such as a sign-in.
func Note(ctx context.Context, tx store.Session, action, document, id, summary string) error {
	by, err := person(ctx, tx.AsSystem())
	if err != nil {
		return err
	}
	return by.note(ctx, tx.AsSystem(), store.Row{"action": action, "document": document, "document_id": id}, summary)
}
