package main_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestEverySurfaceOfTheProgramCarriesTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/", 200}, {"GET", "/about", 200}, {"GET", "/careers", 200}, {"GET", "/contact", 200}, {"GET", "/nowhere", 404},
		{"GET", "/sitemap.xml", 200}, {"GET", "/robots.txt", 200}, {"GET", "/favicon.svg", 200}, {"GET", "/assets/none.js", 404},
		{"GET", "/admin", 200}, {"GET", "/admin/nowhere", 404},
		{"GET", "/healthz", 200}, {"GET", "/readyz", 200},
		{"GET", "/rest/v1/", 200}, {"GET", "/rest/v1/hero_content", 200}, {"GET", "/rest/v1/none", 404}, {"GET", "/rest/v1//x", 404},
		{"GET", "/auth/v1/user", 403}, {"GET", "/auth/v1/none", 404}, {"POST", "/auth/v1/signup", 422},
		{"GET", "/storage/v1/object/public/portfolio-logos/none.png", 404}, {"GET", "/storage/v1/none", 405},
		{"POST", "/functions/v1/none", 404}, {"GET", "/realtime/v1/none", 404}, {"GET", "/realtime/v1/websocket", 426},
		{"BREW", "/", 405}, {"DELETE", "/about", 405},
	} {
		a := s.ask(c.method, c.path, "", nil)
		name := c.method + " " + c.path
		if a.status != c.status {
			t.Errorf("%s: status %d, want %d: %.200s", name, a.status, c.status, a.body)
		}
		for header, want := range map[string]string{
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "strict-origin-when-cross-origin",
			"Strict-Transport-Security":    "max-age=63072000",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"X-Frame-Options":              "DENY",
			"Permissions-Policy":           "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
			"Server":                       "",
			"X-Powered-By":                 "",
			"Set-Cookie":                   "",
			"Access-Control-Allow-Origin":  "",
		} {
			if got := a.header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		policy := a.header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "script-src 'self' 'unsafe") {
			t.Errorf("%s: policy %q", name, policy)
		}
		if a.header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", name)
		}
		if backend := strings.Contains(c.path, "/v1"); backend && !strings.HasPrefix(a.header.Get("Content-Type"), "application/") {
			t.Errorf("%s: a client of the backend gets %q", name, a.header.Get("Content-Type"))
		}
	}
	theAgesOfAnswersAreAsTheGuideSays(t, s)
}

func TestOnlyWhoAsksForItPromisesHTTPSForSubdomains(t *testing.T) {
	t.Parallel()
	for knob, want := range map[string]string{"off": "", "on": "max-age=63072000", "subdomains": "max-age=63072000; includeSubDomains"} {
		s := start(t, settings(t.TempDir(), "VITRINE_HSTS="+knob))
		for _, path := range []string{"/", "/admin", "/rest/v1/hero_content"} {
			a := s.ask("GET", path, "", nil)
			if got := strings.Join(a.header.Values("Strict-Transport-Security"), "|"); a.status != 200 || got != want {
				t.Errorf("with %s %s says %q, want %q", knob, path, got, want)
			}
		}
		s.stop()
	}
}

func theAgesOfAnswersAreAsTheGuideSays(t *testing.T, s *server) {
	t.Helper()
	raw, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	asset := regexp.MustCompile(`/assets/[^"]+`).FindString(s.ask("GET", "/", "", nil).body)
	for path, row := range map[string]string{
		asset: "| `/assets/*` |", "/favicon.svg": "| icons of a fresh site |", "/site.webmanifest": "| pages,", "/careers": "| pages,", "/feed.xml": "| pages,", "/nowhere": "| pages,",
		"/rest/v1/hero_content": "| visitors' reads below `/rest/v1/` |", "/admin": "| everything else", "/rest/v1/newsletter_subscriptions?email=eq.a@example.com": "| everything else", "/auth/v1/health": "| everything else",
	} {
		age := s.ask("GET", path, "", nil).header.Get("Cache-Control")
		_, line, found := strings.Cut(string(raw), "\n"+row)
		if line, _, _ = strings.Cut(line, "\n"); !found || age == "" || !strings.Contains(line, "`"+age+"`") {
			t.Errorf("%s may be kept as %q, and the guide says %q", path, age, row+line)
		}
	}
}
