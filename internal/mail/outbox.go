package mail

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Outbox holds letters until they are delivered. A letter is recorded with
// what it is about, tried at once and then again for three days; two servers
// on one database never try the same letter at the same time.
//
// Letters that visitors cause, which are those about "contact", "newsletter" and
// "application", are also capped: over a cap they wait, and none is dropped.
type Outbox struct {
	store   *store.Store
	sender  *Sender
	capped  bool
	now     func() time.Time
	log     *slog.Logger
	woken   chan struct{}
	orphans chan struct{} // a letter's file may be about a row that is gone
	tried   func(err error)
	write   func(ctx context.Context) (more bool, err error)
	unsaved atomic.Int64 // letters whose outcome is not written down yet
	over    atomic.Bool  // the store is about to close
}

// OutboxOptions are what an outbox stands on.
type OutboxOptions struct {
	Store  *store.Store
	Sender *Sender
	Capped bool
	Now    func() time.Time // nil is the clock that all servers on the database share
	Log    *slog.Logger
	Tried  func(err error) // hears how each try to send a letter went; may be nil
	// Write records letters that are due and not written yet, and tells whether
	// there are more; the worker calls it before it looks for work.
	Write func(ctx context.Context) (more bool, err error)
}

// NewOutbox also listens to the store: whoever deletes a row deletes the
// letters about it, their files included.
func NewOutbox(o OutboxOptions) *Outbox {
	out := &Outbox{
		store: o.Store, sender: o.Sender, capped: o.Capped, now: o.Now, log: cmp.Or(o.Log, slog.Default()), tried: o.Tried, write: o.Write,
		woken: make(chan struct{}, 1), orphans: make(chan struct{}, 1),
	}
	if out.tried == nil {
		out.tried = func(error) {}
	}
	if out.write == nil {
		out.write = func(context.Context) (bool, error) { return false, nil }
	}
	if out.now == nil {
		out.now = o.Store.Clock
	}
	o.Store.OnChange(out.onImport)
	o.Store.OnEvents(out.onDeleted)
	return out
}

// Record stores a letter in the transaction of what it is about. A reason
// that is recorded already is left as it is, so a repetition sends nothing.
// Whoever wants to know the outcome calls Try after the commit; the worker
// sends what nobody tries.
func (o *Outbox) Record(ctx context.Context, tx store.Session, reason string, l Letter) error {
	return o.RecordAbout(ctx, tx, reason, l, nil)
}

// RecordAbout also notes the row that the letter is about, as a column of mails
// that refers to it: with the row the letter goes.
func (o *Outbox) RecordAbout(ctx context.Context, tx store.Session, reason string, l Letter, about store.Row) error {
	if !schema.ValidEmail(l.To) {
		return fault.New(fault.Invalid, "The mail has no valid recipient.")
	}
	defer o.Wake()
	return tx.AsSystem().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.Mails.Name); err != nil {
			return err
		}
		n, err := tx.Count(ctx, &schema.Mails, store.Eq("reason", reason))
		if err != nil || n > 0 {
			return err
		}
		row := o.fresh(l)
		row["reason"] = reason
		maps.Copy(row, about)
		_, err = tx.Insert(ctx, &schema.Mails, row)
		return err
	})
}

// fresh is a letter that is due now for the first time.
func (o *Outbox) fresh(l Letter) store.Row {
	return store.Row{
		"recipient": strings.ToLower(l.To), "reply_to": l.ReplyTo, "subject": l.Subject, "body": l.Text,
		"created_at": o.Now(), "next_try_at": o.Now(),
	}
}

