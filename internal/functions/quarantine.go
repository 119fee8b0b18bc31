package functions

import (
	"context"
	"fmt"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const tellEvery = time.Hour

// Run sends letters and watches the quarantine until ctx ends.
func (h *Handler) Run(ctx context.Context) {
	var sending sync.WaitGroup
	sending.Go(func() { h.Outbox.Run(ctx) })
	fault.KeepRunning(ctx, h.log, "the letter about the quarantine", h.watchQuarantine)
	sending.Wait()
}

func (h *Handler) watchQuarantine(ctx context.Context) {
	for more := true; more; more = fault.Sleep(ctx, tellEvery) {
		if err := h.tellOfQuarantine(ctx); err != nil && ctx.Err() == nil && !fault.Is(err, fault.Unavailable) {
			h.log.WarnContext(ctx, "tell of the quarantine", "error", err)
		}
	}
}

// tellOfQuarantine tells the studio once a day that messages wait there, so
// that none is lost unseen.
func (h *Handler) tellOfQuarantine(ctx context.Context) error {
	return h.store.Itself().Tx(ctx, func(tx store.Session) error {
		n, err := tx.Count(ctx, &schema.ContactFormSubmissions, store.Gt("quarantined_at", h.Now().Add(-24*time.Hour)))
		if err != nil || n == 0 {
			return err
		}
		studio, err := h.studio(ctx, tx)
		if err != nil {
			return err
		}
		if studio == "" {
			h.warnNoRecipient(ctx)
			return nil
		}
		text := "Messages from the contact form that look like spam wait in quarantine. Nobody was mailed about them one by one.\n\n" +
			"Please look through them now and then: a message that you release is treated like any other.\n"
		if h.publicURL != "" {
			text += fmt.Sprintf("\n-- \nQuarantine: %s/admin/messages?show=quarantine\n", h.publicURL)
		}
		reason := "quarantine " + h.Now().Format(time.DateOnly)
		return h.Record(ctx, tx, reason, mail.Letter{To: studio, Subject: "Messages wait in quarantine", Text: text})
	})
}
