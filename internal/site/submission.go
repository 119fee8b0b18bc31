package site

import (
	"context"

	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
)

// submit stores what a visitor sent without JavaScript, judged like what comes
// through the table interface, and returns the letters to be sent about it:
// none when it is in quarantine.
func (s *Site) submit(ctx context.Context, visit *shield.Visit, table *schema.Table, row store.Row) (letters []string, err error) {
	var text shield.Text
	err = s.db.Tx(ctx, func(tx store.Session) error {
		letters = nil
		rows, err := tx.Insert(ctx, table, row)
		if err != nil {
			return err
		}
		stored := rows[0]
		text = shield.Text{Name: stored.Text("name"), Email: stored.Text("email"), Subject: stored.Text("subject"), Message: stored.Text("message")}
		if verdict := visit.Judge(text); verdict.Suspicious() {
			_, err := tx.AsSystem().Update(ctx, table, store.Eq("id", stored.Int("id")), verdict.Marks(tx.Now()))
			return err
		}
		if s.mail == nil {
			return nil
		}
		record := s.mail.RecordContact
		if table == &schema.NewsletterSubscriptions {
			record = s.mail.RecordNewsletter
		}
		letters, err = record(ctx, tx.AsSystem(), stored)
		return err
	})
	if err == nil {
		visit.Remember(text)
	}
	return letters, err
}
