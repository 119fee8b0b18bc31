package content

import (
	"context"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// list is saved with its document.
type list struct{ *schema.List }

// save makes what the caller gave the list of the document.
func (l list) save(ctx context.Context, tx store.Session, id int64, a procedure.Args) error {
	if l.Keyed() {
		items, err := l.objects(a, "id")
		if err != nil {
			return err
		}
		return l.saveKeyed(ctx, tx, id, items)
	}
	items, err := l.items(a)
	if err != nil {
		return err
	}
	return l.replace(ctx, tx, id, items)
}

func (l list) items(a procedure.Args) ([]store.Row, error) {
	if l.Text == "" {
		return l.objects(a)
	}
	texts, err := a.Texts(l.Name, l.Most())
	return l.rows(texts), err
}

// objects are the items that the caller gave. As in a plain call, a key that is
// no column is refused; columns that the server sets are passed over.
func (l list) objects(a procedure.Args, also ...string) ([]store.Row, error) {
	given, err := a.Objects(l.Name, l.Most())
	if err != nil {
		return nil, err
	}
	columns, rows := append(l.Columns(), also...), make([]store.Row, len(given))
	for i, item := range given {
		for key := range item {
			if l.Table.Column(key) == nil {
				return nil, store.NoColumn(l.Table, key)
			}
		}
		rows[i] = item.Pick(columns...)
	}
	return rows, nil
}

func (l list) rows(texts []string) []store.Row {
	rows := make([]store.Row, len(texts))
	for i, text := range texts {
		rows[i] = store.Row{l.Text: text}
	}
	return rows
}

// scope is the rows that are the list of a document, and the column that says so.
func (l list) scope(id int64) (*schema.Column, store.Cond) {
	if ref := l.Joined(); ref != nil {
		return ref, store.Eq(ref.Name, id)
	}
	return nil, store.Gt("id", int64(0))
}

// replace writes the items in the place of those that are there. Plain texts
// that are the same stay as they are.
func (l list) replace(ctx context.Context, tx store.Session, id int64, items []store.Row) error {
	ref, of := l.scope(id)
	if l.Text != "" {
		rows, err := tx.Select(ctx, l.Table, store.Query{Where: store.All{of}, Order: []store.Order{store.Asc("id")}})
		if err != nil {
			return err
		}
		if slices.EqualFunc(rows, items, func(a, b store.Row) bool { return a.Text(l.Text) == b.Text(l.Text) }) {
			return nil
		}
	}
	if _, err := tx.Delete(ctx, l.Table, of); err != nil || len(items) == 0 {
		return err
	}
	if ref != nil {
		for _, item := range items {
			item[ref.Name] = id
		}
	}
	_, err := tx.Insert(ctx, l.Table, items...)
	return err
}

// saveKeyed changes the items with an id, adds those without and removes those
// left out; all are numbered from 1.
func (l list) saveKeyed(ctx context.Context, tx store.Session, doc int64, items []store.Row) error {
	ref, of := l.scope(doc)
	var stay []int64
	ids := make([]int64, len(items)) // 0 is a new one
	for i, item := range items {
		item[l.Table.Order] = i + 1
		if ref != nil {
			item[ref.Name] = doc
		}
		if item["id"] != nil {
			id, err := procedure.Args(item).Number("id")
			if err != nil {
				return err
			}
			if slices.Contains(stay, id) {
				return fault.New(fault.Invalid, "argument %q names the item %d twice", l.Name, id)
			}
			ids[i], stay = id, append(stay, id)
		}
		delete(item, "id")
	}
	if _, err := tx.Delete(ctx, l.Table, store.All{of, store.Not{Cond: store.In("id", stay...)}}); err != nil {
		return err
	}
	for i, item := range items {
		if ids[i] == 0 {
			if _, err := tx.Insert(ctx, l.Table, item); err != nil {
				return err
			}
			continue
		}
		rows, err := tx.Update(ctx, l.Table, store.All{of, store.Eq("id", ids[i])}, item)
		if err != nil {
			return err
		}
		if len(rows) != 1 {
			return stale()
		}
	}
	return nil
}
