package history

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/documents"
)

type version struct {
	RevisionID int64     `json:"revision_id"`
	Version    int64     `json:"version"` // of the document as the caller knows it
	Fields     *[]string `json:"fields"`  // columns and lists; all without
	Latest     *int64    `json:"latest"`  // the newest revision that the caller knows of
}

func (v version) names(field string) bool {
	return v.Fields == nil || slices.Contains(*v.Fields, field)
}

// restoreRevision saves a document as a revision has it.
func (h *history) restoreRevision(ctx context.Context, db store.Session, v version) (Restored, error) {
	out := Restored{LeftOut: []LeftOut{}}
	row, was, err := revision(ctx, db, v.RevisionID)
	if err != nil {
		return out, err
	}
	d := declared(row.Text("document"))
	if d == nil || row.Text("action") == schema.Deleted {
		return out, fault.New(fault.Invalid, "revision %d is of something that was deleted", v.RevisionID).Hinting("This was deleted. Put it back from Trash.")
	}
	if err := v.check(d); err != nil {
		return out, err
	}
	doing := store.Doing{Action: schema.Restored, Whole: true}
	err = db.Doing(doing).Tx(ctx, func(tx store.Session) error {
		out.LeftOut = []LeftOut{}
		if err := v.isLatest(ctx, tx, row); err != nil {
			return err
		}
		if d == &schema.Section {
			return h.restoreSection(ctx, tx, v, row.Text("document_id"), was, &out)
		}
		args, err := v.arguments(ctx, tx, d, row.Text("document_id"), was, &out)
		if err != nil {
			return err
		}
		raw, err := json.Marshal(args)
		if err != nil {
			return err
		}
		saved, err := h.saves.Call(ctx, tx, "save_"+cmp.Or(d.Saves, d.Name), raw)
		if err != nil {
			return err
		}
		out.Document = *saved.(*json.RawMessage)
		// The order of links is no field of their form, and another section puts one last.
		if d.Order == schema.Sequence && v.names(d.Table.Order) {
			if _, err := tx.Update(ctx, d.Table, store.Eq("id", args["id"]), store.Row{d.Table.Order: was[d.Table.Order]}); err != nil {
				return err
			}
			out.Document, err = documents.Read(ctx, tx, d, args["id"])
		}
		return err
	})
	return out, err
}

// isLatest refuses a caller who does not know of somebody's save. The version of a
// document without a row of its own is the sum of those of its rows, which two
// saves may have in common.
func (v version) isLatest(ctx context.Context, tx store.Session, of store.Row) error {
	if v.Latest == nil {
		return nil
	}
	newer, err := tx.AsSystem().Count(ctx, &schema.Revisions, store.All{store.Eq("document", of["document"]), store.Eq("document_id", of["document_id"]), store.Gt("id", *v.Latest)})
	if err == nil && newer > 0 {
		err = notThere(fault.StaleMessage)
	}
	return err
}

// check refuses fields that the document does not have.
func (v version) check(d *schema.Document) error {
	if v.Fields == nil {
		return nil
	}
	if len(*v.Fields) == 0 {
		return fault.New(fault.Invalid, "no field is named")
	}
	known := d.Columns()
	if d.Table != nil && d.Table.Order != "" {
		known = append(known, d.Table.Order)
	}
	for i := range d.Lists {
		known = append(known, d.Lists[i].Name)
	}
	for _, name := range *v.Fields {
		if !slices.Contains(known, name) {
			return fault.New(fault.Invalid, "%s has no field %q", d.Name, name)
		}
	}
	return nil
}

func (h *history) restoreSection(ctx context.Context, tx store.Session, v version, name string, was map[string]any, out *Restored) error {
	rows, err := tx.Update(ctx, &schema.HomepageSections, store.All{store.Eq("section_name", name), store.Eq("version", v.Version)}, store.Row{"is_visible": was["is_visible"]})
	if err == nil && len(rows) != 1 {
		err = notThere(fault.StaleMessage)
	}
	if err == nil {
		out.Document = rows[0].AppendJSON(nil, &schema.HomepageSections)
	}
	return err
}

// arguments are what the save of the document takes to become what it was.
func (v version) arguments(ctx context.Context, tx store.Session, d *schema.Document, id string, was map[string]any, out *Restored) (map[string]any, error) {
	args := map[string]any{}
	if d.Table == nil {
		return args, v.whole(ctx, tx, d, was, args, out)
	}
	args["id"], args["version"] = json.Number(id), v.Version
	for _, name := range d.Columns() {
		if !v.names(name) {
			continue
		}
		reason, err := missing(ctx, tx, d.Table, d.Table.Column(name), id, was[name])
		if err != nil {
			return nil, err
		}
		if reason != "" {
			out.LeftOut = append(out.LeftOut, LeftOut{name, reason})
			continue
		}
		value, known := was[name]
		if !known { // a column may be younger than the revision
			continue
		}
		if args[name], err = withoutLost(ctx, tx, d.Table.Column(name), value, "", out); err != nil {
			return nil, err
		}
	}
	now, err := documents.Read(ctx, tx, d, json.Number(id))
	if err != nil {
		return nil, err
	}
	for i := range d.Lists {
		if l := &d.Lists[i]; v.names(l.Name) && was[l.Name] != nil {
			args[l.Name] = items(l, was[l.Name], now)
		}
	}
	return args, nil
}

