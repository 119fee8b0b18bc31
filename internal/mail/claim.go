package mail

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	perHour      = 30 // letters that visitors cause, in all
	perRecipient = 3  // letters a day to one address that is not the studio's

	// lease is how long a letter belongs to the server that tries it. It is
	// far longer than a try takes, so that clocks need not agree closely.
	lease = 2 * time.Minute

	// longestDelay is more than a letter is ever put off for: one that is to
	// wait longer was put off by a clock that was wrong.
	longestDelay = 3 * 24 * time.Hour

	// underWay stands in last_error while a letter is being sent.
	underWay = "being sent"

	// inFolder stands there once a letter is a file, which reaches nobody.
	inFolder = "kept in the folder"
)

// claim takes a letter to be tried now: the one with the reason if nobody has
// tried it, or with no reason one that is due, if there is any.
func (o *Outbox) claim(ctx context.Context, reason string) (row store.Row, found bool, err error) {
	err = o.store.Itself().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.Mails.Name); err != nil {
			return err
		}
		where, tries := append(open(), due(o.Now())), 50
		if reason != "" {
			where, tries = append(open(), store.Eq("reason", reason), store.Eq("attempts", 0)), 1
		}
		full, err := o.hourIsFull(ctx, tx)
		if err != nil {
			return err
		}
		if full {
			where = append(where, store.Not{Cond: byVisitors()})
		}
		row, found, err = o.take(ctx, tx, where, tries)
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("claim a letter: %w", err)
	}
	return row, found, nil
}

// take marks the first letter whose recipient has not had too many. Those
// whose recipient has are put off.
func (o *Outbox) take(ctx context.Context, tx store.Session, where store.All, tries int) (row store.Row, found bool, err error) {
	for range tries {
		rows, err := tx.Select(ctx, &schema.Mails, store.Query{
			Where: where, Order: []store.Order{store.Asc("next_try_at"), store.Asc("id")}, Limit: store.Limit(1),
		})
		if err != nil || len(rows) == 0 {
			return nil, false, err
		}
		row := rows[0]
		until, err := o.recipientIsFull(ctx, tx, row)
		if err != nil {
			return nil, false, err
		}
		patch := store.Row{"next_try_at": until}
		if until.IsZero() {
			patch = store.Row{"next_try_at": o.Now().Add(lease), "attempts": row.Int("attempts") + 1, "last_error": underWay}
		}
		rows, err = tx.Update(ctx, &schema.Mails, store.Eq("id", row.Int("id")), patch)
		if err != nil {
			return nil, false, err
		}
		if until.IsZero() {
			return rows[0], true, nil
		}
	}
	return nil, false, nil
}

// open holds for letters that are neither delivered nor given up.
func open() store.All { return store.All{store.IsNull("sent_at"), store.IsNull("given_up_at")} }

func due(now time.Time) store.Cond {
	return store.Any{store.Compare{Column: "next_try_at", Op: store.OpLte, Value: now}, store.Gt("next_try_at", now.Add(longestDelay))}
}

func byVisitors() store.Cond {
	return store.Any{
		store.Compare{Column: "reason", Op: store.OpLike, Value: "contact %"},
		store.Compare{Column: "reason", Op: store.OpLike, Value: "newsletter %"},
	}
}

// beingSent holds for letters that some server is trying right now.
func (o *Outbox) beingSent() store.All {
	return append(open(), store.Eq("last_error", underWay), store.Gt("next_try_at", o.Now()), store.Lt("next_try_at", o.Now().Add(longestDelay)))
}

// sentWithin also counts what a clock that has since been set back noted, but
// not for as long as it was wrong.
func (o *Outbox) sentWithin(window time.Duration) store.Cond {
	return store.All{store.Gt("sent_at", o.Now().Add(-window)), store.Lt("sent_at", o.Now().Add(window))}
}

// hourIsFull counts in the database, so that the cap holds for all servers
// together and over a restart.
func (o *Outbox) hourIsFull(ctx context.Context, tx store.Session) (bool, error) {
	if !o.capped {
		return false, nil
	}
	sent, err := tx.Count(ctx, &schema.Mails, o.sentWithin(time.Hour), byVisitors())
	if err != nil {
		return false, err
	}
	sending, err := tx.Count(ctx, &schema.Mails, append(o.beingSent(), byVisitors())...)
	return sent+sending >= perHour, err
}

// recipientIsFull tells until when the recipient has had enough; the zero
// time means now is fine. The studio itself wants to hear of every message.
func (o *Outbox) recipientIsFull(ctx context.Context, tx store.Session, row store.Row) (time.Time, error) {
	if !o.capped || !strings.HasSuffix(row.Text("reason"), " confirmation") {
		return time.Time{}, nil
	}
	to, day := store.Eq("recipient", row.Text("recipient")), 24*time.Hour
	aboutVisitors := store.Compare{Column: "reason", Op: store.OpLike, Value: "% confirmation"}
	sent, err := tx.Select(ctx, &schema.Mails, store.Query{
		Where: store.All{to, aboutVisitors, o.sentWithin(day)}, Order: []store.Order{store.Desc("sent_at")}, Limit: store.Limit(perRecipient),
	})
	if err != nil {
		return time.Time{}, err
	}
	sending, err := tx.Count(ctx, &schema.Mails, append(o.beingSent(), to, aboutVisitors)...)
	switch {
	case err != nil || len(sent)+int(sending) < perRecipient:
		return time.Time{}, err
	case len(sent) == perRecipient:
		return sent[perRecipient-1].Time("sent_at").Add(day), nil
	}
	return o.Now().Add(lease), nil
}

func letterOf(row store.Row) Letter {
	return Letter{
		About: aboutOf(row),
		ID:    row.Text("reason") + " " + row.Time("created_at").Format(time.RFC3339Nano),
		To:    row.Text("recipient"), ReplyTo: row.Text("reply_to"), Subject: row.Text("subject"), Text: row.Text("body"),
	}
}
