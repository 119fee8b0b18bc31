package store_test

import (
	"encoding/json"
	"strings"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestWhoSeesWhichRows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		company := store.Row{"name": "Awake", "description": "d", "website_url": "https://example.com"}
		storetest.Add(t, s, &schema.PortfolioCompanies, company)
		company["name"], company["is_active"] = "Asleep", false
		storetest.Add(t, s, &schema.PortfolioCompanies, company)
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "a@example.com"})
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "b@example.com"})
		storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "n", "email": "a@example.com", "subject": "s", "message": "m"})
		for _, actor := range []schema.Actor{storetest.Viewer, storetest.Editor, storetest.Admin} {
			storetest.Add(t, s, &schema.UserProfiles, store.Row{"user_id": actor.UserID, "role": string(actor.Role)})
		}
		asked := []store.Cond{store.Eq("email", "a@example.com")}
		for _, c := range []struct {
			name  string
			actor schema.Actor
			table *schema.Table
			where []store.Cond
			want  int64
		}{
			{"a visitor sees active companies", storetest.Visitor, &schema.PortfolioCompanies, nil, 1},
			{"asking for the others does not help", storetest.Visitor, &schema.PortfolioCompanies, []store.Cond{store.Eq("is_active", false)}, 0},
			{"nor does asking around", storetest.Visitor, &schema.PortfolioCompanies, []store.Cond{store.Any{store.Eq("is_active", false), store.All{}}}, 1},
			{"a viewer sees active companies", storetest.Viewer, &schema.PortfolioCompanies, nil, 1},
			{"staff see them all", storetest.Editor, &schema.PortfolioCompanies, nil, 2},
			{"a visitor cannot list addresses", storetest.Visitor, &schema.NewsletterSubscriptions, nil, 0},
			{"and may ask for one", storetest.Visitor, &schema.NewsletterSubscriptions, asked, 1},
			{"but not in an or", storetest.Visitor, &schema.NewsletterSubscriptions, []store.Cond{store.Any{asked[0], store.Neq("email", "")}}, 0},
			{"nor by another comparison", storetest.Visitor, &schema.NewsletterSubscriptions, []store.Cond{store.Gte("email", "a")}, 0},
			{"nor by a list", storetest.Visitor, &schema.NewsletterSubscriptions, []store.Cond{store.In("email", "a@example.com", "b@example.com")}, 0},
			{"staff list them", storetest.Editor, &schema.NewsletterSubscriptions, nil, 2},
			{"a visitor sees no messages", storetest.Visitor, &schema.ContactFormSubmissions, asked, 0},
			{"staff do", storetest.Admin, &schema.ContactFormSubmissions, nil, 1},
			{"a visitor sees no profiles", storetest.Visitor, &schema.UserProfiles, nil, 0},
			{"a viewer sees the own one", storetest.Viewer, &schema.UserProfiles, nil, 1},
			{"an editor too", storetest.Editor, &schema.UserProfiles, nil, 1},
			{"an editor cannot ask for another", storetest.Editor, &schema.UserProfiles, []store.Cond{store.Eq("user_id", storetest.Admin.UserID)}, 0},
			{"an admin sees them all", storetest.Admin, &schema.UserProfiles, nil, 3},
		} {
			if n, err := s.As(c.actor).Count(t.Context(), c.table, c.where...); n != c.want || err != nil {
				t.Errorf("%s: %d rows (%v), want %d", c.name, n, err, c.want)
			}
		}
		_, err := s.As(storetest.Admin).Select(t.Context(), &schema.Users, store.Query{})
		storetest.WantFault(t, err, fault.Denied)
	})
}

