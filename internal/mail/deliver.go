package mail

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

const (
	firstBackoff   = time.Minute
	longestBackoff = 6 * time.Hour
	giveUpAfter    = 3 * 24 * time.Hour
	lookEvery      = 15 * time.Second

	// outcomeFor is longer than the lease: a database that comes back later may
	// still hear of a delivery before the letter is leased again.
	outcomeFor  = 10 * time.Minute
	outcomeTry  = 2 * Patience // longer than the store waits for a lock
	longestRest = 2 * time.Second

	stopPatience = 4 * time.Second // within what a graceful stop may take
)

var lookSoon = []time.Duration{200 * time.Millisecond, time.Second, 3 * time.Second}

// Try delivers letters that were just recorded, all at the same time, and
// tells whether every one is delivered. It answers within six seconds, and
// goes on when the caller does not wait.
func (o *Outbox) Try(ctx context.Context, reasons ...string) (bool, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.sender.options.Patience+500*time.Millisecond)
	defer cancel()
	var all sync.WaitGroup
	errs := make([]error, len(reasons))
	for i, reason := range reasons {
		all.Go(func() {
			errs[i] = fault.Guard(o.log, "try a letter", func() error {
				row, found, err := o.lease(ctx, reason)
				if err == nil && found {
					err = await(ctx, o.deliver(ctx, row))
				}
				return err
			})
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return false, err
		}
	}
	return o.delivered(ctx, reasons)
}

