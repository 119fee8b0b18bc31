package site_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestMachinesFindTheirFiles(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s)
		var sitemap struct {
			URLs []struct {
				Loc     string `xml:"loc"`
				LastMod string `xml:"lastmod"`
			} `xml:"url"`
		}
		w := v.get("/sitemap.xml")
		if err := xml.Unmarshal(w.Body.Bytes(), &sitemap); err != nil || len(sitemap.URLs) != 8 {
			t.Fatalf("sitemap of %d addresses: %v", len(sitemap.URLs), err)
		}
		for _, u := range sitemap.URLs {
			if _, err := time.Parse(time.DateOnly, u.LastMod); err != nil || !strings.HasPrefix(u.Loc, origin+"/") {
				t.Errorf("%v", u)
			}
		}
		v.shows(v.get("/robots.txt"), 200, "Disallow: /admin", "Sitemap: "+origin+"/sitemap.xml")
		var feed struct {
			Entries []struct {
				Title string `xml:"title"`
			} `xml:"entry"`
		}
		if err := xml.Unmarshal(v.get("/feed.xml").Body.Bytes(), &feed); err != nil || len(feed.Entries) != 4 {
			t.Fatalf("feed of %d jobs: %v", len(feed.Entries), err)
		}
		v.change(&schema.JobListings, store.Row{"title": "Shopkeeper & friend"})
		v.shows(v.get("/feed.xml"), 200, "Shopkeeper &amp; friend")
		if _, err := s.AsSystem().Delete(t.Context(), &schema.JobListings, store.Gt("id", 0)); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get("/feed.xml"), 200, "<updated>"+time.Now().UTC().Format("2006-"))
	})
}

func TestTheFeedHoldsTheNewestJobs(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s)
	rows := make([]store.Row, 120)
	for i := range rows {
		rows[i] = store.Row{"title": fmt.Sprint("Shopkeeper ", i+1), "rank": i + 1}
	}
	if _, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, rows...); err != nil {
		t.Fatal(err)
	}
	var feed struct {
		Titles []string `xml:"entry>title"`
	}
	if err := xml.Unmarshal(v.get("/feed.xml").Body.Bytes(), &feed); err != nil {
		t.Fatal(err)
	}
	if n := len(feed.Titles); n != 100 || feed.Titles[0] != "Shopkeeper 120" || feed.Titles[n-1] != "Shopkeeper 21" {
		t.Errorf("%d jobs: %v", n, feed.Titles)
	}
	v.shows(v.get("/sitemap.xml"), 200, origin+"/careers/shopkeeper-1<", origin+"/careers/shopkeeper-120<")
}

func TestAJobThatMakesRoomForAnotherKeepsItsDate(t *testing.T) {
	var later atomic.Bool
	clock := func() time.Time {
		if later.Load() {
			return time.Date(2026, 11, 3, 9, 0, 0, 0, time.UTC)
		}
		return time.Date(2026, 9, 1, 9, 0, 0, 0, time.UTC)
	}
	v := open(t, storetest.Open(t, store.Options{Dir: t.TempDir(), Now: clock}))
	dates := func(path string, list any) {
		t.Helper()
		if err := xml.Unmarshal(v.get(path).Body.Bytes(), list); err != nil {
			t.Fatal(err)
		}
	}
	type feed struct {
		Dates []string `xml:"entry>updated"`
	}
	type sitemap struct {
		Dates []string `xml:"url>lastmod"`
	}
	dates("/feed.xml", &feed{})
	dates("/sitemap.xml", &sitemap{})
	later.Store(true)
	editor := v.store.As(schema.Actor{Role: schema.Editor})
	if _, err := content.Procedures().Call(t.Context(), editor, "save_job", json.RawMessage(`{"title":"Lamplighter"}`)); err != nil {
		t.Fatal(err)
	}
	var jobs feed
	dates("/feed.xml", &jobs)
	old := "2026-09-01T09:00:00Z"
	if want := []string{"2026-11-03T09:00:00Z", old, old, old, old}; !slices.Equal(jobs.Dates, want) {
		t.Errorf("the feed has the dates %v", jobs.Dates)
	}
	var pages sitemap
	dates("/sitemap.xml", &pages)
	old = "2026-09-01" // the home and about pages, the list of jobs, the contact page, the jobs
	if want := []string{old, old, "2026-11-03", old, "2026-11-03", old, old, old, old}; !slices.Equal(pages.Dates, want) {
		t.Errorf("the sitemap has the dates %v", pages.Dates)
	}
}
