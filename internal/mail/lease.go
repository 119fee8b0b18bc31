package mail

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	// leaseTime is how long a letter belongs to the server that tries it. It is
	// far longer than a try takes, so that clocks need not agree closely.
	leaseTime = 2 * time.Minute

	// longestDelay is more than a letter is ever put off for: one that is to
	// wait longer was put off by a clock that was wrong.
	longestDelay = 3 * 24 * time.Hour

	// underWay stands in last_error while a letter is being sent.
	underWay = "being sent"

	// inFolder stands there once a letter is a file, which reaches nobody.
	inFolder = "kept in the folder"
)

// lease takes a letter to be tried now: the one with the reason if nobody has
// tried it, or with no reason one that is due, if there is any.
func (o *Outbox) lease(ctx context.Context, reason string) (row store.Row, found bool, err error) {
	err = o.store.AsSystem().Tx(ctx, func(tx store.Session) error {
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
		row, found, err = o.leaseFirst(ctx, tx, where, tries)
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("lease a letter: %w", err)
	}
	return row, found, nil
}

// leaseFirst marks the first letter whose recipient has not had too many. Those
// whose recipient has are put off.
func (o *Outbox) leaseFirst(ctx context.Context, tx store.Session, where store.All, tries int) (row store.Row, found bool, err error) {
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
			patch = store.Row{"next_try_at": o.Now().Add(leaseTime), "attempts": row.Int("attempts") + 1, "last_error": underWay}
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

func letterOf(row store.Row) Letter {
	return Letter{
		About: aboutOf(row),
		ID:    row.Text("reason") + " " + row.Time("created_at").Format(time.RFC3339Nano),
		To:    row.Text("recipient"), ReplyTo: row.Text("reply_to"), Subject: row.Text("subject"), Text: row.Text("body"),
	}
}
