package site_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"log/slog"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

func TestEveryPageIsThereWithItsTexts(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	for _, c := range []struct {
		path   string
		status int
		texts  []string
	}{
		{"/", 200, []string{"Software is going shopping", "Agentic Commerce", "Identify", "Parchi", "Join Our Team"}},
		{"/about", 200, []string{"We come up with companies", "Our Approach", "Managing Partner", "Why we build in commerce"}},
		{"/careers", 200, []string{"Founding Engineer, Agentic Checkout", "Ship the first checkout to ten live shops", "more..."}},
		{"/careers/founding-engineer-agentic-checkout", 200, []string{"Back to all jobs", "Hire the second engineer", "JobPosting", "How to apply"}},
		{"/contact", 200, []string{"Send message", "hello@vitrine.example", `action="/contact"`}},
		{"/nowhere", 404, []string{"Oops! Page not found", `href="/admin/login"`, `content="noindex"`}},
		{"/careers/no-such-job", 404, []string{"Oops! Page not found"}},
		{"/careers/a/b", 404, []string{"Oops! Page not found"}},
	} {
		w := v.get(c.path)
		v.shows(w, c.status, append(c.texts, "<!doctype html>", `id="state"`)...)
		if strings.Contains(w.Body.String(), " style=") {
			t.Errorf("%s has a style attribute", c.path)
		}
	}
}

func TestAPageIsKeptUntilItsContentChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s)
		before := v.get("/")
		tag := before.Header().Get("ETag")
		v.shows(v.get("/", "If-None-Match", tag), 304)
		v.shows(v.get("/", "If-None-Match", "*"), 304)
		v.shows(v.get("/nowhere", "If-None-Match", "*"), 404)
		about := v.get("/about").Header().Get("ETag")
		v.change(&schema.HeroContent, store.Row{"title": "The window is open. Come in."})
		after := v.get("/", "If-None-Match", tag)
		v.shows(after, 200, "The window is open. Come in.")
		if got := v.get("/about").Header().Get("ETag"); got != about {
			t.Error("a change of the hero touched the about page")
		}
		v.change(&schema.FeaturedAreas, store.Row{"title": "Quiet Commerce"})
		v.shows(v.get("/"), 200, "Quiet Commerce")
		v.change(&schema.NavigationLinks, store.Row{"name": "Start"})
		for _, path := range []string{"/", "/about", "/careers", "/contact", "/nowhere"} {
			v.shows(v.get(path), v.get(path).Code, `"name":"Start"`)
		}
	})
}

func TestAnEmptyMenuIsTheBuiltInOneAndAHiddenOneIsNone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s)
		if _, err := s.AsSystem().Update(t.Context(), &schema.NavigationLinks, store.Gt("id", 0), store.Row{"is_visible": false}); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get("/contact"), 200, `"navigation_links":[]`)
		if _, err := s.AsSystem().Delete(t.Context(), &schema.NavigationLinks, store.Gt("id", 0)); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get("/contact"), 200, `"name":"About Us"`)
	})
}

func TestPicturesThatThePolicyKeepsOutAreNotAskedFor(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	for given, shown := range map[string]string{
		"http://elsewhere.example/a.png": "", "https://elsewhere.example/a.png": "https://elsewhere.example/a.png", "/storage/a.png": "/storage/a.png", origin + "/storage/a.png": "/storage/a.png",
	} {
		v.change(&schema.PortfolioCompanies, store.Row{"logo_url": given})
		v.shows(v.get("/"), 200, `"logo_url":"`+shown+`"`)
		v.change(&schema.TeamMembers, store.Row{"image_url": given})
		v.shows(v.get("/about"), 200, `"image_url":"`+shown+`"`)
	}
}

func TestAHiddenPortfolioIsNotInTheDataEither(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	v.shows(v.get("/"), 200, "Parchi")
	section := store.Eq("section_name", schema.PortfolioCompanies.Name)
	if _, err := v.store.AsSystem().Update(t.Context(), &schema.HomepageSections, section, store.Row{"is_visible": false}); err != nil {
		t.Fatal(err)
	}
	v.shows(v.get("/"), 200, `"portfolio_companies":[]`)
	if _, err := v.store.AsSystem().Delete(t.Context(), &schema.HomepageSections, section); err != nil {
		t.Fatal(err)
	}
	v.shows(v.get("/"), 200, `"portfolio_companies":[]`)
}

func TestAJobComesGoesAndKeepsItsAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s)
		job := v.first(&schema.JobListings)
		path := "/careers/" + job.Text("slug")
		v.shows(v.get(path), 200, job.Text("title"))
		v.change(&schema.JobListings, store.Row{"title": "Shopkeeper"})
		v.shows(v.get(path), 200, "Shopkeeper")
		v.shows(v.get("/careers"), 200, "Shopkeeper")
		if _, err := s.AsSystem().Delete(t.Context(), &schema.JobListings, store.Eq("id", job.Int("id"))); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get(path), 404, `"page":"not-found"`)
	})
}

func TestAClientGetsTheCodingItTakes(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	plain := v.get("/").Body.String()
	for header, want := range map[string]string{
		"gzip, deflate, br, zstd": "br", "zstd, gzip": "zstd", "gzip": "gzip", "br;q=0, gzip;q=0.5": "gzip", "identity": "", "": "", "br;q=0": "", "brown": "",
	} {
		w := v.get("/", "Accept-Encoding", header)
		if got := w.Header().Get("Content-Encoding"); got != want {
			t.Errorf("%q is answered with %q, want %q", header, got, want)
			continue
		}
		var r io.Reader = w.Body
		switch want {
		case "br":
			r = brotli.NewReader(r)
		case "gzip":
			r, _ = gzip.NewReader(r)
		case "zstd":
			r, _ = zstd.NewReader(r)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != plain {
			t.Errorf("%q: the page is not the same (%v)", header, err)
		}
	}
	if w := v.ask("HEAD", "/", ""); w.Body.Len() != 0 || w.Header().Get("Content-Length") == "" {
		t.Error("HEAD has a body or no length")
	}
}

func TestHeadersKeepAPageFromBeingMisused(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	h := v.get("/").Header()
	for _, want := range []string{"default-src 'none'", "script-src 'self';", "'sha256-", "frame-ancestors 'none'", "require-trusted-types-for 'script'"} {
		if !strings.Contains(h.Get("Content-Security-Policy"), want) {
			t.Errorf("the policy lacks %s", want)
		}
	}
	if strings.Contains(h.Get("Content-Security-Policy"), "unsafe") || h.Get("Cache-Control") != "no-cache" || h.Get("Vary") != "Accept-Encoding" {
		t.Errorf("headers: %v", h)
	}
}

func TestNothingOfTheRequestReachesAPage(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	clean := v.get("/").Body.String()
	poisoned := v.get("/?utm=poison", "X-Forwarded-Host", "evil.example", "Host", "evil.example", "Cookie", "a=poison", "Authorization", "Bearer poison").Body.String()
	if clean != poisoned {
		t.Error("the page depends on the request")
	}
	v.shows(v.get("/<script>alert(1)</script>"), 404)
	if strings.Contains(v.get("/<script>alert(1)</script>").Body.String(), "alert(1)") {
		t.Error("the 404 page repeats the address")
	}
}

func TestWhatEditorsWriteCannotLeaveItsPlace(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	evil := `</script><script>alert(1)</script><img src=x onerror=alert(1)>` + "\u2028"
	v.change(&schema.HeroContent, store.Row{"title": evil, "subtitle": evil + `<p onclick="alert(1)">fine</p>`})
	v.change(&schema.FocusAreas, store.Row{"title": evil, "description": evil})
	for _, path := range []string{"/", "/about"} {
		body := v.get(path).Body.String()
		if regexp.MustCompile(`<script>|<img src=x|<[^>]*onclick=`).MatchString(body) {
			t.Errorf("%s: markup got through", path)
		}
		_, state, _ := strings.Cut(body, `id="state">`)
		if state, _, _ = strings.Cut(state, "</script>"); strings.ContainsAny(state, "<>&\u2028") {
			t.Errorf("%s: the state block can be left", path)
		}
	}
	v.shows(v.get("/"), 200, "<p>fine</p>")
}

func TestPagesStayUpWhenTheDatabaseIsGone(t *testing.T) {
	s, err := engines.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	v := open(t, s, withReact)
	slug := v.first(&schema.JobListings).Text("slug")
	v.shows(v.get("/contact"), 200)
	s.Close()
	v.shows(v.get("/"), 200, "Software is going shopping", "Identify")
	v.shows(v.get("/about"), 200, "We come up with companies")
	v.shows(v.get("/careers"), 200, "Failed to load job listings. Please try again later.", `"job_listings":[]`)
	v.shows(v.get("/careers/"+slug), 200, "Failed to load job listings. Please try again later.")
	v.shows(v.get("/contact"), 200, "hello@vitrine.example")
	v.shows(v.get("/nowhere"), 404, "Oops! Page not found")
	v.shows(v.get("/sitemap.xml"), 200, origin+"/about")
	v.shows(v.post("/contact", message()), 503, "Failed to submit your message. Please try again later.", "1 &lt; 2")
	v.shows(v.post("/newsletter", url.Values{"email": {"a@example.com"}}), 503, "Unable to verify subscription status. Please try again later.")
}

func TestManyVisitorsOfANewPageRenderItOnce(t *testing.T) {
	var rendered atomic.Int64
	v := open(t, storetest.SQLite(t), func(o *site.Options) {
		o.Rendered = func(string, time.Duration, error) { rendered.Add(1) }
	})
	tags := make([]string, 40)
	var all sync.WaitGroup
	for i := range tags {
		all.Go(func() { tags[i] = v.get("/about").Header().Get("ETag") })
	}
	all.Wait()
	for _, tag := range tags {
		if tag != tags[0] || tag == "" {
			t.Fatal("visitors saw different pages")
		}
	}
	if n := rendered.Load(); n != 1 {
		t.Errorf("rendered %d times", n)
	}
}

func TestTheYearTurnsOnKeptPages(t *testing.T) {
	now := time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC)
	v := open(t, storetest.SQLite(t), func(o *site.Options) { o.Now = func() time.Time { return now } })
	v.shows(v.get("/"), 200, `"year":2026`)
	now = now.Add(time.Second)
	v.shows(v.get("/"), 200, `"year":2027`)
}

