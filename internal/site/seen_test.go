package site_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
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

func TestTheJobsThatWereReadLastAreShownWithoutTheDatabase(t *testing.T) {
	for _, jobs := range []int{1, 60} { // all drawn, and most filled in
		s, err := engines.Open(t.Context(), store.Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		v := open(t, s, withReact, func(o *site.Options) { o.LastContent = filepath.Join(t.TempDir(), "last-content.json") })
		for i := range jobs {
			job := storetest.Add(t, s, &schema.JobListings, store.Row{"title": fmt.Sprint("Lamplighter ", i), "salary_min": int64(1_500_000), "salary_currency": "EUR"})
			for range 3 {
				storetest.Add(t, s, &schema.JobResponsibilities, store.Row{"job_id": job["id"], "description": "Light lamps"})
			}
		}
		want := listIn(v.get("/careers").Body.String())
		if err := v.site.SaveSeen(); err != nil {
			t.Fatal(err)
		}
		s.Close()
		pages, err := site.New(v.options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pages.Close)
		failed := v.with(pages).get("/careers").Body.String()
		if got := state(failed); !strings.Contains(got, "job_listings") {
			t.Errorf("of %d jobs only %s failed", jobs, got)
		}
		if got := listIn(failed); got == "" || got != want {
			t.Errorf("of %d jobs are shown:\n%s\nwant:\n%s", jobs, got, want)
		}
	}
}

func listIn(page string) string {
	_, list, _ := strings.Cut(page, `<ul class="jobs">`)
	list, _, _ = strings.Cut(list, "</main>")
	return list
}
