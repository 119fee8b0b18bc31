// Package revisions keeps what documents were: each commit that changes one
// records it as it is now, in the same transaction, whoever makes the change
// and however.
package revisions

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
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
	r := &recorder{
		emails: store.NewCache(s, 1000, func(string, string) int { return 1 }, schema.Users.Name),
		known:  &known{last: map[string]last{}},
	}
	s.Record(r.record, tables...)
	s.Packs(&schema.Revisions, "snapshot", unpack)
}

type recorder struct {
	emails *store.Cache[string, string]
	known  *known
}

// edit is a document that a transaction changed.
type edit struct {
	d   *schema.Document
	id  string
	key any
	// isNew and old tell of a row that was added or deleted; row is what it is now.
	isNew    bool
	old, row store.Row
	moved    bool           // it was given another place, and not by others that made room
	formers  map[string]any // ids that items had before, by those they have now
}

// own leaves out the place in the order if others moved it, now and in the revision
// that it is folded into.
func (e edit) own(changed []string, folded store.Row) []string {
	if e.d.Table == nil || e.isNew || e.moved {
		return changed
	}
	var before []string
	if raw, is := folded["changed"].(json.RawMessage); is {
		_ = json.Unmarshal(raw, &before) // names wrote it
	}
	if slices.Contains(before, e.d.Table.Order) {
		return changed
	}
	return slices.DeleteFunc(changed, func(name string) bool { return name == e.d.Table.Order })
}

func (r *recorder) record(ctx context.Context, tx store.Session, events []store.Event) error {
	edits, gone := editsOf(events), trashed(events)
	if len(edits)+len(gone) == 0 {
		return nil
	}
	by, err := r.person(ctx, tx)
	if err != nil {
		return err
	}
	for _, e := range edits {
		if err := by.record(ctx, tx, e); err != nil {
			return err
		}
	}
	rows := make([]store.Row, len(gone))
	for i, e := range gone {
		read, withheld := e.Table.Split(schema.Admin)
		rows[i] = by.gone(schema.Trashed[e.Table], e.Old[e.Table.Key().Name], e.Old.AppendJSON(nil, &read))
		if len(withheld.Columns) > 0 {
			rows[i]["withheld"] = json.RawMessage(e.Old.AppendJSON(nil, &withheld))
		}
	}
	return by.discard(ctx, tx, rows)
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
			if made.row = row; e.Type == store.Deleted {
				row, made.old = e.Old, e.Old
			}
			made.key = row[d.Table.Key().Name]
			made.id, made.isNew = fmt.Sprint(made.key), e.Type == store.Inserted
			made.moved = e.Was != nil && e.Was[d.Table.Order] != row[d.Table.Order]
		}
		at := slices.IndexFunc(out, func(other edit) bool { return other.d == d && other.id == made.id && other.old == nil })
		if at < 0 {
			at, made.formers = len(out), map[string]any{}
			out = append(out, made)
		}
		if d.Table == nil && e.Was != nil {
			out[at].formers[fmt.Sprint(e.New["id"])] = json.Number(fmt.Sprint(e.Was["id"]))
		}
	}
	return out
}

// author is who makes the changes of a transaction.
type author struct {
	*recorder
	id, email string
	doing     store.Doing
}

func (r *recorder) person(ctx context.Context, tx store.Session) (author, error) {
	a := author{recorder: r, id: tx.Actor().UserID, doing: tx.About()}
	if uuid.Validate(a.id) != nil {
		return a, nil // the server itself
	}
	email, generation, found := r.emails.Get(a.id)
	if found {
		a.email = email
		return a, nil
	}
	rows, err := tx.Select(ctx, &schema.Users, store.Query{Fields: store.Fields("email"), Where: store.All{store.Eq("id", a.id)}})
	if err == nil && len(rows) == 1 {
		a.email = rows[0].Text("email")
		r.emails.Put(a.id, a.email, generation)
	}
	return a, err
}

