package visits_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/visits"
)

const (
	firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	safari  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

// pages are those that lead somewhere.
var pages = []string{"/", "/about", "/careers", "/contact", "/careers/lamplighter", "/letters/first", "/imprint"}

// door is a server that counts.
type door struct {
	*testing.T
	store   *store.Store
	counter *visits.Counter
	mux     *http.ServeMux
}

func open(t *testing.T, s *store.Store, now func() time.Time, limits *limit.Limiter) *door {
	t.Helper()
	c, err := visits.New(t.Context(), visits.Options{
		Store: s, Origin: "https://studio.example", Limits: limits, Now: now,
		Shows: func(_ context.Context, path string) bool { return slices.Contains(pages, path) },
		Address: func(r *http.Request) string {
			host, _, _ := strings.Cut(r.RemoteAddr, ":")
			return host
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &door{t, s, c, newMux(c)}
}

// send is a beacon as a browser sends it, with other headers where they are given.
func (d *door) send(address, body string, headers ...string) int {
	r := httptest.NewRequest("POST", "/v", strings.NewReader(body))
	r.RemoteAddr = address + ":4711"
	r.Host = "studio.example"
	r.Header.Set("User-Agent", firefox)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Origin", "https://studio.example")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	d.mux.ServeHTTP(w, r)
	return w.Code
}

func (d *door) flush() {
	d.Helper()
	if err := d.counter.Flush(d.Context()); err != nil {
		d.Fatal(err)
	}
}

func (d *door) tick() {
	d.Helper()
	if err := d.counter.Tick(d.Context()); err != nil {
		d.Fatal(err)
	}
}

type row struct{ day, path, referrer string }

type counts struct{ visits, visitors int64 }

// rows are what is stored.
func (d *door) rows() map[row]counts {
	d.Helper()
	all, err := d.store.AsSystem().Select(d.Context(), &schema.VisitDays, store.Query{})
	if err != nil {
		d.Fatal(err)
	}
	out := map[row]counts{}
	for _, one := range all {
		key := row{one.Text("day"), one.Text("path"), one.Text("referrer")}
		if _, twice := out[key]; twice {
			d.Errorf("%v has two rows", key)
		}
		out[key] = counts{one.Int("visits"), one.Int("visitors")}
	}
	return out
}

func (d *door) report(who schema.Role, args string) (out visits.Report, err error) {
	d.Helper()
	answer, err := d.counter.Procedures().Call(d.Context(), d.store.As(schema.Actor{Role: who, UserID: "u"}), "visit_report", json.RawMessage(args))
	if err == nil {
		out = answer.(visits.Report)
	}
	return out, err
}

// settle gives the site its time zone.
func settle(t *testing.T, s *store.Store, zone string) {
	t.Helper()
	storetest.Add(t, s, &schema.SiteSettings, store.Row{"name": "Atelier", "time_zone": zone})
}

func newMux(c *visits.Counter) *http.ServeMux {
	mux := http.NewServeMux()
	c.Routes(mux)
	return mux
}
