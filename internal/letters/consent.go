package letters

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
	"vitrine/internal/studio"
)

// Asks tells whether visitors confirm their address by mail.
func (l *Letters) Asks(ctx context.Context) bool {
	on, generation, found := l.asks.Get("")
	if found {
		return on
	}
	rows, err := l.Store.AsSystem().Select(ctx, &schema.SiteSettings, store.Query{Fields: store.Fields("double_opt_in")})
	if err != nil {
		return false
	}
	on = len(rows) == 1 && rows[0]["double_opt_in"] == true
	l.asks.Put("", on, generation)
	return on
}

// Fresh is what a new visitor's row says besides.
func (l *Letters) Fresh(ctx context.Context) store.Row {
	if l.Asks(ctx) {
		return store.Row{"status": schema.Pending}
	}
	return nil
}

// Again takes the sign-up of an address that is there. Who left, bounced or never
// answered is new, with new consent; who gets letters already is not told apart
// from others where addresses are confirmed, and may wish to hear of jobs from now
// on. It tells whether that was all.
func (l *Letters) Again(ctx context.Context, email string, wantsJobs bool, marks store.Row) (taken bool, err error) {
	asks := l.Asks(ctx)
	err = l.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		taken = false
		rows, err := tx.Select(ctx, &schema.NewsletterSubscriptions, store.Query{Where: store.All{store.Folded("email", email)}})
		if err != nil || len(rows) == 0 {
			return err
		}
		row := rows[0]
		if row.Text("status") == schema.Confirmed {
			taken = asks
			if wantsJobs && row["wants_jobs"] != true {
				_, err = tx.Update(ctx, &schema.NewsletterSubscriptions, store.Eq("id", row.Int("id")), store.Row{"wants_jobs": true})
			}
			return err
		}
		taken = true
		consent, err := l.agreed(ctx, tx, schema.ByForm)
		if err != nil {
			return err
		}
		patch := store.Row{
			"status": schema.Confirmed, "created_at": tx.Now(), "unsubscribed_at": nil, "confirmed_at": nil, "reminded_at": nil,
			"consent": consent, "wants_jobs": wantsJobs || row["wants_jobs"] == true, "quarantined_at": nil, "spam_reasons": nil,
		}
		if asks {
			patch["status"] = schema.Pending
		}
		for name, value := range marks {
			patch[name] = value
		}
		_, err = tx.Update(ctx, &schema.NewsletterSubscriptions, store.Eq("id", row.Int("id")), patch)
		return err
	})
	return taken, err
}

// agreed is the record of what a visitor reads at the form.
func (l *Letters) agreed(ctx context.Context, tx store.Session, source string) (json.RawMessage, error) {
	who, err := studio.Read(ctx, tx)
	if err != nil {
		return nil, err
	}
	return record(schema.Consent{Source: source, At: schema.FormatTime(tx.Now()), Text: who.Say("newsletter_text")}), nil
}

func record(c schema.Consent) json.RawMessage {
	raw, _ := json.Marshal(c) // texts always have a JSON form
	return raw
}

// RecordConsent completes a visitor's row with what was agreed to; it is no part
// of the visitor's own insert, which it would slow down.
func (l *Letters) RecordConsent(ctx context.Context, tx store.Session, row store.Row) error {
	if row["consent"] != nil {
		return nil
	}
	who, err := studio.Read(ctx, tx)
	if err != nil {
		return err
	}
	consent := record(schema.Consent{Source: schema.ByForm, At: schema.FormatTime(row.Time("created_at")), Text: who.Say("newsletter_text")})
	_, err = tx.AsSystem().Update(ctx, &schema.NewsletterSubscriptions, store.Eq("id", row.Int("id")), store.Row{"consent": consent})
	return err
}

// mostAsked is how many mails with a link one address gets in a day, however
// often somebody asks for them.
const mostAsked = 3

