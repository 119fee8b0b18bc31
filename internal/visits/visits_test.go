package visits_test

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/visits"
)

// script is a sequence of beacons with what must come of them.
type script struct {
	dice     *rand.Rand
	visits   map[row]int64
	visitors map[string]map[string]bool // by day
}

type beacon struct {
	address, body string
	headers       []string
}

var hosts = []string{"", "", "", ".", ".", ".", "search.example", "news.example", "social.example", "Search.Example"}

var leftOut = [][]string{
	{"User-Agent", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"},
	{"User-Agent", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.0.0 Safari/537.36"},
	{"User-Agent", "curl/8.14.1"},
	{"User-Agent", ""},
	{"Sec-Fetch-Site", ""},
	{"Sec-Fetch-Site", "cross-site"},
	{"DNT", "1"},
	{"Sec-GPC", "1"},
	{"Sec-Purpose", "prefetch;prerender"},
}

// next makes up a beacon of the day. One in four is not to be counted.
func (s *script) next(day string) beacon {
	b := beacon{address: fmt.Sprintf("192.0.2.%d", s.dice.IntN(150))}
	path := pages[s.dice.IntN(len(pages))]
	if s.dice.IntN(20) == 0 {
		path = fmt.Sprintf("/made-up/%d", s.dice.IntN(1000))
	}
	host := hosts[s.dice.IntN(len(hosts))]
	b.body = host + path
	agent := []string{firefox, safari}[s.dice.IntN(2)]
	b.headers = []string{"User-Agent", agent}
	if s.dice.IntN(4) == 0 {
		b.headers = append(b.headers, leftOut[s.dice.IntN(len(leftOut))]...)
		return b
	}
	at := row{day, path, strings.ToLower(host)}
	if strings.HasPrefix(path, "/made-up") {
		at.path = "other"
	}
	if host == "." {
		at.referrer = "/"
	}
	s.visits[at]++
	if s.visitors[day] == nil {
		s.visitors[day] = map[string]bool{}
	}
	s.visitors[day][b.address+agent] = true
	return b
}

// TestTenThousandVisitsAreCountedAsTheyWere sends beacons of people and machines
// to one server on SQLite and to two on PostgreSQL, at once and over four days.
func TestTenThousandVisitsAreCountedAsTheyWere(t *testing.T) {
	run := func(t *testing.T, stores ...*store.Store) {
		settle(t, stores[0], "Europe/Lisbon")
		clock := storetest.NewClock()
		var doors []*door
		for _, s := range stores {
			doors = append(doors, open(t, s, clock.Now, nil))
		}
		truth := &script{rand.New(rand.NewPCG(6, 10_000)), map[row]int64{}, map[string]map[string]bool{}}
		const each = 500
		for range 20 {
			batch := make([]beacon, each)
			for i := range batch {
				batch[i] = truth.next(clock.Now().Format("2006-01-02")) // Lisbon has UTC in November
			}
			var wait sync.WaitGroup
			for i, d := range doors {
				for part := range 2 {
					wait.Go(func() {
						for n := 2*i + part; n < each; n += 2 * len(doors) {
							if got := d.send(batch[n].address, batch[n].body, batch[n].headers...); got != 204 {
								t.Errorf("%v is answered with %d", batch[n], got)
							}
						}
					})
				}
				wait.Go(func() { d.counter.Flush(t.Context()) })
			}
			wait.Wait()
			for _, d := range doors {
				d.flush() // within the minute in which a day that is over is still known
			}
			clock.Pass(5 * time.Hour)
			for _, d := range doors {
				d.tick()
			}
		}
		got, visitors := map[row]int64{}, map[string]int64{}
		for at, n := range doors[0].rows() {
			got[at] = n.visits
			visitors[at.day] += n.visitors
		}
		if !maps.Equal(got, truth.visits) {
			for at, n := range truth.visits {
				if got[at] != n {
					t.Errorf("%v has %d visits, want %d", at, got[at], n)
				}
				delete(got, at)
			}
			t.Errorf("beyond the truth: %v", got)
		}
		for day, who := range truth.visitors {
			if visitors[day] != int64(len(who)) {
				t.Errorf("%s has %d visitors, want %d", day, visitors[day], len(who))
			}
		}
	}
	t.Run("sqlite", func(t *testing.T) { run(t, storetest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) {
		url := storetest.PostgresURL(t)
		run(t, storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url}))
	})
}

func TestAVisitorCountsOnceADayAtThePageTheyCameInBy(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		clock := storetest.NewClock()
		d := open(t, s, clock.Now, nil)
		for _, body := range []string{"search.example/careers", "./careers/lamplighter", "./careers", "search.example/careers"} {
			d.send("192.0.2.1", body)
			d.flush()
		}
		d.send("192.0.2.1", "/", "User-Agent", safari) // somebody else behind the same address
		d.flush()
		want := map[row]counts{
			{"2026-11-15", "/careers", "search.example"}: {2, 1},
			{"2026-11-15", "/careers/lamplighter", "/"}:  {1, 0},
			{"2026-11-15", "/careers", "/"}:              {1, 0},
			{"2026-11-15", "/", ""}:                      {1, 1},
		}
		if got := d.rows(); !maps.Equal(got, want) {
			t.Errorf("counted %v, want %v", got, want)
		}
	})
}

