package functions

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestTheExportIsForStaff(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.want(x.do("GET", "export-subscribers", ""), 401)
		x.want(x.do("GET", "export-subscribers", "", "role", "viewer"), 403)
		a := x.do("GET", "export-subscribers", "", "role", "admin")
		if a.StatusCode != 200 || string(a.body) != "\"Email\",\"Signup Date\"\r\n" {
			t.Errorf("an empty list: %d %q", a.StatusCode, a.body)
		}
		noted, err := s.AsSystem().Select(t.Context(), &schema.Activity, store.Query{})
		if err != nil || len(noted) != 1 || noted[0].Text("action") != schema.Exported || noted[0].Text("document") != "subscriber" || noted[0].Text("user_id") != "u-admin" {
			t.Errorf("activity %v (%v)", noted, err)
		}
		for name, want := range map[string]string{
			"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="newsletter-subscribers-2026-11-15.csv"`,
			"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff",
		} {
			if got := a.Header.Get(name); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	})
}

func TestTheExportHoldsEverySubscriberOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		var rows []store.Row
		for i := range 5000 {
			// Many share a moment, so that pages end between them.
			rows = append(rows, store.Row{"email": fmt.Sprintf("s%04d@example.org", i), "created_at": x.Now().Add(-time.Duration(i/700) * 24 * time.Hour)})
		}
		rows = append(rows, store.Row{"email": "=1+1@example.org", "created_at": time.Date(2026, 1, 2, 23, 59, 0, 0, time.UTC)}, store.Row{"email": "+x'y@example.org", "created_at": time.Date(2025, 12, 23, 0, 0, 0, 0, time.UTC)})
		if _, err := s.AsSystem().Insert(t.Context(), &schema.NewsletterSubscriptions, rows...); err != nil {
			t.Fatal(err)
		}
		a := x.do("GET", "export-subscribers", "", "role", "editor")
		lines := strings.Split(strings.TrimSuffix(string(a.body), "\r\n"), "\r\n")
		if len(lines) != 5003 {
			t.Fatalf("%d lines", len(lines))
		}
		if !slices.Equal(lines[len(lines)-2:], []string{`"'=1+1@example.org","January 2nd, 2026"`, `"'+x'y@example.org","December 23rd, 2025"`}) {
			t.Errorf("the last are %v", lines[len(lines)-2:])
		}
		if lines[1] != `"s0699@example.org","November 15th, 2026"` {
			t.Errorf("the first is %s", lines[1])
		}
		slices.Sort(lines)
		if n := len(slices.Compact(lines)); n != 5003 {
			t.Errorf("%d different lines", n)
		}
		if a.ContentLength != -1 {
			t.Error("it was not streamed")
		}
	})
}

func TestCellsAreQuotedAndDefused(t *testing.T) {
	for cell, want := range map[string]string{
		"a": `"a"`, "": `""`, `say "hi", ok`: `"say ""hi"", ok"`, "=1": `"'=1"`, "+1": `"'+1"`, "-1": `"'-1"`, "@a": `"'@a"`, "\tx": "\"'\tx\"", "\rx": "\"'\rx\"", "1=2": `"1=2"`,
	} {
		var b bytes.Buffer
		w := bufio.NewWriter(&b)
		line(w, cell)
		w.Flush()
		if got := strings.TrimSuffix(b.String(), "\r\n"); got != want {
			t.Errorf("%q: got %s, want %s", cell, got, want)
		}
	}
	for day, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 23: "23rd", 30: "30th", 31: "31st"} {
		if got := longDate(time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC)); got != "January "+want+", 2026" {
			t.Errorf("%d: %s", day, got)
		}
	}
	if got := longDate(time.Date(2026, 1, 1, 1, 0, 0, 0, time.FixedZone("", 2*3600))); got != "December 31st, 2025" {
		t.Errorf("not in UTC: %s", got)
	}
}
