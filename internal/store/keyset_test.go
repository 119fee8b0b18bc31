package store_test

import (
	"fmt"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// A page far in is found by where another began; it must be the page that
// counting from the front finds, whatever was asked before and stored since.
func TestPagesFarInAreThoseThatCountingFromTheFrontFinds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		staff := s.As(schema.Actor{Role: schema.Editor, UserID: "00000000-0000-4000-8000-000000000001", Label: "editor"})
		table := &schema.NewsletterSubscriptions
		add := func(from, to int) {
			t.Helper()
			var rows []store.Row
			for n := from; n < to; n++ {
				rows = append(rows, store.Row{"email": fmt.Sprintf("p%d@example.com", (n*7919)%10007)})
			}
			if _, err := s.AsSystem().Insert(t.Context(), table, rows...); err != nil {
				t.Fatal(err)
			}
		}
		add(0, 1000)
		orders := map[string][]store.Order{
			"newest":    {store.Desc("created_at"), store.Desc("id")},
			"oldest":    {store.Asc("created_at"), store.Asc("id")},
			"email":     {store.Asc("email")},
			"email z-a": {store.Desc("email"), store.Desc("id")},
			"both ways": {store.Desc("created_at"), store.Asc("id")},
			"marks":     {store.Asc("quarantined_at"), store.Asc("id")},
		}
		check := func() {
			t.Helper()
			for name, order := range orders {
				whole, err := s.AsSystem().Select(t.Context(), table, store.Query{Order: order})
				if err != nil {
					t.Fatal(err)
				}
				for _, offset := range []int{900, 300, 950, 301, 300, 900, 999, 250, len(whole) - 1, len(whole), 5000} {
					res, err := staff.Read(t.Context(), table, store.Query{Fields: []store.Field{{As: "email", Column: "email"}}, Order: order, Offset: offset, Limit: store.Limit(50), Count: true})
					if err != nil {
						t.Fatal(err)
					}
					want := whole[min(offset, len(whole)):min(offset+50, len(whole))]
					if len(res.Rows) != len(want) || res.Total != int64(len(whole)) {
						t.Fatalf("%s from %d: %d rows of %d, want %d of %d", name, offset, len(res.Rows), res.Total, len(want), len(whole))
					}
					for i, row := range res.Maps() {
						if len(row) != 1 || row["email"] != want[i]["email"] {
							t.Fatalf("%s from %d: row %d is %v, want %v", name, offset, i, row, want[i]["email"])
						}
					}
				}
			}
		}
		check()
		check()
		add(1000, 1100)
		check()
		if _, err := s.AsSystem().Delete(t.Context(), table, store.Lt("id", 400)); err != nil {
			t.Fatal(err)
		}
		check()
	})
}

func TestACountIsNeverOlderThanTheLastCommit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		staff := s.As(schema.Actor{Role: schema.Editor, UserID: "00000000-0000-4000-8000-000000000001", Label: "editor"})
		for n := int64(0); n < 20; n++ {
			for range 2 {
				if got, err := staff.Count(t.Context(), &schema.NewsletterSubscriptions); err != nil || got != n {
					t.Fatalf("%d, want %d (%v)", got, n, err)
				}
			}
			err := staff.Tx(t.Context(), func(tx store.Session) error {
				if _, err := tx.Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": fmt.Sprint(n, "@example.com")}); err != nil {
					return err
				}
				if got, err := tx.Count(t.Context(), &schema.NewsletterSubscriptions); err != nil || got != n+1 {
					t.Errorf("inside: %d, want %d (%v)", got, n+1, err)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
