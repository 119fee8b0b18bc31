package letters

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/documents"
	"vitrine/internal/store/revisions"
)

// Procedures are what staff do with letters and subscribers.
func (l *Letters) Procedures() procedure.All {
	return procedure.All{
		"test_letter":         procedure.Of(l.test).Changing(),
		"send_letter":         procedure.Of(l.schedule).Changing(),
		"pause_letter":        procedure.Of(l.pause).Changing(),
		"resume_letter":       procedure.Of(l.resume).Changing(),
		"cancel_letter":       procedure.Of(l.cancel).Changing(),
		"letter_audience":     procedure.Of(l.audienceOf),
		"letter_preview":      procedure.Of(l.preview),
		"import_subscribers":  procedure.Of(l.importSubscribers).Changing().Taking(2 * maxImportText), // line ends take two bytes in JSON
		"resend_confirmation": procedure.Of(l.resendConfirmation).Changing(),
		"unsubscribe":         procedure.Of(l.unsubscribe).Changing(),
		"ask_again":           procedure.Of(l.askAgain).Changing(),
	}.ForStaff()
}

func refuse(sentence string) error { return fault.New(fault.Invalid, "%s", sentence).Hinting(sentence) }

// document is a letter as its save answers it.
type document struct{ raw json.RawMessage }

// MarshalJSON gives the document itself.
func (d document) MarshalJSON() ([]byte, error) { return d.raw, nil }

// TypeScript is the name of its generated type.
func (document) TypeScript() string { return schema.Pascal(schema.Letter.Name) }

type byID struct {
	ID int64 `json:"id"`
}

type sending struct {
	ID      int64   `json:"id"`
	Version int64   `json:"version"`
	At      *string `json:"at"` // a moment; without it after the delay
}

// move changes the state of a letter that is in one of these, and answers it.
func (l *Letters) move(ctx context.Context, db store.Session, id int64, set func(tx store.Session, row store.Row) ([]string, error)) (out document, err error) {
	err = db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.Letters.Name); err != nil {
			return err
		}
		row, err := tx.AsSystem().One(ctx, &schema.Letters, store.Eq("id", id))
		if fault.Is(err, fault.NotOne) {
			return fault.New(fault.Stale, fault.StaleMessage).Hinting(fault.StaleMessage)
		}
		if err != nil {
			return err
		}
		columns, err := set(tx, row)
		if err != nil {
			return err
		}
		if len(columns) > 0 {
			if _, err := tx.AsSystem().Rewrite(ctx, &schema.Letters, row, columns...); err != nil {
				return err
			}
			if err := revisions.Note(ctx, tx, "letter_"+row.Text("status"), schema.Letter.Name, fmt.Sprint(id), row.Text("subject")); err != nil {
				return err
			}
		}
		out.raw, err = documents.Read(ctx, tx.AsSystem(), &schema.Letter, id)
		return err
	})
	if err == nil {
		l.wake()
	}
	return out, err
}

// mayLeave refuses what would reach nobody, or one address alone.
func (l *Letters) mayLeave() error {
	switch {
	case !l.Sender.Leaves():
		return refuse("Mail reaches nobody. Set up a mail server first.")
	case l.Sender.TestAddress() != "":
		return refuse("Mail is in test mode: every mail would go to the test address. Letters are not sent then.")
	}
	return nil
}

