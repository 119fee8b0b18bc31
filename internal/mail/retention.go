package mail

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	tidyEvery = time.Hour
	// Retention is how long the text of a letter stays after it was sent or
	// given up. Visitors' words stay with their message, and nowhere else.
	Retention = 30 * 24 * time.Hour
)

// Tidy forgets what is no longer needed.
func (o *Outbox) Tidy(ctx context.Context) error {
	return errors.Join(o.sender.Tidy(Retention), o.removeOrphans(ctx), o.forget(ctx))
}

func (o *Outbox) forget(ctx context.Context) error {
	old := store.Any{store.Lt("sent_at", o.Now().Add(-Retention)), store.Lt("given_up_at", o.Now().Add(-Retention))}
	db := o.store.AsSystem()
	// A link that was only kept is written anew once there is a mail server.
	if _, err := db.Delete(ctx, &schema.Mails, store.All{old, store.IsNull("message_id"), store.IsNull("reply_id"), store.Not{Cond: keptQuestion("%")}}); err != nil {
		return fmt.Errorf("forget old letters: %w", err)
	}
	// The state of a letter stays visible beside its message or answer.
	if _, err := db.Update(ctx, &schema.Mails, store.All{old, store.Neq("body", "")}, store.Row{"body": "", "subject": "", "reply_to": ""}); err != nil {
		return fmt.Errorf("forget the text of old letters: %w", err)
	}
	return nil
}

// Run delivers what is due, and tidies up every hour, until ctx ends.
func (o *Outbox) Run(ctx context.Context) {
	var delivering sync.WaitGroup
	delivering.Go(func() { fault.KeepRunning(ctx, o.log, "the outbox", o.work) })
	fault.KeepRunning(ctx, o.log, "the tidying of the outbox", o.tidyUp)
	delivering.Wait()
}

func (o *Outbox) tidyUp(ctx context.Context) {
	every := time.NewTicker(tidyEvery)
	defer every.Stop()
	work := o.Tidy
	for {
		if err := work(ctx); err != nil && ctx.Err() == nil && !fault.Is(err, fault.Unavailable) {
			o.log.WarnContext(ctx, "tidy the outbox", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			work = o.Tidy
		case <-o.orphans:
			work = o.removeOrphans
		}
	}
}
