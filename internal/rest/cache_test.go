package rest_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/rest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// keeping serves a store with answers kept, for the role in the X-Role header.
func keeping(s *store.Store) http.Handler {
	mux := http.NewServeMux()
	rest.New(rest.Options{Store: s, Keep: true, Log: slog.New(slog.DiscardHandler)}).Routes(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor := schema.Actor{Role: schema.Visitor, Label: "anon"}
		if role := r.Header.Get("X-Role"); role != "" {
			actor = schema.Actor{Role: schema.Role(role), UserID: "00000000-0000-4000-8000-000000000001"}
		}
		mux.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), actor, nil)))
	})
}

func ask(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestAVisitorNeverReadsAnOlderAnswerThanTheLastCommit(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		h := keeping(s)
		jobs, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, store.Row{"title": "Start", "rank": 1})
		if err != nil {
			t.Fatal(err)
		}
		const path = "/rest/v1/job_listings?select=rank,job_preferred(description)"
		stop := make(chan struct{})
		var readers sync.WaitGroup
		for range 2 {
			readers.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						ask(h, path)
					}
				}
			})
		}
		for n := 2; n < 22; n++ {
			if _, err := s.AsSystem().Update(t.Context(), &schema.JobListings, store.Eq("id", jobs[0]["id"]), store.Row{"rank": n}); err != nil {
				t.Fatal(err)
			}
			if got := ask(h, path).Body.String(); !strings.Contains(got, `"rank":`+strconv.Itoa(n)+`,`) {
				t.Fatalf("after rank %d was stored, a visitor read %s", n, got)
			}
			child := fmt.Sprint("child ", n)
			if _, err := s.AsSystem().Insert(t.Context(), &schema.JobPreferred, store.Row{"job_id": jobs[0]["id"], "description": child}); err != nil {
				t.Fatal(err)
			}
			if got := ask(h, path).Body.String(); !strings.Contains(got, child) {
				t.Fatalf("after %q was stored, a visitor read %s", child, got)
			}
		}
		close(stop)
		readers.Wait()
	})
}

func TestKeptAnswersStayWithVisitors(t *testing.T) {
	s := storetest.SQLite(t)
	h := keeping(s)
	for _, active := range []bool{true, false} {
		if _, err := s.AsSystem().Insert(t.Context(), &schema.PortfolioCompanies, store.Row{
			"name": fmt.Sprint("active ", active), "description": "d", "website_url": "https://a.example", "is_active": active,
		}); err != nil {
			t.Fatal(err)
		}
	}
	const path = "/rest/v1/portfolio_companies?select=name"
	for range 2 {
		if got := ask(h, path); strings.Contains(got.Body.String(), "active false") || got.Header().Get("ETag") == "" {
			t.Errorf("a visitor read %s", got.Body)
		}
		got := ask(h, path, "X-Role", "editor")
		if !strings.Contains(got.Body.String(), "active false") {
			t.Errorf("an editor read %s", got.Body)
		}
		if got.Header().Get("Cache-Control") != "private, no-store" || got.Header().Get("ETag") != "" {
			t.Errorf("an editor's answer has the headers %v", got.Header())
		}
	}
}

