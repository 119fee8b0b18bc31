package realtime_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestFiltersChooseRows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := open(t, s).dial(t, "2.0.0")
		// The row: id 7, name 'Press, "kit"', order 10, visible, created 2026-03-01T12:00:00Z.
		cases := []struct {
			filter string
			want   bool
		}{
			{"id=eq.7", true}, {"id=eq.8", false}, {"id=neq.8", true}, {"id=neq.7", false},
			{"order=lt.11", true}, {"order=lt.10", false}, {"order=lte.10", true}, {"order=gt.9", true}, {"order=gte.11", false},
			{"order=gt.9.5", false}, {"id=eq.abc", false}, {"id=eq.99999999999999999999", false}, {"id=eq.", false},
			{"is_visible=eq.true", true}, {"is_visible=eq.false", false}, {"is_visible=gt.false", true}, {"is_visible=eq.maybe", false},
			{`name=eq.Press, "kit"`, false}, {`name=eq."Press, \"kit\""`, true}, {`name=eq."Press`, false}, {"name=eq.press", false}, {"name=gt.Pr", true}, {"section=neq.Other", true}, {"section=eq.", false},
			{"created_at=eq.2026-03-01T13:00:00+01:00", true}, {"created_at=gt.2026-03-01", true}, {"created_at=lt.yesterday", false},
			{"id=in.(5,7)", true}, {"id=in.(5,6)", false}, {"id=in.(x,7)", false}, {"id=in.()", false}, {"id=in.7", false}, {"id=in.(7", false},
			{`name=in.(a,"Press, \"kit\"")`, true}, {`name=in.( a , "Press, \"kit\"" )`, true}, {`name=in.("Press`, false}, {`name=in.("Press, (\"kit\"",x)`, false},
			// Several conditions must all hold, with blanks around them.
			{"section=neq.Company,is_visible=eq.true", true}, {"section=neq.Company,is_visible=eq.false", false}, {"section=eq.Company,is_visible=eq.true", false},
			{" id=gt.6 , id=lt.8 ", true}, {`id=in.(5,7),name=eq."Press, \"kit\"",order=gte.10`, true}, {`id=in.(5,7),name=eq."Press, \"kit\"",order=gt.10`, false},
			{"id=eq.7,", false}, {",id=eq.7", false}, {"id=eq.7,nothing=eq.1", false}, {"id=eq.7,order", false}, {"   ", true},
			// What stays open would take in the conditions after it.
			{"section=neq.a(b,is_visible=eq.false", false}, {`section=neq."x,is_visible=eq.false`, false}, {"section=neq.a(b),is_visible=eq.true", true}, {`section=neq."a(b",is_visible=eq.true`, true},
			{"id=not.eq.8", true}, {"id=not.eq.7", false}, {"id=not.in.(5,6)", true}, {"id=not.in.(5,7)", false}, {"id=not.not.eq.8", false},
			{"name=like.Press%", true}, {"name=like.press%", false}, {"name=ilike.press%", true}, {"name=not.like.Press%", false}, {"name=ilike.%" + strings.Repeat("x", 200), false},
			{"name=is.null", false}, {"name=not.is.null", true}, {"name=is.true", false}, {"is_visible=is.true", true}, {"is_visible=not.is.true", false}, {"is_visible=is.unknown", false}, {"is_visible=is.maybe", false},
			{"section=isdistinct.Other", true}, {"section=isdistinct.About", false}, {"section=not.isdistinct.About", true}, {"name=match.^P", false}, {"name=imatch.^p", false},
			{"nothing=eq.1", false}, {"id=like.7", false}, {"id", false}, {"=eq.7", false}, {"id=eq", false}, {"id=eq.7;drop", false},
		}
		bindings := make([]string, len(cases))
		for i, one := range cases {
			raw, _ := json.Marshal(map[string]string{"event": "INSERT", "schema": "public", "table": "footer_links", "filter": one.filter})
			bindings[i] = string(raw)
		}
		c.join("editor", bindings...)
		insert(t, s, &schema.FooterLinks, store.Row{"id": 7, "name": `Press, "kit"`, "path": "/press", "section": "About", "order": 10, "created_at": "2026-03-01T12:00:00Z"})
		matched := map[int]bool{}
		ids, _ := c.next().Payload["ids"].([]any)
		for _, id := range ids {
			n, _ := id.(float64)
			matched[int(n)-1] = true // ids count from 1 on a new socket
		}
		for i, one := range cases {
			if matched[i] != one.want {
				t.Errorf("%s matched: %v, want %v", one.filter, matched[i], one.want)
			}
		}
	})
}

