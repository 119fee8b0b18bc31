package site_test

import (
	"slices"
	"strings"
	"testing"
	"time"

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
		if h.Get("Cache-Control") != "no-cache" || !strings.HasPrefix(h.Get("CDN-Cache-Control"), "max-age=3600, stale-while-revalidate=") || h.Get("Cache-Tag") != strings.Join(keys, ",") {
			t.Errorf("%s: %v", path, h)
		}
	}
	if keys := v.get(job).Header().Get("Surrogate-Key"); !strings.Contains(keys, " job-") {
		t.Errorf("the page of a job has no key of its own: %s", keys)
	}
	if h := v.get("/nowhere").Header(); h.Get("CDN-Cache-Control") != "" || h.Get("Surrogate-Key") != "" {
		t.Error("an edge would keep that a page is not there")
	}
}