func (a author) record(ctx context.Context, tx store.Session, e edit) error {
	if e.d.Table == nil { // no row of its own keeps others waiting
		if err := tx.Lock(ctx, "revisions of "+e.d.Name); err != nil {
			return err
		}
	}
	was, err := a.before(ctx, tx, e)
	if err != nil {
		return err
	}
	now, err := a.revision(ctx, tx, e, was)
	if err != nil || now.row == nil {
		return err
	}
	if a.folds(tx.Now(), was.row, now.row) {
		if was, err = withFirst(ctx, tx, e, was); err != nil {
			return err
		}
		if !loses(e.d, was, now) {
			return a.fold(ctx, tx, e, was, now)
		}
	}
	stored, err := tx.Insert(ctx, &schema.Revisions, now.row)
	if err != nil {
		return err
	}
	now.row["id"], now.row["created_at"], now.first = stored[0].Int("id"), stored[0].Time("created_at"), &was
	if a.id != "" || !e.isNew && was.row != nil { // what a site comes with is nobody's doing
		if err := a.note(ctx, tx, now.row, title(e.d, now.fields)); err != nil {
			return err
		}
	}
	a.known.put(tx, e, now)
	return a.trashItems(ctx, tx, e, was.row, now.row)
}

// before is the last revision of the document; one without a row means that
// there is none.
func (a author) before(ctx context.Context, tx store.Session, e edit) (last, error) {
	if e.isNew && a.doing.Action != schema.Restored {
		return last{}, nil
	}
	if was, ok := a.known.get(e); ok {
		return was, nil
	}
	return preceding(ctx, tx, e.d, e.id, math.MaxInt64)
}

// preceding is the revision of a document before another one.
func preceding(ctx context.Context, tx store.Session, d *schema.Document, id string, revision int64) (last, error) {
	rows, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Where: store.All{store.Eq("document", d.Name), store.Eq("document_id", id), store.Lt("id", revision)},
		Order: []store.Order{store.Desc("id")}, Limit: store.Limit(1),
	})
	if err != nil || len(rows) == 0 {
		return last{}, err
	}
	return newLast(rows[0])
}

// revision is what there is to record; without a row when nothing changed.
func (a author) revision(ctx context.Context, tx store.Session, e edit, was last) (last, error) {
	action := schema.Saved
	var is json.RawMessage
	var fields map[string]any
	var err error
	switch {
	case e.old != nil:
		action = schema.Deleted
		is, err = a.deleted(ctx, tx, e, was)
	case e.row != nil && len(e.d.Lists) == 0:
		is = e.row.AppendJSON(nil, e.d.Table)
		fields, err = e.row.Decoded(e.d.Table)
	default:
		is, err = documents.Read(ctx, tx, e.d, e.key)
	}
	if err == nil && fields == nil {
		fields, err = parse(is)
	}
	if err != nil {
		return last{}, err
	}
	changed := e.own(changedFields(e.d, was.standing(), fields), nil)
	switch {
	case action == schema.Deleted:
		changed = []string{}
	case e.isNew:
		action = schema.Created
	case len(changed) == 0 && was.standing() != nil:
		return last{}, nil
	case e.d.Table != nil && len(changed) == 1 && changed[0] == e.d.Table.Order:
		action = schema.Reordered
	}
	if a.doing.Action != "" && action != schema.Deleted {
		action = a.doing.Action
	}
	return last{fields: fields, row: store.Row{
		"document": e.d.Name, "document_id": e.id, "document_version": version(e.d, fields), "action": action,
		"user_id": a.id, "user_email": a.email, "changed": names(changed), "snapshot": is, "is_open": !a.doing.Whole,
	}}, nil
}

func names(changed []string) json.RawMessage {
	raw, _ := json.Marshal(changed) // texts alone
	return raw
}