func TestWhoWritesWhat(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		person := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
		for _, actor := range []schema.Actor{storetest.Visitor, storetest.Viewer, {}} {
			_, err := s.As(actor).Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Eve"})
			storetest.WantFault(t, err, fault.Denied)
			_, err = s.As(actor).Update(t.Context(), &schema.TeamMembers, store.Eq("id", person["id"]), store.Row{"name": "Eve"})
			storetest.WantFault(t, err, fault.Denied)
			_, err = s.As(actor).Delete(t.Context(), &schema.TeamMembers, store.Eq("id", person["id"]))
			storetest.WantFault(t, err, fault.Denied)
		}
		message := store.Row{"name": "n", "email": "a@example.com", "subject": "s", "message": "m"}
		if _, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.ContactFormSubmissions, message); err != nil {
			t.Errorf("a visitor's message: %v", err)
		}
		message["created_at"] = "2001-01-01"
		_, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.ContactFormSubmissions, message)
		storetest.WantFault(t, err, fault.Denied)
		storetest.WantFault(t, s.As(storetest.Visitor).MayReadBack(&schema.ContactFormSubmissions), fault.Denied)
		storetest.WantFault(t, s.As(storetest.Visitor).MayReadBack(&schema.NewsletterSubscriptions), fault.Denied)
		if err := s.As(storetest.Editor).MayReadBack(&schema.ContactFormSubmissions); err != nil {
			t.Errorf("staff read back: %v", err)
		}
		profile := store.Row{"user_id": storetest.Viewer.UserID, "role": "admin"}
		_, err = s.As(storetest.Editor).Insert(t.Context(), &schema.UserProfiles, profile)
		storetest.WantFault(t, err, fault.Denied)
		if _, err := s.As(storetest.Admin).Insert(t.Context(), &schema.UserProfiles, profile); err != nil {
			t.Errorf("an admin's profile: %v", err)
		}
		if storetest.Get(t, s, &schema.TeamMembers, person["id"]).Text("name") != "Ada" {
			t.Error("a refused write changed the row")
		}
	})
}

func TestRulesHoldBeneathEveryCaller(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		job := func(patch store.Row) store.Row {
			row := store.Row{"title": "Engineer"}
			for k, v := range patch {
				row[k] = v
			}
			return row
		}
		for _, c := range []struct {
			name  string
			table *schema.Table
			row   store.Row
			want  fault.Kind
			hint  string
		}{
			{"no title", &schema.JobListings, store.Row{}, fault.Missing, "Title is required"},
			{"a blank title", &schema.JobListings, store.Row{"title": " \u00a0\t"}, fault.Invalid, "Title is required"},
			{"a long title", &schema.JobListings, store.Row{"title": strings.Repeat("é", 301)}, fault.Invalid, "Title must be at most 300 characters."},
			{"rank 0", &schema.JobListings, job(store.Row{"rank": 0}), fault.Invalid, "Rank must be at least 1"},
			{"a null rank", &schema.JobListings, job(store.Row{"rank": nil}), fault.Missing, "Rank must be at least 1"},
			{"a rank that is no number", &schema.JobListings, job(store.Row{"rank": "first"}), fault.BadValue, ""},
			{"a rank out of range", &schema.JobListings, job(store.Row{"rank": json.Number("99999999999")}), fault.OutOfRange, ""},
			{"a moment that is none", &schema.JobListings, job(store.Row{"created_at": "soon"}), fault.BadTime, ""},
			{"an unknown key", &schema.JobListings, job(store.Row{"salary": 1}), fault.UnknownKey, ""},
			{"no parent", &schema.JobPreferred, store.Row{"job_id": 404, "description": "d"}, fault.NoParent, ""},
			{"a second footer", &schema.FooterContent, store.Row{"id": 2}, fault.Invalid, "The footer has one row, with id 1"},
			{"a script for a link", &schema.NavigationLinks, store.Row{"name": "n", "path": "javascript:alert(1)", "order": 1}, fault.Invalid, "Must be a valid URL"},
			{"a link without a name", &schema.NavigationLinks, store.Row{"path": "/", "order": 1}, fault.Missing, "Name and path are required"},
			{"an address that is none", &schema.NewsletterSubscriptions, store.Row{"email": "a@b"}, fault.Invalid, "Please enter a valid email address."},
			{"a NUL", &schema.TeamMembers, store.Row{"name": "a\x00b"}, fault.BadValue, ""},
			{"no UTF-8", &schema.TeamMembers, store.Row{"name": "a\xffb"}, fault.BadValue, ""},
			{"a message of tags alone", &schema.ContactFormSubmissions, store.Row{"name": "<b></b>", "email": "a@example.com", "subject": "s", "message": "m"}, fault.Invalid, "Name is required"},
		} {
			_, err := s.As(storetest.Editor).Insert(t.Context(), c.table, c.row)
			if !fault.Is(err, c.want) || c.hint != "" && fault.From(err).Hint != c.hint {
				t.Errorf("%s: got %v with hint %q, want %s with %q", c.name, err, fault.From(err).Hint, c.want, c.hint)
			}
		}
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "a@example.com"})
		_, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": "A@EXAMPLE.com"})
		if f := fault.From(err); f.Kind != fault.Duplicate || f.Message != `duplicate key value violates unique constraint "newsletter_subscriptions_email_key"` ||
			f.Hint != "This email is already subscribed to the newsletter." {
			t.Errorf("a second subscription: %+v", f)
		}
		if n, _ := s.AsSystem().Count(t.Context(), &schema.JobListings); n != 0 {
			t.Errorf("%d refused rows are stored", n)
		}
	})
}

