package functions

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	tidyEvery = time.Hour
	// keepText is how long the text of a letter is kept after it was sent or
	// given up. Visitors' words stay with their message, and nowhere else.
	keepText = 30 * 24 * time.Hour
)

// tidy forgets what is no longer needed, and tells the studio once a day that
// messages wait in quarantine, so that none is lost there unseen.
func (h *Handler) tidy(ctx context.Context) error {
	return errors.Join(h.sender.Tidy(keepText), h.forgetGone(ctx), h.forget(ctx), h.tellOfQuarantine(ctx, h.store.Itself()))
}

func (h *Handler) forget(ctx context.Context) error {
	old := store.Any{store.Lt("sent_at", h.moment().Add(-keepText)), store.Lt("given_up_at", h.moment().Add(-keepText))}
	db := h.store.Itself()
	if _, err := db.Delete(ctx, &schema.Mails, store.All{old, store.IsNull("message_id")}); err != nil {
		return fmt.Errorf("forget old letters: %w", err)
	}
	// The state of a letter stays visible beside its message.
	if _, err := db.Update(ctx, &schema.Mails, store.All{old, store.Neq("body", "")}, store.Row{"body": "", "subject": "", "reply_to": ""}); err != nil {
		return fmt.Errorf("forget the text of old letters: %w", err)
	}
	return nil
}

func (h *Handler) tellOfQuarantine(ctx context.Context, db store.Session) error {
	err := db.Tx(ctx, func(tx store.Session) error {
		n, err := tx.Count(ctx, &schema.ContactFormSubmissions, store.Gt("quarantined_at", h.moment().Add(-24*time.Hour)))
		if err != nil || n == 0 {
			return err
		}
		studio, err := h.studio(ctx, tx)
		if err != nil {
			return err
		}
		if studio == "" {
			h.unheard(ctx)
			return nil
		}
		text := "Messages from the contact form that look like spam wait in quarantine. Nobody was mailed about them one by one.\n\n" +
			"Please look through them now and then: a message that you release is treated like any other.\n"
		if h.publicURL != "" {
			text += fmt.Sprintf("\n-- \nQuarantine: %s/admin/messages?show=quarantine\n", h.publicURL)
		}
		reason := "quarantine " + h.moment().Format(time.DateOnly)
		return h.Record(ctx, tx, reason, mail.Letter{To: studio, Subject: "Messages wait in quarantine", Text: text})
	})
	if err != nil {
		return fmt.Errorf("tell of the quarantine: %w", err)
	}
	return nil
}

// Run delivers what is due, and tidies up every hour, until ctx ends.
func (h *Handler) Run(ctx context.Context) {
	var delivering sync.WaitGroup
	delivering.Go(func() { fault.KeepRunning(ctx, h.log, "the outbox", h.Outbox.Run) })
	fault.KeepRunning(ctx, h.log, "the tidying of the outbox", h.tidyUp)
	delivering.Wait()
}

func (h *Handler) tidyUp(ctx context.Context) {
	every := time.NewTicker(tidyEvery)
	defer every.Stop()
	work := h.tidy
	for {
		if err := work(ctx); err != nil && ctx.Err() == nil && !fault.Is(err, fault.Unavailable) {
			h.log.WarnContext(ctx, "tidy the outbox", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			work = h.tidy
		case <-h.gone:
			work = h.forgetGone
		}
	}
}
