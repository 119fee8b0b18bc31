package visits_test

import (
	"archive/zip"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/visits"
)

func TestAReportTellsOfTheLastDays(t *testing.T) {
	storetest.EachAt(t, func(t *testing.T, s *store.Store, clock *storetest.Clock) {
		settle(t, s, "Asia/Tokyo")
		d := open(t, s, clock.Now, nil)
		storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Lamplighter"})
		storetest.Add(t, s, &schema.Pages, store.Row{"title": "Imprint", "slug": "imprint"})
		for i, ago := range []int{0, 0, 6, 7, 40} {
			at := clock.Now().AddDate(0, 0, -ago)
			storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": fmt.Sprintf("%d@mail.example", i), "created_at": at})
		}
		storetest.Add(t, s, &schema.VisitDays, store.Row{"day": "2026-11-08", "path": "/", "visits": 7, "visitors": 3})
		storetest.Add(t, s, &schema.VisitDays, store.Row{"day": "2026-11-09", "path": "/careers/gone", "referrer": "news.example", "visits": 5, "visitors": 2})
		storetest.Add(t, s, &schema.VisitDays, store.Row{"day": "2026-11-16", "path": "/", "visits": 100, "visitors": 1}) // tomorrow, from a time zone of before
		for range 3 {
			d.send("192.0.2.1", "./careers/lamplighter")
		}
		d.send("192.0.2.2", "/imprint")

		got, err := d.report(schema.Editor, `{"days": 7}`)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Days) != 7 || got.Days[0] != (visits.Day{Day: "2026-11-09", Visits: 5, Visitors: 2, SignUps: 1}) || got.Days[6] != (visits.Day{Day: "2026-11-15", Visits: 4, Visitors: 2, SignUps: 2}) {
			t.Errorf("the days are %v", got.Days)
		}
		if got.Since != "2026-11-15" || got.Before != nil {
			t.Errorf("counted since %s, before that %v", got.Since, got.Before)
		}
		if want := []visits.Page{{"/", "", 100}, {"/careers/gone", "", 5}, {"/careers/lamplighter", "Lamplighter", 3}, {"/imprint", "Imprint", 1}}; !slices.Equal(got.Pages, want) {
			t.Errorf("the pages are %v, want %v", got.Pages, want)
		}
		if want := []visits.Referrer{{"", 101}, {"news.example", 5}}; !slices.Equal(got.From, want) {
			t.Errorf("they came from %v, want %v", got.From, want)
		}
		if len(got.Jobs) != 1 || got.Jobs[0].Title != "Lamplighter" || got.Jobs[0].Views != 3 {
			t.Errorf("the jobs are %v", got.Jobs)
		}

		clock.Pass(14 * 24 * time.Hour)
		if got, err = d.report(schema.Admin, `{"days": 7}`); err != nil || got.Before == nil || *got.Before != 100 || got.Days[6].Day != "2026-11-29" {
			t.Errorf("two weeks later: %v (%v)", got, err)
		}
		if got, err = d.report(schema.Admin, `{"days": 365}`); err != nil || len(got.Days) != 365 || got.Before != nil {
			t.Errorf("of a year: %d days, before %v (%v)", len(got.Days), got.Before, err)
		}
	})
}

func TestAReportIsForStaffAndAboutSpansThatThereAre(t *testing.T) {
	d := open(t, storetest.SQLite(t), storetest.NewClock().Now, nil)
	for _, who := range []schema.Role{schema.Visitor, schema.Viewer} {
		if _, err := d.report(who, `{"days": 7}`); !fault.Is(err, fault.Denied) {
			t.Errorf("%v gets %v", who, err)
		}
	}
	for _, args := range []string{`{"days": 8}`, `{"days": -7}`, `{"days": 100000000}`, `{}`} {
		if _, err := d.report(schema.Editor, args); err == nil {
			t.Errorf("%s is answered", args)
		}
	}
}

// TestWhoCameIsInNoArchive: counts move with the site, salts and hashes stay.
func TestWhoCameIsInNoArchive(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := open(t, s, storetest.NewClock().Now, nil)
		d.send("192.0.2.1", "news.example/")
		d.flush()
		path := filepath.Join(t.TempDir(), "site.zip")
		if _, err := archive.Export(t.Context(), s, nil, path, archive.Options{}); err != nil {
			t.Fatal(err)
		}
		r, err := zip.OpenReader(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var names []string
		for _, f := range r.File {
			if strings.Contains(f.Name, "visit") {
				names = append(names, f.Name)
			}
		}
		if !slices.Equal(names, []string{"tables/visit_days.jsonl"}) {
			t.Errorf("the archive holds %v", names)
		}
	})
}
