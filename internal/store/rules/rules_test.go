package rules_test

import (
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

type site struct {
	*testing.T
	db store.Session
}

func each(t *testing.T, test func(s site)) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		test(site{t, s.As(schema.Actor{Role: schema.Editor, UserID: "u"})})
	})
}

func (s site) add(table *schema.Table, row store.Row) store.Row {
	s.Helper()
	rows, err := s.db.Insert(s.Context(), table, row)
	if err != nil {
		s.Fatal(err)
	}
	return rows[0]
}

func (s site) refused(table *schema.Table, row store.Row, hint string) {
	s.Helper()
	_, err := s.db.Insert(s.Context(), table, row)
	if !fault.Is(err, fault.Invalid) || fault.From(err).Hint != hint {
		s.Errorf("%v: %v (%q), not %q", row, err, fault.From(err).Hint, hint)
	}
	if n, err := s.db.Count(s.Context(), table); err != nil || n != 0 {
		s.Errorf("%d rows are there, %v", n, err)
	}
}

func (s site) leadsTo(from, to string) {
	s.Helper()
	rows, err := s.db.Select(s.Context(), &schema.Redirects, store.Query{Where: store.All{store.Eq("from_path", from)}})
	got := ""
	if len(rows) > 0 {
		got = rows[0].Text("to_path")
	}
	if err != nil || got != to {
		s.Errorf("%s leads to %q, not %q: %v", from, got, to, err)
	}
}

func TestWordsAreThoseOfTheList(t *testing.T) {
	each(t, func(s site) {
		s.refused(&schema.SiteWords, store.Row{"key": "nonsense", "text": "x"}, `There is no sentence called "nonsense".`)
		s.refused(&schema.SiteWords, store.Row{"key": "hero_title", "text": "x"}, `There is no sentence called "hero_title".`)
		s.refused(&schema.SiteWords, store.Row{"key": "jobs_more", "text": "{x} more"}, "{x} stands for nothing in this sentence.")
		s.refused(&schema.SiteWords, store.Row{"key": "menu_open", "text": "A menu for everybody"}, "This sentence has room for 12 characters, and yours has 20.")
		row := s.add(&schema.SiteWords, store.Row{"key": "jobs_more", "text": "Noch {n}"})
		if _, err := s.db.Update(s.Context(), &schema.SiteWords, store.Eq("id", row.Int("id")), store.Row{"text": "{subject}"}); !fault.Is(err, fault.Invalid) {
			s.Errorf("a placeholder of another sentence: %v", err)
		}
	})
}

func TestAPageHasAnAddressOfItsOwn(t *testing.T) {
	each(t, func(s site) {
		s.refused(&schema.Pages, store.Row{"title": "X", "slug": "careers"}, "The address /careers belongs to the site itself.")
		s.refused(&schema.Pages, store.Row{"title": "X", "slug": "A b"}, "An address has small letters, digits and hyphens only")
		s.add(&schema.Redirects, store.Row{"from_path": "/press", "to_path": "/about"})
		s.add(&schema.Pages, store.Row{"title": "Press", "slug": "press"})
		s.leadsTo("/press", "")
	})
}

func TestAPageThatMovesLeavesARedirect(t *testing.T) {
	each(t, func(s site) {
		page := store.Eq("id", s.add(&schema.Pages, store.Row{"title": "Press", "slug": "press"}).Int("id"))
		for _, slug := range []string{"media", "news", "press"} {
			if _, err := s.db.Update(s.Context(), &schema.Pages, page, store.Row{"slug": slug}); err != nil {
				s.Fatal(err)
			}
		}
		s.leadsTo("/media", "/press")
		s.leadsTo("/news", "/press")
		s.leadsTo("/press", "")
	})
}

