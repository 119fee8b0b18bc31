package rest_test

import (
	"strings"
	"testing"

	"vitrine/internal/schema"
)

const (
	oneObject = "Accept: application/vnd.pgrst.object+json"
	saveHero  = `{"id":1,"version":1,"title":"Saved"}`
	saveTeam  = `{"loaded":[],"members":[{"name":"Ada"},{"name":"Grace"}]}`
)

func TestWhatIsAskedOfAProceduresResultIsAppliedOrRefusedBeforeItRuns(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		for _, query := range []string{
			"select=id", "select=id,version", "id=eq.1", "id=eq.2&select=*", "or=(id.eq.1,id.eq.2)", "order=id", "limit=1", "limit=0", "offset=1", "columns=id", "on_conflict=id", "nonsense", "=x", "%zz",
		} {
			for _, name := range []string{"save_hero", "increment_job_ranks"} {
				before := s.snapshot(schema.Tables...)
				body := map[string]string{"save_hero": saveHero, "increment_job_ranks": "{}"}[name]
				a := s.ask(call{as: editor, method: "POST", path: "rpc/" + name + "?" + query, body: body})
				if a.status != 400 || a.fault(t)["code"] != "PGRST100" {
					t.Errorf("%s?%s: status %d %s", name, query, a.status, a.body)
				}
				if s.snapshot(schema.Tables...) != before {
					t.Errorf("%s?%s was refused and ran", name, query)
				}
			}
		}
		for _, c := range []struct {
			header []string
			code   string
		}{
			{[]string{"Prefer: handling=strict", "Prefer: max-affected=1"}, "PGRST128"},
			{[]string{"Prefer: handling=strict", "Prefer: nonsense"}, "PGRST122"},
			{[]string{"Accept: text/csv"}, "PGRST107"},
		} {
			if a := s.ask(call{as: editor, method: "POST", path: "rpc/save_hero", header: c.header, body: saveHero}); a.fault(t)["code"] != c.code {
				t.Errorf("%v: status %d %s, want %s", c.header, a.status, a.body, c.code)
			}
		}
	})
}

func TestOneObjectOfAProcedure(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		a := s.ask(call{as: editor, method: "POST", path: "rpc/save_hero?select=*", header: []string{oneObject}, body: saveHero})
		if a.status != 200 || !strings.HasPrefix(a.body, `{"id":1,"title":"Saved"`) || a.header.Get("Content-Type") != "application/vnd.pgrst.object+json; charset=utf-8" {
			t.Errorf("a document as one object: status %d %v %s", a.status, a.header, a.body)
		}
		if a := s.ask(call{as: editor, method: "POST", path: "rpc/increment_job_ranks", header: []string{oneObject}, body: "{}"}); a.status != 204 {
			t.Errorf("nothing as one object: status %d %s", a.status, a.body)
		}
		before := s.snapshot(schema.Tables...)
		if a := s.ask(call{as: editor, method: "POST", path: "rpc/save_team", header: []string{oneObject}, body: saveTeam}); a.status != 406 || a.fault(t)["code"] != "PGRST116" {
			t.Errorf("a list as one object: status %d %s", a.status, a.body)
		}
		if s.snapshot(schema.Tables...) != before {
			t.Error("a list was refused as one object, and stored")
		}
	})
}

func TestAListOfAProcedureThatReadsIsOneObjectWhenItHoldsOne(t *testing.T) {
	s := onSQLite(t)
	for want, list := range map[int]string{200: `[{"id":7}]`, 406: `[{"id":7},{"id":8}]`} {
		s.procedures(map[string]string{"list_things": list})
		a := s.ask(call{as: editor, method: "POST", path: "rpc/list_things", header: []string{oneObject}, body: "{}"})
		if a.status != want || want == 200 && a.body != `{"id":7}` {
			t.Errorf("%s as one object: status %d %s", list, a.status, a.body)
		}
		a = s.ask(call{as: editor, method: "POST", path: "rpc/list_things", header: []string{"Prefer: count=exact"}, body: "{}"})
		if got := a.header.Get("Content-Range"); a.body != list || got != map[int]string{200: "0-0/1", 406: "0-1/2"}[want] {
			t.Errorf("%s counted: %q %s", list, got, a.body)
		}
	}
}

func TestWhatIsNotOfferedIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(schema.Tables...)
		for _, c := range []struct{ name, method, path, code string }{
			{"embedding by the column", "GET", "featured_areas?select=*,hero_id(*)", "PGRST200"},
			{"embedding by the column, under a name", "GET", "featured_areas?select=*,hero:hero_id(title)", "PGRST200"},
			{"spreading", "GET", "featured_areas?select=*,...hero_content(title)", "PGRST100"},
			{"order by a related row", "GET", "featured_areas?select=*,hero_content(title)&order=hero_content(title)", "PGRST100"},
			{"a JSON path in select", "GET", "footer_content?select=social_links-%3E0", "PGRST100"},
			{"a JSON path in a filter", "GET", "footer_content?social_links-%3E0=eq.1", "42703"},
			{"a cast", "GET", "job_listings?select=rank::text", "PGRST100"},
			{"full text search", "GET", "job_listings?title=fts.x", "PGRST100"},
			{"a regular expression", "GET", "job_listings?title=match.x", "PGRST100"},
			{"any of several patterns", "GET", "job_listings?title=like(any).{x}", "PGRST100"},
			{"an aggregate", "GET", "job_listings?select=rank.sum()", "PGRST100"},
			{"a second selection is not looked at, a broken first one is", "GET", "job_listings?select=rank.sum()&select=id", "PGRST100"},
			{"a count", "GET", "job_listings?select=count()", "PGRST200"},
			{"a filter on an insert", "POST", "homepage_sections?is_visible=eq.true", "PGRST100"},
			{"a tree on an insert", "POST", "homepage_sections?or=(is_visible.eq.true,is_visible.eq.false)", "PGRST100"},
		} {
			q := call{as: editor, method: c.method, path: c.path}
			if c.method == "POST" {
				q.body = `{"section_name":"new","is_visible":true}`
				q.header = []string{"Prefer: resolution=merge-duplicates"}
			}
			if a := s.ask(q); a.status != 400 || a.fault(t)["code"] != c.code {
				t.Errorf("%s: status %d %s, want %s", c.name, a.status, a.body, c.code)
			}
		}
		s.unchanged(t, "a refused request changed something", was, schema.Tables...)
	})
}
