package site_test

import (
	"bytes"
	"database/sql"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// A list that cannot be read is named on the page and in the log, and the
// page without it is not cached.
func TestAPageThatLacksAListIsNotKept(t *testing.T) {
	dir := t.TempDir()
	var log bytes.Buffer
	v := open(t, storetest.Open(t, store.Options{Dir: dir}), func(o *site.Options) {
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	other, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	rename := func(from, to string) {
		t.Helper()
		if _, err := other.Exec("ALTER TABLE " + from + " RENAME TO " + to); err != nil {
			t.Fatal(err)
		}
	}
	job := "/careers/" + v.first(&schema.JobListings).Text("slug")
	for _, c := range []struct {
		path, table, failed, without, with string
	}{
		{"/", "featured_areas", `["featured_areas"]`, `"featured_areas":[]`, `"featured_areas":[{`},
		{"/about", "focus_areas", `["focus_areas"]`, `"focus_areas":[]`, `"focus_areas":[{`},
		{"/contact", "social_links", `["social_links"]`, `"social_links":[]`, `"social_links":[{`},
		{"/careers", "job_responsibilities", `["job_responsibilities"]`, `"responsibilities":[]`, `"responsibilities":["`},
		{job, "job_preferred", `["job_responsibilities","job_qualifications","job_preferred"]`, `"preferred":[]`, `"preferred":["`},
	} {
		t.Run(c.path, func(t *testing.T) {
			log.Reset()
			rename(c.table, "away")
			broken := v.get(c.path)
			rename("away", c.table)
			v.shows(broken, 200, c.without)
			if got := state(broken.Body.String()); got != c.failed {
				t.Errorf("the page says that %s failed, want %s", got, c.failed)
			}
			if !strings.Contains(log.String(), "piece="+c.table) {
				t.Errorf("the log does not name %s: %s", c.table, &log)
			}
			mended := v.get(c.path)
			v.shows(mended, 200, c.with)
			if got := state(mended.Body.String()); got != "[]" {
				t.Errorf("the mended page says that %s failed", got)
			}
		})
	}
}
