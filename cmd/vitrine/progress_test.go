package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/archive"
)

func tellProgress(p archive.Progress) {
	p("job_listings", 200, -1)
	p("job_listings", 300, -1)
	p("job_listings", 300, 300)
	p("links", 0, 0)
	p("uploads", 1, 2)
	p("uploads", 2, 2)
	p("check", 4096, 4096)
}

func TestProgressIsALinePerStepOffATerminal(t *testing.T) {
	var out bytes.Buffer
	tellProgress(linesTo(&out))
	if got, want := strings.Join(strings.Fields(out.String()), " "), "job listings 300 links 0 uploads 2 check 4096 bytes"; got != want || strings.Count(out.String(), "\n") != 4 {
		t.Errorf("%q", out.String())
	}
}

func TestProgressIsABarOnATerminal(t *testing.T) {
	var out bytes.Buffer
	tellProgress(barsTo(&out))
	for _, want := range []string{`job listings .*100% .*\(300/300\)`, `uploads .*100% .*\(2/2\)`, `check .*100% `} {
		if !regexp.MustCompile(want).MatchString(out.String()) {
			t.Errorf("no bar like %s in %q", want, out.String())
		}
	}
}
