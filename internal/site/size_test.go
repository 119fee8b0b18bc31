package site_test

import (
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAPageOfTooMuchContentShowsTheLastGoodOne(t *testing.T) {
	v := open(t, storetest.SQLite(t), bundled(t, `render = (json) => JSON.stringify({ head: "", body: JSON.parse(json).hero_content.title })`))
	v.change(&schema.HeroContent, store.Row{"title": "little"})
	v.shows(v.get("/"), 200, "<body>little<")
	areas := make([]store.Row, 25)
	for i := range areas {
		areas[i] = store.Row{"hero_id": v.first(&schema.HeroContent)["id"], "title": "Much", "description": strings.Repeat("x", schema.MaxHTML)}
	}
	if _, err := v.store.Itself().Insert(t.Context(), &schema.FeaturedAreas, areas...); err != nil {
		t.Fatal(err)
	}
	v.change(&schema.HeroContent, store.Row{"title": "much"})
	v.shows(v.get("/"), 200, "<body>little<")
}