func TestADayEndsAtTheStudiosMidnightAndIsForgotten(t *testing.T) {
	run := func(t *testing.T, o store.Options) {
		clock := storetest.NewClock()
		s := storetest.Open(t, o)
		settle(t, s, "Asia/Kolkata")
		d := open(t, s, clock.Now, nil)
		clock.Pass(6*time.Hour + 29*time.Minute) // 23:59 there
		d.tick()
		d.send("192.0.2.1", "/")
		clock.Pass(time.Minute)
		d.send("192.0.2.1", "/")
		d.tick()
		if want := (map[row]counts{{"2026-11-15", "/", ""}: {1, 1}, {"2026-11-16", "/", ""}: {1, 1}}); !maps.Equal(d.rows(), want) {
			t.Errorf("counted %v, want %v", d.rows(), want)
		}
		clock.Pass(2 * time.Minute)
		d.tick()
	}
	t.Run("sqlite", func(t *testing.T) { run(t, store.Options{Dir: storetest.Folder(t)}) })
	t.Run("postgres", func(t *testing.T) {
		url := storetest.PostgresURL(t)
		run(t, store.Options{URL: url})
		db, err := sql.Open("pgx", url)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, table := range []string{"visit_salts", "visitors"} {
			var left, kept int
			if err := db.QueryRow("SELECT count(*) FILTER (WHERE day < '2026-11-16'), count(*) FROM "+table).Scan(&left, &kept); err != nil || left != 0 || kept != 1 {
				t.Errorf("%s has %d rows of yesterday and %d in all (%v)", table, left, kept, err)
			}
		}
	})
}

func TestTheDayFollowsTheTimeZoneThatWasSaved(t *testing.T) {
	storetest.EachAt(t, func(t *testing.T, s *store.Store, clock *storetest.Clock) {
		settle(t, s, "UTC")
		d := open(t, s, clock.Now, nil)
		if _, err := s.AsSystem().Update(t.Context(), &schema.SiteSettings, store.All{}, store.Row{"time_zone": "Pacific/Kiritimati"}); err != nil {
			t.Fatal(err)
		}
		d.tick()
		d.send("192.0.2.1", "/about")
		d.flush()
		if want := (map[row]counts{{"2026-11-16", "/about", ""}: {1, 1}}); !maps.Equal(d.rows(), want) {
			t.Errorf("counted %v, want %v", d.rows(), want)
		}
	})
}

