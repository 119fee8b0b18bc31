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
		text := string(raw)
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
			if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil && !strings.Contains(m[1], "dist") {
				t.Errorf("%s names %s, which is not there", page, m[1])
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
	for target := range strings.SplitSeq(string(out), "\n") {
		if name, ok := strings.CutPrefix(target, "func Fuzz"); ok && !strings.Contains(string(raw), "`Fuzz"+name+"`") {
			t.Errorf("Fuzz%s is not in the table of parsers", name)
		}
	}
}