func TestABatchIsStoredWholeOrNotAtAll(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows := []store.Row{{"email": "a@example.com"}, {"email": "b@example.com"}, {"email": "A@example.com"}}
		_, err := s.As(storetest.Editor).Insert(t.Context(), &schema.NewsletterSubscriptions, rows...)
		storetest.WantFault(t, err, fault.Duplicate)
		if n, err := s.AsSystem().Count(t.Context(), &schema.NewsletterSubscriptions); n != 0 || err != nil {
			t.Errorf("%d rows of a failed batch are stored (%v)", n, err)
		}
	})
}

func TestTextIsCleanedWhoeverWritesIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		dirty := `<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x">a</a> <strong class="c">it's</strong>`
		clean := `<p>Hi a <strong>it's</strong></p>`
		for _, session := range []store.Session{s.As(storetest.Editor), s.AsSystem()} {
			rows, err := session.Insert(t.Context(), &schema.HeroContent, store.Row{"title": "<b>kept as text</b>", "subtitle": dirty})
			if err != nil {
				t.Fatal(err)
			}
			if rows[0].Text("subtitle") != clean || rows[0].Text("title") != "<b>kept as text</b>" {
				t.Errorf("an insert stored %q and %q", rows[0].Text("title"), rows[0].Text("subtitle"))
			}
			rows, err = session.Update(t.Context(), &schema.HeroContent, store.Eq("id", rows[0]["id"]), store.Row{"subtitle": dirty + "2"})
			if err != nil || strings.Contains(rows[0].Text("subtitle"), "script") {
				t.Errorf("an update stored %v (%v)", rows, err)
			}
		}
		if _, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.ContactFormSubmissions,
			store.Row{"name": "  Ann\u2028<b>B</b> ", "email": "a@example.com", "subject": "1\r\nBcc: <\u0085 2", "message": "R&D\n<<b>script>two"}); err != nil {
			t.Fatal(err)
		}
		row, err := s.As(storetest.Editor).One(t.Context(), &schema.ContactFormSubmissions)
		if err != nil {
			t.Fatal(err)
		}
		storetest.Same(t, "message", []string{row.Text("name"), row.Text("subject"), row.Text("message")}, []string{"Ann B", "1 Bcc: <  2", "R&D\ntwo"})
	})
}

func TestJSONColumnsHoldJSON(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		links := json.RawMessage(`[{"platform":"x","url":"https://x.example.com/?a=1&b=<2>"}]`)
		_, err := s.As(storetest.Editor).Insert(t.Context(), &schema.FooterContent, store.Row{"social_links": links})
		storetest.WantFault(t, err, fault.Invalid)
		links = json.RawMessage(`[{"platform":"x","url":"https://x.example.com/?a=1&b=2"}]`)
		if _, err := s.As(storetest.Editor).Insert(t.Context(), &schema.FooterContent, store.Row{"social_links": links}); err != nil {
			t.Fatal(err)
		}
		row := storetest.Get(t, s, &schema.FooterContent, int64(1))
		var got []map[string]string
		if err := json.Unmarshal(row.AppendJSON(nil, &schema.FooterContent), &struct {
			Links *[]map[string]string `json:"social_links"`
		}{&got}); err != nil || len(got) != 1 || got[0]["url"] != "https://x.example.com/?a=1&b=2" {
			t.Errorf("stored %v (%v)", got, err)
		}
		about := storetest.Add(t, s, &schema.AboutContent, store.Row{})
		if raw, _ := about["why_ecommerce"].(json.RawMessage); string(raw) != "[]" {
			t.Errorf("the default is %s, want []", raw)
		}
	})
}
