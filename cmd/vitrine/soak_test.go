package main_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// soaking tells whether the long runs are wanted: make soak sets it.
func soaking() bool { return os.Getenv("VITRINE_TEST_SOAK") != "" }

// long marks a test that takes more than a few seconds.
func long(t testing.TB) {
	t.Helper()
	if !soaking() {
		t.Skip("a long run: make soak")
	}
}

// rounds is how often something is repeated: often in a soak.
func rounds(few, many int) int {
	if soaking() {
		return many
	}
	return few
}

// figures writes down what a test counted; make soak takes it to
// docs/reliability.md.
func figures(t testing.TB, format string, args ...any) {
	t.Helper()
	t.Logf("figures: "+format, args...)
}

// asRoot marks a test that mounts file systems.
func asRoot(t testing.TB) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("only root may mount a file system")
	}
}

// needs finds a program that a test cannot do without.
func needs(t testing.TB, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is missing; scripts/setup and scripts/soak install it", program)
	}
	return path
}

// must runs a command of the system.
func must(t testing.TB, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

// mounted is a folder on a small file system of its own.
func mounted(t testing.TB, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	mount(t, dir, args...)
	return dir
}

// mount skips the test where mounting is forbidden, as in most containers.
func mount(t testing.TB, dir string, args ...string) {
	t.Helper()
	if out, err := exec.Command("mount", append(args, dir)...).CombinedOutput(); err != nil {
		t.Skipf("mounting is not allowed here: %v %s", err, out)
	}
	t.Cleanup(func() { exec.Command("umount", dir).Run() })
}

// launchUnder starts a server through a shell line, which ends in exec "$@".
func launchUnder(t testing.TB, env []string, line string) *server {
	t.Helper()
	c := command(env, "serve")
	c.Args = append([]string{"sh", "-c", line, "sh"}, c.Args...)
	c.Path = needs(t, "sh")
	return launched(t, c)
}