// schedule has a draft sent after the delay or at a time; one that is scheduled gets
// another time.
func (l *Letters) schedule(ctx context.Context, db store.Session, a sending) (document, error) {
	if err := l.mayLeave(); err != nil {
		return document{}, err
	}
	at := l.now().Add(l.Delay)
	if a.At != nil {
		when, err := time.Parse(time.RFC3339, *a.At)
		if err != nil {
			return document{}, refuse("The time to send at is no moment such as 2026-11-20T09:00:00Z.")
		}
		if when.After(l.now().AddDate(1, 0, 0)) {
			return document{}, refuse("A letter can be scheduled for a year ahead.")
		}
		if when.After(at) {
			at = when.UTC().Truncate(time.Microsecond)
		}
	}
	return l.move(ctx, db, a.ID, func(tx store.Session, row store.Row) ([]string, error) {
		if row.Text("status") != schema.LetterDraft && row.Text("status") != schema.LetterScheduled {
			return nil, refuse("This letter is on its way already.")
		}
		if row.Int("version") != a.Version {
			return nil, fault.New(fault.Stale, fault.StaleMessage).Hinting(fault.StaleMessage)
		}
		n, err := tx.AsSystem().Count(ctx, &schema.NewsletterSubscriptions, audience(row.Text("audience"))...)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, refuse("Nobody would get this letter.")
		}
		row["status"], row["scheduled_at"], row["recipients"] = schema.LetterScheduled, at, int64(0)
		return []string{"status", "scheduled_at", "recipients"}, nil
	})
}

func (l *Letters) pause(ctx context.Context, db store.Session, a byID) (document, error) {
	return l.move(ctx, db, a.ID, func(_ store.Session, row store.Row) ([]string, error) {
		switch row.Text("status") {
		case schema.LetterPaused:
			return nil, nil
		case schema.LetterSending:
			row["status"], row["paused_because"] = schema.LetterPaused, ""
			return []string{"status", "paused_because"}, nil
		}
		return nil, refuse("This letter is not being sent.")
	})
}

func (l *Letters) resume(ctx context.Context, db store.Session, a byID) (document, error) {
	if err := l.mayLeave(); err != nil {
		return document{}, err
	}
	return l.move(ctx, db, a.ID, func(_ store.Session, row store.Row) ([]string, error) {
		switch row.Text("status") {
		case schema.LetterSending:
			return nil, nil
		case schema.LetterPaused:
			row["status"], row["paused_because"] = schema.LetterSending, ""
			return []string{"status", "paused_because"}, nil
		}
		return nil, refuse("This letter is not paused.")
	})
}

// cancel makes a scheduled letter a draft again; one that some have got is over.
func (l *Letters) cancel(ctx context.Context, db store.Session, a byID) (document, error) {
	return l.move(ctx, db, a.ID, func(_ store.Session, row store.Row) ([]string, error) {
		switch row.Text("status") {
		case schema.LetterDraft, schema.LetterCancelled:
			return nil, nil
		case schema.LetterScheduled:
			row["status"], row["scheduled_at"] = schema.LetterDraft, nil
			return []string{"status", "scheduled_at"}, nil
		case schema.LetterSending, schema.LetterPaused:
			row["status"] = schema.LetterCancelled
			return []string{"status"}, nil
		}
		return nil, refuse("This letter was sent.")
	})
}

type tested struct {
	To string `json:"to"`
}

// test sends a draft to whoever asks, and nobody else.
func (l *Letters) test(ctx context.Context, db store.Session, a byID) (out tested, err error) {
	user, err := db.AsSystem().One(ctx, &schema.Users, store.Eq("id", db.Actor().UserID))
	if err != nil {
		return out, err
	}
	if !l.Sender.Leaves() {
		return out, refuse("Mail reaches nobody. Set up a mail server first.")
	}
	row, err := db.One(ctx, &schema.Letters, store.Eq("id", a.ID))
	if err != nil {
		return out, err
	}
	p, who, reply, err := l.paperOf(ctx, row)
	if err != nil {
		return out, err
	}
	out.To = user.Text("email")
	// The link of a test ends no subscription: it is of none.
	leave := l.leaveLink(0, 0)
	text, page := p.fill(leave, out.To)
	err = l.Sender.Send(ctx, mail.Letter{To: out.To, ReplyTo: reply, Subject: p.subject, Text: text, HTML: page, Leave: leave, Studio: who.Name, Lang: who.Language})
	if err != nil {
		l.Log.WarnContext(ctx, "a test of a letter was not sent", "letter", a.ID, "error", err)
		return out, refuse("The mail server did not take the test: " + err.Error())
	}
	return out, l.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		return l.count(ctx, tx, a.ID, func(row store.Row) { row["tested_at"] = tx.Now() }, "tested_at")
	})
}

