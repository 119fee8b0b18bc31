package content_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// saves are the documents with a list, with a good save of each.
var saves = []struct {
	procedure  string
	table      *schema.Table
	list       *schema.Table
	columns    object
	items      []any
	badItem    object
	badColumns object
}{
	{
		"save_hero", &schema.HeroContent, &schema.FeaturedAreas,
		object{"title": "New title. Two lines", "subtitle": "<p>Sub</p>", "cta_primary_text": "Go", "cta_secondary_text": ""},
		[]any{object{"title": "B", "description": "<p>b</p>"}, object{"title": "A", "description": "<p>a</p>"}, object{"title": "C", "description": ""}},
		object{"title": " ", "description": "no title"}, object{"title": ""},
	},
	{
		"save_about", &schema.AboutContent, &schema.FocusAreas,
		object{"intro_text": "<p>Intro</p>", "approach_text": "<p>Approach</p>", "why_ecommerce": []any{"one", "two"}},
		[]any{object{"title": "Focus", "description": "d"}},
		object{"description": "no title"}, object{"why_ecommerce": []any{1, 2}},
	},
	{
		"save_contact", &schema.ContactInfo, &schema.SocialLinks,
		object{"email": "studio@example.com", "location": "Delhi", "description": "Write to us."},
		[]any{object{"platform": "X", "url": "https://x.example"}, object{"platform": "Y", "url": "https://y.example"}},
		object{"platform": "X", "url": "javascript:alert(1)"}, object{"email": "nobody"},
	},
}

func TestADocumentIsSavedWholeAndAnsweredAsItIsStored(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		for _, save := range saves {
			before := s.only(save.table)
			args := with(save.columns, object{"id": before["id"], "version": before["version"], save.list.Name: save.items})
			answer := s.must(save.procedure, args)

			stored := s.only(save.table)
			s.equal(save.procedure+" version", stored["version"], before["version"].(float64)+1)
			for name, value := range save.columns {
				s.equal(save.procedure+" "+name, stored[name], value)
			}
			items := s.rows(save.list)
			for name := range save.items[0].(object) {
				var want []any
				for _, item := range save.items {
					want = append(want, item.(object)[name])
				}
				s.equal(save.procedure+" items "+name, column(items, name), want)
			}
			s.equal(save.procedure+" answer", answer, with(stored, object{save.list.Name: items}))
		}
	})
}

func TestASaveWritesOnlyWhatItNames(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		for _, save := range saves {
			before, items := s.only(save.table), s.rows(save.list)
			key := object{"id": before["id"], "version": before["version"]}
			for name, value := range save.columns {
				now := s.only(save.table)
				s.must(save.procedure, object{"id": now["id"], "version": now["version"], name: value})
				s.equal(save.procedure+" "+name, with(s.only(save.table), object{"version": nil, "updated_at": nil}),
					with(now, object{"version": nil, "updated_at": nil, name: value}))
			}
			s.equal(save.procedure+" leaves the list", s.rows(save.list), items)
			now := s.only(save.table)
			s.must(save.procedure, with(key, object{"version": now["version"], save.list.Name: []any{}}))
			s.equal(save.procedure+" empties the list", s.rows(save.list), []object{})
			s.equal(save.procedure+" leaves the rest", with(s.only(save.table), object{"version": nil, "updated_at": nil}),
				with(now, object{"version": nil, "updated_at": nil}))
			s.equal(save.procedure+" version", s.only(save.table)["version"], now["version"].(float64)+1)
		}
	})
}

func TestAStaleOrBrokenSaveChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		for _, save := range saves {
			now := s.only(save.table)
			good := with(save.columns, object{"id": now["id"], "version": now["version"], save.list.Name: save.items})
			s.refused(editor, fault.Stale, save.procedure, with(good, object{"version": 0}))
			s.refused(editor, fault.Stale, save.procedure, with(good, object{"version": 99}))
			s.refused(editor, fault.Stale, save.procedure, with(good, object{"id": 99}))
			broken := append(append([]any{}, save.items...), save.badItem)
			before := s.everything()
			if _, err := s.call(editor, save.procedure, with(good, object{save.list.Name: broken})); !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.Missing) {
				t.Errorf("%s with a broken item: %v", save.procedure, err)
			}
			s.unchanged(save.procedure+" with a broken item", before)
			s.refused(editor, fault.Invalid, save.procedure, with(good, save.badColumns))
		}
	})
}

