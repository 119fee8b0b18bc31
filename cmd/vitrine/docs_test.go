package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheDocsNameThingsThatExist looks for knobs, commands and files that the
// documents and the files for deployment mention.
func TestTheDocsNameThingsThatExist(t *testing.T) {
	serve, all := run(t, nil, "", "serve", "--help").stdout, run(t, nil, "", "--help").stdout
	var pages []string
	for _, pattern := range []string{"../../README.md", "../../docs/*.md", "../../deploy/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		pages = append(pages, found...)
	}
	for _, page := range pages {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		// A heading of a recipe names a file that it makes; docs/extending_test.go follows recipes.
		text := regexp.MustCompile("(?m)^### .*$").ReplaceAllString(string(raw), "")
		for _, knob := range regexp.MustCompile(`VITRINE_[A-Z_]+[A-Z]`).FindAllString(text, -1) {
			if !strings.Contains(serve, "$"+knob) && !strings.HasPrefix(knob, "VITRINE_TEST_") {
				t.Errorf("%s names %s, which is no knob", page, knob)
			}
		}
		for _, m := range regexp.MustCompile("(?:bin/|[`\n ]|vitrine )vitrine ([a-z][a-z-]+)").FindAllStringSubmatch(text, -1) {
			if command := m[1]; strings.Contains(text, "`vitrine "+command) && !strings.Contains(all, "\n  "+command) {
				t.Errorf("%s names the command %s, which is none", page, command)
			}
		}
		for _, m := range regexp.MustCompile("`((?:cmd|internal|deploy|scripts|web)/[a-zA-Z0-9_./-]+)`").FindAllStringSubmatch(text, -1) {
			// A profile names Go's own internal/runtime.
			if strings.HasPrefix(m[1], "internal/runtime/") || strings.Contains(m[1], "dist") {
				continue
			}
			if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
}

func TestTheGuideOfEditorsLeadsToScreens(t *testing.T) {
	guide, err := os.ReadFile("../../docs/editing.md")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := os.ReadFile("../../web/src/admin/layout/tree.ts")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, table := range strings.Split(string(guide), "| to change | open |\n|---|---|\n")[1:] {
		table, _, _ = strings.Cut(table, "\n\n")
		for row := range strings.Lines(table) {
			rows++
			screens, _, _ := strings.Cut(strings.TrimSuffix(strings.Split(strings.TrimSpace(row), " | ")[1], " |"), ":")
			screens, _, _ = strings.Cut(screens, ";")
			for name := range strings.SplitSeq(screens, ", ") {
				if !strings.Contains(string(tree), `label: "`+name+`"`) {
					t.Errorf("no screen is called %q", name)
				}
			}
		}
	}
	if rows < 13 {
		t.Errorf("%d rows", rows)
	}
	for _, page := range []string{"../../README.md", "../../docs/editing.md", "../../docs/operating.md", "../../docs/architecture.md", "../../docs/api.md", "../../docs/benchmarks.md"} {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`!\[[^\]]*\]\(([^)]+)\)`).FindAllStringSubmatch(string(raw), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s shows %s, which is not there", page, m[1])
			}
		}
	}
}

// TestTheTestsInTheDocsExist keeps the tables of docs/reliability.md true.
func TestTheTestsInTheDocsExist(t *testing.T) {
	raw, err := os.ReadFile("../../docs/reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("grep", "-rhoE", "--include=*_test.go", "^func (Test|Fuzz)[A-Za-z0-9_]+", "../../cmd", "../../internal").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile("`((?:Test|Fuzz)[A-Z][A-Za-z0-9]+)`").FindAllStringSubmatch(string(raw), -1) {
		if !strings.Contains(string(out), "func "+name[1]+"\n") {
			t.Errorf("there is no %s", name[1])
		}
	}
	for _, name := range regexp.MustCompile("`([a-z-]+\\.(?:spec|test)\\.ts)`").FindAllStringSubmatch(string(raw), -1) {
		found, err := exec.Command("find", "../../web/e2e", "../../web/test", "../../web/src", "-name", name[1]).Output()
		if err != nil || len(found) == 0 {
			t.Errorf("there is no %s", name[1])
		}
	}
	for target := range strings.SplitSeq(string(out), "\n") {
		if name, ok := strings.CutPrefix(target, "func Fuzz"); ok && !strings.Contains(string(raw), "`Fuzz"+name+"`") {
			t.Errorf("Fuzz%s is not in the table of parsers", name)
		}
	}
}

// explained checks that the guide's table of refusals has the line with which
// serve ended.
func explained(t *testing.T, line string) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(raw), "| line | what to do |")
	table, _, _ = strings.Cut(table, "\n\n")
	line = strings.TrimSpace(strings.TrimPrefix(line, "vitrine: "))
	for row := range strings.Lines(table) {
		cell, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
			pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(m[1]), `\.\.\.`, ".*")
			if regexp.MustCompile(pattern).MatchString(line) {
				return
			}
		}
	}
	t.Errorf("the guide does not explain %q", line)
}

func TestTheGuideExplainsWhyAFolderIsRefused(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(dir string) error{
		"damaged": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "vitrine.db"), []byte(strings.Repeat("no database ", 1000)), 0o600)
		},
		"gone":             func(dir string) error { return os.Remove(filepath.Join(dir, "vitrine.db")) },
		"a damaged secret": func(dir string) error { return os.WriteFile(filepath.Join(dir, "secret"), []byte("x"), 0o600) },
	} {
		dir := t.TempDir()
		if r := run(t, settings(dir), bossWord+"\n", "user", "add", "--email", boss, "--role", "admin", "--password-stdin"); r.code != 0 {
			t.Fatalf("%+v", r)
		}
		if err := spoil(dir); err != nil {
			t.Fatal(err)
		}
		r := run(t, settings(dir), "", "serve")
		if r.code != 1 || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: %+v", name, r)
		}
		explained(t, r.stderr)
	}
}
