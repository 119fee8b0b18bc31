package functions

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Outbox holds letters until they are delivered. A letter is recorded with
// what it is about, tried at once and then again for three days; two servers
// on one database never try the same letter at the same time.
//
// Letters that visitors cause, which are those about "contact" and
// "newsletter", are also capped: over a cap they wait, and none is dropped.
type Outbox struct {
	store  *store.Store
	sender *mail.Sender
	capped bool
	now    func() time.Time // of this server, which stamps visitors' rows
	clock  func() time.Time // of all servers on the database
	log    *slog.Logger
	woken  chan struct{}
	gone   chan struct{} // a letter's file may be about a row that is gone
	tried  func(err error)
	owed   func(ctx context.Context) (more bool, err error) // records letters that are due and not written yet
	noting atomic.Int64                                     // letters whose outcome is not written down yet
	over   atomic.Bool                                      // the store is about to close
}

func newOutbox(o Options) *Outbox {
	out := &Outbox{store: o.Store, sender: o.Sender, capped: o.Limits != nil, now: o.Now, clock: o.Now, log: o.Log, woken: make(chan struct{}, 1), gone: make(chan struct{}, 1), tried: o.Tried}
	if out.tried == nil {
		out.tried = func(error) {}
	}
	if out.now == nil {
		out.now, out.clock = time.Now, o.Store.Clock
	}
	if out.log == nil {
		out.log = slog.Default()
	}
	return out
}

// Record stores a letter in the transaction of what it is about. A reason
// that is recorded already is left as it is, so a repetition sends nothing.
// Whoever wants to know the outcome calls Try after the commit; the worker
// sends what nobody tries.
func (o *Outbox) Record(ctx context.Context, tx store.Session, reason string, l mail.Letter) error {
	return o.record(ctx, tx, reason, l, nil)
}

// record also notes the row that the letter is about: with it the letter goes.
func (o *Outbox) record(ctx context.Context, tx store.Session, reason string, l mail.Letter, about store.Row) error {
	if !schema.ValidEmail(l.To) {
		return fault.New(fault.Invalid, "The mail has no valid recipient.")
	}
	defer o.rouse()
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
func (o *Outbox) fresh(l mail.Letter) store.Row {
	return store.Row{
		"recipient": strings.ToLower(l.To), "reply_to": l.ReplyTo, "subject": l.Subject, "body": l.Text,
		"created_at": o.moment(), "next_try_at": o.moment(),
	}
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
	rows, err := o.store.Itself().Select(ctx, &schema.Mails, store.Query{Where: store.All{store.In("reason", reasons...)}})
	if err != nil {
		return nil, fmt.Errorf("read the outbox: %w", err)
	}
	out := make(map[string]Status, len(rows))
	for _, row := range rows {
		out[row.Text("reason")] = status(row, o.moment())
	}
	return out, nil
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
	if waiting, err = o.store.Itself().Count(ctx, &schema.Mails, open()...); err != nil {
		return 0, 0, fmt.Errorf("count the letters: %w", err)
	}
	givenUp, err = o.store.Itself().Count(ctx, &schema.Mails, store.Not{Cond: store.IsNull("given_up_at")})
	return waiting, givenUp, err
}

func (o *Outbox) moment() time.Time { return o.clock().UTC().Truncate(time.Microsecond) }

// freshSince is how old a row may be for a caller to have it mailed.
func (o *Outbox) freshSince() time.Time { return o.now().UTC().Truncate(time.Microsecond).Add(-fresh) }
