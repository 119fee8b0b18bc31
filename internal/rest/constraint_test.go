package rest_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/schema"
)

const (
	null     = "null"
	notNull  = "23502"
	badCheck = "23514"
)

// broken are the values that a column refuses, with the sentence that a person
// reads. "absent" also leaves the column out of a new row.
var broken = []struct {
	column string // table.column
	values []string
	code   string
	hint   string
}{
	{"hero_content.title", []string{null, "absent"}, notNull, "Title is required"},
	{"hero_content.title", []string{`""`, `"  "`, `"\t\n\u00a0"`}, badCheck, "Title is required"},
	{"featured_areas.hero_id", []string{null, "absent"}, notNull, "Hero id is required"},
	{"featured_areas.title", []string{null, "absent"}, notNull, "Title is required"},
	{"featured_areas.title", []string{`" "`}, badCheck, "Title is required"},
	{"process_content.title", []string{null, "absent"}, notNull, "Title is required"},
	{"process_content.title", []string{`" "`}, badCheck, "Title is required"},
	{"process_steps.title", []string{null, "absent"}, notNull, "Step title is required"},
	{"process_steps.title", []string{`""`}, badCheck, "Step title is required"},
	{"process_steps.icon", []string{null, "absent"}, notNull, "Icon must be one of Search, Code, Rocket and TrendingUp"},
	{"process_steps.icon", []string{`""`, `"search"`, `"Star"`, `"Search "`, `1`}, badCheck, "Icon must be one of Search, Code, Rocket and TrendingUp"},
	{"process_steps.step_order", []string{null, "absent"}, notNull, "Step order must be at least 1"},
	{"process_steps.step_order", []string{`0`, `-1`, `"0"`, `-2147483648`}, badCheck, "Step order must be at least 1"},
	{"team_members.name", []string{null, "absent"}, notNull, "Name is required"},
	{"team_members.name", []string{`""`, `" "`}, badCheck, "Name is required"},
	{"about_content.why_ecommerce", []string{null}, notNull, "The list must hold texts only"},
	{"about_content.why_ecommerce", []string{`"Reach"`, `{}`, `[1]`, `[["a"]]`, `[{"a":1}]`, `7`, `true`}, badCheck, "The list must hold texts only"},
	{"focus_areas.about_id", []string{null, "absent"}, notNull, "About id is required"},
	{"focus_areas.title", []string{null, "absent"}, notNull, "Title is required"},
	{"contact_info.email", []string{`"a"`, `"a@b"`, `"a b@c.de"`}, badCheck, "Please enter a valid email address."},
	{"social_links.contact_id", []string{null, "absent"}, notNull, "Contact id is required"},
	{"social_links.platform", []string{null, "absent"}, notNull, "Platform and URL are required"},
	{"social_links.platform", []string{`""`}, badCheck, "Platform and URL are required"},
	{"social_links.url", []string{null, "absent"}, notNull, "Platform and URL are required"},
	{"social_links.url", []string{`""`}, badCheck, "Platform and URL are required"},
	{"job_listings.title", []string{null, "absent"}, notNull, "Title is required"},
	{"job_listings.title", []string{`" "`}, badCheck, "Title is required"},
	{"job_listings.rank", []string{null}, notNull, "Rank must be at least 1"},
	{"job_listings.rank", []string{`0`, `-5`}, badCheck, "Rank must be at least 1"},
	{"job_listings.created_at", []string{null}, notNull, "Created at is required"},
	{"job_responsibilities.job_id", []string{null, "absent"}, notNull, "Job id is required"},
	{"job_responsibilities.description", []string{null, "absent"}, notNull, "Description is required"},
	{"job_responsibilities.description", []string{`" "`}, badCheck, "Description is required"},
	{"job_qualifications.job_id", []string{null, "absent"}, notNull, "Job id is required"},
	{"job_qualifications.description", []string{null, "absent"}, notNull, "Description is required"},
	{"job_preferred.job_id", []string{null, "absent"}, notNull, "Job id is required"},
	{"job_preferred.description", []string{null, "absent"}, notNull, "Description is required"},
	{"footer_content.id", []string{`2`, `0`, `-1`}, badCheck, "The footer has one row, with id 1"},
	{"footer_content.email", []string{`"nope"`}, badCheck, "Please enter a valid email address."},
	{"footer_content.social_links", []string{null}, notNull, "Must be a valid URL"},
	{"footer_content.social_links", []string{`"x"`, `{}`, `[1]`, `["https://example.com"]`, `[{"platform":"x","url":"nowhere"}]`, `[{"platform":"x","url":7}]`}, badCheck, "Must be a valid URL"},
	{"footer_content.social_links", []string{`[{"platform":"x"}]`, `[{"url":"https://example.com"}]`, `[{"platform":"","url":"https://example.com"}]`, `[{"platform":7,"url":"/a"}]`,
		`[{"platform":"x","url":""}]`, `[{"platform":"x","url":null}]`}, badCheck, "Platform and URL are required"},
	{"footer_content.social_links", []string{`[{"platform":"` + strings.Repeat("x", schema.MaxTitle+1) + `","url":"/a"}]`}, badCheck, "Platform must be at most 300 characters."},
	{"footer_content.social_links", []string{`[{"platform":"x","url":"/a","more":1}]`, `[{"platform":"x","url":"/a"},{"more":null,"url":"/a","platform":"y","much":2}]`}, badCheck, "A social link has a platform and a url, and no \"more\"."},
	{"footer_content.created_at", []string{null}, notNull, "Created at is required"},
	{"footer_links.name", []string{null, "absent"}, notNull, "Name, path, and section are required"},
	{"footer_links.name", []string{`" "`}, badCheck, "Name, path, and section are required"},
	{"footer_links.path", []string{null, "absent"}, notNull, "Name, path, and section are required"},
	{"footer_links.path", []string{`""`}, badCheck, "Name, path, and section are required"},
	{"footer_links.section", []string{null, "absent"}, notNull, "Name, path, and section are required"},
	{"footer_links.section", []string{`""`}, badCheck, "Name, path, and section are required"},
	{"footer_links.order", []string{null, "absent"}, notNull, "Order must be at least 1"},
	{"footer_links.external", []string{null}, notNull, "External is required"},
	{"footer_links.open_in_new_window", []string{null}, notNull, "Open in new window is required"},
	{"footer_links.is_visible", []string{null}, notNull, "Is visible is required"},
	{"footer_links.created_at", []string{null}, notNull, "Created at is required"},
	{"navigation_links.name", []string{null, "absent"}, notNull, "Name and path are required"},
	{"navigation_links.name", []string{`" "`}, badCheck, "Name and path are required"},
	{"navigation_links.path", []string{null, "absent"}, notNull, "Name and path are required"},
	{"navigation_links.path", []string{`""`}, badCheck, "Name and path are required"},
	{"navigation_links.order", []string{null, "absent"}, notNull, "Order must be at least 1"},
	{"navigation_links.external", []string{null}, notNull, "External is required"},
	{"navigation_links.open_in_new_window", []string{null}, notNull, "Open in new window is required"},
	{"navigation_links.is_visible", []string{null}, notNull, "Is visible is required"},
	{"portfolio_companies.name", []string{null, "absent"}, notNull, "Company name is required"},
	{"portfolio_companies.name", []string{`""`, `" "`}, badCheck, "Company name is required"},
	{"portfolio_companies.description", []string{null, "absent"}, notNull, "Description is required"},
	{"portfolio_companies.description", []string{`""`}, badCheck, "Description is required"},
	{"portfolio_companies.logo_url", []string{null}, notNull, "Logo URL is required"},
	{"portfolio_companies.logo_url", []string{`""`}, badCheck, "Logo URL is required"},
	{"portfolio_companies.website_url", []string{null, "absent"}, notNull, "Must be a valid URL"},
	{"portfolio_companies.website_url", []string{`""`, `"example.com"`, `"/path"`, `"mailto:a@b.co"`}, badCheck, "Must be a valid URL"},
	{"portfolio_companies.is_active", []string{null}, notNull, "Is active is required"},
	{"portfolio_companies.display_order", []string{null}, notNull, "Display order must be 0 or more"},
	{"portfolio_companies.display_order", []string{`-1`}, badCheck, "Display order must be 0 or more"},
	{"homepage_sections.is_visible", []string{null, "absent"}, notNull, "Is visible is required"},
	{"homepage_sections.section_name", []string{`" "`}, badCheck, "Section name is required"},
	{"newsletter_subscriptions.email", []string{null, "absent"}, notNull, "Please enter a valid email address."},
	{"newsletter_subscriptions.email", []string{`""`, `" "`, `"a"`, `"a@b"`, `"@b.co"`, `"a b@c.de"`, `"a@b.co\n"`, `"a@b.co,c@d.ee"`, `"a@b.co?x=y"`, `"-a@b.co"`, `"a\u2028@b.co"`}, badCheck, "Please enter a valid email address."},
	{"contact_form_submissions.name", []string{null, "absent"}, notNull, "Name is required"},
	{"contact_form_submissions.name", []string{`""`, `" "`, `"<b></b>"`, `"<<b>script>"`}, badCheck, "Name is required"},
	{"contact_form_submissions.email", []string{null, "absent"}, notNull, "Email is required"},
	{"contact_form_submissions.email", []string{`" "`, `"<a@b.co>"`}, badCheck, "Email is required"},
	{"contact_form_submissions.email", []string{`"nope"`, `"a@b"`, `"a@b.co\r\nBcc: c@d.ee"`}, badCheck, "Please enter a valid email address."},
	{"contact_form_submissions.subject", []string{null, "absent"}, notNull, "Subject is required"},
	{"contact_form_submissions.subject", []string{`"<p> </p>"`}, badCheck, "Subject is required"},
	{"contact_form_submissions.message", []string{null, "absent"}, notNull, "Message is required"},
	{"contact_form_submissions.message", []string{`"\n"`}, badCheck, "Message is required"},
	{"user_profiles.role", []string{null, "absent"}, notNull, "Role must be one of admin, editor and viewer"},
	{"user_profiles.role", []string{`""`, `"emperor"`, `"Admin"`, `"system"`, `"anon"`}, badCheck, "Role must be one of admin, editor and viewer"},
}

