package functions

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
)

// dueAtOnce is how many rows of a table are written out before their letters
// are sent.
const dueAtOnce = 20

// isDue finds rows that say that letters about them are due. The mark is part of
// the visitor's own insert, which one more statement would slow down; a letter is
// written out from it when there is time.
func isDue() store.All {
	return store.All{store.Not{Cond: store.IsNull(schema.MailDue)}, store.IsNull("quarantined_at")}
}

// recordDue records the letters about the first rows, and tells whether there
// may be more. A row that fails stops no other.
func (h *Handler) recordDue(ctx context.Context) (more bool, err error) {
	var failed error
	late := h.askKept(ctx)
	for _, endpoint := range shield.Endpoints {
		table := endpoint.Table
		rows, err := h.store.AsSystem().Select(ctx, table, store.Query{Where: isDue(), Order: []store.Order{store.Asc("id")}, Limit: store.Limit(dueAtOnce)})
		if err != nil {
			return false, errors.Join(late, fmt.Errorf("find what nobody was mailed about: %w", err))
		}
		for _, row := range rows {
			err := h.store.AsSystem().Tx(ctx, func(tx store.Session) error {
				_, err := h.recordAbout(ctx, tx, table, row)
				return err
			})
			if err != nil {
				failed = errors.Join(failed, fmt.Errorf("record the letters about row %d of %s: %w", row.Int("id"), table.Name, err))
			}
		}
		more = more || len(rows) == dueAtOnce
	}
	return more && failed == nil, errors.Join(failed, late)
}

// recordAbout records the letters about a row and takes its mark away. One that
// somebody deleted or held back meanwhile needs none.
func (h *Handler) recordAbout(ctx context.Context, tx store.Session, table *schema.Table, row store.Row) ([]string, error) {
	id := store.Eq("id", row.Int("id"))
	rows, err := tx.Update(ctx, table, append(isDue(), id), store.Row{schema.MailDue: nil})
	if err == nil && len(rows) == 0 {
		rows, err = tx.Select(ctx, table, store.Query{Where: store.All{id, store.IsNull("quarantined_at")}})
	}
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	if table == &schema.NewsletterSubscriptions {
		return h.RecordNewsletter(ctx, tx, rows[0])
	}
	return h.RecordContact(ctx, tx, rows[0])
}

// wakeForVisitors wakes the worker when visitors may have left something.
func (h *Handler) wakeForVisitors(tables []string) {
	if mayBeVisitors(tables) {
		h.Wake()
	}
}

// mayBeVisitors takes a change that names no table for one of any table.
func mayBeVisitors(tables []string) bool {
	for _, e := range shield.Endpoints {
		if len(tables) == 0 || slices.Contains(tables, e.Table.Name) {
			return true
		}
	}
	return false
}
