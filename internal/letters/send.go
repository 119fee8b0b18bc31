package letters

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

const (
	tellEvery = time.Second // staff see figures that are no older

	// leaseTime is how long copies belong to the server that is about to send them;
	// the text of one takes half of it at most.
	leaseTime = time.Minute
)

// copyOf is one copy that this server is about to send.
type copyOf struct {
	id, subscription int64
	email            string
	tries            int64
	lease            string // while it is on its way: of this attempt alone, as two lines may be handed one copy
}

// run is the sending of one letter by this server.
type run struct {
	*Letters
	letter int64
	paper  paper
	who    studio.Studio
	reply  string
	// stop ends it early: the letter is paused, cancelled or gone, or the server refuses.
	stop context.CancelFunc
	*streak
}

// streak is how many were refused since the last one that was taken.
type streak struct {
	mu      sync.Mutex
	refused []copyOf
	answer  string
}

// send lists the copies of a letter and sends those that are due, until none is
// left for this server now.
func (l *Letters) send(ctx context.Context, row store.Row) error {
	letter := row.Int("id")
	if !l.Sender.Leaves() || l.Sender.TestAddress() != "" {
		return nil // whoever takes the mail server away while a letter is sent has it wait
	}
	if row["is_listed"] != true {
		if err := l.list(ctx, letter); err != nil {
			return err
		}
	}
	r := &run{Letters: l, letter: letter}
	if r.streak = l.streak[letter]; r.streak == nil {
		r.streak = &streak{}
		l.streak[letter] = r.streak
	}
	var err error
	if r.paper, r.who, r.reply, err = l.paperOf(ctx, row); err != nil {
		return err
	}
	sending, stop := context.WithCancel(ctx)
	defer stop()
	r.stop = stop
	copies := make(chan copyOf)
	var lines sync.WaitGroup
	for range l.Connections {
		lines.Go(func() {
			_ = fault.Guard(l.Log, "send copies of a letter", func() error { r.line(sending, copies); return nil })
		})
	}
	err = r.leaseAll(sending, copies)
	close(copies)
	lines.Wait()
	finished := context.WithoutCancel(ctx)
	if sending.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	return errors.Join(err, r.release(finished), r.settle(finished))
}

// paperOf is the letter as it goes out now.
func (l *Letters) paperOf(ctx context.Context, row store.Row) (p paper, who studio.Studio, reply string, err error) {
	db := l.Store.AsSystem()
	if who, err = studio.Read(ctx, db); err != nil {
		return p, who, "", err
	}
	day := l.now()
	if at, scheduled := row["scheduled_at"].(time.Time); scheduled {
		day = at // each copy says the same, also of those that go out after midnight
	}
	a := around{who: who, origin: l.PublicURL, day: who.Date(who.At(day)), wears: l.Sender.Colours()}
	places, err := db.Select(ctx, &schema.ContactInfo, store.Query{Order: []store.Order{store.Asc("id")}, Limit: store.Limit(1)})
	if err != nil {
		return p, who, "", err
	}
	for _, place := range places {
		a.place = place.Text("location")
		if schema.ValidEmail(place.Text("email")) {
			reply = place.Text("email")
		}
	}
	if who.ShowsLetters {
		a.web = l.PublicURL + "/letters/" + row.Text("slug")
	}
	return write(row.Text("subject"), row.Text("preheader"), row.Text("body"), a), who, reply, nil
}

