package site_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestADrawingIsMadeOnce has drawings that are never the same twice.
func TestADrawingIsMadeOnce(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, func(o *site.Options) {
		dist := withBundle(t, `render = (json) => {
			const { page, site, hero_content: hero } = JSON.parse(json)
			const art = { options: site.art, calls: [["scene", "agent"], ["scene", page]] }
			return JSON.stringify({ body: "<i><!--art 0 0--></i>" + (hero?.title ?? "") + "<b><!--art 1 0--></b>", art })
		}`)
		dist["server/identity.js"] = &fstest.MapFile{Data: []byte(`
			look = () => JSON.stringify({ css: ":root{}", colouring: "" })
			draw = (json) => JSON.stringify([[String(Math.random())]]) // one at a time, as when time is short`)}
		o.Dist = dist
	})
	both := regexp.MustCompile(`<i>(0\.\d+)</i>.*<b>(0\.\d+)</b>`)
	drawn := func(path string) (string, string) {
		t.Helper()
		found := both.FindStringSubmatch(v.get(path).Body.String())
		if found == nil {
			t.Fatalf("%s has no drawings", path)
		}
		return found[1], found[2]
	}
	choose(t, s, map[string]any{"art": "blocks", "seed": 1}, map[string]any{})
	shared, own := drawn("/")
	v.change(&schema.HeroContent, store.Row{"title": "Another headline"})
	v.shows(v.get("/"), 200, "Another headline")
	if a, b := drawn("/"); a != shared || b != own {
		t.Error("a new headline has everything drawn again")
	}
	if a, b := drawn("/about"); a != shared || b == own {
		t.Error("a drawing that two pages show is made twice, or theirs are one")
	}
	choose(t, s, map[string]any{"art": "blocks", "seed": 2}, map[string]any{})
	if a, b := drawn("/"); a == shared || b == own {
		t.Error("another seed has the same drawings")
	}
}

func TestADrawingThatIsMissingFailsThePage(t *testing.T) {
	for name, draw := range map[string]string{
		"none":    `draw = () => "[]"`,
		"no item": `draw = () => "[[]]"`,
		"throws":  `draw = () => { throw new Error("no") }`,
	} {
		s := storetest.SQLite(t)
		v := open(t, s, func(o *site.Options) {
			dist := withBundle(t, `render = (json) => JSON.stringify({ body: "<!--art 0 0-->", art: JSON.parse(json).site.art && { options: {}, calls: [["scene"]] } })`)
			dist["server/identity.js"] = &fstest.MapFile{Data: []byte(`look = () => JSON.stringify({ css: ":root{}", colouring: "" }); ` + draw)}
			o.Dist = dist
		})
		choose(t, s, map[string]any{"art": "blocks", "seed": 1}, map[string]any{})
		page := v.get("/")
		v.shows(page, 200, "Software is going shopping")
		if strings.Contains(page.Body.String(), "<!--art") {
			t.Errorf("%s: the page has a hole", name)
		}
	}
}
