package site_test

import (
	"encoding/xml"
	"strings"
	"testing"
	"time"

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
		if _, err := s.Itself().Delete(t.Context(), &schema.JobListings, store.Gt("id", 0)); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get("/feed.xml"), 200, "<updated>"+time.Now().UTC().Format("2006-"))
	})
}
