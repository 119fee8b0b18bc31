package main_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/internal/store/storetest"
)

// before is Varnish in front of a server that answers as a test wants, and is
// well all the while.
func before(t *testing.T, answer http.HandlerFunc) *varnish {
	t.Helper()
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" && r.URL.Path != "/healthz" {
			answer(w, r)
		}
	}))
	t.Cleanup(origin.Close)
	return (&server{TB: t, url: origin.URL}).inFront(storetest.FreeAddress())
}

func TestLinksOfMailsComeThroughTheEdgeWhole(t *testing.T) {
	v := before(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=60")
		io.WriteString(w, r.URL.RequestURI())
	})
	for range 2 { // the second time from what the edge kept of the first
		for _, path := range []string{"/newsletter/confirm?t=one", "/newsletter/confirm?t=two", "/newsletter/unsubscribe?t=one", "/careers/keeper/apply/received?sent=one"} {
			if k := v.get(path); k.body != path {
				t.Errorf("%s arrives as %q", path, k.body)
			}
		}
	}
	if v.get("/newsletter/confirm?t=one").hit {
		t.Error("the edge keeps what is for one person")
	}
	if k := v.get("/about?from=a-friend"); k.body != "/about" {
		t.Errorf("a page takes the query of everybody who leads to it: %q", k.body)
	}
}

func TestAPageThatFailsIsAnsweredFromTheEdge(t *testing.T) {
	var failing atomic.Bool
	v := before(t, func(w http.ResponseWriter, _ *http.Request) {
		if failing.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("CDN-Cache-Control", "max-age=1")
		io.WriteString(w, "the page")
	})
	if k := v.get("/about"); k.status != http.StatusOK {
		t.Fatalf("the page is %d", k.status)
	}
	failing.Store(true)
	v.eventually("the page is older than it may be", func() bool {
		k := v.get("/about")
		if k.status != http.StatusOK || k.body != "the page" {
			t.Fatalf("it is %d after %d s", k.status, k.age)
		}
		return k.age > 2
	})
	if k := v.get("/contact"); k.status != http.StatusServiceUnavailable {
		t.Errorf("a page that the edge never had is %d", k.status)
	}
	failing.Store(false)
	v.eventually("the new page is there", func() bool { return v.get("/contact").status == http.StatusOK && v.get("/about").age < 2 })
}

func TestAnOldPageIsBetterThanOneThatStandsIn(t *testing.T) {
	var standsIn atomic.Bool
	v := before(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		if standsIn.Load() {
			w.Header().Set("Surrogate-Control", "max-age=0")
			io.WriteString(w, "built-in")
			return
		}
		w.Header().Set("CDN-Cache-Control", "max-age=1")
		io.WriteString(w, "the page")
	})
	v.keeps("/about")
	standsIn.Store(true)
	v.eventually("the page is older than it may be", func() bool {
		k := v.get("/about")
		if k.body != "the page" {
			t.Fatalf("%q took its place after %d s", k.body, k.age)
		}
		return k.age > 2
	})
	if k := v.get("/contact"); k.status != http.StatusOK || k.body != "built-in" {
		t.Errorf("where there is no old page it is %d %q", k.status, k.body)
	}
	standsIn.Store(false)
	v.eventually("the page is there again", func() bool { return v.get("/about").age < 2 })
}

func TestOnlyWhoKnowsTheSecretPurges(t *testing.T) {
	v := before(t, func(w http.ResponseWriter, _ *http.Request) {})
	for secret, want := range map[string]int{"": http.StatusForbidden, "another": http.StatusForbidden, edgeSecret: http.StatusOK} {
		r, err := http.NewRequest("PURGE", "http://"+v.addr, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Surrogate-Key", "site")
		if secret != "" {
			r.Header.Set("X-Purge-Token", secret)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("with %q a purge is %d", secret, res.StatusCode)
		}
	}
}

func TestWhatNoEdgeKeepsHoldsNobodyUp(t *testing.T) {
	const visitors = 8
	var waiting atomic.Bool
	var arrived atomic.Int64
	together := make(chan struct{})
	v := before(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if !waiting.Load() {
			return
		}
		if arrived.Add(1) == visitors {
			close(together)
		}
		select { // the others arrive though this one has no answer yet
		case <-together:
		case <-r.Context().Done():
		}
	})
	if k := v.get("/form"); k.status != http.StatusOK {
		t.Fatalf("the first answer is %d", k.status)
	}
	waiting.Store(true)
	var all sync.WaitGroup
	for range visitors {
		all.Go(func() {
			if k := v.get("/form"); k.status != http.StatusOK {
				t.Errorf("a visitor waits for another's answer: %d", k.status)
			}
		})
	}
	all.Wait()
}
