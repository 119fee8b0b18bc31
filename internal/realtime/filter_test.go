package realtime_test

import (
	"encoding/json"
	"fmt"
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
			{`name=eq.Press, "kit"`, true}, {"name=eq.press", false}, {"name=gt.Pr", true}, {"section=neq.Other", true}, {"section=eq.", false},
			{"created_at=eq.2026-03-01T13:00:00+01:00", true}, {"created_at=gt.2026-03-01", true}, {"created_at=lt.yesterday", false},
			{"id=in.(5,7)", true}, {"id=in.(5,6)", false}, {"id=in.(x,7)", false}, {"id=in.()", false}, {"id=in.7", false}, {"id=in.(7", false},
			{`name=in.(a,"Press, \"kit\"")`, true}, {`name=in.("Press`, false},
			{"nothing=eq.1", false}, {"id=like.7", false}, {"id", false}, {"=eq.7", false}, {"id=eq", false}, {"id=eq.7;drop", false}, {"id=not.eq.8", false},
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
