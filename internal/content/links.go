package content

import (
	"context"
	"encoding/json"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// reorderNavigation numbers the menu 1..n in the sequence of ids. It is all
// or nothing: no visitor sees two links in one place.
func reorderNavigation(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	a, err := read("reorder_navigation_links", raw, "ids")
	if err != nil {
		return nil, err
	}
	return nil, reorder(ctx, db, a, &schema.NavigationLinks)
}

// reorderFooter does the same for the links of one section.
func reorderFooter(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	a, err := read("reorder_footer_links", raw, "section", "ids")
	if err != nil {
		return nil, err
	}
	section, err := a.text("section")
	if err != nil {
		return nil, err
	}
	return nil, reorder(ctx, db, a, &schema.FooterLinks, store.Eq("section", section))
}

func reorder(ctx context.Context, db store.Session, a arguments, t *schema.Table, where ...store.Cond) error {
	ids, err := a.numbers("ids")
	if err != nil {
		return err
	}
	// An order that is in place already writes nothing that would be refused.
	if _, err := t.Allow(db.Actor(), schema.Update.Action); err != nil {
		return err
	}
	return db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, t.Name); err != nil {
			return err
		}
		rows, err := tx.Select(ctx, t, store.Query{Where: where})
		if err != nil {
			return err
		}
		if err := sameIDs(rows, ids); err != nil {
			return err
		}
		return renumber(ctx, tx, t, "order", rows, ids)
	})
}

// sameIDs refuses a list that is not exactly the ids that there are.
func sameIDs(rows []store.Row, ids []int64) error {
	if len(rows) != len(ids) {
		return stale()
	}
	left := map[int64]bool{}
	for _, row := range rows {
		left[row.Int("id")] = true
	}
	for _, id := range ids {
		if !left[id] {
			return stale()
		}
		delete(left, id)
	}
	return nil
}

// renumber gives the rows the numbers 1..n in the sequence of ids, touching
// only rows whose number changes.
func renumber(ctx context.Context, tx store.Session, t *schema.Table, column string, rows []store.Row, ids []int64) error {
	now := map[int64]int64{}
	for _, row := range rows {
		now[row.Int("id")] = row.Int(column)
	}
	for i, id := range ids {
		if now[id] == int64(i+1) {
			continue
		}
		changed, err := tx.Update(ctx, t, store.Eq("id", id), store.Row{column: i + 1})
		if err != nil {
			return err
		}
		if len(changed) != 1 {
			return stale()
		}
	}
	return nil
}
