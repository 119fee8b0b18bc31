package store_test

import (
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAReaderLearnsNothingOfColumnsKeptFromIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table := &schema.NewsletterSubscriptions
		_, err := s.AsSystem().Insert(t.Context(), table, store.Row{"email": "a@example.com", "quarantined_at": "2026-01-01T00:00:00Z", "spam_reasons": []string{"odd"}})
		if err != nil {
			t.Fatal(err)
		}
		visitor := s.As(schema.Actor{Role: schema.Visitor})
		mine := store.All{store.Eq("email", "a@example.com")}
		stars := []store.Field{{As: "id", Column: "id"}}
		for i := range table.Columns {
			stars = append(stars, store.Field{As: table.Columns[i].Name, Column: table.Columns[i].Name, Star: true})
		}
		for _, fields := range [][]store.Field{nil, stars} {
			rows, err := visitor.Select(t.Context(), table, store.Query{Where: mine, Fields: fields})
			if err != nil || len(rows) != 1 || len(rows[0]) != 3 || rows[0].Text("email") != "a@example.com" {
				t.Errorf("a visitor sees %v, %v", rows, err)
			}
		}
		hidden := store.Compare{Column: "quarantined_at", Op: store.OpIs}
		for name, q := range map[string]store.Query{
			"a field":         {Where: mine, Fields: []store.Field{{As: "x", Column: "spam_reasons"}}},
			"a filter":        {Where: append(store.All{hidden}, mine...)},
			"a nested filter": {Where: append(store.All{store.Any{store.Not{Cond: hidden}}}, mine...)},
			"an order":        {Where: mine, Order: []store.Order{store.Asc("quarantined_at")}},
		} {
			if _, err := visitor.Select(t.Context(), table, q); !fault.Is(err, fault.UnknownColumn) {
				t.Errorf("%s: %v", name, err)
			}
		}
		editor := s.As(schema.Actor{Role: schema.Editor})
		if rows, err := editor.Select(t.Context(), table, store.Query{Where: store.All{store.Not{Cond: hidden}}}); err != nil || len(rows) != 1 || len(rows[0]) != len(table.Columns) {
			t.Errorf("an editor sees %v, %v", rows, err)
		}
	})
}

func TestLettersGoWithWhatTheyAreAbout(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		db := s.AsSystem()
		add := func(table *schema.Table, row store.Row) int64 {
			t.Helper()
			rows, err := db.Insert(t.Context(), table, row)
			if err != nil {
				t.Fatal(err)
			}
			return rows[0].Int("id")
		}
		message := add(&schema.ContactFormSubmissions, store.Row{"name": "n", "email": "n@example.com", "subject": "s", "message": "m"})
		subscription := add(&schema.NewsletterSubscriptions, store.Row{"email": "n@example.com"})
		add(&schema.Mails, store.Row{"reason": "contact", "recipient": "n@example.com", "message_id": message})
		add(&schema.Mails, store.Row{"reason": "newsletter", "recipient": "n@example.com", "subscription_id": subscription})
		add(&schema.Mails, store.Row{"reason": "recovery", "recipient": "n@example.com"})
		editor := s.As(schema.Actor{Role: schema.Editor})
		for left, table := range []*schema.Table{&schema.NewsletterSubscriptions, &schema.ContactFormSubmissions} {
			if _, err := editor.Delete(t.Context(), table, store.Gt("id", 0)); err != nil {
				t.Fatal(err)
			}
			if n, err := db.Count(t.Context(), &schema.Mails); err != nil || n != int64(2-left) {
				t.Errorf("%d letters after deleting from %s: %v", n, table.Name, err)
			}
		}
	})
}