// TestADayHasAThousandRowsWhateverIsSent claims to come from thousands of hosts:
// pages keep rows of their own, and no visit is lost.
func TestADayHasAThousandRowsWhateverIsSent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := open(t, s, storetest.NewClock().Now, nil)
		const flood = 4000
		for i := range flood {
			d.send("192.0.2.9", fmt.Sprintf("host-%d.example%s", i, pages[i%len(pages)]))
			if i%700 == 0 {
				d.flush()
			}
		}
		d.send("192.0.2.1", "/contact")
		d.send("192.0.2.1", "late.example/contact")
		d.flush()
		rows, all, named := d.rows(), int64(0), 0
		for at, n := range rows {
			all += n.visits
			if strings.HasSuffix(at.referrer, ".example") {
				named++
			}
		}
		if len(rows) > visits.MaxRows || named > visits.MaxHosts || all != flood+2 {
			t.Errorf("%d rows, %d of them with a host, hold %d visits", len(rows), named, all)
		}
		if rows[row{"2026-11-15", "/contact", ""}] != (counts{1, 1}) || rows[row{"2026-11-15", "/contact", "other"}].visits == 0 {
			t.Error("a page has lost its row to the flood")
		}
	})
}

// TestADayOfManyPagesHasAThousandRows: those beyond are one.
func TestADayOfManyPagesHasAThousandRows(t *testing.T) {
	defer func(was []string) { pages = was }(pages)
	for i := range 1500 {
		pages = append(pages, fmt.Sprintf("/careers/job-%d", i))
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := open(t, s, storetest.NewClock().Now, nil)
		for i, path := range pages {
			d.send("192.0.2.9", path)
			if i%400 == 0 {
				d.flush()
			}
		}
		d.flush()
		rows, all := d.rows(), int64(0)
		for _, n := range rows {
			all += n.visits
		}
		if len(rows) != visits.MaxRows || all != int64(len(pages)) || rows[row{"2026-11-15", "other", "other"}].visits != int64(len(pages)-visits.MaxRows+1) {
			t.Errorf("%d rows hold %d visits", len(rows), all)
		}
	})
}

func TestAFloodFromOneAddressIsRefused(t *testing.T) {
	clock := storetest.NewClock()
	d := open(t, storetest.SQLite(t), clock.Now, limit.New(clock.Now))
	refused := 0
	for range 1000 {
		if d.send("192.0.2.9", "/") == 429 {
			refused++
		}
	}
	if refused != 1000-visits.Burst || d.send("192.0.2.1", "/") != 204 {
		t.Errorf("%d of 1000 were refused", refused)
	}
	d.flush()
	if got := d.rows()[row{"2026-11-15", "/", ""}]; got != (counts{visits.Burst + 1, 2}) {
		t.Errorf("counted %v", got)
	}
}

func TestABeaconIsShortAndSaysWhatItMust(t *testing.T) {
	d := open(t, storetest.SQLite(t), storetest.NewClock().Now, nil)
	for body, want := range map[string]int{
		"": 400, "no slash": 400, "/": 204, "./about": 204,
		strings.Repeat("host.", visits.MaxBeacon/5): 204, "/" + strings.Repeat("x", visits.MaxBeacon-1): 204, "/" + strings.Repeat("x", visits.MaxBeacon): 413,
	} {
		if got := d.send("192.0.2.1", body); got != want {
			t.Errorf("%.20q of %d bytes is answered with %d, want %d", body, len(body), got, want)
		}
	}
	d.flush()
	want := map[row]counts{{"2026-11-15", "/", ""}: {1, 1}, {"2026-11-15", "/about", "/"}: {1, 0}, {"2026-11-15", "other", ""}: {1, 0}, {"2026-11-15", "other", "other"}: {1, 0}}
	if got := d.rows(); got[row{"2026-11-15", "/about", "/"}].visits != 1 || len(got) != len(want) {
		t.Errorf("counted %v, want %v", got, want)
	}
}

