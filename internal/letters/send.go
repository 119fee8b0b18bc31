package letters

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

const (
	lookEvery  = 5 * time.Second // for letters whose time has come
	tellEvery  = time.Second     // staff see figures that are no older
	listAtOnce = 500             // subscribers whose copies one transaction lists: visitors' writes go between

	// leaseTime is how long copies belong to the server that is about to send them;
	// the text of one takes half of it at most.
	leaseTime = time.Minute

	firstBackoff = time.Minute
	mostTries    = 6

	// mostRefusals in a row, with nobody taken in between, pause the letter: it is
	// not the recipients that are wrong.
	mostRefusals = 10

	// mostFailures of letters in all, and the address is taken for dead.
	mostFailures = 3

	outcomeFor = 10 * time.Minute // how long the database may be away before an outcome is given up
)

// Run sends what is due until ctx ends. The copies on their way are finished.
func (l *Letters) Run(ctx context.Context) { fault.KeepRunning(ctx, l.Log, "letters", l.work) }

func (l *Letters) work(ctx context.Context) {
	for tidied := (time.Time{}); ; {
		if err := l.round(ctx); err != nil && ctx.Err() == nil && !fault.Is(err, fault.Unavailable) {
			l.Log.WarnContext(ctx, "letters wait", "error", err)
		}
		if now := time.Now(); now.Sub(tidied) > time.Hour {
			tidied = now
			if err := errors.Join(l.remind(ctx), l.forget(ctx)); err != nil && ctx.Err() == nil && !fault.Is(err, fault.Unavailable) {
				l.Log.WarnContext(ctx, "tidy the letters", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-l.woken:
			time.Sleep(100 * time.Millisecond) // what changed comes in several commits
		case <-time.After(lookEvery):
		}
	}
}

// round begins what is due and sends what is begun, one letter after another.
func (l *Letters) round(ctx context.Context) error {
	if err := l.begin(ctx); err != nil {
		return err
	}
	rows, err := l.Store.AsSystem().Select(ctx, &schema.Letters, store.Query{Where: store.All{store.Eq("status", schema.LetterSending)}, Order: []store.Order{store.Asc("scheduled_at"), store.Asc("id")}})
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := l.send(ctx, row); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// begin starts the letters whose moment has come.
func (l *Letters) begin(ctx context.Context) error {
	return l.change(ctx, store.All{store.Eq("status", schema.LetterScheduled), store.Compare{Column: "scheduled_at", Op: store.OpLte, Value: l.now()}}, func(row store.Row) []string {
		row["status"], row["listed_to"], row["is_listed"], row["paused_because"] = schema.LetterSending, int64(0), false, ""
		return []string{"status", "listed_to", "is_listed", "paused_because"}
	})
}

// change writes what the server says of letters. It is no edit: neither their
// version nor their history moves.
func (l *Letters) change(ctx context.Context, where store.All, set func(row store.Row) (columns []string)) error {
	return l.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		_, err := rewrite(ctx, tx, where, set)
		return err
	})
}

func rewrite(ctx context.Context, tx store.Session, where store.All, set func(row store.Row) (columns []string)) ([]store.Row, error) {
	if err := tx.Lock(ctx, schema.Letters.Name); err != nil {
		return nil, err
	}
	rows, err := tx.AsSystem().Select(ctx, &schema.Letters, store.Query{Where: where})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		if columns := set(row); len(columns) > 0 {
			if _, err := tx.AsSystem().Rewrite(ctx, &schema.Letters, row, columns...); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

func (l *Letters) count(ctx context.Context, tx store.Session, letter int64, change func(row store.Row), columns ...string) error {
	_, err := rewrite(ctx, tx, store.All{store.Eq("id", letter)}, func(row store.Row) []string {
		change(row)
		return columns
	})
	return err
}

// list gives each subscriber of the audience a copy that waits. It goes on where
// it, or another server, was; who signs up twice is listed once.
func (l *Letters) list(ctx context.Context, letter int64) error {
	for more := true; more; {
		err := l.Store.AsSystem().Large().Tx(ctx, func(tx store.Session) error {
			more = false
			if err := tx.Lock(ctx, schema.Letters.Name); err != nil {
				return err
			}
			row, err := tx.One(ctx, &schema.Letters, store.Eq("id", letter))
			if err != nil || row["is_listed"] == true || row.Text("status") != schema.LetterSending {
				return err
			}
			who := append(audience(row.Text("audience")), store.Gt("id", row.Int("listed_to")))
			some, err := tx.Select(ctx, &schema.NewsletterSubscriptions, store.Query{Fields: store.Fields("id", "email"), Where: who, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(listAtOnce)})
			if err != nil {
				return err
			}
			copies := make([]store.Row, len(some))
			for i, to := range some {
				copies[i] = store.Row{"letter_id": letter, "email": to.Text("email"), "subscription_id": to.Int("id"), "once": fmt.Sprintf("%d %s", letter, strings.ToLower(to.Text("email"))), "next_try_at": l.now()}
				row["listed_to"] = to.Int("id")
			}
			added := 0
			if len(copies) > 0 {
				if _, added, err = tx.Upsert(ctx, &schema.LetterDeliveries, store.Conflict{On: "once", Ignore: true}, copies...); err != nil {
					return err
				}
			}
			more = len(some) == listAtOnce
			row["is_listed"], row["recipients"] = !more, row.Int("recipients")+int64(added)
			_, err = tx.Rewrite(ctx, &schema.Letters, row, "listed_to", "is_listed", "recipients")
			return err
		})
		if err != nil {
			return fmt.Errorf("list the copies of letter %d: %w", letter, err)
		}
	}
	return nil
}

// audience are those whom a letter goes to.
func audience(to string) store.All {
	who := store.All{store.Eq("status", schema.Confirmed), store.IsNull("quarantined_at")}
	if to == schema.ToJobs {
		who = append(who, store.Eq("wants_jobs", true))
	}
	return who
}

// copyOf is one copy that this server is about to send.
type copyOf struct {
	id, subscription int64
	email            string
	tries            int64
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
	if zone, err := time.LoadLocation(who.TimeZone); err == nil {
		_, ahead := day.In(zone).Zone()
		day = day.Add(time.Duration(ahead) * time.Second)
	}
	a := around{who: who, origin: l.PublicURL, day: who.Date(day)}
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
			out = append(out, copyOf{row.Int("id"), row.Int("subscription_id"), row.Text("email"), row.Int("tries")})
		}
		_, err = tx.Update(ctx, &schema.LetterDeliveries, store.In("id", ids...), store.Row{"lease": r.name, "leased_until": now.Add(leaseTime)})
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
		leave, err := r.take(ctx, c)
		if err != nil || leave == "" {
			if err != nil && ctx.Err() == nil {
				r.Log.WarnContext(ctx, "a copy waits", "letter", r.letter, "error", err)
			}
			continue
		}
		text, page := r.paper.fill(leave, c.email)
		out := open.Send(mail.Letter{
			ID: fmt.Sprintf("letter %d %d", r.letter, c.id), To: c.email, ReplyTo: r.reply, Subject: r.paper.subject, Text: text, HTML: page,
			Leave: leave, Studio: r.who.Name, Lang: r.who.Language,
		})
		r.keepNoting(c, out)
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
			"status": schema.CopyUnknown, "on_its_way": true, "tries": c.tries + 1, "leased_until": r.now().Add(leaseTime), "error": "",
		})
		if err == nil && len(taken) == 1 {
			leave = r.leaveLink(who[0].Int("id"), r.letter)
		}
		return err
	})
	return leave, err
}

