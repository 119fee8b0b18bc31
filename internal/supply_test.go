package internal_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWhatWeBuildFromIsPinned holds what keeps a changed package out: sums of
// everything, nothing run while it is installed, no version left open.
func TestWhatWeBuildFromIsPinned(t *testing.T) {
	for _, folder := range []string{"../web", "../bench/lighthouse", "../web/browsers"} {
		lockedNpm(t, folder)
	}
	lockedGo(t)
	quietInstalls(t)
	namedImages(t)
	ownActions(t)
}

func lockedNpm(t *testing.T, folder string) {
	t.Helper()
	type versions map[string]string
	var manifest struct{ Dependencies, DevDependencies versions }
	readJSON(t, folder+"/package.json", &manifest)
	var lock struct {
		Packages map[string]struct {
			Version, Resolved, Integrity string
			Link, InBundle               bool
		}
	}
	readJSON(t, folder+"/package-lock.json", &lock)
	for path, p := range lock.Packages {
		if path == "" || p.InBundle { // a bundled package is part of one that has a sum
			continue
		}
		if !strings.HasPrefix(p.Integrity, "sha512-") || p.Link || p.Resolved != "" && !strings.HasPrefix(p.Resolved, "https://registry.npmjs.org/") {
			t.Errorf("%s: %s is not held by a sum", folder, path)
		}
	}
	for _, wanted := range []versions{manifest.Dependencies, manifest.DevDependencies} {
		for name, version := range wanted {
			if got := lock.Packages["node_modules/"+name].Version; got != version {
				t.Errorf("%s: %s is %q in package.json and %q in the lock", folder, name, version, got)
			}
		}
	}
}

func lockedGo(t *testing.T) {
	t.Helper()
	mod, sums := read(t, "../go.mod"), read(t, "../go.sum")
	required := regexp.MustCompile(`(?m)^(?:require )?\t?(\S+\.\S+/\S+|[a-z.]+\.\S+) (v\S+)`).FindAllStringSubmatch(mod, -1)
	if len(required) < 30 {
		t.Fatalf("only %d modules were found", len(required))
	}
	for _, m := range required {
		if !strings.Contains(sums, m[1]+" "+m[2]+"/go.mod h1:") {
			t.Errorf("%s %s has no sum", m[1], m[2])
		}
	}
	if regexp.MustCompile(`(?m)^replace|^\treplace`).MatchString(mod) {
		t.Error("a module is replaced by another")
	}
}

var npmCall = regexp.MustCompile(`\bnpm (ci|install|i|add|update|exec)\b[^&|;)\n]*|\bnpx (-y|--yes)`)

// quietInstalls looks for ways in which a package could run a script of its
// own while it is installed, or come without the lock.
func quietInstalls(t *testing.T) {
	t.Helper()
	files, err := filepath.Glob("../scripts/*")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(files, "../Makefile", "../deploy/Dockerfile", "../.ci/run") {
		for _, call := range npmCall.FindAllString(read(t, file), -1) {
			found++
			if !strings.HasPrefix(call, "npm ci ") || !strings.Contains(call, "--ignore-scripts") {
				t.Errorf("%s: %s", file, call)
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d installs were found", found)
	}
	if run := read(t, "../.ci/run"); !strings.Contains(run, "audit") || !strings.Contains(run, "release") {
		t.Error("nobody looks for known holes, or lists what a release is made of")
	}
	if !strings.Contains(read(t, "../web/.npmrc"), "ignore-scripts=true") {
		t.Error("an npm install by hand runs scripts")
	}
}

var (
	image   = regexp.MustCompile(`(?m)^\s*(?:FROM|image:)\s+(\S+)`)
	exactly = regexp.MustCompile(`[:@][\w.-]*[0-9a-z][\w.:-]*$`)
)

func namedImages(t *testing.T) {
	t.Helper()
	for _, file := range []string{"../deploy/Dockerfile", "../deploy/compose.yaml", hosted} {
		for _, m := range image.FindAllStringSubmatch(read(t, file), -1) {
			if m[1] != "vitrine" && (!exactly.MatchString(m[1]) || strings.HasSuffix(m[1], ":latest")) {
				t.Errorf("%s: %s names no version", file, m[1])
			}
		}
	}
}

const hosted = "../.github/workflows/ci.yml"

// ownActions lets the hosted CI use actions of its own host alone, of a named
// version, and gives them nothing to steal.
func ownActions(t *testing.T) {
	t.Helper()
	workflow := read(t, hosted)
	for _, m := range regexp.MustCompile(`uses:\s*(\S+)`).FindAllStringSubmatch(workflow, -1) {
		if !regexp.MustCompile(`^actions/[a-z-]+@v\d+$`).MatchString(m[1]) {
			t.Errorf("%s: %s is another's, or of no version", hosted, m[1])
		}
	}
	if !strings.Contains(workflow, "run: make test audit release\n") || !strings.Contains(workflow, "permissions:\n  contents: read\n") || strings.Contains(workflow, "{{ secrets") {
		t.Errorf("%s does not run what .ci/run does, or may do more than read", hosted)
	}
}

func TestAReleaseIsForSixPlatforms(t *testing.T) {
	platforms := regexp.MustCompile(`(?m)^PLATFORMS := (.*)$`).FindStringSubmatch(read(t, "../Makefile"))
	if platforms == nil || platforms[1] != "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64" {
		t.Errorf("a release is for %v", platforms)
	}
	if !strings.Contains(read(t, "../Makefile"), "GOOS=windows go build -o /dev/null ./cmd/vitrine\n") {
		t.Error("make check does not build for Windows")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, path)), into); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