// Ask is the mail that asks whether an address is right; false means that it had
// enough of them, or that one is on its way.
func (l *Letters) Ask(ctx context.Context, tx store.Session, row store.Row) (letter mail.Letter, write bool, err error) {
	day := store.Gt("created_at", l.now().Add(-24*time.Hour))
	about := store.All{store.Eq("subscription_id", row.Int("id")), store.Compare{Column: "reason", Op: store.OpLike, Value: "% confirmation"}}
	asked, err := tx.AsSystem().Count(ctx, &schema.Mails, append(about, day)...)
	if err != nil || asked >= mostAsked {
		return letter, false, err
	}
	waiting, err := tx.AsSystem().Count(ctx, &schema.Mails, append(about, store.IsNull("sent_at"), store.IsNull("given_up_at"))...)
	if err != nil || waiting > 0 {
		return letter, false, err
	}
	who, err := studio.Read(ctx, tx)
	if err != nil {
		return letter, false, err
	}
	before, err := tx.AsSystem().Count(ctx, &schema.Mails, about...)
	if err != nil {
		return letter, false, err
	}
	subject, text := "mail_optin_subject", "mail_optin_text"
	if row["reminded_at"] != nil && (before > 0 || IsAskedAgain(row)) {
		subject, text = "mail_remind_subject", "mail_remind_text"
	}
	return mail.Letter{To: row.Text("email"), Subject: who.Say(subject), Text: who.Say(text) + "\n\n" + l.confirmLink(row.Int("id"), l.now()) + "\n"}, true, nil
}

// Reminded counts those who were reminded, or asked late, since then.
func (l *Letters) Reminded(ctx context.Context, tx store.Session, since time.Time) (int64, error) {
	return tx.Count(ctx, &schema.NewsletterSubscriptions, store.Gt("reminded_at", since))
}

// PutOffReminder leaves those who wait for their link without a reminder: it might
// follow the link that comes late at once.
func (l *Letters) PutOffReminder(ctx context.Context, tx store.Session, ids []int64) error {
	_, err := tx.Update(ctx, &schema.NewsletterSubscriptions, waitingOf(ids), store.Row{"reminded_at": l.now()})
	return err
}

// AskLate has those asked whose link reached nobody and who still wait for it. Who is
// held back gets it once staff let them in.
func (l *Letters) AskLate(ctx context.Context, tx store.Session, ids []int64) error {
	_, err := tx.Update(ctx, &schema.NewsletterSubscriptions, waitingOf(ids), store.Row{schema.MailDue: l.now()})
	return err
}

func waitingOf(ids []int64) store.All {
	return store.All{store.In("id", ids...), store.Eq("status", schema.Pending)}
}

// Link is what a page knows of the link that led to it.
type Link struct {
	Email  string
	Status string // of the subscription
}

var (
	// ErrOver says that a link has run out, or that whom it was for is gone.
	ErrOver = errors.New("this link has run out")
	// ErrUnknown says that a link is none of ours.
	ErrUnknown = errors.New("this link is none of ours")
)

// ToConfirm is whom a link to confirm is for.
func (l *Letters) ToConfirm(ctx context.Context, token string) (Link, error) {
	row, err := l.asked(ctx, l.Store.AsSystem(), token)
	return Link{row.Text("email"), row.Text("status")}, err
}

func (l *Letters) asked(ctx context.Context, db store.Session, token string) (store.Row, error) {
	var id, at int64
	if l.links.open(toConfirm, token, &id, &at) != nil {
		return nil, ErrUnknown
	}
	if !l.now().Before(time.Unix(at, 0).Add(ConfirmDays * 24 * time.Hour)) {
		return nil, ErrOver
	}
	row, err := one(ctx, db, id)
	if err == nil && row.Text("status") != schema.Pending && row.Text("status") != schema.Confirmed {
		err = ErrOver
	}
	return row, err
}

