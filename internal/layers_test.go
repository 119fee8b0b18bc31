package internal_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors lists our packages from the ground up. A package may import packages
// on lower floors only; neighbours on one floor do not know each other.
var floors = [][]string{
	{"fault"},
	{"schema", "config", "limit"},
	{"store", "mail", "shield"},
	{"content", "rest", "auth", "storage", "realtime", "functions", "site", "archive"},
	{"httpd"},
}

func TestImportsPointDown(t *testing.T) {
	format := `{{.ImportPath}} {{join .Imports " "}}`
	out, err := exec.Command("go", "list", "-f", format, "vitrine/internal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		pkg, inside := room(fields[0])
		if pkg == "" {
			continue // this test's own folder
		}
		from := floor(pkg)
		if from < 0 {
			t.Errorf("%s stands on no floor; add it to floors and to the README", fields[0])
			continue
		}
		seen++
		for _, path := range fields[1:] {
			if !strings.HasPrefix(path, "vitrine/") {
				continue
			}
			imported, _ := room(path)
			switch {
			case imported == pkg && inside != "":
				// a test helper such as storetest serves the room that it lives in
			case imported == "" || floor(imported) < 0 || floor(imported) >= from:
				t.Errorf("%s must not import %s", fields[0], path)
			}
		}
	}
	if seen < 10 {
		t.Errorf("go list named %d packages; the test looks in the wrong place", seen)
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

func floor(pkg string) int {
	return slices.IndexFunc(floors, func(f []string) bool { return slices.Contains(f, pkg) })
}
