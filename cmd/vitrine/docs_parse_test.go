package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestCommandsInTheTextOfTheDocsAreUnderstood reads them with the program's
// own flags. What a sentence leaves out, such as a file, may be missing.
func TestCommandsInTheTextOfTheDocsAreUnderstood(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	inline := regexp.MustCompile("`(?:docker compose exec vitrine-1 /|bin/)?vitrine ([a-z][^`]*)`")
	missing := regexp.MustCompile(`^(expected |missing flags|.*no such file)`)
	seen := 0
	for _, page := range append(pages, "../../README.md") {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range inline.FindAllStringSubmatch(string(raw), -1) {
			seen++
			parser, err := kong.New(&commands{}, kong.Name("vitrine"), kong.Exit(func(int) {}), kong.Writers(io.Discard, io.Discard))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(strings.Fields(m[1])); err != nil && !missing.MatchString(err.Error()) {
				t.Errorf("%s: vitrine %s: %v", filepath.Base(page), m[1], err)
			}
		}
	}
	if seen < 15 {
		t.Errorf("only %d commands found", seen)
	}
}
