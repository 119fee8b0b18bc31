package letters

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

const (
	firstBackoff = time.Minute
	mostTries    = 6

	// mostRefusals in a row, with nobody taken in between, pause the letter: it is
	// not the recipients that are wrong.
	mostRefusals = 10

	// mostFailures of letters in all, and the address is taken for dead.
	mostFailures = 3

	outcomeFor = 10 * time.Minute // how long the database may be away before an outcome is given up
	tryFor     = 10 * time.Second // how long one write of it may take
)

// keepTrying goes on while the database is away: what is not noted stays unknown.
func (r *run) keepTrying(ctx context.Context, c copyOf, note func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, outcomeFor)
	defer cancel()
	for rest := 100 * time.Millisecond; ; rest = min(2*rest, 2*time.Second) {
		try, done := context.WithTimeout(ctx, tryFor)
		err := note(try)
		done()
		if err == nil {
			return
		}
		if !fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.TimedOut) || !fault.Sleep(ctx, rest) {
			r.Log.Error("the outcome of a copy is not noted", "letter", r.letter, "copy", c.id, "error", err)
			return
		}
	}
}

// giveBack is for a copy that could not be taken: a commit that nobody heard of may
// have taken it all the same, and nothing has left. A server that stops does not
// wait for a database that is away.
func (r *run) giveBack(ctx context.Context, c copyOf) {
	while, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(tryFor, cancel) })()
	again := store.Row{"status": schema.CopyQueued, "on_its_way": false, "tries": c.tries, "next_try_at": r.now().Add(time.Second), "lease": "", "leased_until": nil}
	r.keepTrying(while, c, func(ctx context.Context) error {
		_, err := r.Store.AsSystem().Update(ctx, &schema.LetterDeliveries, c.onItsWay(), again)
		return err
	})
}

// onItsWay is the copy while this attempt has it.
func (c copyOf) onItsWay() store.All {
	return store.All{store.Eq("id", c.id), store.Eq("on_its_way", true), store.Eq("lease", c.lease)}
}

// note writes down what became of a copy, and what that says of its address.
func (r *run) note(ctx context.Context, c copyOf, out mail.Outcome) error {
	now := r.now()
	patch := store.Row{"on_its_way": false, "error": out.Answer, "lease": "", "leased_until": nil}
	isDead := false
	switch out.Fate {
	case mail.Taken:
		patch["status"], patch["sent_at"], patch["error"] = schema.CopySent, now, ""
	case mail.NoMailbox:
		patch["status"], isDead = schema.CopyBounced, true
	case mail.Refused:
		patch["status"] = schema.CopyFailed
	case mail.Later:
		patch["status"], patch["next_try_at"] = schema.CopyQueued, now.Add(backoff(c.tries+1))
		if out.Broken { // which says little of the address, and is soon tried over another line
			patch["next_try_at"] = now.Add(time.Second << min(c.tries, mostTries))
		}
		if c.tries+1 >= mostTries && !out.Broken || c.tries+1 >= 2*mostTries {
			patch["status"] = schema.CopyFailed
		}
	}
	err := r.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		rows, err := tx.Update(ctx, &schema.LetterDeliveries, c.onItsWay(), patch)
		if err != nil || len(rows) == 0 {
			return err
		}
		if patch["status"] == schema.CopyFailed {
			failures, err := tx.Count(ctx, &schema.LetterDeliveries, store.Eq("email", c.email), store.Eq("status", schema.CopyFailed))
			if err != nil {
				return err
			}
			isDead = failures >= mostFailures
		}
		if isDead {
			_, err = tx.Update(ctx, &schema.NewsletterSubscriptions, store.All{store.Folded("email", c.email), store.Eq("status", schema.Confirmed)}, store.Row{"status": schema.Bounced})
		}
		return err
	})
	if err != nil || out.Broken || out.Fate == mail.Unknown {
		return err
	}
	return r.weigh(ctx, c, out)
}