func TestRedirectsNeverLeadRoundOrAway(t *testing.T) {
	each(t, func(s site) {
		for _, to := range []string{"//elsewhere.example", `/\elsewhere.example`, "https://elsewhere.example/", "javascript:alert(1)"} {
			s.refused(&schema.Redirects, store.Row{"from_path": "/a", "to_path": to}, "The new address is one of this site and begins with one slash")
		}
		s.refused(&schema.Redirects, store.Row{"from_path": "/a", "to_path": "/a"}, "A redirect cannot lead to itself.")
		s.refused(&schema.Redirects, store.Row{"from_path": "/a", "to_path": "/a?x=1"}, "A redirect cannot lead to itself.")
		for _, taken := range []string{"/", "/careers", "/rest/v1/pages", "/feed.xml", "/admin/login"} {
			s.refused(&schema.Redirects, store.Row{"from_path": taken, "to_path": "/about"}, "There is something at "+taken+" already.")
		}
		for _, same := range []string{"/%61", "/./a", "/b/../a", "/b/..//a", "/%2e/a#x"} {
			s.refused(&schema.Redirects, store.Row{"from_path": "/a", "to_path": same}, "A redirect cannot lead to itself.")
		}
		s.refused(&schema.Redirects, store.Row{"from_path": "/a", "to_path": "/100%"}, "In an address % stands before two digits, as in %20.")
		s.refused(&schema.Redirects, store.Row{"from_path": "/%61bout", "to_path": "/contact"}, "There is something at /about already.")
		job := s.add(&schema.JobListings, store.Row{"title": "Keeper of lights"})
		overJob := store.Row{"from_path": "/careers/keeper-of-lights", "to_path": "/careers"}
		s.refused(&schema.Redirects, overJob, "There is something at /careers/keeper-of-lights already.")
		if _, err := s.db.Delete(s.Context(), &schema.JobListings, store.Eq("id", job.Int("id"))); err != nil {
			s.Fatal(err)
		}
		s.add(&schema.Redirects, overJob)
		s.add(&schema.Redirects, store.Row{"from_path": "/a", "to_path": "/b"})
		if _, err := s.db.Insert(s.Context(), &schema.Redirects, store.Row{"from_path": "/%61", "to_path": "/c"}); fault.From(err).Hint != "This address is redirected already." {
			s.Errorf("the same address in other letters: %v", err)
		}
		s.add(&schema.Redirects, store.Row{"from_path": "/b", "to_path": "/c"})
		s.leadsTo("/a", "/c")
		s.add(&schema.Redirects, store.Row{"from_path": "/0", "to_path": "/a"})
		s.leadsTo("/0", "/c")
		if _, err := s.db.Insert(s.Context(), &schema.Redirects, store.Row{"from_path": "/c", "to_path": "/a"}); fault.From(err).Hint != "These redirects would lead round in a circle." {
			s.Errorf("a circle: %v", err)
		}
		s.leadsTo("/c", "")
		round := []store.Row{{"from_path": "/x", "to_path": "/y"}, {"from_path": "/y", "to_path": "/%7a"}, {"from_path": "/z", "to_path": "/y"}}
		if _, err := s.db.Insert(s.Context(), &schema.Redirects, round...); fault.From(err).Hint != "These redirects would lead round in a circle." {
			s.Errorf("a circle that comes at once: %v", err)
		}
		s.add(&schema.Pages, store.Row{"title": "Press", "slug": "press"})
		if _, err := s.db.Insert(s.Context(), &schema.Redirects, store.Row{"from_path": "/press", "to_path": "/about"}); fault.From(err).Hint != "There is something at /press already." {
			s.Errorf("over a page: %v", err)
		}
	})
}

func TestAJobPaysWhatCanBePaidAndClosesOnADay(t *testing.T) {
	each(t, func(s site) {
		jobs := &schema.JobListings
		s.refused(jobs, store.Row{"title": "a", "salary_min": int64(2), "salary_max": int64(1), "salary_currency": "EUR"}, "The salary ends below where it starts.")
		s.refused(jobs, store.Row{"title": "a", "salary_max": int64(1)}, "A salary needs its currency.")
		s.refused(jobs, store.Row{"title": "a", "salary_min": int64(1), "salary_currency": "euro"}, "A currency has three letters, such as EUR.")
		s.refused(jobs, store.Row{"title": "a", "closes_on": "2026-02-30"}, "There is no day 2026-02-30.")
		s.refused(jobs, store.Row{"title": "a", "closes_on": "tomorrow"}, "A closing date is a day, such as 2026-12-31.")
		s.refused(jobs, store.Row{"title": "a", "workplace": "moon"}, "This is not one of the choices.")
		job := s.add(jobs, store.Row{"title": "a", "salary_min": int64(1), "salary_currency": "EUR", "closes_on": "2028-02-29"})
		if _, err := s.db.Update(s.Context(), jobs, store.Eq("id", job.Int("id")), store.Row{"salary_currency": ""}); fault.From(err).Hint != "A salary needs its currency." {
			t.Errorf("a currency was taken away: %v", err)
		}
	})
}

func TestWhoLeavesTheStaffLooksAfterNoMessages(t *testing.T) {
	each(t, func(s site) {
		id := func(n string) string { return "00000000-0000-4000-8000-00000000000" + n }
		system := s.db.AsSystem()
		for n, role := range map[string]string{"1": "editor", "2": "editor", "3": "admin"} {
			if _, err := system.Insert(s.Context(), &schema.UserProfiles, store.Row{"user_id": id(n), "role": role}); err != nil {
				s.Fatal(err)
			}
			s.add(&schema.ContactFormSubmissions, store.Row{"name": n, "email": "a@b.example", "subject": "s", "message": "m", "assigned_to": id(n)})
		}
		if _, err := system.Delete(s.Context(), &schema.UserProfiles, store.Eq("user_id", id("1"))); err != nil {
			s.Fatal(err)
		}
		if _, err := system.Update(s.Context(), &schema.UserProfiles, store.Eq("user_id", id("2")), store.Row{"role": "viewer"}); err != nil {
			s.Fatal(err)
		}
		if _, err := system.Update(s.Context(), &schema.UserProfiles, store.Eq("user_id", id("3")), store.Row{"name": "Ada"}); err != nil {
			s.Fatal(err)
		}
		rows, err := s.db.Select(s.Context(), &schema.ContactFormSubmissions, store.Query{})
		if err != nil {
			s.Fatal(err)
		}
		for _, row := range rows {
			if stays := row.Text("name") == "3"; (row["assigned_to"] != nil) != stays {
				s.Errorf("the message of %s is with %v", row.Text("name"), row["assigned_to"])
			}
		}
	})
}
