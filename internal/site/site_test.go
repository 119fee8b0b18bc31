package site_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/web"
	builtin "vitrine/web/src/content"
)

const origin = "https://vitrine.example"

type visit struct {
	t       *testing.T
	store   *store.Store
	handler http.Handler
}

// plain is a bundle that shows the data of a page as it is. It loads in no
// time; React itself is tried where it matters.
const plain = `render = (json) => JSON.stringify({ head: "", body: "<pre>" + json + "</pre>" })`

// withReact renders pages as visitors see them. The race detector slows the
// engine down far beyond the time that a page has.
func withReact(o *site.Options) { o.Dist, o.Time = web.Dist(), time.Minute }

func open(t *testing.T, s *store.Store, change ...func(*site.Options)) visit {
	t.Helper()
	if err := content.Seed(t.Context(), s.Itself(), builtin.JSON, true); err != nil {
		t.Fatal(err)
	}
	o := site.Options{Store: s, Dist: withBundle(t, plain), Builtin: builtin.JSON, Origin: origin, AnonKey: "sb_publishable_vitrine", Log: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&o)
	}
	pages, err := site.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	mux := http.NewServeMux()
	pages.Routes(mux)
	return visit{t, s, mux}
}

func (v visit) ask(method, path, body string, header ...string) *httptest.ResponseRecorder {
	v.t.Helper()
	r := httptest.NewRequestWithContext(v.t.Context(), method, path, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	v.handler.ServeHTTP(w, r)
	return w
}

func (v visit) get(path string, header ...string) *httptest.ResponseRecorder {
	v.t.Helper()
	return v.ask("GET", path, "", header...)
}

func (v visit) post(path string, form url.Values, header ...string) *httptest.ResponseRecorder {
	v.t.Helper()
	return v.ask("POST", path, form.Encode(), append([]string{"Content-Type", "application/x-www-form-urlencoded", "Origin", origin}, header...)...)
}

func (v visit) shows(w *httptest.ResponseRecorder, status int, texts ...string) {
	v.t.Helper()
	if w.Code != status {
		v.t.Errorf("status %d, want %d", w.Code, status)
	}
	if status == 503 && w.Header().Get("Retry-After") == "" {
		v.t.Error("a 503 does not say when to try again")
	}
	for _, text := range texts {
		if !strings.Contains(w.Body.String(), text) {
			v.t.Errorf("%q is not on the page", text)
		}
	}
}

// first is the only or first row of a table.
func (v visit) first(t *schema.Table) store.Row {
	v.t.Helper()
	rows, err := v.store.Itself().Select(v.t.Context(), t, store.Query{Limit: store.Limit(1)})
	if err != nil || len(rows) == 0 {
		v.t.Fatalf("no row in %s: %v", t.Name, err)
	}
	return rows[0]
}

func (v visit) change(t *schema.Table, patch store.Row) {
	v.t.Helper()
	if _, err := v.store.Itself().Update(v.t.Context(), t, store.Eq("id", v.first(t).Int("id")), patch); err != nil {
		v.t.Fatal(err)
	}
}

func TestEveryPageIsThereWithItsTexts(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	for _, c := range []struct {
		path   string
		status int
		texts  []string
	}{
		{"/", 200, []string{"Software is going shopping", "Agentic Commerce", "Identify", "Parchi", "Join Our Team"}},
		{"/about", 200, []string{"We are a venture studio for commerce.", "Our Approach", "Managing Partner", "Why we build in commerce"}},
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

func TestAJobComesGoesAndKeepsItsAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s)
		job := v.first(&schema.JobListings)
		path := "/careers/" + job.Text("slug")
		v.shows(v.get(path), 200, job.Text("title"))
		v.change(&schema.JobListings, store.Row{"title": "Shopkeeper"})
		v.shows(v.get(path), 200, "Shopkeeper")
		v.shows(v.get("/careers"), 200, "Shopkeeper")
		if _, err := s.Itself().Delete(t.Context(), &schema.JobListings, store.Eq("id", job.Int("id"))); err != nil {
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
	s, err := store.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	v := open(t, s, withReact)
	slug := v.first(&schema.JobListings).Text("slug")
	v.shows(v.get("/contact"), 200)
	s.Close()
	v.shows(v.get("/"), 200, "Software is going shopping", "Identify")
	v.shows(v.get("/about"), 200, "We are a venture studio for commerce.")
	v.shows(v.get("/careers"), 200, "Failed to load job listings. Please try again later.", `"job_listings":[]`)
	v.shows(v.get("/careers/"+slug), 200, "Failed to load job listings. Please try again later.")
	v.shows(v.get("/contact"), 200, "hello@vitrine.example")
	v.shows(v.get("/nowhere"), 404, "Oops! Page not found")
	v.shows(v.get("/sitemap.xml"), 200, origin+"/about")
	v.shows(v.post("/contact", message()), 503, "Failed to submit your message. Please try again later.", "1 &lt; 2")
	v.shows(v.post("/newsletter", url.Values{"email": {"a@example.com"}}), 503, "Unable to subscribe at this time. Please try again later.")
}

func TestManyVisitorsOfANewPageRenderItOnce(t *testing.T) {
	v := open(t, storetest.SQLite(t))
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
}

func TestTheYearTurnsOnKeptPages(t *testing.T) {
	now := time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC)
	v := open(t, storetest.SQLite(t), func(o *site.Options) { o.Now = func() time.Time { return now } })
	v.shows(v.get("/"), 200, `"year":2026`)
	now = now.Add(time.Second)
	v.shows(v.get("/"), 200, `"year":2027`)
}

func message() url.Values {
	return url.Values{"name": {"Asha <b>Rao</b>"}, "email": {"asha@example.com"}, "subject": {"R&D"}, "message": {"1 < 2"}}
}

type postbox struct {
	sent bool
	mode map[string]any
}

func (p postbox) RecordContact(context.Context, store.Session, store.Row) ([]string, error) {
	return []string{"contact"}, nil
}
func (p postbox) RecordNewsletter(context.Context, store.Session, store.Row) ([]string, error) {
	return []string{"newsletter"}, nil
}
func (p postbox) Try(context.Context, ...string) (bool, error)     { return p.sent, nil }
func (p postbox) TestMode(context.Context) (map[string]any, error) { return p.mode, nil }

func TestAMessageArrivesWithoutJavaScript(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, c := range []struct {
			mail postbox
			said string
		}{
			{postbox{sent: true}, "Your message has been sent successfully! You will also receive a confirmation email shortly."},
			{postbox{}, "Your message has been received, but there was an issue sending the confirmation email."},
			{postbox{sent: true, mode: map[string]any{"testMode": true, "testEmail": "t@example.com"}}, "Your message has been received. Emails are in test mode and go to t@example.com."},
		} {
			v := open(t, s, func(o *site.Options) { o.Mail = c.mail })
			w := v.post("/contact", message())
			v.shows(w, 200, `"ok":true`, c.said)
			if w.Header().Get("Cache-Control") != "no-store" {
				t.Error("a result may be kept")
			}
			row := v.first(&schema.ContactFormSubmissions)
			if row.Text("name") != "Asha Rao" || row.Text("message") != "1 < 2" {
				t.Errorf("stored %v", row)
			}
		}
	})
}

