package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

// stands are what a machine with systemd has and a test has not. They keep to
// the folder ROOT.
var stands = map[string]string{
	"sudo":       `while :; do case "$1" in -u) shift 2 ;; --*) shift ;; *) exec env "$@" ;; esac; done`,
	"useradd":    ``,
	"createuser": ``,
	"createdb":   ``,
	"docker":     `[ "$1" = compose ] && echo the password`,
	"make":       `grep -q "^$1:" "$CHECKOUT/Makefile"`,
	"journalctl": `cat "$ROOT/log"`,
	"install": `args=(); while [ $# -gt 0 ]; do case "$1" in -o|-g) shift 2 ;; *) args+=("$1"); shift ;; esac; done
exec /usr/bin/install "${args[@]}"`,
	"systemctl": `pid=$(cat "$ROOT/pid" 2>/dev/null)
case "$1" in
start|stop|restart|enable) [ -z "$pid" ] || { kill "$pid"; while [ -e "/proc/$pid" ] && ! grep -q '^State:.Z' "/proc/$pid/status"; do sleep 0.02; done; rm "$ROOT/pid"; } ;;
esac
case "$1" in
start|restart|enable)
  setsid "$ROOT/usr/local/bin/vitrine" --env-file "$ROOT/etc/vitrine.env" serve >>"$ROOT/log" 2>&1 &
  echo $! >"$ROOT/pid"
  until "$ROOT/usr/local/bin/vitrine" health 2>/dev/null; do kill -0 $! || { tail -n 3 "$ROOT/log"; exit 1; }; sleep 0.02; done ;;
esac`,
}

var (
	blocks  = regexp.MustCompile("(?s)```sh\n(.*?)```")
	remarks = regexp.MustCompile(`(?m)^#   (.*)$`)
)

// TestTheCommandsOfTheDocsWork runs every block of commands, in the order of
// the page, with the paths of the system moved into a folder; those with
// Docker are left to TestTheComposedSiteWorks.
func TestTheCommandsOfTheDocsWork(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "../../README.md", "../../deploy/compose.yaml") {
		if filepath.Base(page) == "extending.md" { // recipes, which docs/extending_test.go follows
			continue
		}
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := blocks.FindAllStringSubmatch(string(raw), -1)
		if filepath.Ext(page) == ".yaml" {
			found = remarks.FindAllStringSubmatch(string(raw), -1)
		}
		var script strings.Builder
		for _, b := range found {
			if filepath.Ext(page) == ".yaml" || !strings.Contains(b[1], "docker compose") {
				script.WriteString(b[1] + "\n")
			}
		}
		if len(found) > 0 {
			t.Run(filepath.Base(page), func(t *testing.T) { runsByTheBook(t, script.String()) })
		}
	}
}

func runsByTheBook(t *testing.T, script string) {
	root, bin := t.TempDir(), t.TempDir()
	for name, text := range stands {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/bash\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"etc/systemd/system", "usr/local/bin", "var/backups", "var/lib", "var/tmp", "checkout/bin"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(root, "checkout/deploy"), os.DirFS("../../deploy")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(binary, filepath.Join(root, "checkout/bin/vitrine")); err != nil {
		t.Fatal(err)
	}
	elsewhere := []string{}
	if strings.Contains(script, "import-supabase") {
		source := start(t, settings(t.TempDir()))
		var profiles []map[string]any
		if err := json.Unmarshal([]byte(source.ask("GET", "/rest/v1/user_profiles?select=*", source.signIn(boss, bossWord), nil).body), &profiles); err != nil || len(profiles) != 1 {
			t.Fatalf("profiles: %v (%v)", profiles, err)
		}
		people := fmt.Sprintf("id,email,encrypted_password,email_confirmed_at\n%s,ida@example.com,$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy,2024-01-02 03:04:05+00\n", profiles[0]["user_id"])
		if err := os.WriteFile(filepath.Join(root, "var/tmp/users.csv"), []byte(people), 0o600); err != nil {
			t.Fatal(err)
		}
		bucket := s3test.Start(t)
		elsewhere = []string{
			"https://project.supabase.co", source.url, "sb_publishable_...", anonKey, "--email you@studio.example", "--email " + boss,
			"postgres://vitrine:PASSWORD@db.internal/vitrine?sslmode=verify-full", storetest.PostgresURL(t),
			"s3://KEY:SECRET@s3.internal/vitrine?region=eu-1", bucket.URL("vitrine"), "s3://KEY:SECRET@s3.internal/backups?region=eu-1", bucket.URL("backups"),
			"VITRINE_BACKUP_KEY=age1...", "VITRINE_BACKUP_KEY=kept where nobody looks",
			"vitrine-20261115T040000Z.zip", "vitrine-2*Z.zip",
		}
	}
	for _, path := range []string{"/etc/", "/var/lib/", "/var/backups/", "/var/tmp/", "/usr/local/bin"} {
		elsewhere = append(elsewhere, path, root+path)
	}
	c := exec.Command("bash", "-c", "set -euo pipefail; shopt -s expand_aliases; trap 'echo \"FAILED: $BASH_COMMAND\"' ERR\n"+strings.NewReplacer(elsewhere...).Replace(script))
	c.Dir = filepath.Join(root, "checkout")
	c.Env = []string{
		"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + root, "ROOT=" + root, "CHECKOUT=" + checkout,
		"VITRINE_ADDR=" + storetest.FreeAddress(), "VITRINE_OPS_ADDR=", "VITRINE_SOURCE_PASSWORD=" + bossWord,
	}
	t.Cleanup(func() {
		if raw, err := os.ReadFile(filepath.Join(root, "pid")); err == nil {
			pid, _ := strconv.Atoi(strings.TrimSpace(string(raw)))
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	c.WaitDelay = patience // what it started may outlive it
	slow := time.AfterFunc(8*patience, func() { c.Process.Kill() })
	defer slow.Stop()
	out, err := c.CombinedOutput()
	if err != nil {
		log, _ := os.ReadFile(filepath.Join(root, "log"))
		t.Fatalf("%v\n%s\n%s", err, out, log)
	}
	if strings.Contains(string(out), "WRONG") {
		t.Errorf("doctor finds something wrong:\n%s", out)
	}
}