func one(ctx context.Context, db store.Session, id int64) (store.Row, error) {
	row, err := db.One(ctx, &schema.NewsletterSubscriptions, store.Eq("id", id))
	if fault.Is(err, fault.NotOne) {
		err = ErrOver
	}
	return row, err
}

// Confirm puts an address on the list. Pressing again changes nothing.
func (l *Letters) Confirm(ctx context.Context, token string) (out Link, err error) {
	err = l.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		row, err := l.asked(ctx, tx, token)
		if err != nil {
			return err
		}
		out = Link{row.Text("email"), schema.Confirmed}
		if row["confirmed_at"] != nil {
			return nil
		}
		patch := store.Row{"status": schema.Confirmed, "confirmed_at": tx.Now()}
		if row.Text("status") == schema.Pending {
			patch[schema.MailDue] = tx.Now() // the studio hears of it now
		} else if patch["consent"], err = l.agreed(ctx, tx, schema.ByForm); err != nil {
			return err
		}
		_, err = tx.Update(ctx, &schema.NewsletterSubscriptions, store.Eq("id", row.Int("id")), patch)
		return err
	})
	return out, err
}

// ToLeave is whom a link to leave is for.
func (l *Letters) ToLeave(ctx context.Context, token string) (Link, error) {
	row, _, err := l.leaving(ctx, l.Store.AsSystem(), token)
	return Link{row.Text("email"), row.Text("status")}, err
}

func (l *Letters) leaving(ctx context.Context, db store.Session, token string) (row store.Row, letter int64, err error) {
	var id int64
	if l.links.open(toLeave, token, &id, &letter) != nil {
		return nil, 0, ErrUnknown
	}
	row, err = one(ctx, db, id)
	return row, letter, err
}

// Leave takes an address off the list, once however often it is asked to.
func (l *Letters) Leave(ctx context.Context, token string) (out Link, err error) {
	err = l.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		row, letter, err := l.leaving(ctx, tx, token)
		if err != nil {
			return err
		}
		out = Link{row.Text("email"), schema.Unsubscribed}
		there := store.All{store.Eq("id", row.Int("id")), store.Neq("status", schema.Unsubscribed)}
		left, err := tx.Update(ctx, &schema.NewsletterSubscriptions, there, store.Row{"status": schema.Unsubscribed, "unsubscribed_at": tx.Now(), schema.MailDue: nil})
		if err != nil || len(left) == 0 || letter == 0 {
			return err
		}
		if err := l.leftBy(ctx, tx, letter, row.Text("email"), tx.Now()); err != nil {
			return err
		}
		return l.count(ctx, tx, letter, func(row store.Row) { row["unsubscribed"] = row.Int("unsubscribed") + 1 }, "unsubscribed")
	})
	return out, err
}

// leftBy notes with which copy somebody left, or that they came back.
func (l *Letters) leftBy(ctx context.Context, tx store.Session, letter int64, email string, at any) error {
	_, err := tx.Update(ctx, &schema.LetterDeliveries, store.All{store.Eq("letter_id", letter), store.Folded("email", email)}, store.Row{"left_at": at})
	return err
}

// Return puts somebody back who pressed by mistake.
func (l *Letters) Return(ctx context.Context, token string) (out Link, err error) {
	err = l.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		row, letter, err := l.leaving(ctx, tx, token)
		if err != nil {
			return err
		}
		out = Link{row.Text("email"), schema.Confirmed}
		consent, err := l.agreed(ctx, tx, schema.Again)
		if err != nil {
			return err
		}
		gone := store.All{store.Eq("id", row.Int("id")), store.Eq("status", schema.Unsubscribed)}
		back, err := tx.Update(ctx, &schema.NewsletterSubscriptions, gone, store.Row{"status": schema.Confirmed, "unsubscribed_at": nil, "consent": consent})
		if err != nil || len(back) == 0 || letter == 0 {
			return err
		}
		if err := l.leftBy(ctx, tx, letter, row.Text("email"), nil); err != nil {
			return err
		}
		return l.count(ctx, tx, letter, func(row store.Row) { row["unsubscribed"] = max(0, row.Int("unsubscribed")-1) }, "unsubscribed")
	})
	return out, err
}

