package store_test

import (
	"fmt"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestPatternsMatchAlikeOnBothEngines(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, c := range []struct {
			text, pattern string
			like, ilike   bool
		}{
			{"Acme", "Acme", true, true},
			{"Acme", "acme", false, true},
			{"Acme", "A%", true, true},
			{"Acme", "%c%", true, true},
			{"Acme", "%", true, true},
			{"Acme", "A_me", true, true},
			{"Acme", "A__me", false, false},
			{"Acme", "____", true, true},
			{"Acme", "%_%_%_%_%", true, true},
			{"Acme", "%_%_%_%_%_%", false, false},
			{"Ünïcode", "ünÏCODE", false, true},
			{"ÜBER", "über", false, true},
			{"Größe", "GRÖßE", false, true},
			{"Größe", "Gr__e", true, true},
			{"日本語", "日_語", true, true},
			{"日本語", "___", true, true},
			{"ПРИВЕТ", "%вет", false, true},
			{"ΟΔΥΣΣΕΥΣ", "οδυσσευς", false, true},
			{"ΣΑΣΑ", "%σας%", false, true},
			{"İstanbul", "i\u0307STANBUL", false, true},
			{"Straße", "STRASSE", false, false},
			{"100%", `100\%`, true, true},
			{"1000", `100\%`, false, false},
			{"a_b", `a\_b`, true, true},
			{"axb", `a\_b`, false, false},
			{`a\b`, `a\\b`, true, true},
			{"aéb", `a\éb`, true, true},
			{"a*b", "a*b", true, true},
			{"line\nbreak", "line%break", true, true},
			{"line\nbreak", "line_break", true, true},
			{"aaaaaaaaaaaaaaaaaaaaaaaaaaab", "%a%a%a%a%a%a%c", false, false},
		} {
			id := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": c.text})["id"]
			for op, want := range map[store.Op]bool{store.OpLike: c.like, store.OpIlike: c.ilike} {
				n, err := s.AsSystem().Count(t.Context(), &schema.TeamMembers, store.Eq("id", id), store.Compare{Column: "name", Op: op, Value: c.pattern})
				if err != nil || (n == 1) != want {
					t.Errorf("%q %s %q: %v (%v), want %v", c.text, op, c.pattern, n == 1, err, want)
				}
			}
		}
		for _, op := range []store.Op{store.OpLike, store.OpIlike} {
			_, err := s.AsSystem().Count(t.Context(), &schema.TeamMembers, store.Compare{Column: "name", Op: op, Value: `open\`})
			storetest.WantFault(t, err, fault.BadQuery)
			_, err = s.AsSystem().Count(t.Context(), &schema.TeamMembers, store.Compare{Column: "id", Op: op, Value: "1%"})
			storetest.WantFault(t, err, fault.BadQuery)
			n, err := s.AsSystem().Count(t.Context(), &schema.TeamMembers, store.Not{Cond: store.Compare{Column: "position", Op: op, Value: "%"}})
			if n != 0 || err != nil {
				t.Errorf("not %s matched %d rows without a value (%v)", op, n, err)
			}
		}
	})
}

func TestRowsWithoutAValueSortAsInPostgreSQL(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for name, position := range map[string]any{"none": nil, "b": "b", "a": "a", "empty": "", "Z": "Z", "é": "é"} {
			storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": name, "position": position})
		}
		for _, c := range []struct {
			order store.Order
			want  []string
		}{
			{store.Asc("position"), []string{"empty", "Z", "a", "b", "é", "none"}},
			{store.Desc("position"), []string{"none", "é", "b", "a", "Z", "empty"}},
			{store.Order{Column: "position", NullsFirst: true}, []string{"none", "empty", "Z", "a", "b", "é"}},
			{store.Order{Column: "position", Desc: true}, []string{"é", "b", "a", "Z", "empty", "none"}},
		} {
			rows, err := s.As(storetest.Visitor).Select(t.Context(), &schema.TeamMembers, store.Query{Order: []store.Order{c.order}})
			if err != nil {
				t.Fatal(err)
			}
			storetest.Same(t, fmt.Sprintf("%+v", c.order), storetest.Texts(rows, "name"), c.want)
		}
	})
}

func TestUnknownIsNeitherEqualNorDifferent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "With", "position": "CEO"})
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Without"})
		for _, c := range []struct {
			name string
			cond store.Cond
			want []string
		}{
			{"neq", store.Neq("position", "CTO"), []string{"With"}},
			{"not eq", store.Not{Cond: store.Eq("position", "CTO")}, []string{"With"}},
			{"is null", store.IsNull("position"), []string{"Without"}},
			{"not is null", store.Not{Cond: store.IsNull("position")}, []string{"With"}},
			{"in", store.In("position", "CEO", "CTO"), []string{"With"}},
			{"not in", store.Not{Cond: store.In("position", "CTO")}, []string{"With"}},
			{"in nothing", store.In[string]("position"), []string{}},
			{"not in nothing", store.Not{Cond: store.In[string]("position")}, []string{"With", "Without"}},
			{"any of nothing", store.Any{}, []string{}},
			{"all of nothing", store.All{}, []string{"With", "Without"}},
			{"or", store.Any{store.IsNull("position"), store.Eq("name", "With")}, []string{"With", "Without"}},
		} {
			rows, err := s.As(storetest.Visitor).Select(t.Context(), &schema.TeamMembers, store.Query{Where: store.All{c.cond}})
			if err != nil {
				t.Fatal(err)
			}
			storetest.Same(t, c.name, storetest.Texts(rows, "name"), c.want)
		}
	})
}

func TestMomentsCompareAsInstants(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		row := storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{
			"name": "Ann", "email": "a@example.com", "subject": "s", "message": "m", "created_at": "2026-03-01T12:30:00.123456+02:00"})
		if want := time.Date(2026, 3, 1, 10, 30, 0, 123456000, time.UTC); !row.Time("created_at").Equal(want) {
			t.Errorf("stored %v, want %v", row.Time("created_at"), want)
		}
		column := schema.ContactFormSubmissions.Column("created_at")
		for text, want := range map[string]bool{
			"2026-03-01T10:30:00.123456Z": true, "2026-03-01T05:30:00.123456-05:00": true, "2026-03-01 10:30:00.123456": true,
			"2026-03-01T12:30:00.123456Z": false, "2026-03-01T10:30:00.123455Z": false,
		} {
			at, err := column.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			n, err := s.AsSystem().Count(t.Context(), &schema.ContactFormSubmissions, store.Eq("created_at", at))
			if err != nil || (n == 1) != want {
				t.Errorf("equal to %s: %v (%v), want %v", text, n == 1, err, want)
			}
		}
		if got := string(row.AppendJSON(nil, &schema.ContactFormSubmissions)); got != fmt.Sprintf(
			`{"id":%d,"name":"Ann","email":"a@example.com","subject":"s","message":"m","created_at":"2026-03-01T10:30:00.123456+00:00","quarantined_at":null,"spam_reasons":null,"mail_due_at":null,"state":"new","assigned_to":null}`, row.Int("id")) {
			t.Errorf("the row is written as %s", got)
		}
	})
}

func TestAddressesFoldASCIIOnly(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ÉMILE@example.com"})
		for email, want := range map[string]int64{"ÉMILE@example.com": 1, "Émile@EXAMPLE.com": 1, "émile@example.com": 0} {
			if n, err := s.AsSystem().Count(t.Context(), &schema.NewsletterSubscriptions, store.Folded("email", email)); n != want || err != nil {
				t.Errorf("%s matches %d rows (%v), want %d", email, n, err, want)
			}
		}
		_, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": "Émile@Example.com"})
		storetest.WantFault(t, err, fault.Duplicate)
	})
}
