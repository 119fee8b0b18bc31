package site_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
func plainPages(t *testing.T, s *store.Store) *site.Site {
	t.Helper()
	if err := content.Seed(t.Context(), s.Itself(), builtin.JSON, true); err != nil {
		t.Fatal(err)
	}
	pages, err := site.New(site.Options{Store: s, Dist: withBundle(t, plain), Builtin: builtin.JSON, Origin: origin, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.Close)
	return pages
}

// The pages that a commit made stale are there again before anyone asks.
func TestPagesAreMadeReadyBeforeVisitorsCome(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { pages.Run(ctx); close(ended) }()
	t.Cleanup(func() { stop(); <-ended })
	ready := func(path, text string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
			w := httptest.NewRecorder()
			if pages.Kept(w, httptest.NewRequest("GET", path, nil), schema.Actor{}) && strings.Contains(w.Body.String(), text) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s with %q is not made ready", path, text)
			}
		}
	}
	for _, path := range []string{"/", "/about", "/careers", "/contact"} {
		ready(path, "")
	}
	visit{t: t, store: s}.change(&schema.HeroContent, map[string]any{"title": "Made anew"})
	ready("/", "Made anew")
	visit{t: t, store: s}.change(&schema.NavigationLinks, map[string]any{"name": "Start anew"})
	for _, path := range []string{"/", "/about", "/careers", "/contact"} {
		ready(path, "Start anew")
	}
}

func TestAKeptPageIsSentWithoutAllocating(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s)
	mux := http.NewServeMux()
	pages.Routes(mux)
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	w := &sink{header: http.Header{}}
	if pages.Kept(w, r, schema.Actor{}) {
		t.Fatal("a page was kept before anyone asked")
	}
	mux.ServeHTTP(w, r)
	if n := testing.AllocsPerRun(100, func() {
		if !pages.Kept(w, r, schema.Actor{}) {
			t.Fatal("the page is not kept")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if w.status != 200 || w.bytes == 0 || w.header.Get("Content-Encoding") != "br" {
		t.Errorf("status %d, %d bytes, headers %v", w.status, w.bytes, w.header)
	}
	visit{t: t, store: s}.change(&schema.HeroContent, map[string]any{"title": "Anew"})
	if pages.Kept(w, r, schema.Actor{}) {
		t.Error("a page that a commit overtook is still taken for right")
	}
}
