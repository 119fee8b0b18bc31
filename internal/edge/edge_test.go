package edge_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/edge"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// front is a cache that writes down what it is told to drop.
type front struct {
	*httptest.Server
	mu      sync.Mutex
	dropped []string
	last    *http.Request
	ill     bool
}

func newFront(t *testing.T) *front {
	f := &front{}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.last = r
		if f.ill {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		keys := strings.Fields(r.Header.Get("Surrogate-Key"))
		if raw, _ := io.ReadAll(r.Body); len(raw) > 0 {
			var body struct{ Tags []string }
			if err := json.Unmarshal(raw, &body); err != nil {
				t.Error(err)
			}
			keys = body.Tags
		}
		f.dropped = append(f.dropped, keys...)
	}))
	t.Cleanup(f.Close)
	return f
}

func (f *front) be(ill bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ill = ill
}

// take empties the list.
func (f *front) take() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := f.dropped
	f.dropped = nil
	slices.Sort(out)
	return out
}

// drops waits until the keys were dropped, and no others.
func (f *front) drops(t *testing.T, keys ...string) {
	t.Helper()
	slices.Sort(keys)
	var seen []string
	storetest.Eventually(t, patience, strings.Join(keys, " ")+" are dropped", func() bool {
		seen = append(seen, f.take()...)
		for _, key := range seen {
			if !slices.Contains(keys, key) {
				t.Fatalf("%s was dropped, asked for %v", key, keys)
			}
		}
		return !slices.ContainsFunc(keys, func(key string) bool { return !slices.Contains(seen, key) })
	})
}

const patience = time.Minute

var tables = []string{"job_listings", "job_responsibilities", "hero_content"}

func open(t *testing.T, s *store.Store, again time.Duration, caches ...config.Edge) *edge.Edge {
	e := edge.New(edge.Options{Store: s, Caches: caches, Tables: tables, Log: slog.New(slog.DiscardHandler), Again: again})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); e.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	return e
}

func addJob(t *testing.T, s *store.Store) string {
	t.Helper()
	rows, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, store.Row{"title": "Lamplighter"})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(rows[0].Int("id"))
}

func number(t *testing.T, id string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestACommitPurgesItsTablesAndDocuments(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.WaitForFeed(t, s)
		f := newFront(t)
		open(t, s, time.Hour, config.Edge{Kind: "varnish", URL: f.URL, Token: "a secret"})
		f.drops(t, edge.All) // a server that was killed may have left purges behind
		id := addJob(t, s)
		f.drops(t, "job_listings", "job-"+id)
		if f.last.Method != "PURGE" || f.last.Header.Get("X-Purge-Token") != "a secret" {
			t.Errorf("%s with the token %q", f.last.Method, f.last.Header.Get("X-Purge-Token"))
		}
		if _, err := s.AsSystem().Insert(t.Context(), &schema.JobResponsibilities, store.Row{"job_id": number(t, id), "description": "Light lamps"}); err != nil {
			t.Fatal(err)
		}
		f.drops(t, "job_listings", "job_responsibilities", "job-"+id)
		if _, err := s.AsSystem().Insert(t.Context(), &schema.ContactFormSubmissions, store.Row{"name": "a", "email": "a@example.com", "subject": "s", "message": "m"}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AsSystem().Delete(t.Context(), &schema.JobListings, store.Eq("id", number(t, id))); err != nil {
			t.Fatal(err)
		}
		f.drops(t, "job_listings", "job_responsibilities", "job-"+id) // and nothing for the message
	})
}

func TestAPurgeThatIsRefusedIsSentAgain(t *testing.T) {
	s := storetest.SQLite(t)
	f, other := newFront(t), newFront(t)
	e := open(t, s, time.Hour, config.Edge{Kind: "varnish", URL: f.URL}, config.Edge{Kind: "varnish", URL: other.URL})
	f.drops(t, edge.All)
	other.drops(t, edge.All)
	f.be(true)
	one, two := addJob(t, s), addJob(t, s)
	other.drops(t, "job_listings", "job-"+one, "job-"+two)
	if e.Waiting() == 0 {
		t.Error("nothing waits for an edge that refuses")
	}
	f.be(false)
	f.drops(t, "job_listings", "job-"+one, "job-"+two)
	storetest.Eventually(t, patience, "nothing waits", func() bool { return e.Waiting() == 0 })
}

