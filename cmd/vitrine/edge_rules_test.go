package main_test

import (
	"io"
	"net/http"
	"net/http/httptest"
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
	for _, path := range []string{"/newsletter/confirm?t=one", "/newsletter/confirm?t=two", "/newsletter/unsubscribe?t=one", "/careers/keeper/apply/received?sent=one"} {
		if k := v.get(path); k.body != path || k.hit {
			t.Errorf("%s arrives as %q", path, k.body)
		}
	}
	if k := v.get("/about?from=a-friend"); k.body != "/about" {
		t.Errorf("a page takes the query of everybody who leads to it: %q", k.body)
	}
}
