package site_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/web"
)

// manyJobs adds a job of every shape that a card can have, with texts that
// would show any difference between React's writing and ours.
func manyJobs(t *testing.T, s *store.Store) {
	t.Helper()
	const nasty = `mark-1. 999999937 &amp; <b>"It's"</b> $& \u003c 日本 🏺`
	for i := range 2 * 2 * 4 {
		row := store.Row{"title": fmt.Sprintf("%d %s", i, nasty), "rank": i + 1}
		if i%2 == 1 {
			row["location"] = nasty
		}
		if i/2%2 == 1 {
			row["about"] = "<p>" + nasty + strings.Repeat(" and on", 60) + "</p>"
		}
		rows, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, row)
		if err != nil {
			t.Fatal(err)
		}
		for n := range i / 4 {
			item := store.Row{"job_id": rows[0]["id"], "description": fmt.Sprintf("%s %d", nasty, n)}
			if _, err := s.AsSystem().Insert(t.Context(), &schema.JobResponsibilities, item); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// changed is the real build with more behind its server bundle.
func changed(t *testing.T, more string) func(*site.Options) {
	t.Helper()
	raw, err := fs.ReadFile(web.Dist(), "server/server.js")
	if err != nil {
		t.Fatal(err)
	}
	return func(o *site.Options) {
		dist := withBundle(t, "")
		dist["server/server.js"] = &fstest.MapFile{Data: append(raw, more...)}
		o.Dist, o.Time = dist, time.Minute
	}
}

func TestALongListIsFilledInAsReactWouldDrawIt(t *testing.T) {
	s := storetest.SQLite(t)
	drawn := 0
	counts := func(o *site.Options) { o.Rendered = func(string, time.Duration, error) { drawn++ } }
	v := open(t, s, withReact, counts)
	manyJobs(t, s)
	filled := v.get("/careers").Body.String()
	if drawn != 1 {
		t.Errorf("drawn %d times", drawn)
	}
	for name, more := range map[string]string{
		"draws no cards": `;{const r = render; render = (json) => JSON.stringify({...JSON.parse(r(json)), cards: undefined})}`,
	} {
		drawn = 0
		if whole := open(t, s, changed(t, more), counts).get("/careers").Body.String(); whole != filled || drawn != 2 {
			at := 0
			for at < min(len(whole), len(filled)) && whole[at] == filled[at] {
				at++
			}
			t.Errorf("a bundle that %s: drawn %d times; they differ at %d:\n%.300s\n%.300s", name, drawn, at, whole[max(0, at-100):], filled[max(0, at-100):])
		}
	}
	if n := strings.Count(filled, `<li class="job">`); n < 16 {
		t.Errorf("%d jobs on the page", n)
	}
}
