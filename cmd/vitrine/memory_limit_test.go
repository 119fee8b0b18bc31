package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

// memoryGroup makes a control group with a limit on its memory and returns
// its folder.
func memoryGroup(t *testing.T, limit int) string {
	t.Helper()
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Skip(err)
	}
	parent, file := "/sys/fs/cgroup", "memory.max"
	if v1 := regexp.MustCompile(`(?m)^\d+:memory:(.*)$`).FindSubmatch(groups); v1 != nil {
		parent, file = "/sys/fs/cgroup/memory"+string(v1[1]), "memory.limit_in_bytes"
	} else if v2 := regexp.MustCompile(`(?m)^0::(.*)$`).FindSubmatch(groups); v2 != nil {
		parent += string(v2[1])
	}
	dir := filepath.Join(parent, fmt.Sprintf("vitrine-test-%d", os.Getpid()))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Skipf("no control groups can be made here: %v", err)
	}
	t.Cleanup(func() { os.Remove(dir) })
	if err := os.WriteFile(filepath.Join(dir, file), fmt.Append(nil, limit), 0); err != nil {
		t.Skipf("no limits can be set here: %v", err)
	}
	if err := exec.Command("sh", "-c", "echo $$ > "+dir+"/cgroup.procs").Run(); err != nil {
		t.Skipf("no control group can be entered here: %v", err)
	}
	return dir
}

func TestTheHeapKeepsBelowTheLimitOfTheContainer(t *testing.T) {
	const limit = 512 << 20
	dir := memoryGroup(t, limit)
	for env, want := range map[string]float64{"": 0.8 * limit, "GOMEMLIMIT=100MiB": 100 << 20} {
		ops := storetest.FreeAddress()
		s := launchUnder(t, settings(t.TempDir(), "VITRINE_OPS_ADDR="+ops, env), `echo $$ > `+dir+`/cgroup.procs && exec "$@"`)
		s.await()
		line := regexp.MustCompile(`(?m)^go_gc_gomemlimit_bytes (\S+)$`).FindStringSubmatch(s.metrics(ops))
		var got float64
		if line != nil {
			fmt.Sscan(line[1], &got)
		}
		if got < want-1 || got > want+1 {
			t.Errorf("with %q the heap may have %v bytes, want %v", env, got, want)
		}
		s.stop()
		if log := s.stderr.String(); strings.Contains(log, "GOMEMLIMIT") {
			t.Errorf("it says %s", log)
		}
	}
}