func TestPurgesAreSentInTheOrderOfTheCommits(t *testing.T) {
	s := storetest.SQLite(t)
	f := newFront(t)
	var refuse atomic.Bool
	arrived, refused := make(chan struct{}), make(chan struct{})
	at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !refuse.Load() {
			f.Config.Handler.ServeHTTP(w, r)
			return
		}
		if keys, _ := io.ReadAll(r.Body); bytes.Contains(keys, []byte("job_listings")) && bytes.Contains(keys, []byte("job-5")) {
			refuse.Store(false)
			close(arrived)
			<-refused
		}
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(at.Close)
	e := open(t, s, time.Hour, config.Edge{Kind: "cloudflare", URL: at.URL, Token: "one"})
	f.drops(t, edge.All)
	refuse.Store(true)
	var want []string
	for i := range 70 { // more than two requests take
		want = append(want, "job-"+addJob(t, s))
		if i == 5 {
			<-arrived
		}
	}
	close(refused)
	storetest.Eventually(t, patience, "all are dropped", func() bool { return e.Waiting() == 0 })
	f.mu.Lock()
	defer f.mu.Unlock()
	// The table was changed by every commit, and by the first one.
	if table := slices.Index(f.dropped, "job_listings"); table < 0 || table > 1 {
		t.Errorf("the table is dropped as number %d", table)
	}
	jobs := slices.DeleteFunc(f.dropped, func(key string) bool { return key == "job_listings" })
	if !slices.Equal(jobs, want) {
		t.Errorf("dropped %v, want %v", jobs, want)
	}
}

func TestAPurgeThatIsSentElsewhereIsNotDone(t *testing.T) {
	s := storetest.SQLite(t)
	f := newFront(t)
	var followed, redirected atomic.Int64
	var moved atomic.Bool
	moved.Store(true)
	at := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodGet:
			followed.Add(1)
		case moved.Load():
			redirected.Add(1)
			http.Redirect(w, r, "/", http.StatusMovedPermanently)
		default:
			f.Config.Handler.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(at.Close)
	e := open(t, s, time.Hour, config.Edge{Kind: "fastly", URL: at.URL, Token: "one"})
	storetest.Eventually(t, patience, "the purge is tried again", func() bool { return redirected.Load() >= 2 || followed.Load() > 0 })
	if followed.Load() > 0 || e.Waiting() == 0 {
		t.Fatalf("a redirect was taken for a purge: %d followed, %d keys wait", followed.Load(), e.Waiting())
	}
	moved.Store(false)
	f.drops(t, edge.All)
}

func TestWhatWasOnItsWayIsPurgedOnceMore(t *testing.T) {
	s := storetest.SQLite(t)
	f := newFront(t)
	open(t, s, time.Millisecond, config.Edge{Kind: "varnish", URL: f.URL})
	f.drops(t, edge.All)
	id := addJob(t, s)
	times := 0
	storetest.Eventually(t, patience, "it is dropped twice", func() bool {
		for _, key := range f.take() {
			if key == "job-"+id {
				times++
			}
		}
		return times >= 2
	})
}

func TestPurgesAsServicesTakeThem(t *testing.T) {
	s := storetest.SQLite(t)
	fast, cloud := newFront(t), newFront(t)
	open(t, s, time.Hour, config.Edge{Kind: "fastly", URL: fast.URL + "/service/abc", Token: "one"}, config.Edge{Kind: "cloudflare", URL: cloud.URL + "/zones/def", Token: "two"})
	fast.drops(t, edge.All)
	cloud.drops(t, edge.All)
	if r := fast.last; r.Method != "POST" || r.URL.Path != "/service/abc/purge" || r.Header.Get("Fastly-Key") != "one" || r.Header.Get("Fastly-Soft-Purge") != "1" {
		t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
	}
	if r := cloud.last; r.Method != "POST" || r.URL.Path != "/zones/def/purge_cache" || r.Header.Get("Authorization") != "Bearer two" {
		t.Errorf("%s %s %v", r.Method, r.URL, r.Header)
	}
	var ids []string
	for range 40 { // more than one request takes
		ids = append(ids, "job-"+addJob(t, s))
	}
	cloud.drops(t, append(ids, "job_listings")...)
}
