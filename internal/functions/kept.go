package functions

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/store"
)

// keptInAnHour are the links, by the word of their reasons, that are written anew
// each hour, by all instances together. Of those that visitors caused it leaves room in
// what an hour may send, so that who signs up now does not wait behind them.
var keptInAnHour = map[string]int{"newsletter": 20, "import": 500}

// askKept has those asked whose link to confirm is a file, because there was no
// mail server when it was written: as soon as there is one, which is not in test
// mode, and then by the hour.
func (h *Handler) askKept(ctx context.Context) error {
	if !h.askKeptLock.TryLock() {
		return nil // another call is at it
	}
	defer h.askKeptLock.Unlock()
	if h.letters == nil || !h.reaches() {
		h.askKeptNext = time.Time{}
		return nil
	}
	if h.Now().Before(h.askKeptNext) {
		return nil
	}
	err := h.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, "kept mails"); err != nil {
			return err
		}
		before, err := h.letters.Reminded(ctx, tx, h.Now().Add(-time.Hour))
		if err != nil {
			return err
		}
		ids, err := h.Kept(ctx, tx, keptInAnHour, before)
		if err != nil || len(ids) == 0 {
			return err
		}
		// Subscriptions before mails, which is the order of whoever is asked for another reason.
		if err := h.letters.PutOffReminder(ctx, tx, ids); err != nil {
			return err
		}
		// Who was asked meanwhile has no kept link any more.
		still, err := h.ForgetKept(ctx, tx, ids)
		if err != nil {
			return err
		}
		return h.letters.AskLate(ctx, tx, still)
	})
	if err != nil {
		return fmt.Errorf("ask whose link was only kept: %w", err)
	}
	h.askKeptNext = h.Now().Add(time.Hour)
	return nil
}

// reaches tells whether a mail reaches whom it is for.
func (h *Handler) reaches() bool { return h.sender.Leaves() && h.sender.TestAddress() == "" }
