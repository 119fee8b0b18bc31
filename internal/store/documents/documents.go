// Package documents reads what an editor saves in one go: a row with its lists,
// or all rows of a small table.
package documents

import (
	"cmp"
	"context"
	"encoding/json"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Read is the document as it is stored: its row, and its lists in it. One that
// is gone is a Stale fault.
func Read(ctx context.Context, tx store.Session, d *schema.Document, id any) (json.RawMessage, error) {
	out := []byte("{}")
	var fields []store.Field
	var apart []*schema.List
	for i := range d.Lists {
		if l := &d.Lists[i]; d.Table != nil && l.Joined() != nil {
			fields = append(fields, embedded(l))
		} else {
			apart = append(apart, l)
		}
	}
	if d.Table != nil {
		res, err := tx.Read(ctx, d.Table, store.Query{Fields: append(columns(d.Table), fields...), Where: store.All{store.Eq(d.Table.Key().Name, id)}})
		if err != nil {
			return nil, err
		}
		if len(res.Rows) != 1 {
			return nil, fault.New(fault.Stale, fault.StaleMessage).Hinting(fault.StaleMessage)
		}
		out = res.AppendRow(nil, 0)
	}
	for _, l := range apart {
		items, err := tx.Read(ctx, l.Table, store.Query{})
		if err != nil {
			return nil, err
		}
		out = out[:len(out)-1]
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, `"`+l.Name+`":`...)
		out = append(items.AppendJSON(out), '}')
	}
	return out, nil
}

func columns(t *schema.Table) (out []store.Field) {
	for c := range t.Columns.All() {
		out = append(out, store.Field{As: c.Name, Column: c.Name})
	}
	return out
}

// embedded is the list within its document, in the order it was saved in.
func embedded(l *schema.List) store.Field {
	e := &store.Embed{Table: l.Table, Query: store.Query{Order: []store.Order{store.Asc(cmp.Or(l.Table.Order, "id"))}}}
	if l.Text != "" {
		e.Query.Fields = store.Fields("id", l.Text)
	}
	return store.Field{As: l.Name, Embed: e}
}