func TestWhatAReferrerSaysIsAHostOrNothing(t *testing.T) {
	d := open(t, storetest.SQLite(t), storetest.NewClock().Now, nil)
	for from, want := range map[string]string{
		"": "", ".": "/", "studio.example": "/", "NEWS.example": "news.example", "xn--bcher-kva.example": "xn--bcher-kva.example",
		"<script>": "other", "a b": "other", "user:pass@host": "other", strings.Repeat("a", 130): "other",
	} {
		d.send("192.0.2.1", from+"/contact")
		d.flush()
		for at := range d.rows() {
			if at.referrer != want {
				t.Errorf("%q is counted as %q, want %q", from, at.referrer, want)
			}
		}
		if _, err := d.store.AsSystem().Delete(t.Context(), &schema.VisitDays, store.All{}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestMachinesAndThoseWhoWantToBeLeftAloneAreNotCounted(t *testing.T) {
	d := open(t, storetest.SQLite(t), storetest.NewClock().Now, nil)
	for _, headers := range leftOut {
		if got := d.send("192.0.2.1", "/", headers...); got != 204 {
			t.Errorf("%v is answered with %d", headers, got)
		}
	}
	for _, agent := range []string{
		"Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "Mozilla/5.0 (Linux; Android 11; moto g power) Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse",
		"facebookexternalhit/1.1", "Mozilla/5.0 (compatible; YandexBot/3.0)", "Mozilla/5.0 (compatible; archive.org_bot)", "python-requests/2.32", "Go-http-client/2.0",
	} {
		d.send("192.0.2.1", "/", "User-Agent", agent)
	}
	d.flush()
	if got := d.rows(); len(got) != 0 {
		t.Errorf("counted %v", got)
	}
	for _, agent := range []string{
		firefox, safari, "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
		"Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
	} {
		d.send("192.0.2.1", "/", "User-Agent", agent, "DNT", "0", "Sec-GPC", "0")
	}
	d.flush()
	if got := d.rows()[row{"2026-11-15", "/", ""}]; got != (counts{4, 4}) {
		t.Errorf("people are counted as %v", got)
	}
}

// TestASiteWithoutTLSLooksAtTheOrigin: browsers tell it no more.
func TestASiteWithoutTLSLooksAtTheOrigin(t *testing.T) {
	s := storetest.SQLite(t)
	d := open(t, s, storetest.NewClock().Now, nil)
	c, err := visits.New(t.Context(), visits.Options{Store: s, Origin: "http://studio.example", Now: storetest.NewClock().Now, Shows: func(context.Context, string) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	d.counter, d.mux = c, newMux(c)
	d.send("192.0.2.1", "/", "Sec-Fetch-Site", "", "Origin", "http://studio.example")
	d.send("192.0.2.1", "/", "Sec-Fetch-Site", "", "Origin", "http://elsewhere.example")
	d.send("192.0.2.1", "/", "Sec-Fetch-Site", "", "Origin", "")
	d.flush()
	if got := d.rows()[row{"2026-11-15", "/", ""}]; got != (counts{1, 1}) {
		t.Errorf("counted %v", got)
	}
}

func TestWhatCouldNotBeWrittenIsWrittenLater(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := open(t, s, storetest.NewClock().Now, nil)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		d.send("192.0.2.1", "news.example/")
		if d.counter.Flush(gone) == nil {
			t.Fatal("written without a database")
		}
		d.send("192.0.2.1", "news.example/")
		d.flush()
		d.flush()
		if want := (map[row]counts{{"2026-11-15", "/", "news.example"}: {2, 1}}); !maps.Equal(d.rows(), want) {
			t.Errorf("counted %v, want %v", d.rows(), want)
		}
	})
}

func TestAServerThatStopsWritesWhatItCounted(t *testing.T) {
	d := open(t, storetest.SQLite(t), storetest.NewClock().Now, nil)
	d.send("192.0.2.1", "/")
	stopping, stop := context.WithCancel(t.Context())
	stop()
	d.counter.Run(stopping)
	if got := d.rows(); len(got) != 1 {
		t.Errorf("counted %v", got)
	}
}

func TestDaysThatNobodyComparesAreRemoved(t *testing.T) {
	storetest.EachAt(t, func(t *testing.T, s *store.Store, clock *storetest.Clock) {
		d := open(t, s, clock.Now, nil)
		for _, ago := range []int{visits.KeptDays + 1, visits.KeptDays, 0} {
			storetest.Add(t, s, &schema.VisitDays, store.Row{"day": clock.Now().AddDate(0, 0, -ago).Format("2006-01-02"), "path": "/"})
		}
		d.tick()
		if got := d.rows(); len(got) != 2 {
			t.Errorf("kept %v", got)
		}
	})
}
