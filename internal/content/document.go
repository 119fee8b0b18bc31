package content

import (
	"context"
	"encoding/json"
	"slices"

	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/documents"
)

// document is saved as it is declared.
type document struct{ *schema.Document }

// save writes what the caller named: columns that are absent stay, and so does
// a list that is absent. Of documents of which there are many, one without an
// id is new.
func (d document) save(ctx context.Context, db store.Session, a procedure.Args) (any, error) {
	var out json.RawMessage
	return &out, db.Tx(ctx, func(tx store.Session) error {
		id, err := d.saveRow(ctx, tx, a)
		if err != nil {
			return err
		}
		for i := range d.Lists {
			l := list{&d.Lists[i]}
			if !a.Has(l.Name) {
				continue
			}
			if err := l.save(ctx, tx, id, a); err != nil {
				return err
			}
		}
		out, err = documents.Read(ctx, tx, d.Document, id)
		return err
	})
}

func (d document) saveRow(ctx context.Context, tx store.Session, a procedure.Args) (int64, error) {
	row := a.Pick(d.Columns()...)
	if d.Many && a["id"] == nil {
		return d.create(ctx, tx, row)
	}
	id, err := a.Number("id")
	if err != nil {
		return 0, err
	}
	version, err := a.Number("version")
	if err != nil {
		return 0, err
	}
	return id, d.change(ctx, tx, id, version, row)
}

func (d document) create(ctx context.Context, tx store.Session, row store.Row) (int64, error) {
	switch d.Order {
	case schema.Ranked:
		return d.createFirst(ctx, tx, row)
	case schema.Sequence:
		if err := d.placeLast(ctx, tx, row); err != nil {
			return 0, err
		}
	}
	rows, err := tx.Insert(ctx, d.Table, row)
	if err != nil {
		return 0, err
	}
	return rows[0].Int("id"), nil
}

func (d document) change(ctx context.Context, tx store.Session, id, version int64, row store.Row) error {
	switch {
	case d.Order == schema.Ranked && row[d.Table.Order] != nil: // a null is refused below
		return d.changeRanked(ctx, tx, id, version, row)
	case d.Order == schema.Sequence && d.Group != "" && row[d.Group] != nil:
		if err := d.followGroup(ctx, tx, id, row); err != nil {
			return err
		}
	}
	return d.write(ctx, tx, id, version, row)
}

// write changes the row if it still has the version, and counts as its write
// for the whole transaction.
func (d document) write(ctx context.Context, tx store.Session, id, version int64, row store.Row) error {
	where := store.All{store.Eq("id", id), store.Eq("version", version)}
	var rows []store.Row
	var err error
	if len(row) > 0 {
		rows, err = tx.Update(ctx, d.Table, where, row)
	} else {
		rows, err = tx.BumpVersion(ctx, d.Table, where)
	}
	if err == nil && len(rows) != 1 {
		err = stale()
	}
	return err
}

// delete removes the row with its lists. With a version, only if nobody changed
// it meanwhile.
func (d document) delete(ctx context.Context, db store.Session, a procedure.Args) (any, error) {
	id, err := a.Number("id")
	if err != nil {
		return nil, err
	}
	where := store.All{store.Eq("id", id)}
	if a["version"] != nil {
		version, err := a.Number("version")
		if err != nil {
			return nil, err
		}
		where = append(where, store.Eq("version", version))
	}
	return nil, db.Tx(ctx, func(tx store.Session) error {
		if d.Order == schema.Ranked {
			if err := d.lockOrder(ctx, tx); err != nil {
				return err
			}
		}
		rows, err := tx.Delete(ctx, d.Table, where)
		if err == nil && len(rows) != 1 {
			err = stale()
		}
		if err != nil || d.Order != schema.Ranked {
			return err
		}
		return d.closeGap(ctx, tx, id)
	})
}

// saveAll replaces all rows. The pairs of id and version that the caller loaded
// must be the rows as they are.
func (d document) saveAll(ctx context.Context, db store.Session, a procedure.Args) (any, error) {
	l := list{&d.Lists[0]}
	loaded, err := versions(a, l.Most())
	if err != nil {
		return nil, err
	}
	items, err := l.objects(a, "id")
	if err != nil {
		return nil, err
	}
	formers := make([]int64, len(items)) // which rows the items were; 0 is a new one
	for i, item := range items {
		formers[i], _ = procedure.Args(item).Number("id") // of no row is as good as none
		delete(item, "id")
	}
	var out json.RawMessage
	return &out, db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, l.Table.Name); err != nil {
			return err
		}
		removed, err := tx.Delete(ctx, l.Table, store.Gt("id", int64(0)))
		if err != nil {
			return err
		}
		isLoaded := func(row store.Row) bool {
			version, known := loaded[row.Int("id")]
			return known && version == row.Int("version")
		}
		if len(removed) != len(loaded) || slices.ContainsFunc(removed, func(row store.Row) bool { return !isLoaded(row) }) {
			return stale()
		}
		if len(items) > 0 {
			stored, err := tx.Insert(ctx, l.Table, items...)
			if err != nil {
				return err
			}
			for i, row := range stored {
				if at := slices.IndexFunc(removed, func(old store.Row) bool { return old.Int("id") == formers[i] }); at >= 0 {
					tx.Succeeds(l.Table, row, removed[at])
				}
			}
		}
		res, err := tx.Read(ctx, l.Table, store.Query{})
		if err != nil {
			return err
		}
		out = res.AppendJSON(nil)
		return nil
	})
}

func versions(a procedure.Args, most int) (map[int64]int64, error) {
	pairs, err := a.Objects("loaded", most)
	if err != nil {
		return nil, err
	}
	out := map[int64]int64{}
	for _, pair := range pairs {
		id, err := pair.Number("id")
		if err != nil {
			return nil, err
		}
		if _, twice := out[id]; twice {
			return nil, stale()
		}
		if out[id], err = pair.Number("version"); err != nil {
			return nil, err
		}
	}
	return out, nil
}