// weigh pauses the letter when the server refuses one after another. Those it
// refused wait with the others, and count as if they had not been tried.
func (r *run) weigh(ctx context.Context, c copyOf, out mail.Outcome) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if out.Fate == mail.Taken {
		r.refused = nil
		return nil
	}
	r.refused, r.answer = append(r.refused, c), out.Answer
	if len(r.refused) < mostRefusals {
		return nil
	}
	refused := r.refused
	err := r.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		paused, err := rewrite(ctx, tx, store.All{store.Eq("id", r.letter), store.Eq("status", schema.LetterSending)}, func(row store.Row) []string {
			row["status"], row["paused_because"] = schema.LetterPaused, r.answer
			return []string{"status", "paused_because"}
		})
		if err != nil || len(paused) == 0 {
			return err
		}
		ids := make([]int64, len(refused))
		for i, c := range refused {
			ids[i] = c.id
		}
		again := store.Row{"status": schema.CopyQueued, "tries": 0, "next_try_at": r.now(), "lease": "", "leased_until": nil}
		back, err := tx.Update(ctx, &schema.LetterDeliveries, store.All{store.In("id", ids...), store.In("status", schema.CopyQueued, schema.CopyFailed, schema.CopyBounced)}, again)
		if err != nil {
			return err
		}
		for _, row := range back {
			if _, err := tx.Update(ctx, &schema.NewsletterSubscriptions, store.All{store.Folded("email", row.Text("email")), store.Eq("status", schema.Bounced)}, store.Row{"status": schema.Confirmed}); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		r.refused = nil
		r.stop()
	}
	return err
}

// figures counts what became of the copies.
func (r *run) figures(ctx context.Context) error {
	counts := map[string]int64{}
	for _, status := range []string{schema.CopySent, schema.CopyFailed, schema.CopyBounced, schema.CopyUnknown} {
		n, err := r.Store.AsSystem().Count(ctx, &schema.LetterDeliveries, store.Eq("letter_id", r.letter), store.Eq("status", status), store.Eq("on_its_way", false))
		if err != nil {
			return err
		}
		counts[status] = n
	}
	all, err := r.Store.AsSystem().Count(ctx, &schema.LetterDeliveries, store.Eq("letter_id", r.letter))
	if err != nil {
		return err
	}
	return r.change(ctx, store.All{store.Eq("id", r.letter)}, func(row store.Row) []string {
		before := []int64{row.Int("recipients"), row.Int("delivered"), row.Int("failed"), row.Int("unknown")}
		now := []int64{all, counts[schema.CopySent], counts[schema.CopyFailed] + counts[schema.CopyBounced], counts[schema.CopyUnknown]}
		if slices.Equal(before, now) {
			return nil
		}
		row["recipients"], row["delivered"], row["failed"], row["unknown"] = now[0], now[1], now[2], now[3]
		return []string{"recipients", "delivered", "failed", "unknown"}
	})
}

// settle takes copies of servers that were killed for what they are, and ends a
// letter of which nothing is left.
func (r *run) settle(ctx context.Context) error {
	lost := store.All{store.Eq("letter_id", r.letter), store.Eq("on_its_way", true), store.Lt("leased_until", r.now())}
	if _, err := r.Store.AsSystem().Update(ctx, &schema.LetterDeliveries, lost, store.Row{"on_its_way": false, "lease": "", "leased_until": nil, "error": "The line broke after the text had gone out and before the server said yes."}); err != nil {
		return err
	}
	if err := r.figures(ctx); err != nil {
		return err
	}
	return r.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.LetterDeliveries.Name); err != nil {
			return err
		}
		open := store.Any{store.Eq("status", schema.CopyQueued), store.Eq("on_its_way", true)}
		n, err := tx.Count(ctx, &schema.LetterDeliveries, store.Eq("letter_id", r.letter), open)
		if err != nil || n > 0 {
			return err
		}
		who, err := studio.Read(ctx, tx)
		if err != nil {
			return err
		}
		_, err = rewrite(ctx, tx, store.All{store.Eq("id", r.letter), store.Eq("status", schema.LetterSending), store.Eq("is_listed", true)}, func(row store.Row) []string {
			row["status"], row["sent_at"], row["is_public"] = schema.LetterSent, r.now(), who.ShowsLetters
			return []string{"status", "sent_at", "is_public"}
		})
		return err
	})
}

func backoff(tries int64) time.Duration {
	d := firstBackoff << max(0, min(tries, 10)-1)
	return d - rand.N(d/5)
}
