package main_test

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// behindNginx starts nginx with deploy/nginx-edge.conf, but for its addresses and folders.
func (s *server) behindNginx() (get func(path string) (status int, body, from string)) {
	s.Helper()
	bin, err := exec.LookPath("nginx")
	if err != nil {
		bin = "/usr/sbin/nginx"
	}
	shipped, err := os.ReadFile("../../deploy/nginx-edge.conf")
	if err != nil {
		s.Fatal(err)
	}
	dir, addr := s.TempDir(), storetest.FreeAddress()
	config := strings.NewReplacer(
		"vitrine:8080", strings.TrimPrefix(s.url, "http://"), "listen 8080", "listen "+addr,
		"worker_processes auto;", "daemon off; master_process off; pid nginx.pid; error_log error.log;",
		"http {", "http { client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;",
		"proxy_cache_path cache", "proxy_cache_path "+filepath.Join(dir, "cache"),
	).Replace(string(shipped))
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(config), 0o600); err != nil {
		s.Fatal(err)
	}
	run := exec.Command(bin, "-p", dir, "-c", "nginx.conf", "-e", filepath.Join(dir, "error.log"))
	run.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := run.Start(); err != nil {
		s.Fatalf("nginx (scripts/setup installs it): %v", err)
	}
	s.Cleanup(func() {
		run.Process.Kill()
		run.Wait()
		if log, err := os.ReadFile(filepath.Join(dir, "error.log")); err == nil && s.Failed() {
			s.Logf("nginx wrote:\n%s", log)
		}
	})
	asking := http.Client{Timeout: 10 * time.Second}
	get = func(path string) (int, string, string) {
		res, err := asking.Get("http://" + addr + path)
		if err != nil {
			return 0, err.Error(), ""
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return 0, err.Error(), ""
		}
		return res.StatusCode, string(body), res.Header.Get("X-Cache-Status")
	}
	s.eventually("nginx answers", func() bool { status, _, _ := get("/healthz"); return status == http.StatusOK })
	return get
}

func TestNginxKeepsPagesForAMomentAndGoesOnWithoutTheServer(t *testing.T) {
	const lifetime = 3 * time.Second
	s := start(t, settings(t.TempDir(), "VITRINE_EDGE=plain", "VITRINE_EDGE_LIFETIME="+lifetime.String()))
	token := s.signIn(boss, bossWord)
	get := s.behindNginx()
	paths := []string{"/", "/careers"}
	for _, path := range paths {
		s.eventually("nginx keeps "+path, func() bool { status, _, from := get(path); return status == http.StatusOK && from == "HIT" })
	}
	if a := s.ask("PATCH", "/rest/v1/job_listings?id=gt.0", token, map[string]string{"title": "Keeper of the moment"}); a.status/100 != 2 {
		t.Fatalf("rename: %d %s", a.status, a.body)
	}
	began := time.Now()
	s.eventually("the new title", func() bool {
		_, body, _ := get("/careers")
		return strings.Contains(body, "Keeper of the moment")
	})
	took := time.Since(began)
	if soaking() && took > lifetime+time.Second {
		t.Errorf("a save was seen after %v, with pages that live for %v", took, lifetime)
	}
	for _, path := range []string{"/newsletter/confirm?t=one", "/rest/v1/hero_content"} {
		if _, _, from := get(path); from != "" {
			t.Errorf("nginx looks for %s among what it keeps: %s", path, from)
		}
	}
	s.kill()
	answers := 0
	for _, path := range paths {
		s.eventually(path+" is older than it may be, and there", func() bool {
			status, body, from := get(path)
			if answers++; status != http.StatusOK || !strings.Contains(body, "</html>") {
				t.Fatalf("%s is %d without the server, after %d answers", path, status, answers)
			}
			return from == "STALE"
		})
	}
	figures(t, "nginx with pages of %v: a save was seen after %v; %d pages without the server, all 200", lifetime, took.Round(time.Millisecond), answers)
}
