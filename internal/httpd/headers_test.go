package httpd_test

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"vitrine/internal/httpd"
)

// everyAnswer are the headers that security.md 4.5 wants on every answer.
var everyAnswer = map[string]string{
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "strict-origin-when-cross-origin",
	"Strict-Transport-Security":    "max-age=63072000",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"X-Frame-Options":              "DENY",
	"Permissions-Policy":           "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
	"Server":                       "",
	"X-Powered-By":                 "",
	"Access-Control-Allow-Origin":  "",
}

func TestEveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	h := build(t, nil)
	ids := map[string]bool{}
	for _, c := range []struct {
		method, target string
		status         int
	}{
		{"GET", "/rest/v1/hero_content", 200},
		{"POST", "/auth/v1/token", 200},
		{"GET", "/storage/v1/object/public/x.png", 200},
		{"POST", "/functions/v1/send", 200},
		{"GET", "/realtime/v1/websocket", 200},
		{"OPTIONS", "/rest/v1/hero_content", 204},
		{"GET", "/rest/v1/panic", 500},
		{"GET", "/rest/v1//hero_content", 404},
		{"GET", "/assets/app-3f9a.js", 200},
		{"HEAD", "/assets/app-3f9a.js", 200},
		{"GET", "/assets/gone.js", 404},
		{"GET", "/favicon.svg", 200},
		{"GET", "/admin", 200},
		{"GET", "/admin/unknown", 404},
		{"POST", "/admin", 405},
		{"GET", "/healthz", 200},
		{"GET", "/readyz", 200},
		{"POST", "/healthz", 405},
		{"GET", "/nowhere", 404},
		{"GET", "//admin", 307},
		{"BREW", "/", 405},
		{"TRACE", "/rest/v1/hero_content", 405},
		{"GET", "/?" + strings.Repeat("x", 9000), 414},
	} {
		r := h.ask(c.method, c.target)
		name := c.method + " " + c.target[:min(len(c.target), 40)]
		if r.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", name, r.StatusCode, c.status)
		}
		for header, want := range everyAnswer {
			if got := r.Header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", name, policy)
		}
		id := r.Header.Get("X-Request-Id")
		if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(id) || ids[id] {
			t.Errorf("%s: request id %q", name, id)
		}
		ids[id] = true
	}
}

func TestTheRequestIDIsOursAlone(t *testing.T) {
	h := build(t, nil)
	r := h.ask("GET", "/rest/v1/x", "X-Request-Id", "chosen\nby the caller")
	if id := r.Header.Get("X-Request-Id"); len(id) != 16 || !strings.Contains(body(t, r), `"request":"`+id+`"`) {
		t.Errorf("request id %q", id)
	}
}

func TestEachAnswerOfTheAdminShellHasItsOwnNonce(t *testing.T) {
	h := build(t, nil)
	seen := map[string]bool{}
	for _, path := range []string{"/admin", "/admin/", "/admin/hero", "/admin/hero/", "/admin/hero?tab=1"} {
		r := h.ask("GET", path)
		policy, page := r.Header.Get("Content-Security-Policy"), body(t, r)
		found := regexp.MustCompile(`style-src 'self' 'nonce-([A-Za-z0-9+/]{24})'`).FindStringSubmatch(policy)
		if r.StatusCode != 200 || found == nil {
			t.Fatalf("%s: status %d, policy %q", path, r.StatusCode, policy)
		}
		nonce := found[1]
		if seen[nonce] || !strings.Contains(page, `<meta property="csp-nonce" nonce="`+nonce+`">`) {
			t.Errorf("%s: nonce %q, seen before: %v, page %s", path, nonce, seen[nonce], page)
		}
		seen[nonce] = true
		if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "script-src 'self';") || !strings.Contains(policy, "base-uri 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if !strings.Contains(page, `content="key&#34;&lt;&amp;"`) || strings.Contains(page, "__") {
			t.Errorf("%s: page %s", path, page)
		}
		if r.Header.Get("Cache-Control") != "private, no-store" || r.Header.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s: headers %v", path, r.Header)
		}
	}
	head := h.ask("HEAD", "/admin")
	if head.StatusCode != 200 || body(t, head) != "" || head.Header.Get("Content-Length") == "" {
		t.Errorf("HEAD: %d %v", head.StatusCode, head.Header)
	}
}