// delivered waits for letters that another call is just sending.
func (o *Outbox) delivered(ctx context.Context, reasons []string) (bool, error) {
	for {
		states, err := o.States(ctx, reasons...)
		if ctx.Err() != nil {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		sent, sending := 0, false
		for _, s := range states {
			if s.State == Sent || s.State == Kept {
				sent++
			}
			sending = sending || s.State == Sending
		}
		if !sending {
			return sent == len(reasons), nil
		}
		select {
		case <-ctx.Done():
			return false, nil
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// work delivers what is due until ctx ends. The letter under way is finished.
func (o *Outbox) work(ctx context.Context) {
	defer o.finish(ctx)
	soon := 0
	for {
		began := time.Now()
		more, err := o.write(ctx)
		if err = errors.Join(err, o.Drain(ctx)); err != nil && ctx.Err() == nil {
			o.log.WarnContext(ctx, "the outbox waits", "error", err)
		}
		woken, pause := o.woken, lookEvery
		switch {
		case more:
			woken, pause = nil, rest(time.Since(began))
		case soon < len(lookSoon):
			pause = lookSoon[soon]
			soon++
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
			soon = 0
			time.Sleep(lookSoon[0])
		case <-time.After(pause):
		}
	}
}

// Wake makes the worker look more often for a moment: the letter that was
// just recorded is there only after its commit.
func (o *Outbox) Wake() {
	select {
	case o.woken <- struct{}{}:
	default:
	}
}

// Drain tries every letter that is due.
func (o *Outbox) Drain(ctx context.Context) error {
	for ctx.Err() == nil {
		row, found, err := o.lease(ctx, "")
		if err != nil || !found {
			return err
		}
		if err := await(ctx, o.deliver(context.WithoutCancel(ctx), row)); err != nil {
			return err
		}
	}
	return nil
}

// deliver sends a leased letter, and tells when it is written down how that
// went.
func (o *Outbox) deliver(ctx context.Context, row store.Row) (noted <-chan error) {
	// A letter that cannot even be tried waits like any other, and stops none.
	kept := false
	failure := fault.Guard(o.log, "send a letter", func() error {
		letter := letterOf(row)
		if who, err := studio.Read(ctx, o.store.AsSystem()); err == nil {
			letter.Studio, letter.Lang = who.Name, who.Language
		}
		answer, err := o.sender.Deliver(ctx, letter)
		kept = answer == inFolder
		return err
	})
	o.tried(failure)
	if failure != nil {
		o.log.WarnContext(ctx, "a letter was not delivered", "letter", row.Int("id"), "attempt", row.Int("attempts"), "error", brief(row, failure))
	}
	done := make(chan error, 1)
	o.unsaved.Add(1)
	go func() {
		defer o.unsaved.Add(-1)
		done <- fault.Guard(o.log, "note a letter", func() error { return o.keepSavingOutcome(row, kept, failure) })
	}()
	return done
}

// await is nil when the caller's time is over before there is an answer.
func await(ctx context.Context, noted <-chan error) error {
	select {
	case err := <-noted:
		return err
	case <-ctx.Done():
		return nil
	}
}

// keepSavingOutcome goes on while the database is away or locked: a delivered letter
// that is not noted would be sent again.
func (o *Outbox) keepSavingOutcome(row store.Row, kept bool, failure error) error {
	end := time.Now().Add(outcomeFor)
	for rest := 100 * time.Millisecond; ; rest = min(2*rest, longestRest) {
		err := o.saveOutcome(row, kept, failure)
		if !fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.TimedOut) {
			return err
		}
		if o.over.Load() || time.Now().After(end) {
			o.log.Error("the outcome of a letter is not noted", "letter", row.Int("id"), "delivered", failure == nil, "error", err)
			return err
		}
		time.Sleep(rest)
	}
}

// finish lets outcomes be noted before the store closes, but not for long.
func (o *Outbox) finish(ctx context.Context) {
	if ctx.Err() == nil {
		return // a panic, after which the worker runs again
	}
	for end := time.Now().Add(stopPatience); o.unsaved.Load() > 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	o.over.Store(true)
}

// saveOutcome has a context of its own: the outcome is written down even when the
// time for sending is over.
func (o *Outbox) saveOutcome(row store.Row, kept bool, failure error) error {
	ctx, cancel := context.WithTimeout(context.Background(), outcomeTry)
	defer cancel()
	now := o.Now()
	// A letter that staff have sent anew since is another one.
	same := store.All{store.Eq("id", row.Int("id")), store.Eq("created_at", row.Time("created_at"))}
	if failure == nil {
		patch := store.Row{"sent_at": now, "last_error": ""}
		if kept {
			patch["last_error"] = inFolder
		}
		rows, err := o.store.AsSystem().Update(ctx, &schema.Mails, same, patch)
		if err == nil && len(rows) == 0 {
			o.orphaned() // what it is about may be gone, and its file was not there yet
		}
		return err
	}
	patch := store.Row{"last_error": brief(row, failure), "next_try_at": now.Add(backoff(int(row.Int("attempts"))))}
	if !now.Before(row.Time("created_at").Add(giveUpAfter)) {
		patch["given_up_at"] = now
	}
	// A letter that another server has leased since is no longer ours.
	ours := append(open(), same, store.Eq("attempts", row.Int("attempts")))
	_, err := o.store.AsSystem().Update(ctx, &schema.Mails, ours, patch)
	return err
}

// rest follows a round that left something to do, nine times as long: a flood
// leaves the machine to those who cause it.
func rest(took time.Duration) time.Duration { return min(max(9*took, lookSoon[0]), lookEvery) }

// backoff doubles with each failure. It varies, so that letters that failed
// together are not tried together.
func backoff(attempts int) time.Duration {
	d := longestBackoff
	if attempts < 10 {
		d = min(longestBackoff, firstBackoff<<max(0, attempts-1))
	}
	return d - rand.N(d/5)
}

// brief is the error in one line without the address, which belongs in no log.
func brief(row store.Row, err error) string {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(err.Error(), "?")), " ")
	text = strings.ReplaceAll(text, row.Text("recipient"), "the recipient")
	if runes := []rune(text); len(runes) > 500 {
		text = string(runes[:500])
	}
	return strings.ReplaceAll(text, "\x00", "?")
}