// Requeue makes a letter new: it is tried at once and for three days again.
// One that is just being sent is left alone, so that it never goes out twice.
func (o *Outbox) Requeue(ctx context.Context, tx store.Session, reason string, l Letter, about store.Row) error {
	if err := tx.Lock(ctx, schema.Mails.Name); err != nil {
		return err
	}
	rows, err := tx.Select(ctx, &schema.Mails, store.Query{Where: store.All{store.Eq("reason", reason)}})
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return o.RecordAbout(ctx, tx, reason, l, about)
	}
	if status(rows[0], o.Now()).State == Sending {
		const busy = "This mail is being sent right now."
		return fault.New(fault.Invalid, busy).Hinting(busy)
	}
	id := store.Eq("id", rows[0].Int("id"))
	if rows[0]["sent_at"] != nil {
		// It stays under another name, so that the caps go on counting it.
		at := strings.LastIndexByte(reason, ' ')
		before := fmt.Sprintf("%s sent %d%s", reason[:at], rows[0].Int("id"), reason[at:])
		if _, err := tx.Update(ctx, &schema.Mails, id, store.Row{"reason": before, "body": ""}); err != nil {
			return err
		}
		return o.RecordAbout(ctx, tx, reason, l, about)
	}
	defer o.Wake()
	patch := o.fresh(l)
	patch["attempts"], patch["given_up_at"], patch["last_error"] = 0, nil, ""
	_, err = tx.Update(ctx, &schema.Mails, id, patch)
	return err
}

// State is how far a letter has come.
type State string

// TypeScript lists the states.
func (State) TypeScript() string { return `"queued" | "sending" | "sent" | "kept" | "given up"` }

const (
	Queued  State = "queued"
	Sending State = "sending"
	Sent    State = "sent"
	Kept    State = "kept" // as a file, because there is no mail server
	GivenUp State = "given up"
)

// Status is what staff see of a letter.
type Status struct {
	State    State
	Attempts int
	SentAt   time.Time // zero unless sent or kept
	NextTry  time.Time // when a queued letter is tried again
	Error    string    // of the last try
}

// States tells about the letters with the reasons; one that was never
// recorded is missing from the answer.
func (o *Outbox) States(ctx context.Context, reasons ...string) (map[string]Status, error) {
	rows, err := o.store.AsSystem().Select(ctx, &schema.Mails, store.Query{Where: store.All{store.In("reason", reasons...)}})
	if err != nil {
		return nil, fmt.Errorf("read the outbox: %w", err)
	}
	out := make(map[string]Status, len(rows))
	for _, row := range rows {
		out[row.Text("reason")] = status(row, o.Now())
	}
	return out, nil
}

// IsSending tells whether one of the letters is on the line right now; none gets there
// before the transaction ends.
func (o *Outbox) IsSending(ctx context.Context, tx store.Session, reasons ...string) (bool, error) {
	if err := tx.Lock(ctx, schema.Mails.Name); err != nil {
		return false, err
	}
	rows, err := tx.Select(ctx, &schema.Mails, store.Query{Where: store.All{store.In("reason", reasons...)}})
	return slices.ContainsFunc(rows, func(row store.Row) bool { return status(row, o.Now()).State == Sending }), err
}

func status(row store.Row, now time.Time) Status {
	s := Status{State: Queued, Attempts: int(row.Int("attempts")), NextTry: row.Time("next_try_at"), Error: row.Text("last_error")}
	switch {
	case row["sent_at"] != nil:
		s.State, s.SentAt = Sent, row.Time("sent_at")
		if s.Error == inFolder {
			s.State = Kept
		}
	case row["given_up_at"] != nil:
		s.State = GivenUp
	case s.Error == underWay && s.NextTry.After(now):
		s.State = Sending
	}
	return s
}

// Lengths counts the letters that wait and those that were given up.
func (o *Outbox) Lengths(ctx context.Context) (waiting, givenUp int64, err error) {
	if waiting, err = o.store.AsSystem().Count(ctx, &schema.Mails, open()...); err != nil {
		return 0, 0, fmt.Errorf("count the letters: %w", err)
	}
	givenUp, err = o.store.AsSystem().Count(ctx, &schema.Mails, store.Not{Cond: store.IsNull("given_up_at")})
	return waiting, givenUp, err
}

// Now is the time by which letters are sent: that of all servers on the database.
func (o *Outbox) Now() time.Time { return o.now().UTC().Truncate(time.Microsecond) }