func TestAKeptAnswerIsTheSameInEachForm(t *testing.T) {
	s := storetest.SQLite(t)
	h := keeping(s)
	for i := range 40 {
		if _, err := s.AsSystem().Insert(t.Context(), &schema.TeamMembers, store.Row{"name": fmt.Sprint("member ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	const path = "/rest/v1/team_members?select=name"
	plain := ask(h, path)
	zipped := ask(h, path, "Accept-Encoding", "gzip")
	reader, err := gzip.NewReader(zipped.Body)
	if err != nil {
		t.Fatalf("not gzip: %v", err)
	}
	unzipped, err := io.ReadAll(reader)
	if err != nil || string(unzipped) != plain.Body.String() {
		t.Errorf("unzipped %d bytes (%v), plain %d", len(unzipped), err, plain.Body.Len())
	}
	if got := ask(h, path, "Accept-Encoding", "br;q=0, gzip"); got.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("a visitor who refuses brotli gets %q", got.Header().Get("Content-Encoding"))
	}
	if got := ask(h, path, "If-None-Match", plain.Header().Get("ETag")); got.Code != http.StatusNotModified || got.Body.Len() != 0 {
		t.Errorf("a visitor who has it gets %d with %d bytes", got.Code, got.Body.Len())
	}
	counted := ask(h, path+"&limit=5", "Prefer", "count=exact")
	if counted.Code != http.StatusPartialContent || counted.Header().Get("Content-Range") != "0-4/40" {
		t.Errorf("counted: %d %q", counted.Code, counted.Header().Get("Content-Range"))
	}
	if got := ask(h, path+"&limit=5"); got.Header().Get("Content-Range") != "0-4/*" {
		t.Errorf("not counted: %q", got.Header().Get("Content-Range"))
	}
	var one map[string]string
	single := ask(h, path+"&limit=1", "Accept", "application/vnd.pgrst.object+json")
	if err := json.Unmarshal(single.Body.Bytes(), &one); err != nil || one["name"] != "member 0" {
		t.Errorf("one object: %s", single.Body)
	}
}

func TestSubscriptionsAreNeverKept(t *testing.T) {
	s := storetest.SQLite(t)
	h := keeping(s)
	if _, err := s.AsSystem().Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": "ada@example.test"}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got := ask(h, "/rest/v1/newsletter_subscriptions?email=eq.ada@example.test"); !strings.Contains(got.Body.String(), "ada@") {
			t.Errorf("the exact lookup gave %s", got.Body)
		}
		if got := ask(h, "/rest/v1/newsletter_subscriptions"); got.Body.String() != "[]" {
			t.Errorf("the list gave %s", got.Body)
		}
	}
}

// sink is a ResponseWriter that costs nothing.
type sink struct {
	header http.Header
	bytes  int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(int)             {}
func (s *sink) Write(b []byte) (int, error) { s.bytes = len(b); return len(b), nil }

func TestAKeptListIsSentWithoutAllocating(t *testing.T) {
	s := storetest.SQLite(t)
	for n := range 20 {
		if _, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, store.Row{"title": fmt.Sprint("Job ", n), "rank": n + 1}); err != nil {
			t.Fatal(err)
		}
	}
	h := rest.New(rest.Options{Store: s, Keep: true, Limits: limit.New(time.Now), Log: slog.New(slog.DiscardHandler)})
	mux := http.NewServeMux()
	h.Routes(mux)
	visitor := schema.Actor{Role: schema.Visitor, Address: "192.0.2.1"}
	r := httptest.NewRequest("GET", "/rest/v1/job_listings?select=*,job_responsibilities(*),job_qualifications(*),job_preferred(*)&order=rank", nil)
	r = r.WithContext(schema.WithActor(r.Context(), visitor, nil))
	r.Header.Set("Accept-Encoding", "gzip, deflate, br")
	w := &sink{header: http.Header{}}
	mux.ServeHTTP(w, r)
	if n := testing.AllocsPerRun(100, func() {
		w.header["Vary"] = nil
		if !h.ServeCached(w, r, visitor) {
			t.Fatal("the list is not kept")
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if w.bytes == 0 || w.header.Get("Content-Encoding") != "br" {
		t.Errorf("%d bytes, headers %v", w.bytes, w.header)
	}
	for _, other := range []schema.Role{schema.Viewer, schema.Editor, schema.Admin} {
		if h.ServeCached(w, r, schema.Actor{Role: other, UserID: "x"}) {
			t.Errorf("%s got a visitor's answer", other)
		}
	}
}

func TestAnAnswerFromMemoryCountsAgainstTheLimit(t *testing.T) {
	s := storetest.SQLite(t)
	h := rest.New(rest.Options{Store: s, Keep: true, Limits: limit.New(time.Now), Log: slog.New(slog.DiscardHandler)})
	mux := http.NewServeMux()
	h.Routes(mux)
	visitor := schema.Actor{Role: schema.Visitor, Address: "192.0.2.1"}
	kept := 0
	for range 1000 {
		r := httptest.NewRequest("GET", "/rest/v1/job_listings", nil)
		r = r.WithContext(schema.WithActor(r.Context(), visitor, nil))
		w := httptest.NewRecorder()
		if h.ServeCached(w, r, visitor) {
			kept++
			continue
		}
		if mux.ServeHTTP(w, r); w.Code == http.StatusTooManyRequests {
			break
		}
	}
	if kept < 150 || kept > 400 {
		t.Errorf("%d answers from memory before the limit of 200 at once", kept)
	}
}
