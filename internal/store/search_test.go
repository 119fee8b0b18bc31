package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// What a search finds must not depend on how it is looked for: by the index of
// parts, by the engine's own LIKE, or row by row.
func TestAPartOfAnAddressIsFoundWhereverItStands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		staff := s.As(schema.Actor{Role: schema.Editor, UserID: "00000000-0000-4000-8000-000000000001", Label: "editor"})
		table := &schema.NewsletterSubscriptions
		addresses := []string{"Ada.Lovelace@example.com", "grace_hopper@navy.example", "grace-hopper@navy.example", "o'hara@example.com", "a+b%c@example.com", "jürgen@example.com", "JÜRGEN2@example.com", "ab@ba.example", "k.kelvin@example.com", "quote.d@exam.ple", "x@y.example"}
		for n := range 1200 {
			addresses = append(addresses, fmt.Sprintf("common%d@studio.example", n))
		}
		var rows []store.Row
		for _, a := range addresses {
			rows = append(rows, store.Row{"email": a})
		}
		if _, err := s.AsSystem().Insert(t.Context(), table, rows...); err != nil {
			t.Fatal(err)
		}
		check := func() {
			t.Helper()
			for _, text := range []string{"ada", "LOVE", "lovelace@ex", "hopper", "e_h", "e-h", "o'h", "+b%", "jürg", "JÜR", "rgen", "ab", "@", "ba.", "nobody", "common", "common11", `"d`, "mmon7@", "example.com", "y.example", "x@y", "studio.exampl"} {
				pattern := "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
				var want []string
				for _, a := range addresses {
					if strings.Contains(strings.ToLower(a), strings.ToLower(text)) {
						want = append(want, a)
					}
				}
				for _, where := range []store.All{{store.Compare{Column: "email", Op: store.OpIlike, Value: pattern}}, {store.Any{store.Compare{Column: "email", Op: store.OpIlike, Value: pattern}}}} {
					res, err := staff.Read(t.Context(), table, store.Query{Where: where, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(5), Count: true})
					if err != nil {
						t.Fatal(err)
					}
					var got []string
					for _, row := range res.Maps() {
						got = append(got, row.Text("email"))
					}
					if res.Total != int64(len(want)) || !slices.Equal(got, want[:min(5, len(want))]) {
						t.Errorf("%q finds %d, %v; want %d, %v", text, res.Total, got, len(want), want[:min(5, len(want))])
					}
				}
			}
		}
		check()
		// The trigram index follows every change.
		if _, err := s.AsSystem().Update(t.Context(), table, store.Eq("email", addresses[1]), store.Row{"email": "lovelace2@ba.example"}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AsSystem().Delete(t.Context(), table, store.Eq("email", addresses[0])); err != nil {
			t.Fatal(err)
		}
		addresses[1] = "lovelace2@ba.example"
		addresses = addresses[1:]
		check()
	})
}

// The index holds the words of rows that a visitor may not see: how long a
// search takes must not tell what is in them.
func TestASearchOfAVisitorReadsNoTrigramIndex(t *testing.T) {
	s := storetest.SQLite(t)
	pattern := store.Compare{Column: "email", Op: store.OpIlike, Value: "%lovelace%"}
	for _, actor := range []schema.Actor{storetest.Visitor, storetest.Viewer} {
		for _, table := range []*schema.Table{&schema.NewsletterSubscriptions, &schema.ContactFormSubmissions} {
			where := store.All{pattern, store.Eq("email", "ada.lovelace@example.com")}
			q := store.Query{Where: where, Fields: []store.Field{{As: "email", Column: "email"}}, Count: true, Limit: store.Limit(10), Offset: 300}
			plans, err := s.Plans(t.Context(), false, func(x store.Session) error {
				_, err := x.For(actor).Read(t.Context(), table, q)
				return err
			})
			if err != nil || len(plans) != 2 || strings.Contains(strings.Join(plans, ""), "_search") {
				t.Errorf("%s of a %s (%v):\n%s", table.Name, actor.Role, err, strings.Join(plans, "\n"))
			}
			if _, err := s.As(actor).Read(t.Context(), table, q); err != nil {
				t.Error(err)
			}
		}
	}
	if n := s.CachedLists(); n != 0 {
		t.Errorf("%d lists of visitors are remembered", n)
	}
}