// attempt inserts the first sample row, or patches it, with one column changed.
func (s *site) attempt(as schema.Actor, t *schema.Table, insert bool, column, value string) answer {
	s.Helper()
	if !insert {
		key := t.Key().Name
		id := fmt.Sprint(sampleOf(t)[0][key])
		if t.Key().Rule(schema.Only) != nil {
			id = "1"
		}
		return s.ask(call{as: as, method: "PATCH", path: t.Name + "?" + key + "=eq." + url.QueryEscape(id), body: `{"` + column + `":` + value + `}`})
	}
	row := map[string]json.RawMessage{}
	for name, v := range sampleOf(t)[0] {
		if t.Column(name).Identity || !as.Staff() && name == "created_at" {
			continue
		}
		raw, err := json.Marshal(v)
		if err != nil {
			s.Fatal(err)
		}
		row[name] = raw
	}
	row[column] = json.RawMessage(value)
	if value == "absent" {
		delete(row, column)
	}
	body, err := json.Marshal(row)
	if err != nil {
		s.Fatal(err)
	}
	return s.ask(call{as: as, method: "POST", path: t.Name, body: string(body)})
}

func (s *site) wantFault(t *testing.T, what string, a answer, status int, code, message, hint string) {
	t.Helper()
	f := a.fault(t)
	if a.status != status || f["code"] != code || f["message"] != message || f["hint"] != hint {
		t.Errorf("%s: status %d %s\nwant %d %s %s (%s)", what, a.status, a.body, status, code, message, hint)
	}
}

