package rest_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/schema"
)

var update = flag.Bool("update", false, "write the goldens anew, from SQLite")

// exchange is one request of a golden file with its answer:
//
//	=== what it shows
//	editor PATCH team_members?id=eq.1
//	Prefer: return=representation
//	{"name":"Ada"}
//	---
//	200 0-0/*
//	[{"id":1}]
type exchange struct {
	title, request, answer string
}

func readExchanges(t testing.TB, path string) (out []exchange) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(raw), "=== ")[1:] {
		title, rest, _ := strings.Cut(part, "\n")
		request, answer, _ := strings.Cut(rest, "---\n")
		out = append(out, exchange{title, request, answer})
	}
	return out
}

func (e exchange) call(t testing.TB) call {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(e.request), "\n")
	words := strings.SplitN(lines[0], " ", 3)
	as, known := everybody[words[0]]
	if !known || len(words) != 3 {
		t.Fatalf("%s: no request in %q", e.title, lines[0])
	}
	c := call{as: as, method: words[1], path: words[2]}
	for i, line := range lines[1:] {
		if strings.HasPrefix(line, "{") || strings.HasPrefix(line, "[") {
			c.body = strings.Join(lines[1+i:], "\n")
			break
		}
		c.header = append(c.header, line)
	}
	return c
}

// text is an answer as the goldens hold it: status, range, a media type that
// is not plain JSON, and the body.
func (a answer) text() string {
	head := fmt.Sprint(a.status)
	if ranges := a.header.Get("Content-Range"); ranges != "" {
		head += " " + ranges
	}
	if media := a.header.Get("Content-Type"); media != "application/json; charset=utf-8" && media != "" {
		head += " " + media
	}
	if a.body != "" {
		head += "\n" + a.body
	}
	return head + "\n"
}

func TestTheProtocolAnswersAsRecorded(t *testing.T) {
	files, err := filepath.Glob("testdata/protocol/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	each(t, func(t *testing.T, s *site) {
		for _, path := range files {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
				var out strings.Builder
				for _, e := range readExchanges(t, path) {
					got := s.exchange(t, e)
					fmt.Fprintf(&out, "=== %s\n%s---\n%s\n", e.title, e.request, got)
					if want := strings.TrimSuffix(e.answer, "\n"); got != want && !*update {
						t.Errorf("%s\n%sgot  %swant %s", e.title, e.request, got, want)
					}
				}
				if *update && strings.Contains(t.Name(), "sqlite") {
					if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			})
		}
	})
}

// exchange sends one request. A refused write must leave its tables as they
// were; an accepted one is undone.
func (s *site) exchange(t *testing.T, e exchange) string {
	t.Helper()
	c := e.call(t)
	name, _, _ := strings.Cut(c.path, "?")
	table, err := schema.Lookup(name)
	writes := err == nil && c.method != "GET" && c.method != "HEAD"
	var was string
	if writes {
		was = s.snapshot(family(table)...)
	}
	a := s.ask(c)
	civil(t, c, a)
	if writes && a.status >= 400 {
		s.unchanged(t, e.title, was, family(table)...)
	} else if writes {
		s.reset(family(table)...)
	}
	return a.text()
}