// whole is the same for all rows of a small table.
func (v version) whole(ctx context.Context, tx store.Session, d *schema.Document, was, args map[string]any, out *Restored) error {
	l := &d.Lists[0]
	rows, err := tx.Select(ctx, l.Table, store.Query{})
	if err != nil {
		return err
	}
	var sum int64
	loaded := []map[string]int64{}
	for _, row := range rows {
		sum += row.Int("version")
		loaded = append(loaded, map[string]int64{"id": row.Int("id"), "version": row.Int("version")})
	}
	if sum != v.Version {
		return notThere(fault.StaleMessage)
	}
	list := items(l, was[l.Name], nil)
	for _, one := range list {
		item, _ := one.(map[string]any)
		if err := itemWithoutLost(ctx, tx, l, item, rows, out); err != nil {
			return err
		}
	}
	args["loaded"], args[l.Name] = loaded, list
	return nil
}

// itemWithoutLost takes pictures out of an item that are not there any more;
// those that it has by now stay.
func itemWithoutLost(ctx context.Context, tx store.Session, l *schema.List, item map[string]any, now []store.Row, out *Restored) error {
	title := l.Table.TitleOf(item)
	at := slices.IndexFunc(now, func(row store.Row) bool { return l.Table.TitleOf(row) == title })
	for name, value := range item {
		c := l.Table.Column(name)
		if c == nil {
			continue
		}
		kept, err := withoutLost(ctx, tx, c, value, title, out)
		if err != nil {
			return err
		}
		if kept == "" && value != "" && at >= 0 {
			if kept, err = withoutLost(ctx, tx, c, now[at][name], "", &Restored{}); err != nil {
				return err
			}
		}
		item[name] = kept
	}
	return nil
}

// withoutLost is a value without the pictures that were deleted, which is said.
func withoutLost(ctx context.Context, tx store.Session, c *schema.Column, value any, title string, out *Restored) (any, error) {
	text, _ := value.(string)
	reason := "The picture was deleted."
	switch {
	case c.IsHTML():
		reason = "A picture in it was deleted."
	case c.Rule(schema.Image) == nil && c.Rule(schema.Stored) == nil:
		return value, nil
	}
	if title != "" {
		reason = title + ": " + reason
	}
	for _, one := range schema.UploadsIn(text) {
		there, err := storage.Has(ctx, tx.AsSystem(), one)
		if err != nil {
			return nil, err
		}
		if there {
			continue
		}
		left := schema.WithoutPicture(text, one)
		if !c.IsHTML() {
			left, _ = c.Fallback.(string)
		}
		if left == text { // a link to it, which may stay
			continue
		}
		text = left
		if said := (LeftOut{c.Name, reason}); !slices.Contains(out.LeftOut, said) {
			out.LeftOut = append(out.LeftOut, said)
		}
		value = text
	}
	return value, nil
}

// items are those of a list as a save takes them. One that is still there keeps
// its id.
func items(l *schema.List, stored any, now json.RawMessage) []any {
	var lists map[string]json.RawMessage
	_ = json.Unmarshal(now, &lists) // the store wrote it
	var there []struct{ ID int64 }
	_ = json.Unmarshal(lists[l.Name], &there)
	list, _ := stored.([]any)
	out := make([]any, len(list))
	for i, one := range list {
		item, _ := one.(map[string]any)
		if l.Text != "" {
			out[i] = item[l.Text]
			continue
		}
		kept := map[string]any{}
		for _, name := range l.Columns() {
			if value, known := item[name]; known {
				kept[name] = value
			}
		}
		id, _ := item["id"].(float64)
		if l.Keyed() && slices.ContainsFunc(there, func(row struct{ ID int64 }) bool { return row.ID == int64(id) }) {
			kept["id"] = int64(id)
		}
		out[i] = kept
	}
	return out
}

// missing tells why a value cannot be brought back.
func missing(ctx context.Context, tx store.Session, t *schema.Table, c *schema.Column, id string, value any) (string, error) {
	for i := range c.Fields {
		for _, one := range objects(value) {
			if reason, err := missing(ctx, tx, t, &c.Fields[i], id, one[c.Fields[i].Name]); reason != "" || err != nil {
				return reason, err
			}
		}
	}
	text, _ := value.(string)
	switch {
	case text == "":
	case c.Unique:
		rows, err := tx.Select(ctx, t, store.Query{Fields: store.Fields("id"), Where: store.All{store.Eq(c.Name, text)}})
		if err == nil && len(rows) > 0 && fmt.Sprint(rows[0].Int("id")) != id {
			return c.Named() + " " + text + " is taken by now.", nil
		}
		return "", err
	case c.Rule(schema.Image) != nil || c.Rule(schema.Stored) != nil:
		all := schema.UploadsIn(text)
		if len(all) == 0 {
			return "", nil
		}
		there, err := storage.Has(ctx, tx.AsSystem(), all[0])
		if err == nil && !there {
			return "The picture was deleted.", nil
		}
		return "", err
	}
	return "", nil
}

// objects are those of a value: itself, or the items of a list.
func objects(value any) (out []map[string]any) {
	if one, ok := value.(map[string]any); ok {
		return []map[string]any{one}
	}
	list, _ := value.([]any)
	for _, item := range list {
		out = append(out, objects(item)...)
	}
	return out
}