func messageOf(code, table, column string) string {
	if code == notNull {
		return fmt.Sprintf(`null value in column "%s" of relation "%s" violates not-null constraint`, column, table)
	}
	return fmt.Sprintf(`new row for relation "%s" violates check constraint "%s_%s_check"`, table, table, column)
}

func TestEveryRuleHoldsOnInsertAndUpdateWhoeverCalls(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(schema.Tables...)
		for _, b := range broken {
			name, column, _ := strings.Cut(b.column, ".")
			table, err := schema.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, value := range b.values {
				what := b.column + " = " + value
				message := messageOf(b.code, name, column)
				for _, as := range []schema.Actor{admin, editor, visitor} {
					if as == editor && table == &schema.UserProfiles || as == visitor && table != &schema.NewsletterSubscriptions && table != &schema.ContactFormSubmissions {
						continue
					}
					s.wantFault(t, "insert "+what+" as "+string(as.Role), s.attempt(as, table, true, column, value), 400, b.code, message, b.hint)
				}
				if value != "absent" {
					s.wantFault(t, "update "+what, s.attempt(admin, table, false, column, value), 400, b.code, message, b.hint)
				}
			}
		}
		s.unchanged(t, "a refused write changed something", was, schema.Tables...)
	})
}

func TestDuplicatesAndMissingParentsAreNamed(t *testing.T) {
	const email = `duplicate key value violates unique constraint "newsletter_subscriptions_email_key"`
	const already = "This email is already subscribed to the newsletter."
	noParent := func(table, column string) string {
		return fmt.Sprintf(`insert or update on table "%s" violates foreign key constraint "%s_%s_fkey"`, table, table, column)
	}
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(schema.Tables...)
		for _, c := range []struct {
			as                  schema.Actor
			method, path, body  string
			code, message, hint string
		}{
			{visitor, "POST", "newsletter_subscriptions", `{"email":"ann@example.com"}`, "23505", email, already},
			{visitor, "POST", "newsletter_subscriptions", `{"email":"ANN@EXAMPLE.COM"}`, "23505", email, already},
			{editor, "POST", "newsletter_subscriptions", `{"email":"bob@example.com"}`, "23505", email, already},
			{editor, "PATCH", "newsletter_subscriptions?id=eq.1", `{"email":"bob@example.com"}`, "23505", email, already},
			{editor, "PATCH", "newsletter_subscriptions?id=gt.0", `{"email":"all@example.com"}`, "23505", email, already},
			{editor, "POST", "homepage_sections", `{"section_name":"portfolio_companies","is_visible":false}`, "23505", `duplicate key value violates unique constraint "homepage_sections_pkey"`, ""},
			{admin, "POST", "user_profiles", `{"user_id":"` + viewer.UserID + `","role":"admin"}`, "23505", `duplicate key value violates unique constraint "user_profiles_pkey"`, ""},
			{editor, "POST", "team_members", `{"id":1,"name":"Twice"}`, "23505", `duplicate key value violates unique constraint "team_members_pkey"`, ""},
			{editor, "PATCH", "team_members?id=eq.2", `{"id":1}`, "23505", `duplicate key value violates unique constraint "team_members_pkey"`, ""},
			{editor, "POST", "footer_content", `{"location":"Twice"}`, "23505", `duplicate key value violates unique constraint "footer_content_pkey"`, ""},
			{editor, "POST", "featured_areas", `{"hero_id":99,"title":"x"}`, "23503", noParent("featured_areas", "hero_id"), ""},
			{editor, "PATCH", "featured_areas?id=eq.1", `{"hero_id":99}`, "23503", noParent("featured_areas", "hero_id"), ""},
			{editor, "POST", "focus_areas", `{"about_id":99,"title":"x"}`, "23503", noParent("focus_areas", "about_id"), ""},
			{editor, "POST", "social_links", `{"contact_id":99,"platform":"x","url":"/x"}`, "23503", noParent("social_links", "contact_id"), ""},
			{editor, "POST", "job_responsibilities", `{"job_id":99,"description":"x"}`, "23503", noParent("job_responsibilities", "job_id"), ""},
			{editor, "POST", "job_qualifications", `{"job_id":99,"description":"x"}`, "23503", noParent("job_qualifications", "job_id"), ""},
			{editor, "PATCH", "job_preferred?id=eq.1", `{"job_id":-1}`, "23503", noParent("job_preferred", "job_id"), ""},
		} {
			a := s.ask(call{as: c.as, method: c.method, path: c.path, body: c.body})
			f := a.fault(t)
			if hint, _ := f["hint"].(string); a.status != 409 || f["code"] != c.code || f["message"] != c.message || hint != c.hint {
				t.Errorf("%s %s %s: status %d %s\nwant 409 %s %s (%s)", c.method, c.path, c.body, a.status, a.body, c.code, c.message, c.hint)
			}
		}
		s.unchanged(t, "a refused write changed something", was, schema.Tables...)
		if a := s.ask(call{as: editor, method: "DELETE", path: "job_listings?id=eq.1"}); a.status != 204 {
			t.Errorf("delete a job: status %d %s", a.status, a.body)
		}
		for _, child := range schema.JobListings.Children() {
			for _, row := range s.stored(child) {
				if row.Int("job_id") == 1 {
					t.Errorf("%s keeps a row of a job that is gone", child.Name)
				}
			}
		}
	})
}

