package rest_test

import (
	"net/url"
	"strings"
	"testing"
)

// fuzzed sends one request and looks for a failure of ours.
func (s *site) fuzzed(t *testing.T, c call) {
	t.Helper()
	here := *s
	here.TB = t // a fuzz target may not use the test around it
	a := here.ask(c)
	if a.status >= 500 {
		t.Errorf("%s %q %q: status %d %s", c.method, c.path, c.body, a.status, a.body)
	}
	if a.status >= 400 {
		a.fault(t)
	}
}

// seeds are the values of a parameter in the recorded exchanges.
func seeds(f *testing.F, file string, keys ...string) {
	f.Helper()
	for _, e := range readExchanges(f, "testdata/protocol/"+file+".txt") {
		_, query, _ := strings.Cut(e.call(f).path, "?")
		for _, part := range strings.Split(query, "&") {
			key, value, _ := strings.Cut(part, "=")
			text, err := url.QueryUnescape(value)
			for _, wanted := range keys {
				if err == nil && (key == wanted || wanted == "*" && key != "select") && len(text) < 300 {
					f.Add(text)
				}
			}
		}
	}
}

// FuzzFilter puts a text behind every kind of column, and into a tree.
func FuzzFilter(f *testing.F) {
	seeds(f, "filters", "*")
	seeds(f, "trees", "or", "and", "not.or", "not.and")
	f.Add(`in.("a\"b",{c,d},)`)
	f.Add("eq.\x00")
	s := onSQLite(f)
	f.Fuzz(func(t *testing.T, text string) {
		escaped := url.QueryEscape(text)
		for _, place := range []string{
			"team_members?name=", "team_members?id=", "navigation_links?is_visible=", "job_listings?created_at=", "user_profiles?user_id=", "about_content?why_ecommerce=",
			"team_members?or=", "team_members?not.and=", "hero_content?select=*,featured_areas!inner(*)&featured_areas.or=", "hero_content?select=*,featured_areas(*)&featured_areas.title=",
		} {
			s.fuzzed(t, call{as: editor, method: "GET", path: place + escaped})
		}
		s.fuzzed(t, call{as: visitor, method: "GET", path: "newsletter_subscriptions?email=" + escaped})
		s.fuzzed(t, call{as: editor, method: "GET", path: "team_members?" + text})
	})
}

// FuzzSelect puts a text into every parameter that names columns.
func FuzzSelect(f *testing.F) {
	seeds(f, "select", "select")
	seeds(f, "order", "order")
	f.Add(`a:"b"!inner!left(*,c:d(e),f())`)
	s := onSQLite(f)
	f.Fuzz(func(t *testing.T, text string) {
		escaped := url.QueryEscape(text)
		for _, place := range []string{
			"team_members?select=", "job_listings?select=", "job_preferred?select=", "hero_content?select=*,featured_areas(*)&featured_areas.order=", "team_members?order=", "team_members?limit=", "team_members?offset=",
		} {
			s.fuzzed(t, call{as: visitor, method: "GET", path: place + escaped})
		}
		s.fuzzed(t, call{as: editor, method: "PATCH", path: "job_listings?id=eq.0&select=" + escaped, body: `{"title":"x"}`, header: []string{"Prefer: return=representation"}})
		s.fuzzed(t, call{as: editor, method: "POST", path: "team_members?columns=" + escaped, body: `[]`})
		s.fuzzed(t, call{as: editor, method: "POST", path: "team_members?on_conflict=" + escaped, body: `[]`, header: []string{"Prefer: resolution=merge-duplicates"}})
	})
}

// FuzzBody writes a text as the body of every kind of write. Rows that are
// taken are taken out again.
func FuzzBody(f *testing.F) {
	for _, body := range brokenBodies {
		if len(body) < 300 {
			f.Add(body)
		}
	}
	for _, file := range []string{"insert", "update", "upsert"} {
		for _, e := range readExchanges(f, "testdata/protocol/"+file+".txt") {
			f.Add(e.call(f).body)
		}
	}
	f.Add(`{"id":1,"version":1,"title":"T","responsibilities":["a"," ",""]}`)
	f.Add(`{"social_links":[{"platform":"x","url":"https://example.com"}],"why_ecommerce":["\ud800"]}`)
	s := onSQLite(f)
	f.Fuzz(func(t *testing.T, body string) {
		for _, c := range []call{
			{method: "POST", path: "team_members"},
			{method: "PATCH", path: "footer_content?id=eq.1", header: []string{"Prefer: return=representation"}},
			{method: "POST", path: "about_content", header: []string{"Prefer: resolution=merge-duplicates, return=representation"}},
			{method: "POST", path: "rpc/save_job"},
			{method: "POST", path: "rpc/save_process"},
		} {
			c.as, c.body = editor, body
			s.fuzzed(t, c)
		}
		s.fuzzed(t, call{as: visitor, method: "POST", path: "contact_form_submissions", body: body})
		s.fuzzed(t, call{as: editor, method: "DELETE", path: "team_members?id=gt.100"})
		s.fuzzed(t, call{as: editor, method: "DELETE", path: "job_listings?id=gt.3"})
	})
}
