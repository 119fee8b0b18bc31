package mail

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	perHour      = 30 // letters that visitors cause, in all
	perRecipient = 3  // letters a day to one address that is not the studio's
)

func byVisitors() (some store.Any) {
	// What staff write about an application is none.
	for _, reason := range []string{"contact %", "newsletter %", "application % studio", "application % confirmation"} {
		some = append(some, store.Compare{Column: "reason", Op: store.OpLike, Value: reason})
	}
	return some
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
	return o.Now().Add(leaseTime), nil
}
