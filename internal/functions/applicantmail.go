package functions

import (
	"context"
	"fmt"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// applicantKind is which of the mails about an application.
type applicantKind string

const (
	toConfirm applicantKind = "confirmation"
	toStudio  applicantKind = "studio"
	byStaff   applicantKind = "mail"
)

// TypeScript lists the kinds.
func (applicantKind) TypeScript() string { return `"confirmation" | "studio" | "mail"` }

// applicantMail is what staff see of a mail about an application.
type applicantMail struct {
	Kind      applicantKind `json:"kind"`
	EventID   *int64        `json:"event_id"` // of what staff wrote
	State     mail.State    `json:"state"`
	Attempts  int           `json:"attempts"`
	LastError string        `json:"last_error"`
	NextTryAt *string       `json:"next_try_at"` // of a queued mail
	SentAt    *string       `json:"sent_at"`
}

// applicantReason is none of those that visitors cause, which are capped.
func applicantReason(event store.Row) string {
	return fmt.Sprintf("application %d mail %d", event.Int("application_id"), event.Int("id"))
}

// applicationReason is why one of the two mails is sent that every application causes.
func applicationReason(id int64, kind applicantKind) string {
	return fmt.Sprintf("application %d %s", id, kind)
}

// toApplicant is a mail as staff wrote it.
func (h *Handler) toApplicant(from writer, row, event store.Row) mail.Letter {
	return mail.Letter{To: row.Text("email"), ReplyTo: from.address, Subject: event.Text("subject"), Text: h.signed(from, event.Text("text"))}
}

// applicationMail tells what became of the mails about an application.
func (h *Handler) applicationMail(ctx context.Context, db store.Session, a oneApplication) ([]applicantMail, error) {
	if _, err := db.One(ctx, &schema.JobApplications, store.Eq("id", a.ID)); err != nil {
		return nil, err
	}
	return h.mailsTo(ctx, a.ID)
}

func (h *Handler) mailsTo(ctx context.Context, id int64) ([]applicantMail, error) {
	events, err := h.store.AsSystem().Select(ctx, &schema.ApplicationEvents, store.Query{
		Fields: store.Fields("id", "application_id"), Where: store.All{store.Eq("application_id", id), store.Eq("kind", schema.EventMail)}, Order: []store.Order{store.Asc("id")},
	})
	if err != nil {
		return nil, err
	}
	all := []applicantMail{{Kind: toConfirm}, {Kind: toStudio}}
	reasons := []string{applicationReason(id, toConfirm), applicationReason(id, toStudio)}
	for _, event := range events {
		of := event.Int("id")
		all, reasons = append(all, applicantMail{Kind: byStaff, EventID: &of}), append(reasons, applicantReason(event))
	}
	states, err := h.States(ctx, reasons...)
	if err != nil {
		return nil, err
	}
	out := []applicantMail{}
	for i, one := range all {
		if s, recorded := states[reasons[i]]; recorded {
			d := delivery{}.is(s)
			out = append(out, applicantMail{one.Kind, one.EventID, d.State, d.Attempts, d.LastError, d.NextTryAt, d.SentAt})
		}
	}
	return out, nil
}

type oneApplicantMail struct {
	ID      int64         `json:"id"`
	Kind    applicantKind `json:"kind"`
	EventID *int64        `json:"event_id"` // of what staff wrote
}

// resendApplicationMail sends a mail about an application once more, whatever
// became of it before, as resendMail does with one about a message.
func (h *Handler) resendApplicationMail(ctx context.Context, db store.Session, a oneApplicantMail) ([]applicantMail, error) {
	row, err := db.One(ctx, &schema.JobApplications, store.Eq("id", a.ID))
	if err != nil {
		return nil, err
	}
	if row["quarantined_at"] != nil {
		return nil, refuse(heldBack)
	}
	var event store.Row
	reason := applicationReason(a.ID, a.Kind)
	switch {
	case a.Kind == byStaff && a.EventID != nil:
		is := store.All{store.Eq("id", *a.EventID), store.Eq("application_id", a.ID), store.Eq("kind", schema.EventMail)}
		if event, err = db.AsSystem().One(ctx, &schema.ApplicationEvents, is); err != nil {
			return nil, err
		}
		reason = applicantReason(event)
	case a.Kind != toConfirm && a.Kind != toStudio:
		return nil, fault.New(fault.Invalid, "kind must be %s, %s, or %s with an event_id", toConfirm, toStudio, byStaff)
	}
	err = db.AsSystem().Tx(ctx, func(tx store.Session) error {
		from, err := h.writer(ctx, tx)
		if err != nil {
			return err
		}
		letter := h.applicationConfirmed(from, row)
		switch {
		case event != nil:
			letter = h.toApplicant(from, row, event)
		case a.Kind == toStudio && from.address == "":
			return refuse("Enter the contact email of the site first.")
		case a.Kind == toStudio:
			letter = h.aboutApplication(from, row)
		}
		return h.Requeue(ctx, tx, reason, letter, store.Row{"application_id": a.ID})
	})
	if err != nil {
		return nil, err
	}
	if _, err := h.Try(ctx, reason); err != nil {
		return nil, err
	}
	return h.mailsTo(ctx, a.ID)
}