// keepNoting goes on while the database is away: what is not noted stays unknown.
func (r *run) keepNoting(c copyOf, out mail.Outcome) {
	end := time.Now().Add(outcomeFor)
	for rest := 100 * time.Millisecond; ; rest = min(2*rest, 2*time.Second) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		err := r.note(ctx, c, out)
		cancel()
		if err == nil {
			return
		}
		if !fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.TimedOut) || time.Now().After(end) {
			r.Log.Error("the outcome of a copy is not noted", "letter", r.letter, "copy", c.id, "error", err)
			return
		}
		time.Sleep(rest)
	}
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
		mine := store.All{store.Eq("id", c.id), store.Eq("on_its_way", true), store.Eq("lease", r.name)}
		rows, err := tx.Update(ctx, &schema.LetterDeliveries, mine, patch)
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

// forget removes the copies of letters that are gone for good.
func (l *Letters) forget(ctx context.Context) error {
	db := l.Store.AsSystem()
	for after := int64(0); ; {
		rows, err := db.Select(ctx, &schema.LetterDeliveries, store.Query{Fields: store.Fields("letter_id"), Where: store.All{store.Gt("letter_id", after)}, Order: []store.Order{store.Asc("letter_id")}, Limit: store.Limit(1)})
		if err != nil || len(rows) == 0 {
			return err
		}
		after = rows[0].Int("letter_id")
		there, err := db.Count(ctx, &schema.Letters, store.Eq("id", after))
		if err != nil {
			return err
		}
		trashed, err := db.Count(ctx, &schema.Revisions, store.Eq("document", schema.Letter.Name), store.Eq("document_id", fmt.Sprint(after)))
		if err != nil {
			return err
		}
		if there+trashed == 0 {
			if _, err := db.Large().Delete(ctx, &schema.LetterDeliveries, store.Eq("letter_id", after)); err != nil {
				return err
			}
		}
	}
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
