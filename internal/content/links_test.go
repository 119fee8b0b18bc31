package content_test

import (
	"slices"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

func byOrder(rows []object) []object {
	out := slices.Clone(rows)
	slices.SortFunc(out, func(a, b object) int { return int(a["order"].(float64) - b["order"].(float64)) })
	return out
}

func (s site) section(name string) (in, others []object) {
	for _, row := range s.rows(&schema.FooterLinks) {
		if row["section"] == name {
			in = append(in, row)
		} else {
			others = append(others, row)
		}
	}
	return byOrder(in), others
}

func TestTheMenuTakesTheOrderOfTheIDs(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		before := byOrder(s.rows(&schema.NavigationLinks))
		ids := column(before, "id")
		swapped := slices.Clone(ids)
		swapped[0], swapped[1] = swapped[1], swapped[0]
		if answer, err := s.call(editor, "reorder_navigation_links", object{"ids": swapped}); answer != nil || err != nil {
			t.Fatalf("answer %v, error %v", answer, err)
		}
		after := byOrder(s.rows(&schema.NavigationLinks))
		s.equal("order", column(after, "id"), swapped)
		s.equal("numbers", column(after, "order"), []any{1, 2, 3, 4, 5}[:len(ids)])
		for i, row := range after {
			want := 1
			if i < 2 {
				want = 2 // only the two that moved were written
			}
			s.equal("version", row["version"], want)
		}
		for name, wrong := range map[string][]any{
			"one is missing":    ids[1:],
			"one is too many":   append(slices.Clone(ids), 99),
			"one stands twice":  append(slices.Clone(ids[1:]), ids[1]),
			"one is unknown":    append(slices.Clone(ids[1:]), 99),
			"there is none":     {},
			"all stand in pair": append(slices.Clone(ids), ids...),
		} {
			t.Run(name, func(t *testing.T) {
				site{t, s.db, s.clean}.refused(editor, fault.Stale, "reorder_navigation_links", object{"ids": wrong})
			})
		}
		s.refused(editor, fault.Missing, "reorder_navigation_links", object{})
		s.refused(editor, fault.BadValue, "reorder_navigation_links", object{"ids": "1,2"})
		s.refused(editor, fault.BadValue, "reorder_navigation_links", object{"ids": append([]any{"x"}, ids[1:]...)})
		s.refused(editor, fault.Missing, "reorder_navigation_links", object{"ids": append([]any{nil}, ids[1:]...)})
		s.refused(editor, fault.UnknownProcedure, "reorder_navigation_links", object{"ids": ids, "section": "Company"})
	})
}

func TestAMoveIsTakenBackOnlyWhileNobodyMovedSince(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		ids := column(byOrder(s.rows(&schema.NavigationLinks)), "id")
		moved := append(slices.Clone(ids[1:]), ids[0])
		s.must("reorder_navigation_links", object{"ids": moved, "was": ids})
		s.refused(editor, fault.Stale, "reorder_navigation_links", object{"ids": moved, "was": ids})
		s.refused(editor, fault.Stale, "reorder_navigation_links", object{"ids": ids, "was": ids[1:]})
		s.refused(editor, fault.BadValue, "reorder_navigation_links", object{"ids": ids, "was": "1,2"})
		s.must("reorder_navigation_links", object{"ids": ids, "was": moved})
		s.equal("order", column(byOrder(s.rows(&schema.NavigationLinks)), "id"), ids)
	})
}

func TestASectionOfTheFooterIsOrderedAlone(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		in, others := s.section("Company")
		if len(in) < 2 || len(others) == 0 {
			t.Fatalf("the built-in footer has %d and %d links; the test needs more", len(in), len(others))
		}
		ids := column(in, "id")
		slices.Reverse(ids)
		s.must("reorder_footer_links", object{"section": "Company", "ids": ids})
		after, untouched := s.section("Company")
		s.equal("order", column(after, "id"), ids)
		s.equal("other sections", untouched, others)

		s.refused(editor, fault.Stale, "reorder_footer_links", object{"section": "Company", "ids": append(slices.Clone(ids), others[0]["id"])})
		s.refused(editor, fault.Stale, "reorder_footer_links", object{"section": others[0]["section"], "ids": ids})
		s.refused(editor, fault.Stale, "reorder_footer_links", object{"section": "company", "ids": ids})
		s.refused(editor, fault.Missing, "reorder_footer_links", object{"ids": ids})
		s.refused(editor, fault.BadValue, "reorder_footer_links", object{"section": 7, "ids": ids})
		s.refused(editor, fault.Missing, "reorder_footer_links", object{"section": "Company"})
	})
}