// deleted is the document as it was: its row, and the lists of the revision
// before. Plain calls empty the lists first, which is part of the deletion.
func (a author) deleted(ctx context.Context, tx store.Session, e edit, was last) (json.RawMessage, error) {
	row := e.old.AppendJSON(nil, e.d.Table)
	if was.standing() == nil || len(e.d.Lists) == 0 {
		return row, nil
	}
	fields := map[string]any{}
	if err := json.Unmarshal(row, &fields); err != nil {
		return nil, err
	}
	goesOn := a.goesOn(tx.Now(), was.row)
	if goesOn {
		var err error
		if was, err = withFirst(ctx, tx, e, was); err != nil {
			return nil, err
		}
	}
	for i := range e.d.Lists {
		l := &e.d.Lists[i]
		if fields[l.Name] = was.fields[l.Name]; goesOn && len(items(l, was.fields[l.Name])) == 0 && was.first.standing() != nil {
			fields[l.Name] = was.first.fields[l.Name]
		}
	}
	return json.Marshal(fields)
}

// withFirst is a revision with the one before it.
func withFirst(ctx context.Context, tx store.Session, e edit, was last) (last, error) {
	if was.first != nil {
		return was, nil
	}
	first, err := preceding(ctx, tx, e.d, e.id, was.row.Int("id"))
	was.first = &first
	return was, err
}

// goesOn tells whether the same person began a change by plain calls a moment ago.
func (a author) goesOn(at time.Time, last store.Row) bool {
	return last.Bool("is_open") && last.Text("user_id") == a.id && at.Sub(last.Time("created_at")) < foldTime
}

// folds tells whether a plain call is part of that change.
func (a author) folds(at time.Time, last, now store.Row) bool {
	action := now.Text("action")
	return last != nil && !a.doing.Whole && a.goesOn(at, last) &&
		(action == schema.Saved || action == schema.Reordered) && last.Text("action") != schema.Deleted
}

// loses tells whether items would be in no revision if one folds into another: they
// came with that one, and are gone again.
func loses(d *schema.Document, was, now last) bool {
	for i := range d.Lists {
		l := &d.Lists[i]
		is := items(l, now.fields[l.Name])
		kept := slices.Concat(is, items(l, was.first.standing()[l.Name]))
		had := items(l, was.fields[l.Name])
		if len(is) < len(had) && slices.ContainsFunc(had, func(one any) bool {
			return !slices.ContainsFunc(kept, func(other any) bool { return reflect.DeepEqual(one, other) })
		}) {
			return true
		}
	}
	return false
}

// fold makes the last revision this one. When that leaves nothing that changed,
// there was no change.
func (a author) fold(ctx context.Context, tx store.Session, e edit, was, now last) error {
	id := was.row.Int("id")
	changed := e.own(changedFields(e.d, was.first.standing(), now.fields), was.row)
	if was.first.standing() != nil && len(changed) == 0 {
		a.known.drop(e)
		if err := forget(ctx, tx, store.Eq("id", id)); err != nil {
			return err
		}
		return a.retrashItems(ctx, tx, e, id, was.first.row, now.row)
	}
	now.row["changed"], now.first = names(changed), was.first
	for _, name := range []string{"id", "created_at", "action"} {
		if name != "action" || was.row.Text("action") != schema.Reordered {
			now.row[name] = was.row[name]
		}
	}
	differing := []string{"snapshot", "document_version"}
	for _, name := range []string{"action", "changed"} {
		if !reflect.DeepEqual(now.row[name], was.row[name]) {
			differing = append(differing, name)
		}
	}
	is, err := tx.Rewrite(ctx, &schema.Revisions, now.row, differing...)
	if err != nil {
		return err
	}
	if !is { // somebody removed it beneath us
		a.known.drop(e)
		return a.record(ctx, tx, e)
	}
	a.known.put(tx, e, now)
	return a.retrashItems(ctx, tx, e, id, was.first.row, now.row)
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
	by, err := (&recorder{}).person(ctx, tx.AsSystem())
	if err != nil {
		return err
	}
	return by.note(ctx, tx.AsSystem(), store.Row{"action": action, "document": document, "document_id": id}, summary)
}
