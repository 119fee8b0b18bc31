package site_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// hands are a clock that a test sets.
type hands struct{ at atomic.Pointer[time.Time] }

func (h *hands) set(moment string) {
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		panic(err)
	}
	h.at.Store(&at)
}

func (h *hands) option(o *site.Options) { o.Now = func() time.Time { return *h.at.Load() } }

func (v visit) addJob(job store.Row) string {
	v.t.Helper()
	rows, err := v.store.AsSystem().Insert(v.t.Context(), &schema.JobListings, job)
	if err != nil {
		v.t.Fatal(err)
	}
	return "/careers/" + rows[0].Text("slug")
}

func (v visit) hides(w *httptest.ResponseRecorder, texts ...string) {
	v.t.Helper()
	for _, text := range texts {
		if strings.Contains(w.Body.String(), text) {
			v.t.Errorf("%q is on the page", text)
		}
	}
}

func TestAJobClosesAtTheEndOfItsDayWhereTheStudioIs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		clock := &hands{}
		clock.set("2026-12-12T18:00:00Z")
		v := open(t, s, withReact, clock.option)
		v.change(&schema.SiteSettings, store.Row{"time_zone": "Asia/Kolkata"})
		path := v.addJob(store.Row{"title": "Lamplighter", "about": "<p>Light all lamps.</p>", "closes_on": "2026-12-12"})
		all := []string{"/careers", "/sitemap.xml", "/feed.xml", "/careers/feed.xml"}
		open := func() {
			t.Helper()
			v.shows(v.get(path), 200, "Lamplighter", "Light all lamps.", "Apply by 12 December 2026", "index, follow")
			for _, list := range all {
				v.shows(v.get(list), 200, "amplighter")
			}
		}
		open()
		clock.set("2026-12-12T18:29:59Z") // a second before midnight in Delhi
		open()
		clock.set("2026-12-12T18:30:00Z")
		over := v.get(path)
		v.shows(over, 410, "Lamplighter", "This job is closed.", "It closed on 12 December 2026.", "Open now", `content="noindex"`)
		v.hides(over, "Light all lamps.", "JobPosting", "canonical")
		for _, list := range all {
			w := v.get(list)
			v.shows(w, 200)
			v.hides(w, "amplighter")
		}
	})
}

func TestAJobIsClosedAndOpenedByASwitch(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	path := v.addJob(store.Row{"title": "Lamplighter", "about": "Light all lamps.", "is_open": false})
	v.shows(v.get(path), 410, "This job is closed.")
	v.hides(v.get("/careers"), "Lamplighter")
	if _, err := v.store.AsSystem().Update(t.Context(), &schema.JobListings, store.Eq("title", "Lamplighter"), store.Row{"is_open": true}); err != nil {
		t.Fatal(err)
	}
	v.shows(v.get(path), 200, "Light all lamps.")
	v.shows(v.get("/careers"), 200, "Lamplighter")
	if _, err := v.store.AsSystem().Update(t.Context(), &schema.JobListings, store.All{}, store.Row{"is_open": false}); err != nil {
		t.Fatal(err)
	}
	v.shows(v.get(path), 410, "Nothing else is open today.")
	v.shows(v.get("/careers"), 200, "Every place is taken")
}

func TestAJobSaysWhatItPays(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	for _, test := range []struct {
		pay  store.Row
		says string
	}{
		{store.Row{"salary_min": int64(3_800_000), "salary_max": int64(5_200_000), "salary_currency": "INR"}, "₹38 to 52 lakh a year"},
		{store.Row{"salary_min": int64(2_450_000), "salary_currency": "INR"}, "From ₹24.5 lakh a year"},
		{store.Row{"salary_min": int64(48_000), "salary_max": int64(60_000), "salary_currency": "EUR"}, "€48,000 to 60,000 a year"},
		{store.Row{"salary_max": int64(9_500), "salary_currency": "CHF", "salary_period": "month"}, "Up to CHF 9,500 a month"},
		{store.Row{"salary_min": int64(30), "salary_max": int64(30), "salary_currency": "USD", "salary_period": "hour"}, "$30 an hour"},
	} {
		test.pay["title"] = "Lamplighter"
		v.shows(v.get(v.addJob(test.pay)), 200, test.says)
		v.shows(v.get("/careers"), 200, test.says)
	}
}

// manyJobs are nine more than the list shows without filters.
func (v visit) manyJobs() {
	v.t.Helper()
	places, work, kinds := []string{"Delhi, India", "Lisbon, Portugal", "São Paulo, Brazil"}, []string{"on_site", "hybrid", "remote"}, []string{"full_time", "contract"}
	for i := range 12 {
		v.addJob(store.Row{
			"title": fmt.Sprintf("Keeper %c", 'A'+i), "location": places[i%3], "workplace": work[i%3], "employment_type": kinds[i%2],
			"about":      fmt.Sprintf("<p>Keep the <b>lamp</b>s of street %d.</p>", i),
			"salary_min": int64(50_000 + i), "salary_currency": "EUR",
		})
	}
}

func TestALongListIsSearchedAndFilteredByItsAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact)
		v.hides(v.get("/careers?q=engineer"), `name="q"`) // a short one needs no search
		v.manyJobs()
		whole := v.get("/careers")
		v.shows(whole, 200, `name="q"`, "Place: All", "São Paulo, Brazil", "Keeper A", "Keeper L", "€50,011 a year")
		v.hides(whole, "of 1")
		for _, test := range []struct {
			query      string
			has, lacks string
		}{
			{"place=Lisbon%2C+Portugal", "Keeper B", "Keeper A"},
			{"workplace=remote", "Keeper C", "Keeper B"},
			{"type=contract&place=Delhi%2C+India", "Keeper D", "Keeper A"},
			{"q=KEEPER+street+7", "Keeper H", "Keeper A"},
			{"q=sao+paulo", "Keeper C", "Keeper A"},
		} {
			w := v.get("/careers?" + test.query)
			v.shows(w, 200, test.has+"</a>", "Show all jobs", `<link rel="canonical" href="https://vitrine.example/careers">`)
			v.hides(w, test.lacks+"</a>")
		}
		v.shows(v.get("/careers?q=nobody"), 200, "No job matches.", "Show all jobs")
		if a, b := v.get("/careers?utm_source=x&workplace=elsewhere"), v.get("/careers"); a.Body.String() != b.Body.String() {
			t.Error("a query that is no filter changes the page")
		}
		v.hides(v.get("/careers?q=%3Cscript%3Ealert(1)%3C/script%3E"), "<script>alert")
	})
}

func TestListsByWhatVisitorsLookForAreBounded(t *testing.T) {
	v := open(t, storetest.SQLite(t), func(o *site.Options) { o.Limits = limit.New(time.Now) })
	v.manyJobs()
	refused := 0
	for i := range 200 {
		if w := v.get("/careers?q=" + url.QueryEscape(fmt.Sprint("word ", i))); w.Code == 429 {
			refused++
		} else {
			v.shows(w, 200)
		}
	}
	if refused == 0 {
		t.Error("one visitor may ask for any number of lists")
	}
	v.shows(v.get("/careers"), 200)
	v.shows(v.get("/careers?q=word+0"), 200) // is there already
}
