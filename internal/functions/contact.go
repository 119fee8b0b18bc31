package functions

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// contact tells the studio about a stored message, and its sender that it
// arrived.
func (h *Handler) contact(w http.ResponseWriter, r *http.Request, actor schema.Actor) error {
	if err := h.limits.Allow(calls, actor.Address); err != nil {
		return err
	}
	var body struct {
		Name    *string `json:"name"`
		Email   *string `json:"email"`
		Subject *string `json:"subject"`
		Message *string `json:"message"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	table := &schema.ContactFormSubmissions
	given, err := asStored(table, map[string]*string{"name": body.Name, "email": body.Email, "subject": body.Subject, "message": body.Message})
	if err != nil {
		return err
	}
	where := store.All{store.Gte("created_at", h.freshSince())}
	for column, value := range given {
		where = append(where, store.Eq(column, value))
	}
	row, err := h.unmailed(r.Context(), table, where, contactReasons)
	if err != nil {
		return err
	}
	return h.notify(w, r, table, row)
}

func contactReasons(row store.Row) []string {
	id := row.Int("id")
	return []string{fmt.Sprintf("contact %d studio", id), fmt.Sprintf("contact %d confirmation", id)}
}

// RecordContact puts the two letters about a stored message in the outbox,
// and returns their reasons. It belongs in the transaction of the message.
// When nobody is named to hear of it, the sender alone gets a letter.
func (h *Handler) RecordContact(ctx context.Context, tx store.Session, row store.Row) ([]string, error) {
	from, err := h.writer(ctx, tx)
	if err != nil {
		return nil, err
	}
	reasons := contactReasons(row)
	about := store.Row{"message_id": row.Int("id")}
	confirm := func() error { return h.RecordAbout(ctx, tx, reasons[1], h.confirmation(from, row), about) }
	if from.address == "" {
		h.warnNoRecipient(ctx)
		return reasons[1:], confirm()
	}
	if err := h.RecordAbout(ctx, tx, reasons[0], h.aboutContact(from, row), about); err != nil {
		return nil, err
	}
	return reasons, confirm()
}

func (h *Handler) aboutContact(to writer, row store.Row) mail.Letter {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", to.Say("mail_notice_text"))
	for _, line := range [][2]string{{"mail_notice_name", "name"}, {"mail_notice_email", "email"}, {"mail_notice_about", "subject"}} {
		fmt.Fprintf(&text, "%s: %s\n", to.Say(line[0]), row.Text(line[1]))
	}
	fmt.Fprintf(&text, "%s: %s\n\n%s\n\n-- \n%s\n", to.Say("mail_notice_received"), to.stamp(row), row.Text("message"), to.Say("mail_notice_foot"))
	h.link(&text, to.Say("mail_notice_all"), "/admin/messages")
	return mail.Letter{To: to.address, ReplyTo: row.Text("email"), Subject: to.Say("mail_notice_subject", "subject", row.Text("subject")), Text: text.String()}
}

// stamp is when a row came, on the clock of the studio and as it writes dates.
func (w writer) stamp(row store.Row) string {
	at := w.At(row.Time("created_at"))
	return w.Date(at) + at.Format(", 15:04 MST")
}

// link ends a letter to the studio, when the address of the site is known.
func (h *Handler) link(text *strings.Builder, what, path string) {
	if h.publicURL != "" {
		fmt.Fprintf(text, "%s: %s%s\n", what, h.publicURL, path)
	}
}

// confirmation holds nothing that the visitor typed: anyone can enter the
// address of someone else.
func (h *Handler) confirmation(from writer, row store.Row) mail.Letter {
	text := from.Say("mail_confirm_text") + "\n"
	if h.publicURL != "" {
		text += "\n-- \n" + h.publicURL + "\n"
	}
	return mail.Letter{To: row.Text("email"), ReplyTo: from.address, Subject: from.Say("mail_confirm_subject"), Text: text}
}

// asStored gives the values the form in which the table keeps them, so that
// they can be compared with its rows.
func asStored(t *schema.Table, given map[string]*string) (store.Row, error) {
	row := store.Row{}
	for column, text := range given {
		if text == nil {
			row[column] = nil
			continue
		}
		value, err := t.Column(column).Cast(*text)
		if err != nil {
			return nil, err
		}
		row[column] = value
	}
	return row, t.Check(row, true)
}

// unmailed finds the row that a call is about: of several alike the first
// that has no letters yet, so that each is mailed once. One in quarantine has
// none, and must not stand in the way of another.
func (h *Handler) unmailed(ctx context.Context, t *schema.Table, where store.All, reasons func(store.Row) []string) (store.Row, error) {
	rows, err := h.store.AsSystem().Select(ctx, t, store.Query{Where: where, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(20)})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fault.New(fault.NotOne, "Nothing that fits was stored in the last minutes.")
	}
	for _, row := range rows {
		if row["quarantined_at"] != nil {
			continue
		}
		states, err := h.States(ctx, reasons(row)...)
		if err != nil {
			return nil, err
		}
		if len(states) == 0 {
			return row, nil
		}
	}
	return rows[len(rows)-1], nil
}
