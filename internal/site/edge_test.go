package site_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestPagesSayByWhichKeysAnEdgeDropsThem(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, withReact, func(o *site.Options) { o.EdgeLifetime = time.Hour })
	job := v.addJob(store.Row{"title": "Lamplighter", "apply_form": true})
	closed := v.addJob(store.Row{"title": "Lockkeeper", "is_open": false})
	for path, want := range map[string]struct{ has, lacks string }{
		"/":                 {"site hero_content media site_settings", "job_listings"},
		"/careers":          {"site job_listings job_responsibilities", "hero_content"},
		job:                 {"site footer_content", "job_listings job_responsibilities"},
		job + "/apply":      {"site mail_settings site_settings", "job_listings hero_content"},
		closed:              {"site job_listings", "hero_content"},
		"/careers/feed.xml": {"site job_listings", "letters"},
	} {
		h := v.get(path).Header()
		keys := strings.Fields(h.Get("Surrogate-Key"))
		for _, key := range strings.Fields(want.has) {
			if !slices.Contains(keys, key) {
				t.Errorf("%s lacks the key %s: %v", path, key, keys)
			}
		}
		for _, key := range strings.Fields(want.lacks) {
			if slices.Contains(keys, key) {
				t.Errorf("%s goes with %s, which it does not show as a whole", path, key)
			}
		}
		if h.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(h.Get("CDN-Cache-Control"), "max-age=3600, stale-while-revalidate=") || h.Get("Surrogate-Control") != h.Get("CDN-Cache-Control") || h.Get("Cache-Tag") != strings.Join(keys, ",") {
			t.Errorf("%s: %v", path, h)
		}
	}
	if keys := v.get(job).Header().Get("Surrogate-Key"); !strings.Contains(keys, " job-") {
		t.Errorf("the page of a job has no key of its own: %s", keys)
	}
	if _, err := s.AsSystem().Insert(t.Context(), &schema.Redirects, store.Row{"from_path": "/before", "to_path": "/about"}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/before", "/newsletter", "/cards/00000000000000000000.png"} {
		w := v.get(path)
		if h := w.Header(); w.Code/100 != 3 || h.Get("CDN-Cache-Control") != "" || h.Get("Surrogate-Control") != "max-age=0" {
			t.Errorf("an edge would keep that %s leads elsewhere: %d %v", path, w.Code, h)
		}
	}
	if h := v.get("/nowhere").Header(); h.Get("CDN-Cache-Control") != "" || h.Get("Surrogate-Key") != "" || h.Get("Surrogate-Control") != "max-age=0" {
		t.Error("an edge would keep that a page is not there")
	}
}

func TestNoEdgeKeepsAPageThatACommitOvertook(t *testing.T) {
	s := storetest.SQLite(t)
	var meanwhile func()
	v := open(t, s, func(o *site.Options) {
		o.EdgeLifetime = time.Hour
		o.Rendered = func(string, time.Duration, error) {
			if commit := meanwhile; commit != nil {
				meanwhile = nil
				commit()
			}
		}
	})
	v.change(&schema.HeroContent, store.Row{"title": "before"})
	meanwhile = func() { v.change(&schema.HeroContent, store.Row{"title": "after"}) }
	w := v.get("/")
	v.shows(w, 200, `"title":"before"`)
	if h := w.Header(); h.Get("CDN-Cache-Control") != "" || h.Get("Surrogate-Key") != "" {
		t.Error("an edge keeps what was before the commit, whose purge has passed")
	}
	w = v.get("/")
	v.shows(w, 200, `"title":"after"`)
	if w.Header().Get("CDN-Cache-Control") == "" {
		t.Error("no edge keeps the page that is right")
	}
}

func TestNginxIsToldOfShortLifetimesOnly(t *testing.T) {
	for lifetime, want := range map[time.Duration]string{10 * time.Second: "10", time.Hour: ""} {
		v := open(t, storetest.SQLite(t), func(o *site.Options) { o.EdgeLifetime = lifetime })
		if got := v.get("/").Header().Get("X-Accel-Expires"); got != want {
			t.Errorf("pages that live for %v have X-Accel-Expires %q", lifetime, got)
		}
	}
}
