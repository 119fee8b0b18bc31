package internal_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floors lists our packages from the ground up. A package may import packages
// on lower floors only; neighbours on one floor do not know each other.
var floors = [][]string{
	{"fault"},
	{"schema", "config", "limit", "words", "draw", "picture"},
	{"store", "shield", "client"},
	{"studio"},
	{"mail", "procedure", "s3", "application", "edge"},
	{"letters"},
	{"content", "rest", "auth", "storage", "realtime", "functions", "site", "archive", "people", "visits"},
	{"history"},
	{"httpd"},
}

// inner are the floors of a room that has several packages: the room itself,
// then those that use it. A test helper may use them all.
var inner = map[string][][]string{
	"store": {{""}, {"sqlite", "postgres", "rules", "documents"}, {"revisions"}, {"engines"}, {"storetest"}},
	"words": {{""}, {"wordstest"}},
}

func TestImportsPointDown(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg, inside := room("vitrine/internal/" + filepath.ToSlash(filepath.Dir(path)))
		if floor(pkg) < 0 {
			t.Errorf("%s stands on no floor; add it to floors and to the README", filepath.Dir(path))
			return nil
		}
		seen[pkg] = true
		for _, spec := range file.Imports {
			imported := strings.Trim(spec.Path.Value, `"`)
			if !strings.HasPrefix(imported, "vitrine/") || imported == "vitrine/web/src/identity" { // words and faces, no code
				continue
			}
			to, part := room(imported)
			switch {
			case to == pkg && floorIn(inner[pkg], inside) > floorIn(inner[pkg], part):
			case to == "" || floor(to) < 0 || floor(to) >= floor(pkg):
				t.Errorf("%s must not import %s", path, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range floors {
		for _, pkg := range f {
			if !seen[pkg] {
				t.Errorf("%s has a floor and no files", pkg)
			}
		}
	}
}

// room names the package of internal/ that a path belongs to, and what of the
// path lies inside of it.
func room(path string) (pkg, inside string) {
	name, ours := strings.CutPrefix(path, "vitrine/internal/")
	if !ours {
		return "", ""
	}
	pkg, inside, _ = strings.Cut(name, "/")
	return pkg, inside
}

func floor(pkg string) int { return floorIn(floors, pkg) }

func floorIn(floors [][]string, pkg string) int {
	return slices.IndexFunc(floors, func(f []string) bool { return slices.Contains(f, pkg) })
}
