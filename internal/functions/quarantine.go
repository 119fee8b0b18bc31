package functions

import (
	"context"
	"strings"
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
	if h.cvs != nil {
		sending.Go(func() { fault.KeepRunning(ctx, h.log, "how long applications are kept", h.watchApplications) })
		sending.Go(func() { fault.KeepRunning(ctx, h.log, "the scan of CVs", h.watchScans) })
	}
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
// that none is lost unseen. What staff themselves call spam is no news.
func (h *Handler) tellOfQuarantine(ctx context.Context) error {
	return h.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		n, err := tx.Count(ctx, &schema.ContactFormSubmissions, store.Gt("quarantined_at", h.Now().Add(-24*time.Hour)), store.Not{Cond: store.IsNull("spam_reasons")})
		if err != nil || n == 0 {
			return err
		}
		to, err := h.writer(ctx, tx)
		if err != nil {
			return err
		}
		if to.address == "" {
			h.warnNoRecipient(ctx)
			return nil
		}
		var text strings.Builder
		text.WriteString(to.Say("mail_quarantine_text") + "\n")
		if h.publicURL != "" {
			text.WriteString("\n-- \n")
		}
		h.link(&text, to.Say("mail_quarantine_link"), "/admin/messages?show=held")
		reason := "quarantine " + h.Now().Format(time.DateOnly)
		return h.Record(ctx, tx, reason, mail.Letter{To: to.address, Subject: to.Say("mail_quarantine_subject"), Text: text.String()})
	})
}
