package site_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// However many jobs there are and however long, their pages take no more
// memory than that.
func TestThePagesOfJobsAreKeptWithinABound(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s)
	mux := http.NewServeMux()
	pages.Routes(mux)
	v := visit{t: t, store: s, handler: mux, site: pages}
	const bound = 200 << 10
	pages.Bound(1<<20, bound)
	var rows []store.Row
	for i := range 20 {
		rows = append(rows, store.Row{"title": fmt.Sprint("Job ", i), "rank": i + 1, "about": strings.Repeat("words and ", 600)})
	}
	made, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, rows...)
	if err != nil {
		t.Fatal(err)
	}
	bounded := func(least int64) {
		t.Helper()
		if counted, found := pages.JobBytes(); counted != found || counted > bound || counted < least {
			t.Errorf("%d bytes are cached, %d counted; the bound is %d", found, counted, bound)
		}
	}
	for _, row := range made {
		v.shows(v.get("/careers/"+row.Text("slug")), 200)
	}
	bounded(bound / 2)
	pages.Shrink(t.Context())
	bounded(1)
	if _, err := s.AsSystem().Delete(t.Context(), &schema.JobListings, store.Gt("id", 0)); err != nil {
		t.Fatal(err)
	}
	for _, row := range made {
		v.shows(v.get("/careers/"+row.Text("slug")), 404)
	}
	if counted, found := pages.JobBytes(); counted != 0 || found != 0 {
		t.Errorf("%d bytes of pages that are gone are cached, %d counted", found, counted)
	}
}

// A large page is cached packed only, and is the same for whoever takes it as
// it is.
func TestALargePageIsKeptPackedOnly(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s)
	mux := http.NewServeMux()
	pages.Routes(mux)
	v := visit{t: t, store: s, handler: mux, site: pages}
	first := v.get("/careers").Body.String()
	v.shows(v.get("/404"), 404)
	pages.Bound(len(first)-1, 1<<20)
	pages.Shrink(t.Context())
	if n := pages.Plain("/careers"); n != 0 {
		t.Errorf("%d bytes of the list are cached as they are", n)
	}
	if pages.Plain("/404") == 0 {
		t.Error("a small page is not cached as it is")
	}
	again := v.get("/careers")
	if again.Body.String() != first || again.Header().Get("Content-Length") != fmt.Sprint(len(first)) || again.Header().Get("Content-Encoding") != "" {
		t.Errorf("%d bytes, %v; it was %d", again.Body.Len(), again.Header(), len(first))
	}
	r, err := gzip.NewReader(v.get("/careers", "Accept-Encoding", "gzip").Body)
	if err != nil {
		t.Fatal(err)
	}
	if packed, err := io.ReadAll(r); err != nil || string(packed) != first {
		t.Errorf("%d bytes by gzip: %v", len(packed), err)
	}
}
