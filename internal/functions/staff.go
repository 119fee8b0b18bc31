package functions

import (
	"context"
	"fmt"
	"maps"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Procedures are what staff do with the letters about messages, and with applications.
func (h *Handler) Procedures() procedure.All {
	all := procedure.All{
		"mail_mode":       procedure.Of(h.mailMode),
		"setup_progress":  procedure.Of(h.setupProgress),
		"message_mail":    procedure.Of(h.messageMail),
		"resend_mail":     procedure.Of(h.resendMail).Changing(),
		"release_message": procedure.Of(h.releaseMessage).Changing(),
		"reply_message":   procedure.Of(h.replyMessage).Changing(),
	}
	maps.Copy(all, procedure.All{
		"mail_setup":         procedure.Of(h.mailSetup),
		"save_mail_settings": procedure.Of(h.saveMailSettings).Changing(),
		"test_mail":          procedure.Of(h.testMail).Changing(),
		"check_mail_domain":  procedure.Of(h.checkMailDomain),
	}.ForAdmins())
	maps.Copy(all, h.applicantProcedures())
	return all
}

const maxMessages = 200

// kind is which letter about a message it is: the word that ends its reason, or
// an answer from here.
type kind string

// TypeScript lists the kinds.
func (kind) TypeScript() string { return `"studio" | "confirmation" | "reply"` }

const ofReply kind = "reply"

var kinds = []kind{"studio", "confirmation"}

// delivery is what staff see of one letter about a message.
type delivery struct {
	MessageID int64      `json:"message_id"`
	Kind      kind       `json:"kind"`
	ReplyID   *int64     `json:"reply_id"` // of an answer
	State     mail.State `json:"state"`
	Attempts  int        `json:"attempts"`
	LastError string     `json:"last_error"`
	NextTryAt *string    `json:"next_try_at"` // of a queued letter
	SentAt    *string    `json:"sent_at"`
}

// mailMode tells staff whether mail reaches anybody.
func (h *Handler) mailMode(context.Context, store.Session, struct{}) (mode, error) {
	return mode{h.sender.Leaves(), h.sender.TestAddress()}, nil
}

type mode struct {
	Mailed    bool   `json:"mailed"`
	TestEmail string `json:"test_email"`
}

type ofMessages struct {
	IDs []int64 `json:"ids"`
}

func (h *Handler) messageMail(ctx context.Context, _ store.Session, a ofMessages) ([]delivery, error) {
	if len(a.IDs) > maxMessages {
		return nil, fault.New(fault.Invalid, "message_mail takes %d ids at a time", maxMessages)
	}
	return h.deliveries(ctx, a.IDs...)
}

func (h *Handler) deliveries(ctx context.Context, ids ...int64) ([]delivery, error) {
	out := []delivery{}
	if len(ids) == 0 {
		return out, nil
	}
	var reasons []string
	var all []delivery
	for _, id := range ids {
		reasons = append(reasons, contactReasons(store.Row{"id": id})...)
		for _, kind := range kinds {
			all = append(all, delivery{MessageID: id, Kind: kind})
		}
	}
	replies, err := h.store.AsSystem().Select(ctx, &schema.MessageReplies, store.Query{
		Fields: store.Fields("id", "message_id"), Where: store.All{store.In("message_id", ids...)}, Order: []store.Order{store.Asc("id")},
	})
	if err != nil {
		return nil, err
	}
	for _, row := range replies {
		id := row.Int("id")
		reasons = append(reasons, replyReason(row))
		all = append(all, delivery{MessageID: row.Int("message_id"), Kind: ofReply, ReplyID: &id})
	}
	states, err := h.States(ctx, reasons...)
	if err != nil {
		return nil, err
	}
	for i, d := range all {
		if s, recorded := states[reasons[i]]; recorded {
			out = append(out, d.is(s))
		}
	}
	return out, nil
}

// is tells how far a letter has come.
func (d delivery) is(s mail.Status) delivery {
	d.State, d.Attempts = s.State, s.Attempts
	switch s.State {
	case mail.Sent, mail.Kept:
		at := schema.FormatTime(s.SentAt)
		d.SentAt = &at
	case mail.Queued:
		at := schema.FormatTime(s.NextTry)
		d.NextTryAt, d.LastError = &at, s.Error
	case mail.GivenUp:
		d.LastError = s.Error
	}
	return d
}

type oneLetter struct {
	ID      int64  `json:"id"`
	Kind    kind   `json:"kind"`
	ReplyID *int64 `json:"reply_id"` // of an answer
}

// resendMail sends a letter about a message once more, whatever became of it
// before. It is written anew, because the text of an old one is not kept.
func (h *Handler) resendMail(ctx context.Context, db store.Session, a oneLetter) ([]delivery, error) {
	if a.Kind == ofReply && a.ReplyID != nil {
		return h.resendReply(ctx, db, a.ID, *a.ReplyID)
	}
	if a.Kind != kinds[0] && a.Kind != kinds[1] {
		return nil, fault.New(fault.Invalid, "kind must be %s or %s", kinds[0], kinds[1])
	}
	row, err := db.One(ctx, &schema.ContactFormSubmissions, store.Eq("id", a.ID))
	if err != nil {
		return nil, err
	}
	if row["quarantined_at"] != nil {
		return nil, refuse("This message is held back. Say that it is not spam first.")
	}
	reason := fmt.Sprintf("contact %d %s", a.ID, a.Kind)
	err = db.AsSystem().Tx(ctx, func(tx store.Session) error {
		from, err := h.writer(ctx, tx)
		if err != nil {
			return err
		}
		letter := h.aboutContact(from, row)
		if a.Kind == kinds[1] {
			letter = h.confirmation(from, row)
		} else if from.address == "" {
			return refuse("Enter the contact email of the site first.")
		}
		return h.Requeue(ctx, tx, reason, letter, store.Row{"message_id": a.ID})
	})
	if err != nil {
		return nil, err
	}
	if _, err := h.Try(ctx, reason); err != nil {
		return nil, err
	}
	return h.deliveries(ctx, a.ID)
}

type oneMessage struct {
	ID int64 `json:"id"`
}

// releaseMessage says that a message is no spam; the letters about it go out as
// they would have at first.
func (h *Handler) releaseMessage(ctx context.Context, db store.Session, a oneMessage) ([]delivery, error) {
	table := &schema.ContactFormSubmissions
	var reasons []string
	err := db.Tx(ctx, func(tx store.Session) error {
		if _, err := tx.One(ctx, table, store.Eq("id", a.ID)); err != nil {
			return err
		}
		held := store.All{store.Eq("id", a.ID), store.Not{Cond: store.IsNull("quarantined_at")}}
		rows, err := tx.Update(ctx, table, held, store.Row{"state": schema.MessageNew})
		if err != nil || len(rows) == 0 {
			return err
		}
		reasons, err = h.RecordContact(ctx, tx.AsSystem(), rows[0])
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(reasons) > 0 {
		if _, err := h.Try(ctx, reasons...); err != nil {
			h.log.WarnContext(ctx, "letters about a released message wait", "error", err)
		}
	}
	return h.deliveries(ctx, a.ID)
}