// TestDefaultsFillWhatIsNotNamed says what a row holds when only the required
// columns are given.
func TestDefaultsFillWhatIsNotNamed(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		for _, c := range []struct{ path, body, want string }{
			{"navigation_links?select=external,open_in_new_window,is_visible,created_at,updated_at,version", `{"name":"N","path":"/n","order":9}`,
				`{"external":false,"open_in_new_window":true,"is_visible":true,"created_at":"2026-01-02T12:00:00+00:00","updated_at":"2026-01-02T12:00:00+00:00","version":1}`},
			{"footer_links?select=external,open_in_new_window,is_visible", `{"name":"N","path":"/n","order":9,"section":"S"}`,
				`{"external":false,"open_in_new_window":true,"is_visible":true}`},
			{"portfolio_companies?select=is_active,display_order,logo_url", `{"name":"N","description":"D","website_url":"https://example.com"}`,
				`{"is_active":true,"display_order":0,"logo_url":"` + schema.PlaceholderLogo + `"}`},
			{"job_listings?select=rank,slug,created_at", `{"title":"Chief of Naïve Ideas"}`,
				`{"rank":1,"slug":"chief-of-naive-ideas","created_at":"2026-01-02T12:00:00+00:00"}`},
			{"about_content?select=why_ecommerce,intro_text", `{"intro_text":"x"}`, `{"why_ecommerce":[],"intro_text":"x"}`},
			{"team_members?select=version,updated_at", `{"name":"N","version":77,"updated_at":"1999-01-01"}`, `{"version":1,"updated_at":"2026-01-02T12:00:00+00:00"}`},
			{"job_listings?select=slug,version", `{"title":"Mine","slug":"stolen","version":"x"}`, `{"slug":"mine","version":1}`},
		} {
			a := s.ask(call{as: editor, method: "POST", path: c.path, body: c.body, header: []string{"Prefer: return=representation", "Accept: application/vnd.pgrst.object+json"}})
			if a.status != 201 || a.body != c.want {
				t.Errorf("%s %s: status %d\n got %s\nwant %s", c.path, c.body, a.status, a.body, c.want)
			}
		}
	})
}