func TestThePreviewAloneMayBeFramedAndOnlyByUs(t *testing.T) {
	h := build(t, nil)
	for path, want := range map[string][2]string{
		"/admin/preview":       {"SAMEORIGIN", "frame-ancestors 'self'"},
		"/admin/preview/":      {"SAMEORIGIN", "frame-ancestors 'self'"},
		"/admin/preview?path=": {"SAMEORIGIN", "frame-ancestors 'self'"},
		"/admin":               {"DENY", "frame-ancestors 'none'"},
		"/admin/hero":          {"DENY", "frame-ancestors 'none'"},
	} {
		r := h.ask("GET", path)
		policy := r.Header.Get("Content-Security-Policy")
		if r.StatusCode != 200 || r.Header.Get("X-Frame-Options") != want[0] || !strings.Contains(policy, want[1]) {
			t.Errorf("%s: %d, %s, policy %q", path, r.StatusCode, r.Header.Get("X-Frame-Options"), policy)
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "frame-src *") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
	if policy := h.ask("GET", "/admin").Header.Get("Content-Security-Policy"); !strings.Contains(policy, "frame-src 'self';") {
		t.Errorf("the back-office cannot show its preview: %q", policy)
	}
	if page := body(t, h.ask("GET", "/admin/preview")); page != "the preview" {
		t.Errorf("page %s", page)
	}
}

func TestAPathThatTheBackOfficeDoesNotHaveIsThe404Page(t *testing.T) {
	h := build(t, nil)
	for _, path := range []string{"/admin/unknown", "/admin/hero/deeper", "/admin/HERO", "/admin/%2e%2e%2fhero", "/adminx"} {
		r := h.ask("GET", path)
		if text := body(t, r); r.StatusCode != 404 || text != "the 404 page of the site" {
			t.Errorf("%s: %d %s", path, r.StatusCode, text)
		}
	}
}

func TestWithoutAFrontEndTheBackendStillAnswers(t *testing.T) {
	empty := fstest.MapFS{".placeholder": {}}
	assets, err := httpd.NewAssets(empty, func(context.Context) string { return "no such file" }, false)
	if err != nil {
		t.Fatal(err)
	}
	h := build(t, func(o *httpd.Options) {
		o.Site = []httpd.Routes{assets, httpd.NewShell(empty, []string{"/admin"}, "key", http.NotFoundHandler(), vitrine)}
	})
	if r := h.ask("GET", "/rest/v1/x"); r.StatusCode != 200 {
		t.Errorf("backend: %d", r.StatusCode)
	}
	if r := h.ask("GET", "/admin"); r.StatusCode != 200 || !strings.Contains(body(t, r), "make build") {
		t.Errorf("admin: %d", r.StatusCode)
	}
}

func TestReadinessSaysWhetherNotWhy(t *testing.T) {
	h := build(t, func(o *httpd.Options) {
		o.Ready = func(context.Context) error { return errors.New("disk /var/lib/secret failed") }
	})
	r := h.ask("GET", "/readyz")
	if text := body(t, r); r.StatusCode != 503 || text != `{"status":"unavailable"}`+"\n" || r.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("readyz: %d %s", r.StatusCode, text)
	}
	if !strings.Contains(h.log.String(), "disk /var/lib/secret failed") {
		t.Errorf("the log does not say why: %s", h.log)
	}
	if r := h.ask("GET", "/healthz"); r.StatusCode != 200 || body(t, r) != `{"status":"ok"}`+"\n" {
		t.Errorf("healthz: %d", r.StatusCode)
	}
}

