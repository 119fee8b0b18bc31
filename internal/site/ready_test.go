package site_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	builtin "vitrine/web/src/content"
)

// sink is a ResponseWriter that costs nothing.
type sink struct {
	header http.Header
	status int
	bytes  int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(b []byte) (int, error) { s.bytes = len(b); return len(b), nil }

// plainPages is a site whose pages show their data as it is.
func plainPages(t *testing.T, s *store.Store, change ...func(*site.Options)) *site.Site {
	t.Helper()
	if err := content.Seed(t.Context(), s.AsSystem(), builtin.JSON, true); err != nil {
		t.Fatal(err)
	}
	o := site.Options{Store: s, Dist: withBundle(t, plain), Builtin: builtin.JSON, Origin: origin, Log: slog.New(slog.DiscardHandler)}
	for _, c := range change {
		c(&o)
	}
	pages, err := site.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	return pages
}

// running makes the pages ready until the test ends.
func running(t *testing.T, pages *site.Site) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { pages.Run(ctx); close(ended) }()
	t.Cleanup(func() { stop(); <-ended })
}

// ready waits until a page is cached with a text.
func ready(t *testing.T, pages *site.Site, path, text string) {
	t.Helper()
	for end := time.Now().Add(storetest.Busy(20 * time.Second)); ; time.Sleep(time.Millisecond) {
		w := httptest.NewRecorder()
		if pages.ServeCached(w, httptest.NewRequest("GET", path, nil), schema.Actor{}) && strings.Contains(w.Body.String(), text) {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s with %q is not made ready", path, text)
		}
	}
}

// The pages that a commit made stale are there again before anyone asks.
func TestPagesAreMadeReadyBeforeVisitorsCome(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s)
	running(t, pages)
	v := visit{t: t, store: s}
	job := "/careers/" + v.first(&schema.JobListings).Text("slug")
	all := []string{"/", "/about", "/careers", "/contact", job}
	for _, path := range all {
		ready(t, pages, path, "")
	}
	v.change(&schema.HeroContent, store.Row{"title": "Made anew"})
	ready(t, pages, "/", "Made anew")
	v.change(&schema.JobListings, store.Row{"title": "Shopkeeper"})
	ready(t, pages, job, "Shopkeeper")
	v.change(&schema.NavigationLinks, store.Row{"name": "Start anew"})
	for _, path := range all {
		ready(t, pages, path, "Start anew")
	}
	if _, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, store.Row{"title": "Night Porter", "rank": 1}); err != nil {
		t.Fatal(err)
	}
	ready(t, pages, "/careers/night-porter", "Night Porter")
}

// A stream of changes is rendered once per rest, however many there are.
func TestABurstOfChangesIsRenderedNowAndThen(t *testing.T) {
	s := storetest.SQLite(t)
	var home atomic.Int64
	pages := plainPages(t, s, func(o *site.Options) {
		o.Rendered = func(page string, _ time.Duration, _ error) {
			if page == "home" {
				home.Add(1)
			}
		}
	})
	running(t, pages)
	ready(t, pages, "/", "")
	began := time.Now()
	v := visit{t: t, store: s}
	for i := range 50 {
		v.change(&schema.HeroContent, store.Row{"title": "Change " + strconv.Itoa(i) + "!"})
	}
	for home.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	ready(t, pages, "/", "Change 49!")
	if most := int64(time.Since(began)/(100*time.Millisecond)) + 2; home.Load() > most {
		t.Errorf("rendered %d times, want at most %d", home.Load(), most)
	}
}

// With a database that answers, nobody sees what was there before an edit,
// however long the page waits for its turn to be rendered.
func TestAPageThatIsSlowToRenderIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.SQLite(t)
		pages := plainPages(t, s)
		mux := http.NewServeMux()
		pages.Routes(mux)
		v := visit{t: t, store: s, handler: mux, site: pages}
		v.shows(v.get("/"), 200)
		free := pages.HoldTurns()
		v.change(&schema.HeroContent, store.Row{"title": "Made anew"})
		seen := make(chan *httptest.ResponseRecorder)
		go func() { seen <- v.get("/") }()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		free()
		v.shows(<-seen, 200, "Made anew")
	})
}

func TestOnlyWhatChangedIsRendered(t *testing.T) {
	var made []string
	v := open(t, storetest.SQLite(t), func(o *site.Options) {
		o.Rendered = func(page string, _ time.Duration, _ error) { made = append(made, page) }
	})
	jobs, err := v.store.AsSystem().Select(t.Context(), &schema.JobListings, store.Query{Order: []store.Order{store.Asc("id")}})
	if err != nil {
		t.Fatal(err)
	}
	look := func() {
		for _, job := range jobs {
			v.shows(v.get("/careers/"+job.Text("slug")), 200)
		}
	}
	look()
	made = nil
	v.change(&schema.JobListings, store.Row{"title": "Shopkeeper"})
	look()
	if len(made) != 1 {
		t.Errorf("a change of one job rendered %v", made)
	}
	v.shows(v.get("/careers/"+jobs[0].Text("slug")), 200, "Shopkeeper")
}

func TestAKeptPageIsSentWithoutAllocating(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s)
	mux := http.NewServeMux()
	pages.Routes(mux)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	w := &sink{header: http.Header{}}
	if pages.ServeCached(w, r, schema.Actor{}) {
		t.Fatal("a page was cached before anyone asked")
	}
	mux.ServeHTTP(w, r)
	if n := testing.AllocsPerRun(100, func() {
		if !pages.ServeCached(w, r, schema.Actor{}) {
			t.Fatal("the page is not cached")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if w.status != 200 || w.bytes == 0 || w.header.Get("Content-Encoding") != "br" {
		t.Errorf("status %d, %d bytes, headers %v", w.status, w.bytes, w.header)
	}
	visit{t: t, store: s}.change(&schema.HeroContent, map[string]any{"title": "Anew"})
	if pages.ServeCached(w, r, schema.Actor{}) {
		t.Error("a page that a commit overtook is still taken for right")
	}
}