type asked struct {
	Audience string `json:"audience"`
}

// whoGets is how many get a letter, and how many do not and why.
type whoGets struct {
	Recipients   int64  `json:"recipients"`
	All          int64  `json:"all"`
	Pending      int64  `json:"pending"`
	Unsubscribed int64  `json:"unsubscribed"`
	Bounced      int64  `json:"bounced"`
	HeldBack     int64  `json:"held_back"`
	From         string `json:"from"`
	Mailed       bool   `json:"mailed"`     // there is a mail server
	TestEmail    string `json:"test_email"` // of the test mode, in which nothing is sent
	Rate         int64  `json:"rate"`       // how many copies leave in a minute, at most
	Delay        int64  `json:"delay"`      // seconds in which a letter can be stopped
}

func (l *Letters) audienceOf(ctx context.Context, db store.Session, a asked) (out whoGets, err error) {
	if a.Audience != schema.ToAll && a.Audience != schema.ToJobs {
		return out, refuse(schema.Letters.Column("audience").Sentence(schema.OneOf))
	}
	out.From, out.Mailed, out.TestEmail = l.Sender.From(), l.Sender.Leaves(), l.Sender.TestAddress()
	out.Rate, out.Delay = int64(l.Rate*60), int64(l.Delay.Seconds())
	free := store.IsNull("quarantined_at")
	for into, where := range map[*int64]store.All{
		&out.Recipients: audience(a.Audience), &out.All: {}, &out.HeldBack: {store.Not{Cond: free}},
		&out.Pending: {free, store.Eq("status", schema.Pending)}, &out.Unsubscribed: {free, store.Eq("status", schema.Unsubscribed)}, &out.Bounced: {free, store.Eq("status", schema.Bounced)},
	} {
		if *into, err = db.AsSystem().Count(ctx, &schema.NewsletterSubscriptions, where...); err != nil {
			return out, err
		}
	}
	return out, nil
}

type draft struct {
	Subject   string `json:"subject"`
	Preheader string `json:"preheader"`
	Body      string `json:"body"`
}

type shown struct {
	Text string `json:"text"`
	HTML string `json:"html"`
}

// preview is a draft as the mail it will be, saved or not.
func (l *Letters) preview(ctx context.Context, _ store.Session, d draft) (shown, error) {
	p, _, _, err := l.paperOf(ctx, store.Row{"subject": d.Subject, "preheader": d.Preheader, "body": d.Body})
	text, page := p.fill("#", "visitor@example.com")
	return shown{text, page}, err
}

// resendConfirmation sends the link once more to somebody who has not answered.
func (l *Letters) resendConfirmation(ctx context.Context, db store.Session, a byID) (procedure.Nothing, error) {
	rows, err := db.AsSystem().Update(ctx, &schema.NewsletterSubscriptions, store.All{store.Eq("id", a.ID), store.Eq("status", schema.Pending)}, store.Row{schema.MailDue: db.Now()})
	if err == nil && len(rows) == 0 {
		err = refuse("This address does not wait for an answer.")
	}
	return nil, err
}

// unsubscribe takes somebody off the list who asked staff to.
func (l *Letters) unsubscribe(ctx context.Context, db store.Session, a byID) (procedure.Nothing, error) {
	_, err := db.AsSystem().Update(ctx, &schema.NewsletterSubscriptions, store.All{store.Eq("id", a.ID), store.Neq("status", schema.Unsubscribed)},
		store.Row{"status": schema.Unsubscribed, "unsubscribed_at": db.Now(), schema.MailDue: nil})
	return nil, err
}