// Remove forgets the subscription of somebody who has left: it is in no Trash.
func (l *Letters) Remove(ctx context.Context, token string) (out Link, err error) {
	err = l.Store.AsSystem().Doing(store.Doing{Forget: true}).Tx(ctx, func(tx store.Session) error {
		row, _, err := l.leaving(ctx, tx, token)
		if err != nil {
			return err
		}
		out.Email = row.Text("email")
		gone, err := tx.Delete(ctx, &schema.NewsletterSubscriptions, store.All{store.Eq("id", row.Int("id")), store.Eq("status", schema.Unsubscribed)})
		if err != nil || len(gone) == 0 {
			return err
		}
		return revisions.Finish(ctx, tx, &schema.NewsletterSubscriptions, row.Int("id"))
	})
	return out, err
}

// remindAfter is when who has not answered is reminded, once.
const remindAfter = 3 * 24 * time.Hour

// remind asks those once more whose link still works and waits for days.
func (l *Letters) remind(ctx context.Context) error {
	if !l.Asks(ctx) {
		return nil
	}
	now := l.now()
	due := store.All{
		store.Eq("status", schema.Pending), store.IsNull("reminded_at"), store.IsNull("quarantined_at"),
		store.Lt("created_at", now.Add(-remindAfter)), store.Gt("created_at", now.Add(-ConfirmDays*24*time.Hour)),
	}
	_, err := l.Store.AsSystem().Update(ctx, &schema.NewsletterSubscriptions, due, store.Row{"reminded_at": now, schema.MailDue: now})
	return err
}

// IsImported tells whether staff brought the address in.
func IsImported(row store.Row) bool { return sourceOf(row) == schema.ByImport }

// IsAskedAgain tells whether staff want to know if somebody from before consent
// was recorded still agrees.
func IsAskedAgain(row store.Row) bool {
	return sourceOf(row) == schema.Earlier && row["confirmed_at"] == nil && row["reminded_at"] != nil
}

func sourceOf(row store.Row) string {
	var c schema.Consent
	raw, _ := row["consent"].(json.RawMessage)
	if json.Unmarshal(raw, &c) != nil {
		return ""
	}
	return c.Source
}

type askingAgain struct {
	DryRun *bool `json:"dry_run"`
}

type askedAgain struct {
	Asked int `json:"asked"`
}

// askAgain sends a link to everybody from before consent was recorded, once. Who
// does not answer stays on the list. A dry run says how many they are.
func (l *Letters) askAgain(ctx context.Context, db store.Session, a askingAgain) (out askedAgain, err error) {
	isDry := a.DryRun != nil && *a.DryRun
	if err := l.mayLeave(); err != nil && !isDry {
		return out, err
	}
	for after := int64(0); ; {
		some, err := db.AsSystem().Select(ctx, &schema.NewsletterSubscriptions, store.Query{
			Fields: store.Fields("id", "consent"),
			Where:  append(audience(schema.ToAll), store.Gt("id", after), store.IsNull("confirmed_at"), store.IsNull("reminded_at")),
			Order:  []store.Order{store.Asc("id")}, Limit: store.Limit(listAtOnce),
		})
		if err != nil || len(some) == 0 {
			return out, err
		}
		var ids []int64
		for _, row := range some {
			after = row.Int("id")
			if sourceOf(row) == schema.Earlier {
				ids = append(ids, after)
			}
		}
		if isDry || len(ids) == 0 {
			out.Asked += len(ids)
			continue
		}
		asked, err := db.AsSystem().Large().Update(ctx, &schema.NewsletterSubscriptions, store.In("id", ids...), store.Row{"reminded_at": db.Now(), schema.MailDue: db.Now()})
		if err != nil {
			return out, err
		}
		out.Asked += len(asked)
	}
}
