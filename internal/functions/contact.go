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
	studio, err := h.studio(ctx, tx)
	if err != nil {
		return nil, err
	}
	reasons := contactReasons(row)
	about := store.Row{"message_id": row.Int("id")}
	confirm := func() error { return h.RecordAbout(ctx, tx, reasons[1], h.confirmation(studio, row), about) }
	if studio == "" {
		h.warnNoRecipient(ctx)
		return reasons[1:], confirm()
	}
	if err := h.RecordAbout(ctx, tx, reasons[0], h.aboutContact(studio, row), about); err != nil {
		return nil, err
	}
	return reasons, confirm()
}

func (h *Handler) aboutContact(studio string, row store.Row) mail.Letter {
	var text strings.Builder
	fmt.Fprintf(&text, "A visitor wrote through the contact form.\n\nName: %s\nEmail: %s\nSubject: %s\nReceived: %s\n\n%s\n",
		row.Text("name"), row.Text("email"), row.Text("subject"), row.Time("created_at").Format("January 2, 2006 15:04 UTC"), row.Text("message"))
	fmt.Fprint(&text, "\n-- \nA reply to this mail goes to the visitor.\n")
	if h.publicURL != "" {
		fmt.Fprintf(&text, "All messages: %s/admin/messages\n", h.publicURL)
	}
	return mail.Letter{To: studio, ReplyTo: row.Text("email"), Subject: "New message: " + row.Text("subject"), Text: text.String()}
}

// confirmation holds nothing that the visitor typed: anyone can enter the
// address of someone else.
func (h *Handler) confirmation(studio string, row store.Row) mail.Letter {
	text := "Thank you for your message. We have received it and will get back to you as soon as we can.\n\n" +
		"If you did not write to us, someone entered your address by mistake, and you can ignore this mail.\n"
	if h.publicURL != "" {
		text += "\n-- \n" + h.publicURL + "\n"
	}
	return mail.Letter{To: row.Text("email"), ReplyTo: studio, Subject: "We received your message", Text: text}
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
	rows, err := h.store.Itself().Select(ctx, t, store.Query{Where: where, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(20)})
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