// leaseAll hands out copies in batches until none is due.
func (r *run) leaseAll(ctx context.Context, copies chan<- copyOf) error {
	told := time.Now()
	for ctx.Err() == nil {
		some, err := r.lease(ctx)
		if err != nil || len(some) == 0 {
			return err
		}
		for _, c := range some {
			select {
			case copies <- c:
			case <-ctx.Done():
				return nil
			}
			if time.Since(told) > tellEvery {
				told = time.Now()
				if err := r.figures(ctx); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// lease takes copies that nobody else has, a few for each line.
func (r *run) lease(ctx context.Context) (out []copyOf, err error) {
	err = r.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		out = nil
		if err := tx.Lock(ctx, schema.LetterDeliveries.Name); err != nil {
			return err
		}
		now := r.now()
		rows, err := tx.Select(ctx, &schema.LetterDeliveries, store.Query{
			Fields: store.Fields("id", "email", "subscription_id", "tries"),
			Where: store.All{
				store.Eq("letter_id", r.letter), store.Eq("status", schema.CopyQueued),
				store.Compare{Column: "next_try_at", Op: store.OpLte, Value: now},
				store.Any{store.IsNull("leased_until"), store.Lt("leased_until", now), store.Eq("lease", r.name)},
			},
			Order: []store.Order{store.Asc("id")}, Limit: store.Limit(5 * r.Connections),
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		ids := make([]int64, len(rows))
		for i, row := range rows {
			ids[i] = row.Int("id")
			out = append(out, copyOf{id: row.Int("id"), subscription: row.Int("subscription_id"), email: row.Text("email"), tries: row.Int("tries")})
		}
		// One that a line of this server has taken meanwhile is its own.
		waiting := store.All{store.In("id", ids...), store.Eq("status", schema.CopyQueued)}
		_, err = tx.Update(ctx, &schema.LetterDeliveries, waiting, store.Row{"lease": r.name, "leased_until": now.Add(leaseTime)})
		return err
	})
	return out, err
}

// release gives back what this server leased and did not send.
func (r *run) release(ctx context.Context) error {
	mine := store.All{store.Eq("letter_id", r.letter), store.Eq("status", schema.CopyQueued), store.Eq("lease", r.name)}
	_, err := r.Store.AsSystem().Update(ctx, &schema.LetterDeliveries, mine, store.Row{"lease": "", "leased_until": nil})
	return err
}

// line sends copies over one connection, which it opens anew when it broke.
func (r *run) line(ctx context.Context, copies <-chan copyOf) {
	var open *mail.Connection
	defer func() { open.Close() }()
	for c := range copies {
		if open = r.connected(ctx, open); open == nil {
			continue // the run is over; what is left goes back
		}
		if !r.pace.wait(ctx) {
			continue
		}
		c.lease = cryptorand.Text()
		leave, err := r.take(ctx, c)
		if err != nil {
			r.Log.WarnContext(ctx, "a copy waits", "letter", r.letter, "error", err)
			r.giveBack(ctx, c)
		}
		if leave == "" {
			continue
		}
		text, page := r.paper.fill(leave, c.email)
		out := open.Send(mail.Letter{
			ID: fmt.Sprintf("letter %d %d", r.letter, c.id), To: c.email, ReplyTo: r.reply, Subject: r.paper.subject, Text: text, HTML: page,
			Leave: leave, Studio: r.who.Name, Lang: r.who.Language,
		})
		r.keepTrying(context.WithoutCancel(ctx), c, func(ctx context.Context) error { return r.note(ctx, c, out) })
	}
}

// connected opens a line, and waits while the server is away. It is nil when the
// run is over.
func (r *run) connected(ctx context.Context, open *mail.Connection) *mail.Connection {
	for rest := time.Second; !open.IsOpen(); rest = min(2*rest, 30*time.Second) {
		if ctx.Err() != nil {
			return nil
		}
		fresh, err := r.Sender.Connect(ctx)
		if err == nil {
			return fresh
		}
		if ctx.Err() == nil {
			r.Log.WarnContext(ctx, "the mail server is away; letters wait", "letter", r.letter, "error", err)
		}
		if !fault.Sleep(ctx, rest-rand.N(rest/4)) || !r.goesOn(ctx) {
			return nil
		}
	}
	return open
}

// goesOn tells whether the letter is still being sent; a database that is away
// says nothing.
func (r *run) goesOn(ctx context.Context) bool {
	row, err := r.Store.AsSystem().One(ctx, &schema.Letters, store.Eq("id", r.letter))
	if fault.Is(err, fault.NotOne) || err == nil && row.Text("status") != schema.LetterSending {
		r.stop()
		return false
	}
	return ctx.Err() == nil
}

// take writes down that a copy is on its way, before any of it is: whoever is
// killed from here on leaves it unknown, and nobody sends it again. It is the
// moment that decides: a letter that was paused, or somebody who has left, gets
// nothing. The link to leave is "" then.
func (r *run) take(ctx context.Context, c copyOf) (leave string, err error) {
	if ctx.Err() != nil {
		return "", nil
	}
	// A run that is stopped just now must not cut off a commit, whose outcome nobody would know.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tryFor)
	defer cancel()
	err = r.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		leave = ""
		letters, err := tx.Select(ctx, &schema.Letters, store.Query{Fields: store.Fields("status"), Where: store.All{store.Eq("id", r.letter)}})
		if err != nil {
			return err
		}
		if len(letters) == 0 || letters[0].Text("status") != schema.LetterSending {
			r.stop()
			return nil
		}
		mine := store.All{store.Eq("id", c.id), store.Eq("status", schema.CopyQueued), store.Eq("lease", r.name)}
		who, err := tx.Select(ctx, &schema.NewsletterSubscriptions, store.Query{Fields: store.Fields("id"), Where: append(audience(schema.ToAll), store.Folded("email", c.email))})
		if err != nil {
			return err
		}
		if len(who) == 0 {
			_, err := tx.Delete(ctx, &schema.LetterDeliveries, mine)
			return err
		}
		taken, err := tx.Update(ctx, &schema.LetterDeliveries, mine, store.Row{
			"status": schema.CopyUnknown, "on_its_way": true, "tries": c.tries + 1, "lease": c.lease, "leased_until": r.now().Add(leaseTime), "error": "",
		})
		if err == nil && len(taken) == 1 {
			leave = r.leaveLink(who[0].Int("id"), r.letter)
		}
		return err
	})
	if err != nil {
		return "", err
	}
	return leave, nil
}

// pacer lets so many pass in a second, evenly.
type pacer struct {
	mu   sync.Mutex
	each time.Duration
	next time.Time
}

func newPacer(rate float64) *pacer {
	return &pacer{each: time.Duration(float64(time.Second) / rate)}
}

// wait is false when ctx ends first.
func (p *pacer) wait(ctx context.Context) bool {
	p.mu.Lock()
	now := time.Now()
	if p.next.Before(now) {
		p.next = now
	}
	pause := p.next.Sub(now)
	p.next = p.next.Add(p.each)
	p.mu.Unlock()
	return fault.Sleep(ctx, pause)
}
