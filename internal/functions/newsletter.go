package functions

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"

	"vitrine/internal/client"
	"vitrine/internal/letters"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// newsletter tells the studio about a stored subscription.
func (h *Handler) newsletter(w http.ResponseWriter, r *http.Request, actor schema.Actor) error {
	if err := h.limits.Allow(calls, actor.Address); err != nil {
		return err
	}
	var body struct {
		Email *string `json:"email"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	if h.letters != nil && h.letters.Asks(r.Context()) {
		h.Wake()
		return h.succeed(w) // the same for addresses that are known and unknown; the worker writes
	}
	table := &schema.NewsletterSubscriptions
	given, err := asStored(table, map[string]*string{"email": body.Email})
	if err != nil {
		return err
	}
	where := store.All{store.Gte("created_at", h.freshSince()), store.Folded("email", given.Text("email"))}
	row, err := h.unmailed(r.Context(), table, where, newsletterReasons)
	if err != nil {
		return err
	}
	return h.notify(w, r, table, row)
}

func newsletterReasons(row store.Row) []string {
	return []string{fmt.Sprintf("newsletter %d studio", row.Int("id"))}
}

// RecordNewsletter puts the letter about a stored subscription in the outbox,
// and returns its reason. It belongs in the transaction of the subscription. An
// address that is not confirmed is asked; the studio hears of it when it is.
func (h *Handler) RecordNewsletter(ctx context.Context, tx store.Session, row store.Row) ([]string, error) {
	if h.letters != nil {
		if err := h.letters.RecordConsent(ctx, tx, row); err != nil {
			return nil, err
		}
		if row.Text("status") == schema.Pending || letters.IsAskedAgain(row) {
			return h.recordQuestion(ctx, tx, row)
		}
	}
	if row.Text("status") != schema.Confirmed {
		return nil, nil
	}
	to, err := h.writer(ctx, tx)
	if err != nil {
		return nil, err
	}
	if to.address == "" {
		h.warnNoRecipient(ctx)
		return nil, nil
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n%s: %s\n%s: %s\n", to.Say("mail_subscriber_text"), to.Say("mail_notice_email"), row.Text("email"), to.Say("mail_subscriber_date"), to.stamp(row))
	if h.publicURL != "" {
		text.WriteString("\n-- \n")
	}
	h.link(&text, to.Say("mail_subscriber_all"), "/admin/subscribers")
	reasons := newsletterReasons(row)
	letter := mail.Letter{To: to.address, Subject: to.Say("mail_subscriber_subject"), Text: text.String()}
	return reasons, h.RecordAbout(ctx, tx, reasons[0], letter, store.Row{"subscription_id": row.Int("id")})
}

// recordQuestion asks whether an address is right. Whom staff brought in is not
// counted among the letters that visitors cause.
func (h *Handler) recordQuestion(ctx context.Context, tx store.Session, row store.Row) ([]string, error) {
	// A link that was only kept counts for nothing once one can reach them.
	if h.reaches() {
		if _, err := h.ForgetKept(ctx, tx, []int64{row.Int("id")}); err != nil {
			return nil, err
		}
	}
	letter, write, err := h.letters.Ask(ctx, tx, row)
	if err != nil || !write {
		return nil, err
	}
	word := "newsletter"
	if letters.IsImported(row) || letters.IsAskedAgain(row) {
		word = "import"
	}
	reason := fmt.Sprintf("%s %d %d confirmation", word, row.Int("id"), h.Now().UnixMicro())
	return []string{reason}, h.RecordAbout(ctx, tx, reason, letter, store.Row{"subscription_id": row.Int("id")})
}

// warnNoRecipient says in the log what doctor says too.
func (h *Handler) warnNoRecipient(ctx context.Context) {
	h.log.WarnContext(ctx, "nobody is told what a visitor left: set VITRINE_MAIL_TO, or the contact email of the site")
}

// writer is in whose name letters are written, and where it hears of visitors.
type writer struct {
	studio.Studio
	address string
}

func (h *Handler) writer(ctx context.Context, tx store.Session) (w writer, err error) {
	if w.Studio, err = studio.Read(ctx, tx); err == nil {
		w.address, err = h.recipient(ctx, tx)
	}
	return w, err
}

// recipient is who hears about visitors: never an address from a request. It is
// "" when neither the operator nor an editor named anyone.
func (h *Handler) recipient(ctx context.Context, x store.Session) (string, error) {
	if to := cmp.Or(h.mailTo, h.sender.To()); to != "" {
		return to, nil
	}
	rows, err := x.AsSystem().Select(ctx, &schema.ContactInfo, store.Query{Order: []store.Order{store.Asc("id")}, Limit: store.Limit(1)})
	if err != nil {
		return "", err
	}
	if len(rows) == 1 && schema.ValidEmail(rows[0].Text("email")) {
		return rows[0].Text("email"), nil
	}
	return "", nil
}

// notify hurries the letters about a row, and answers as the client expects.
func (h *Handler) notify(w http.ResponseWriter, r *http.Request, table *schema.Table, row store.Row) error {
	ctx := r.Context()
	if row["quarantined_at"] != nil {
		return h.succeed(w) // its letters wait for staff; a machine learns nothing from the answer
	}
	var reasons []string
	err := h.store.AsSystem().Tx(ctx, func(tx store.Session) (err error) {
		reasons, err = h.recordAbout(ctx, tx, table, row)
		return err
	})
	if err != nil {
		return fmt.Errorf("record a letter: %w", err)
	}
	if len(reasons) == 0 {
		return h.succeed(w)
	}
	sent, err := h.Try(ctx, reasons...)
	if err != nil {
		return err
	}
	if !sent {
		return errUndelivered
	}
	return h.succeed(w)
}

func (h *Handler) succeed(w http.ResponseWriter) error {
	body := h.Mode()
	body["success"] = true
	return client.Answer(w, http.StatusOK, body)
}

// Mode is what an answer adds when mail does not reach the people it is for:
// mailed is false without a mail server; testMode and testEmail tell of a test
// address.
func (h *Handler) Mode() map[string]any {
	mode := map[string]any{}
	if !h.sender.Leaves() {
		mode["mailed"] = false
	}
	if to := h.sender.TestAddress(); to != "" {
		mode["testMode"], mode["testEmail"] = true, to
	}
	return mode
}
