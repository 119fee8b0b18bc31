package letters

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	lookEvery  = 5 * time.Second // for letters whose time has come
	listAtOnce = 500             // subscribers whose copies one transaction lists: visitors' writes go between
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