func TestALongListOfJobsIsOnePage(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, withReact)
	const n = 1000
	rows := make([]store.Row, n)
	long := strings.Repeat("न", schema.MaxTitle)
	for i := range rows {
		rows[i] = store.Row{"title": long, "location": long, "about": "<p>" + long + "</p>", "rank": i + 1}
	}
	rows, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, rows...)
	if err != nil {
		t.Fatal(err)
	}
	var lines []store.Row
	for _, row := range rows {
		line := store.Row{"job_id": row["id"], "description": strings.Repeat("r", schema.MaxText)}
		lines = append(lines, line, line)
	}
	if _, err := s.AsSystem().Insert(t.Context(), &schema.JobResponsibilities, lines...); err != nil {
		t.Fatal(err)
	}
	w := v.get("/careers")
	if found := strings.Count(w.Body.String(), `class="job"`); w.Code != 200 || found != n+4 {
		t.Errorf("status %d, %d jobs", w.Code, found)
	}
}

func TestTheStateIsTheDataOfThePage(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	state := regexp.MustCompile(`id="state">(.*?)</script>`).FindStringSubmatch(v.get("/careers").Body.String())
	var page struct {
		Page string
		Key  string
		Jobs []struct {
			Slug             string
			Responsibilities []string
			More             int
		} `json:"job_listings"`
	}
	if err := json.Unmarshal([]byte(state[1]), &page); err != nil {
		t.Fatal(err)
	}
	if page.Page != "careers" || page.Key != "sb_publishable_vitrine" || len(page.Jobs) != 4 || len(page.Jobs[0].Responsibilities) != 2 || page.Jobs[0].More != 3 {
		t.Errorf("%+v", page)
	}
}
