package revisions

import (
	"context"
	"fmt"
	"math"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const begun = "history"

// Begin records the documents of a site that has no history yet, so that the
// first change of each can be taken back. It does so once.
func Begin(ctx context.Context, db store.Session) error {
	if done, err := db.Setting(ctx, begun); err != nil || done != "" {
		return err
	}
	return db.Large().Doing(store.Doing{Action: schema.Imported, Whole: true}).Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, begun); err != nil {
			return err
		}
		if done, err := tx.Setting(ctx, begun); err != nil || done != "" {
			return err
		}
		by := author{recorder: &recorder{}, doing: tx.About()}
		for _, d := range schema.Recorded() {
			if err := by.begin(ctx, tx, d); err != nil {
				return err
			}
		}
		return tx.SetSetting(ctx, begun, "1")
	})
}

func (a author) begin(ctx context.Context, tx store.Session, d *schema.Document) error {
	edits := []edit{{d: d}}
	if d.Table != nil {
		rows, err := tx.Select(ctx, d.Table, store.Query{Fields: store.Fields(d.Table.Key().Name)})
		if err != nil {
			return err
		}
		edits = nil
		for _, row := range rows {
			key := row[d.Table.Key().Name]
			edits = append(edits, edit{d: d, id: fmt.Sprint(key), key: key})
		}
	}
	for _, e := range edits {
		there, err := preceding(ctx, tx, d, e.id, math.MaxInt64)
		if err != nil {
			return err
		}
		if there.row != nil {
			continue
		}
		now, err := a.revision(ctx, tx, e, last{})
		if err != nil {
			return err
		}
		if _, err := tx.Insert(ctx, &schema.Revisions, now.row); err != nil {
			return err
		}
	}
	return nil
}
