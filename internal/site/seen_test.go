package site_test

import (
	"path/filepath"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

func TestAStartWithoutTheDatabaseShowsTheLastContent(t *testing.T) {
	s, err := engines.Open(t.Context(), store.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "last-content.json")
	kept := func(o *site.Options) { o.LastContent = file }
	v := open(t, s, withReact, kept)
	editor := s.As(schema.Actor{Role: schema.Editor, UserID: "u"})
	for table, row := range map[*schema.Table]store.Row{
		&schema.HeroContent:  {"title": "The last words."},
		&schema.SiteSettings: {"name": "Northbeam"},
	} {
		if _, err := editor.Update(t.Context(), table, store.Eq("id", 1), row); err != nil {
			t.Fatal(err)
		}
	}
	v.shows(v.get("/"), 200, "The last words", "Northbeam")
	if err := v.site.SaveSeen(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	pages, err := site.New(v.options) // on a database that is gone
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	v = v.with(pages)
	v.shows(v.get("/"), 200, "The last words", "Northbeam")
	v.shows(v.get("/about"), 200, "Northbeam", "We come up with companies") // never read before
}
