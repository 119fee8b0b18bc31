package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var namedFile = regexp.MustCompile("`((?:bench|cmd|docs|internal|scripts|web)/[\\w./-]+)`")

// TestEveryFileThatIsNamedIsThere leaves out the recipes, whose own test makes the files that they
// name, and the benchmarks, whose profiles name functions of Go.
func TestEveryFileThatIsNamedIsThere(t *testing.T) {
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../README.md", "../CONTRIBUTING.md") {
		if page == "extending.md" || page == "benchmarks.md" {
			continue
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range namedFile.FindAllSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", string(found[1]))); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}