func TestArgumentsThatMakeNoSenseAreRefused(t *testing.T) {
	many := make([]any, 201)
	for i := range many {
		many[i] = object{"title": "x", "platform": "x", "url": "https://x.example"}
	}
	each(t, func(t *testing.T, s site) {
		for _, save := range saves {
			now := s.only(save.table)
			good := with(save.columns, object{"id": now["id"], "version": now["version"], save.list.Name: save.items})
			for _, wrong := range []struct {
				change object
				kind   fault.Kind
			}{
				{object{"id": nil}, fault.Missing},
				{object{"version": nil}, fault.Missing},
				{object{"id": "first"}, fault.BadValue},
				{object{"id": 1.5}, fault.BadValue},
				{object{"version": []any{1}}, fault.BadValue},
				{object{"version": "99999999999999999999"}, fault.OutOfRange},
				{object{"slug": "x"}, fault.UnknownProcedure},
				{object{"updated_at": "2026-01-01"}, fault.UnknownProcedure},
				{object{save.list.Name: object{"title": "x"}}, fault.BadValue},
				{object{save.list.Name: "x"}, fault.BadValue},
				{object{save.list.Name: []any{"x"}}, fault.BadValue},
				{object{save.list.Name: []any{save.items[0], nil}}, fault.BadValue},
				{object{save.list.Name: many}, fault.Invalid},
				{object{"email": strings.Repeat("a", 300) + "@example.com"}, fault.Invalid},
			} {
				kind := wrong.kind
				if _, named := wrong.change["email"]; named && save.table.Column("email") == nil {
					kind = fault.UnknownProcedure
				}
				s.refused(editor, kind, save.procedure, with(good, wrong.change))
			}
			for _, raw := range []string{"", "[]", "7", `"x"`, `{"id":1,}`, "{"} {
				s.refused(editor, fault.BadBody, save.procedure, raw)
			}
		}
	})
}

func TestAListItemBringsNoColumnsOfItsOwn(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		now := s.only(&schema.HeroContent)
		s.must("save_hero", object{"id": now["id"], "version": now["version"], "featured_areas": []any{
			object{"title": "T", "description": "d", "hero_id": 77, "id": 4711, "version": 9},
		}})
		item := s.only(&schema.FeaturedAreas)
		s.equal("parent", item["hero_id"], now["id"])
		s.equal("version", item["version"], 1)
		if item["id"] == 4711.0 {
			t.Error("the item chose its own id")
		}
	})
}

func TestOfManyEditorsWhoSaveOneDocumentAtOnceExactlyOneWins(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		for _, save := range saves {
			now := s.only(save.table)
			errs := make([]error, 8)
			var all sync.WaitGroup
			for i := range errs {
				all.Go(func() {
					item := with(save.items[0].(object), nil)
					for name := range item {
						if name != "url" {
							item[name] = fmt.Sprintf("editor %d", i)
						}
					}
					_, errs[i] = s.call(editor, save.procedure, object{"id": now["id"], "version": now["version"], save.list.Name: []any{item, item}})
				})
			}
			all.Wait()
			winner := -1
			for i, err := range errs {
				switch {
				case err == nil && winner < 0:
					winner = i
				case err == nil:
					t.Errorf("%s: editors %d and %d both won", save.procedure, winner, i)
				case !fault.Is(err, fault.Stale):
					t.Errorf("%s: editor %d: %v", save.procedure, i, err)
				}
			}
			if winner < 0 {
				t.Fatalf("%s: nobody won: %v", save.procedure, errs)
			}
			s.equal(save.procedure+" version", s.only(save.table)["version"], now["version"].(float64)+1)
			mark := "title"
			if save.list.Column(mark) == nil {
				mark = "platform"
			}
			won := fmt.Sprintf("editor %d", winner)
			s.equal(save.procedure+" list", column(s.rows(save.list), mark), []any{won, won})
		}
	})
}

// TestAKeyOfAnItemThatIsNoColumnIsRefused in the words of a plain call; an item
// may come as it was read, with what the server sets.
func TestAKeyOfAnItemThatIsNoColumnIsRefused(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		refuses := func(procedure, list string, table *schema.Table, args object) {
			t.Helper()
			items := s.rows(table)
			_, err := s.call(editor, procedure, with(args, object{list: []any{with(items[0], object{"extra": 1})}}))
			want := fmt.Sprintf("Could not find the 'extra' column of '%s' in the schema cache", table.Name)
			if !fault.Is(err, fault.UnknownKey) || fault.From(err).Message != want {
				t.Errorf("%s: %v", procedure, err)
			}
			s.equal(procedure+" changed nothing", s.rows(table), items)
			if _, err := s.call(editor, procedure, with(args, object{list: items})); err != nil {
				t.Errorf("%s of items as they were read: %v", procedure, err)
			}
		}
		for _, save := range saves {
			row := s.only(save.table)
			s.must(save.procedure, object{"id": row["id"], "version": row["version"], save.list.Name: save.items})
			refuses(save.procedure, save.list.Name, save.list, object{"id": row["id"], "version": s.only(save.table)["version"]})
		}
		process := s.only(&schema.ProcessContent)
		refuses("save_process", "steps", &schema.ProcessSteps, object{"id": process["id"], "version": process["version"]})
		refuses("save_team", "members", &schema.TeamMembers, object{"loaded": loaded(s.rows(&schema.TeamMembers))})
	})
}