func TestCallersOfTheBackendGetJSONWhateverTheyAsk(t *testing.T) {
	h := build(t, nil)
	for _, c := range []struct {
		method, target, code string
		status               int
		headers              []string
	}{
		{"GET", "/rest/v1/../../etc/passwd", "PGRST125", 404, nil},
		{"GET", "/rest/v1/%2e%2e/x", "PGRST125", 404, nil},
		{"POST", "/storage/v1//object/x", "PGRST125", 404, nil},
		{"DELETE", "/auth/v1/./user", "PGRST125", 404, nil},
		{"BREW", "/rest/v1/x", "PGRST117", 405, nil},
		{"CONNECT", "/rest/v1/x", "PGRST117", 405, nil},
		{"GET", "/rest/v1/x?" + strings.Repeat("a", 8<<10), "PGRST100", 414, nil},
		{"POST", "/rest/v1/x", "PGRST102", 415, []string{"Content-Encoding", "gzip"}},
		{"POST", "/auth/v1/token", "PGRST102", 415, []string{"Content-Encoding", "identity, br"}},
		{"GET", "/rest/v1/panic", "XX000", 500, nil},
	} {
		r := h.ask(c.method, c.target, c.headers...)
		text := body(t, r)
		if r.StatusCode != c.status || !strings.HasPrefix(text, `{"code":"`+c.code+`","message":"`) || r.Header.Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("%s %.40s: %d %s %s", c.method, c.target, r.StatusCode, r.Header.Get("Content-Type"), text)
		}
	}
	for _, target := range []string{"/rest/v1", "/auth/v1", "/storage/v1", "/functions/v1", "/realtime/v1", "/rest/v1/", "/rest/v1/x/"} {
		if r := h.ask("GET", target); r.StatusCode != 200 || !strings.Contains(body(t, r), `"role":"anon"`) {
			t.Errorf("%s: %d, redirected to %q", target, r.StatusCode, r.Header.Get("Location"))
		}
	}
	if r := h.ask("POST", "/rest/v1/x", "Content-Encoding", "identity"); r.StatusCode != 200 {
		t.Errorf("identity: %d", r.StatusCode)
	}
	if r := h.ask("GET", "/rest/v1/x?"+strings.Repeat("a", 8<<10-len("/rest/v1/x?"))); r.StatusCode != 200 {
		t.Errorf("an address of 8 KiB: %d", r.StatusCode)
	}
}

func TestAPanicIsLoggedWithItsRequestAndShownToNobody(t *testing.T) {
	h := build(t, nil)
	r := h.ask("GET", "/rest/v1/panic")
	text := body(t, r)
	if strings.Contains(text, "secret") || r.Header.Get("ETag") != "" || r.Header.Get("Content-Length") == "7" || r.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("headers %v, body %s", r.Header, text)
	}
	logged := h.log.String()
	for _, want := range []string{`"msg":"panic"`, "a secret text", "helper_test.go", `"request":"` + r.Header.Get("X-Request-Id") + `"`} {
		if !strings.Contains(logged, want) {
			t.Errorf("the log lacks %q: %s", want, logged)
		}
	}
}

func TestAnAnswerThatPanicsHalfwayIsCutOff(t *testing.T) {
	h := build(t, nil)
	at, _, _ := h.open("127.0.0.1:0")
	r, err := http.Get("http://" + at + "/rest/v1/half")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	buffer := make([]byte, 64)
	for err == nil {
		_, err = r.Body.Read(buffer)
	}
	if !strings.Contains(err.Error(), "unexpected EOF") {
		t.Errorf("the half answer ends with %v; a client would take it for whole", err)
	}
	eventually(t, timeout, "the panic is logged", func() bool { return strings.Contains(h.log.String(), "too late") })
}
