package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

func TestTheProgramSaysItsVersionCommitAndDate(t *testing.T) {
	t.Parallel()
	log, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	newest := regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\]`).FindSubmatch(log)
	if newest == nil {
		t.Fatal("CHANGELOG.md names no version")
	}
	version := string(newest[1])
	out := filepath.Join(t.TempDir(), "vitrine")
	b := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X main.stamp=abc123,2026-11-15T04:00:00+01:00", "-o", out, ".")
	b.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := b.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	want := "vitrine " + version + " (commit abc123, 2026-11-15T04:00:00+01:00, " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + ")\n"
	for _, arg := range []string{"version", "--version"} {
		if said, err := exec.Command(out, arg).Output(); err != nil || string(said) != want {
			t.Errorf("vitrine %s: %v %q, want %q", arg, err, said, want)
		}
	}
	for file, build := range map[string]string{
		"../../Makefile": "-X main.stamp=$(STAMP)", "../../scripts/release": "-X main.stamp=$STAMP", "../../deploy/Dockerfile": "-X main.stamp=$VERSION",
		"../../deploy/compose.yaml": "VERSION=$(git show -s --format=%H,%cI)", "../../docs/operating.md": "VERSION=$(git show -s --format=%H,%cI)",
	} {
		if raw, err := os.ReadFile(file); err != nil || !strings.Contains(string(raw), build) {
			t.Errorf("%s builds without %s: %v", file, build, err)
		}
	}
	ops := storetest.FreeAddress()
	s := start(t, settings(t.TempDir(), "VITRINE_OPS_ADDR="+ops))
	if line := regexp.MustCompile(`(?m)^vitrine_build_info\{.*version="` + regexp.QuoteMeta(version) + `"\} 1$`); !line.MatchString(s.metrics(ops)) {
		t.Error("the metrics do not say which program this is")
	}
}