func TestBindingsNameTablesAndSchemas(t *testing.T) {
	s := storetest.SQLite(t)
	x := open(t, s)
	for _, c := range []struct {
		binding string
		want    bool
	}{
		{`{"event":"*","schema":"public","table":"footer_links"}`, true},
		{`{"event":"*","schema":"public","table":"*"}`, true},
		{`{"event":"*","schema":"public"}`, true},
		{`{"event":"INSERT"}`, true},
		{`{"event":"*","schema":"public","filter":"section=eq.About"}`, true},
		{`{"event":"*","schema":"public","filter":"hero_id=eq.1"}`, false},
		{`{"event":"*","schema":"private","table":"footer_links"}`, false},
		{`{"event":"*","schema":"public","table":"auth_users"}`, false},
		{`{"event":"*","schema":"public","table":"nothing"}`, false},
		{`{"event":"UPDATE","schema":"public","table":"footer_links"}`, false},
		{`{"event":"EVERYTHING","schema":"public","table":"footer_links"}`, false},
	} {
		t.Run(c.binding, func(t *testing.T) {
			k := x.dial(t, "2.0.0")
			k.join("admin", c.binding, `{"event":"INSERT","schema":"public","table":"team_members"}`)
			insert(t, s, &schema.FooterLinks, store.Row{"name": "Press", "path": "/press", "section": "About", "order": 1})
			var got bool
			for _, line := range k.until(s, fmt.Sprint("fence ", c.binding)) {
				got = got || line == "INSERT footer_links Press"
			}
			if got != c.want {
				t.Errorf("heard: %v, want %v", got, c.want)
			}
		})
	}
}

func TestNullIsNeitherEqualNorUnequal(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := open(t, s).dial(t, "2.0.0")
		filters := []string{"position=eq.x", "position=neq.x", "position=not.eq.x", "position=not.in.(x)", "position=not.like.x", "position=is.null", "position=isdistinct.x"}
		bindings := make([]string, len(filters))
		for i, filter := range filters {
			bindings[i] = `{"event":"INSERT","schema":"public","table":"team_members","filter":"` + filter + `"}`
		}
		c.join("admin", bindings...)
		write(t, s, "Ada")
		if got := fmt.Sprint(c.next().Payload["ids"]); got != "[6 7]" {
			t.Errorf("the bindings %s heard of a row without a position; only is and isdistinct may", got)
		}
	})
}

func TestABindingMayNameTheColumnsItShows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := open(t, s).dial(t, "2.0.0")
		bind := func(more string) string {
			return `{"event":"*","schema":"public","table":"navigation_links"` + more + `}`
		}
		c.join("editor", bind(`,"select":["path","name"]`), bind(``), bind(`,"select":["name","path","id"],"filter":"name=eq.Press"`), bind(`,"select":[]`), bind(`,"select":null`))
		row := insert(t, s, &schema.NavigationLinks, store.Row{"name": "Press", "path": "/press", "order": 1})
		seen := map[string]string{}
		for range 2 {
			p := c.next().Payload
			data, _ := p["data"].(map[string]any)
			columns, _ := data["columns"].([]any)
			record, _ := data["record"].(map[string]any)
			if len(columns) != len(record) {
				t.Errorf("%v names %d columns", record, len(columns))
			}
			seen[fmt.Sprint(p["ids"])] = fmt.Sprintln(len(record), record["id"], record["name"], record["path"])
		}
		some, every := fmt.Sprintln(3, row["id"], "Press /press"), fmt.Sprintln(len(schema.NavigationLinks.Columns), row["id"], "Press /press")
		if seen["[1 3]"] != some || seen["[2 4 5]"] != every {
			t.Errorf("heard %v", seen)
		}
		if _, err := s.AsSystem().Delete(t.Context(), &schema.NavigationLinks, store.All{store.Eq("id", row["id"])}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			data, _ := c.next().Payload["data"].(map[string]any)
			if old, _ := data["old_record"].(map[string]any); len(old) != 1 || fmt.Sprint(old["id"]) != fmt.Sprint(row["id"]) {
				t.Errorf("the deletion showed %v", data)
			}
		}
	})
}

func TestABindingThatCannotBeAppliedSaysSoAndHearsNothing(t *testing.T) {
	s := storetest.SQLite(t)
	x := open(t, s)
	for _, more := range []string{
		`"table":"team_members","filter":"name=match.A"`, `"table":"team_members","filter":"name=eq.Ada,nothing=eq.1"`, `"table":"nothing"`,
		`"table":"team_members","select":["nothing"]`, `"table":"team_members","select":"name"`, `"table":"team_members","select":[7]`, `"table":"*","select":["name"]`, `"select":["name"]`,
	} {
		t.Run(more, func(t *testing.T) {
			c := x.dial(t, "2.0.0")
			c.send("1", "realtime:content", "phx_join", `{"config":{"postgres_changes":[{"event":"*","schema":"public",`+more+`},`+all+`]},"access_token":"admin"}`)
			c.next()
			if f := c.next(); f.Event != "system" || f.Payload["status"] != "error" || !strings.HasPrefix(fmt.Sprint(f.Payload["message"]), "Unable to subscribe to changes with given parameters") {
				t.Errorf("the join was followed by %v", f)
			}
			write(t, s, "Ada")
			if f := c.next(); fmt.Sprint(f.Payload["ids"]) != "[2]" {
				t.Errorf("heard %v", f)
			}
		})
	}
}
