package site_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/web"
	builtin "vitrine/web/src/content"
)

const origin = "https://vitrine.example"

type visit struct {
	t       *testing.T
	store   *store.Store
	handler http.Handler
	site    *site.Site
	options site.Options
}

// with is a visit to another instance.
func (v visit) with(pages *site.Site) visit {
	mux := http.NewServeMux()
	pages.Routes(mux)
	v.handler, v.site = mux, pages
	return v
}

// plain is a bundle that shows the data of a page as it is. It loads in no
// time; React itself is tried where it matters.
const plain = `render = (json) => JSON.stringify({ head: "", body: "<pre>" + json + "</pre>" })`

// withReact renders pages as visitors see them. The race detector slows the
// engine down far beyond the time that a page has.
func withReact(o *site.Options) { o.Dist, o.Time = web.Dist(), time.Minute }

func open(t *testing.T, s *store.Store, change ...func(*site.Options)) visit {
	t.Helper()
	if err := content.Seed(t.Context(), s.AsSystem(), builtin.JSON, true); err != nil {
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
	return visit{t, s, mux, pages, o}
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
	rows, err := v.store.AsSystem().Select(v.t.Context(), t, store.Query{Limit: store.Limit(1)})
	if err != nil || len(rows) == 0 {
		v.t.Fatalf("no row in %s: %v", t.Name, err)
	}
	return rows[0]
}

func (v visit) change(t *schema.Table, patch store.Row) {
	v.t.Helper()
	if _, err := v.store.AsSystem().Update(v.t.Context(), t, store.Eq("id", v.first(t).Int("id")), patch); err != nil {
		v.t.Fatal(err)
	}
}