func TestAnIncompleteMessageComesBackWithItsText(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	form := message()
	form.Set("email", "asha@")
	form.Set("subject", " <i></i> ")
	v.shows(v.post("/contact", form), 422, "Please enter a valid email address.", "1 &lt; 2", `value="asha@"`)
}

func TestFormsOfOthersAreRefused(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	for _, header := range [][]string{
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		v.shows(v.post("/contact", message(), header...), 403)
	}
	v.shows(v.post("/contact", message(), "Content-Type", "application/json"), 415)
	v.shows(v.post("/contact", url.Values{"message": {strings.Repeat("x", 80<<10)}}), 413)
	if n, _ := v.store.Itself().Count(t.Context(), &schema.ContactFormSubmissions); n != 0 {
		t.Errorf("%d messages were stored", n)
	}
	v.shows(v.ask("DELETE", "/about", ""), 405)
}

func TestTheNewsletterWithoutJavaScript(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, func(o *site.Options) { o.Mail = postbox{} })
		for _, c := range []struct {
			email  string
			status int
			said   string
		}{
			{"a@example.com", 200, "Thank you for subscribing to our newsletter!"},
			{" A@example.com ", 200, "You're already subscribed to our newsletter!"},
			{"a@b", 422, "Please enter a valid email address."},
			{"", 422, "Please enter a valid email address."},
		} {
			v.shows(v.post("/newsletter", url.Values{"email": {c.email}}), c.status, c.said)
		}
	})
}

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
	})
}

func TestALongListOfJobsIsOnePage(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, withReact)
	const n = 100
	rows := make([]store.Row, n)
	for i := range rows {
		rows[i] = store.Row{"title": "Shopkeeper", "location": "Delhi, India", "about": "<p>" + strings.Repeat("Keep a shop. ", 60) + "</p>", "rank": i + 1}
	}
	if _, err := s.Itself().Insert(t.Context(), &schema.JobListings, rows...); err != nil {
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
