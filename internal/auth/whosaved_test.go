package auth

import (
	"fmt"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestStaffLearnWhoSavedADocument(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, admin string, me User) {
		here, _ := h.open()
		who := func(table string, ids ...int64) any {
			t.Helper()
			list := fmt.Sprint(ids[0])
			for _, id := range ids[1:] {
				list += fmt.Sprint(", ", id)
			}
			out, err := h.run(here, "who_saved", fmt.Sprintf(`{"table_name":%q,"ids":[%s]}`, table, list))
			if err != nil {
				t.Fatal(err)
			}
			if out == nil {
				return nil
			}
			return out.(map[string]any)["email"]
		}
		as := func(token string) store.Session {
			actor, err := h.actor(token)
			if err != nil {
				t.Fatal(err)
			}
			return h.s.store.As(actor)
		}
		must := func(rows []store.Row, err error) []store.Row {
			t.Helper()
			if err != nil || len(rows) != 1 {
				t.Fatalf("%v (%v)", rows, err)
			}
			return rows
		}
		links := must(as(admin).Insert(t.Context(), &schema.NavigationLinks, store.Row{"name": "A", "path": "/a", "order": 1}))
		a := links[0].Int("id")
		b := must(as(admin).Insert(t.Context(), &schema.NavigationLinks, store.Row{"name": "B", "path": "/b", "order": 2}))[0].Int("id")
		if got := who("navigation_links", a); got != root {
			t.Errorf("a new link was saved by %v", got)
		}
		must(as(admin).Update(t.Context(), &schema.NavigationLinks, store.Eq("id", a), store.Row{"name": "AA"}))
		h.clock.Pass(time.Minute)
		must(as(here).Update(t.Context(), &schema.NavigationLinks, store.Eq("id", b), store.Row{"name": "BB"}))
		if got := []any{who("navigation_links", a), who("navigation_links", b), who("navigation_links", a, b), who("footer_links", a)}; fmt.Sprint(got) != fmt.Sprint([]any{root, editor, editor, nil}) {
			t.Errorf("saved by %v", got)
		}
		must(h.s.store.Itself().Update(t.Context(), &schema.NavigationLinks, store.Eq("id", b), store.Row{"name": "BBB"}))
		must(as(admin).Delete(t.Context(), &schema.NavigationLinks, store.Eq("id", b)))
		if got := who("navigation_links", b); got != root {
			t.Errorf("deleted by %v", got)
		}
		hero := must(as(admin).Insert(t.Context(), &schema.HeroContent, store.Row{"title": "T"}))[0].Int("id")
		must(as(here).Insert(t.Context(), &schema.FeaturedAreas, store.Row{"hero_id": hero, "title": "An area"}))
		if got := who("hero_content", hero); got != editor {
			t.Errorf("an item of its list was added by %v", got)
		}
		refused := store.Row{"name": ""}
		if _, err := as(admin).Update(t.Context(), &schema.NavigationLinks, store.Eq("id", a), refused); err == nil {
			t.Error("a nameless link")
		}
		h.add("second@example.com", schema.Admin)
		if _, err := h.s.store.Itself().Delete(t.Context(), &schema.Users, store.Eq("id", me.ID)); err != nil {
			t.Fatal(err)
		}
		if got := who("navigation_links", a); got != nil {
			t.Errorf("saved by %v, who is gone", got)
		}
		for args, want := range map[string]fault.Kind{
			`{"table_name":"auth_users","ids":[1]}`: fault.UnknownTable, `{"table_name":"hero_content","ids":[]}`: fault.BadValue,
			`{"table_name":"hero_content"}`: fault.Missing, `{"table_name":"hero_content","ids":["x"]}`: fault.BadValue,
		} {
			if _, err := h.run(here, "who_saved", args); !fault.Is(err, want) {
				t.Errorf("%s: %v", args, err)
			}
		}
	})
}