func TestReordersAtOnceLeaveOneOfTheOrders(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		ids := column(byOrder(s.rows(&schema.NavigationLinks)), "id")
		back := slices.Clone(ids)
		slices.Reverse(back)
		race(t, 8, func(i int) error {
			want := ids
			if i%2 == 0 {
				want = back
			}
			_, err := s.call(editor, "reorder_navigation_links", object{"ids": want})
			return err
		})
		after := column(byOrder(s.rows(&schema.NavigationLinks)), "id")
		if !slices.Equal(after, ids) && !slices.Equal(after, back) {
			t.Errorf("order %v is neither %v nor %v", after, ids, back)
		}
	})
}

func TestNobodyButStaffSaves(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		job := s.must("save_job", object{"title": "Engineer"})
		hero, about, contact, process := s.only(&schema.HeroContent), s.only(&schema.AboutContent), s.only(&schema.ContactInfo), s.only(&schema.ProcessContent)
		company, _ := s.section("Company")
		good := map[string]object{
			"save_hero":                {"id": hero["id"], "version": hero["version"], "title": "X"},
			"save_about":               {"id": about["id"], "version": about["version"], "focus_areas": []any{}},
			"save_contact":             {"id": contact["id"], "version": contact["version"]},
			"save_process":             {"id": process["id"], "version": process["version"], "steps": []any{}},
			"save_team":                {"loaded": loaded(s.rows(&schema.TeamMembers)), "members": []any{}},
			"save_job":                 {"title": "Another"},
			"delete_job":               {"id": job["id"]},
			"increment_job_ranks":      {},
			"reorder_navigation_links": {"ids": column(byOrder(s.rows(&schema.NavigationLinks)), "id")},
			"reorder_footer_links":     {"section": "Company", "ids": column(company, "id")},
		}
		for _, who := range []struct {
			actor string
			run   func(name string, args object)
		}{
			{"visitor", func(name string, args object) { s.refused(visitor, fault.Denied, name, args) }},
			{"viewer", func(name string, args object) { s.refused(viewer, fault.Denied, name, args) }},
		} {
			for name, args := range good {
				who.run(name, args)
			}
			who.run("save_job", object{"id": job["id"], "version": 1, "title": "X"})
		}
	})
}

func TestANewLinkComesLastAlsoAfterGaps(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		link := object{"name": "Terms", "path": "/about", "section": "Company"}
		made := s.must("save_footer_link", link)
		in, _ := s.section("Company")
		s.equal("last", in[len(in)-1]["id"], made["id"])
		if _, err := s.call(editor, "delete_footer_link", object{"id": in[0]["id"], "version": in[0]["version"]}); err != nil {
			t.Fatal(err)
		}
		again := s.must("save_footer_link", link)
		s.equal("after the gap", again["order"], made["order"].(float64)+1)
		s.equal("first of its section", s.must("save_footer_link", object{"name": "A", "path": "/", "section": "Unheard of"})["order"], 1)
		menu := byOrder(s.rows(&schema.NavigationLinks))
		s.equal("menu", s.must("save_navigation_link", object{"name": "B", "path": "/"})["order"], len(menu)+1)
		s.refused(editor, fault.UnknownProcedure, "save_navigation_link", object{"name": "B", "path": "/", "order": 1})
		s.refused(editor, fault.Missing, "save_footer_link", object{"name": "B", "path": "/"})
		s.refused(viewer, fault.Denied, "save_footer_link", link)
	})
}

func TestALinkThatChangesItsSectionComesLastThere(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		first := s.must("save_footer_link", object{"name": "A", "path": "/", "section": "One"})
		s.must("save_footer_link", object{"name": "B", "path": "/", "section": "Two"})
		of := func(row object, more object) object {
			more["id"], more["version"] = row["id"], row["version"]
			return more
		}
		same := s.must("save_footer_link", of(first, object{"section": "One", "name": "C"}))
		s.equal("place in the same section", same["order"], 1)
		s.equal("name", same["name"], "C")
		moved := s.must("save_footer_link", of(same, object{"section": "Two"}))
		s.equal("place in another", moved["order"], 2)
		s.refused(editor, fault.Stale, "save_footer_link", of(same, object{"section": "One"}))
		s.refused(editor, fault.Stale, "delete_footer_link", object{"id": moved["id"], "version": same["version"]})
	})
}

func TestCompaniesAreNumberedFromZero(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		ids := []any{}
		for _, name := range []string{"One", "Two", "Three"} {
			saved := s.must("save_company", object{"name": name, "description": "x", "website_url": "https://a.example", "display_order": 7})
			ids = append(ids, saved["id"])
		}
		before := s.rows(&schema.PortfolioCompanies)
		for _, row := range before {
			if !slices.Contains(ids, row["id"]) {
				ids = append(ids, row["id"])
			}
		}
		slices.Reverse(ids)
		s.must("reorder_portfolio_companies", object{"ids": ids})
		for _, row := range s.rows(&schema.PortfolioCompanies) {
			s.equal("place", row["display_order"], slices.Index(ids, row["id"]))
		}
		s.refused(editor, fault.Stale, "reorder_portfolio_companies", object{"ids": ids[1:]})
	})
}
