package mail

import (
	"context"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// keptQuestion holds for links to confirm an address that are files, because there
// was no mail server. The pattern is that of their reasons.
func keptQuestion(pattern string) store.All {
	return store.All{
		store.Eq("last_error", inFolder), store.Not{Cond: store.IsNull("subscription_id")},
		store.Compare{Column: "reason", Op: store.OpLike, Value: pattern + " confirmation"},
	}
}

// Kept tells whose link to confirm an address is only a file: those of at most so
// many letters under each word of their reasons, less those that were taken already.
func (o *Outbox) Kept(ctx context.Context, tx store.Session, atMost map[string]int, taken int64) (subscriptions []int64, err error) {
	for word, most := range atMost {
		n := most - int(taken)
		if n <= 0 {
			continue
		}
		rows, err := tx.Select(ctx, &schema.Mails, store.Query{
			Fields: store.Fields("subscription_id"), Where: keptQuestion(word + " %"), Order: []store.Order{store.Asc("id")}, Limit: store.Limit(n),
		})
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			subscriptions = append(subscriptions, row.Int("subscription_id"))
		}
	}
	return subscriptions, nil
}

// ForgetKept forgets these links, as new ones are due instead, and tells whose
// there still were.
func (o *Outbox) ForgetKept(ctx context.Context, tx store.Session, subscriptions []int64) (of []int64, err error) {
	rows, err := tx.AsSystem().Delete(ctx, &schema.Mails, append(keptQuestion("%"), store.In("subscription_id", subscriptions...)))
	for _, row := range rows {
		of = append(of, row.Int("subscription_id"))
	}
	return of, err
}
