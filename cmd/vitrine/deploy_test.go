package main_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

type composed struct {
	Services map[string]struct {
		Image       string
		Environment map[string]string
		DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
		Healthcheck struct{ Test []string }
		Networks    map[string]struct {
			Address string `yaml:"ipv4_address"`
		}
	}
}

// TestTheComposedSiteTrustsItsBalancerAlone reads deploy/compose.yaml;
// TestTheComposedSiteWorks runs it, where there is Docker.
func TestTheComposedSiteTrustsItsBalancerAlone(t *testing.T) {
	raw, err := os.ReadFile("../../deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var all composed
	if err := yaml.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Services) != 5 {
		t.Errorf("%d services", len(all.Services))
	}
	knobs := regexp.MustCompile(`\bVITRINE_[A-Z_]+`).FindAllString(run(t, nil, "", "serve", "--help").stdout, -1)
	if len(knobs) < 20 {
		t.Errorf("knobs: %v", knobs)
	}
	// The composition itself has these, nginx ends TLS, and two are for tests.
	fixed := []string{
		"VITRINE_DATA", "VITRINE_DATABASE_URL", "VITRINE_STORAGE_URL", "VITRINE_ADDR", "VITRINE_OPS_ADDR", "VITRINE_TRUSTED_PROXIES",
		"VITRINE_TLS_DOMAIN", "VITRINE_HTTP_ADDR", "VITRINE_ACME_URL", "VITRINE_LIMITS", "VITRINE_CACHE",
	}
	pinned := regexp.MustCompile(`^vitrine$|:v?\d+\.\d+[.\d]*(-\w+)?$`)
	for name, s := range all.Services {
		if len(s.Healthcheck.Test) == 0 {
			t.Errorf("nobody asks %s how it is", name)
		}
		if !pinned.MatchString(s.Image) {
			t.Errorf("%s is whatever %s is today", name, s.Image)
		}
		for other, on := range s.DependsOn {
			if on.Condition != "service_healthy" {
				t.Errorf("%s starts before %s is ready", name, other)
			}
		}
		if strings.HasPrefix(name, "vitrine-") {
			if got, want := s.Environment["VITRINE_TRUSTED_PROXIES"], all.Services["balancer"].Networks["default"].Address; got != want || got == "" {
				t.Errorf("%s trusts %q, the balancer is %q", name, got, want)
			}
			for _, knob := range knobs {
				value, listed := s.Environment[knob]
				if fromEnv := listed && (value == "" || strings.HasPrefix(value, "${"+knob)); !fromEnv && !slices.Contains(fixed, knob) {
					t.Errorf("%s does not get %s from .env", name, knob)
				}
			}
			if !slices.Equal(s.Healthcheck.Test, []string{"CMD", "/vitrine", "health"}) {
				t.Errorf("%s is asked by %v", name, s.Healthcheck.Test)
			}
		}
	}
}

func TestAContainerCanAskWhetherItIsWell(t *testing.T) {
	s := start(t, settings(t.TempDir()))
	addr := strings.TrimPrefix(s.url, "http://")
	if r := run(t, []string{"VITRINE_ADDR=" + addr}, "", "health"); r.code != 0 || r.stdout+r.stderr != "" {
		t.Errorf("a healthy server: %+v", r)
	}
	s.stop()
	if r := run(t, []string{"VITRINE_ADDR=" + addr}, "", "health"); r.code != 1 || strings.Count(r.stderr, "\n") != 1 {
		t.Errorf("no server: %+v", r)
	}
	ill := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
	plain := httptest.NewServer(ill)
	defer plain.Close()
	for _, env := range [][]string{
		{"VITRINE_ADDR=" + strings.TrimPrefix(plain.URL, "http://")},
		{"VITRINE_HTTP_ADDR=" + strings.TrimPrefix(plain.URL, "http://"), "VITRINE_TLS_DOMAIN=studio.example"},
	} {
		if r := run(t, env, "", "health"); r.code != 1 || !strings.Contains(r.stderr, "503") {
			t.Errorf("%v: %+v", env, r)
		}
	}
}

func TestSystemdTakesTheUnits(t *testing.T) {
	bin, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("no systemd here")
	}
	unit, err := os.ReadFile("../../deploy/vitrine.service")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	text := strings.Replace(string(unit), "/usr/local/bin/vitrine", binary, 1)
	socket, err := os.ReadFile("../../deploy/vitrine.socket")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"vitrine.service": text, "vitrine.socket": string(socket)} {
		if err := os.WriteFile(dir+"/"+name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command(bin, "verify", dir+"/vitrine.service", dir+"/vitrine.socket").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	out, err := exec.Command(bin, "security", "--offline=true", "--no-pager", "--threshold=15", dir+"/vitrine.service").CombinedOutput()
	if err != nil {
		t.Errorf("more than 1.5 of 10 is exposed:\n%s", out)
	}
}
