package main_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// The policies as the security rules write them. % is the hash of the inline
// style of a page, or the nonce of an answer.
const (
	pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-%'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; " +
		"manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; " +
		"require-trusted-types-for 'script'; trusted-types default 'allow-duplicates'"
	adminPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; " +
		"worker-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"
	previewPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; connect-src 'self'; " +
		"form-action 'none'; frame-ancestors 'self'; base-uri 'none'; object-src 'none'"
	dataPolicy   = "default-src 'none'; frame-ancestors 'none'"
	uploadPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"
)

var (
	inlineStyle  = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	scripts      = regexp.MustCompile(`<script[^>]*>`)
	styleName    = regexp.MustCompile(`<[^>]* style="`)
	handlers     = regexp.MustCompile(`<[^>]* on[a-z]+="`)
	newWindow    = regexp.MustCompile(`<a [^>]*target="_blank"[^>]*>`)
	adminNonce   = regexp.MustCompile(`'nonce-([A-Za-z0-9+/]{24})'`)
	assetOf      = regexp.MustCompile(`/assets/[A-Za-z0-9/._-]+\.(?:js|css|woff2)`)
	sourceMapped = regexp.MustCompile(`(?m)^//# sourceMappingURL=`)
)

func (a answer) has(t *testing.T, name string, want map[string]string) {
	t.Helper()
	for header, value := range want {
		if got := strings.Join(a.header.Values(header), ", "); got != value {
			t.Errorf("%s: %s is %q, want %q", name, header, got, value)
		}
	}
}

func TestEverySurfaceHasItsPolicyToTheLetter(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	for _, path := range []string{"/", "/about", "/careers", "/contact", "/nowhere"} {
		a := s.ask("GET", path, "", nil)
		page(t, path, a)
		a.has(t, path, map[string]string{"Cache-Control": "no-cache", "Vary": "Accept-Encoding"})
		if a.header.Get("ETag") == "" {
			t.Errorf("%s has no ETag", path)
		}
	}
	form := url.Values{"name": {"Ann"}, "email": {"ann@example.com"}, "subject": {"s"}, "message": {"m"}}
	res, err := http.PostForm(s.url+"/contact", form)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	answer{header: res.Header}.has(t, "POST /contact", map[string]string{"Cache-Control": "private, no-store"})

	seen := map[string]bool{}
	for _, path := range []string{"/admin", "/admin/login", "/admin/messages", "/admin/messages?show=quarantine"} {
		a := s.ask("GET", path, "", nil)
		found := adminNonce.FindStringSubmatch(a.header.Get("Content-Security-Policy"))
		if found == nil || seen[found[1]] || !strings.Contains(a.body, `nonce="`+found[1]+`"`) {
			t.Fatalf("%s: nonce %v", path, found)
		}
		seen[found[1]] = true
		a.has(t, path, map[string]string{
			"Content-Security-Policy": strings.Replace(adminPolicy, "%", found[1], 1), "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex",
		})
		if !strings.Contains(a.body, `<meta name="robots" content="noindex"`) {
			t.Errorf("%s may be indexed", path)
		}
	}

	s.ask("GET", "/admin/preview", "", nil).has(t, "the preview", map[string]string{
		"Content-Security-Policy": previewPolicy, "X-Frame-Options": "SAMEORIGIN", "Cache-Control": "private, no-store", "X-Robots-Tag": "noindex",
	})

	token := s.signIn(boss, bossWord)
	for _, c := range []struct {
		method, path, token string
		body                any
		kept                string
	}{
		{"GET", "/rest/v1/hero_content", "", nil, "no-cache"},
		{"GET", "/rest/v1/hero_content", token, nil, "private, no-store"},
		{"GET", "/rest/v1/contact_form_submissions", token, nil, "private, no-store"},
		{"GET", "/rest/v1/none", "", nil, "private, no-store"},
		{"POST", "/rest/v1/newsletter_subscriptions", "", map[string]string{"email": "=1+1@example.com"}, "private, no-store"},
		{"POST", "/rest/v1/rpc/message_mail", token, map[string]any{"ids": []int{1}}, "private, no-store"},
		{"GET", "/auth/v1/user", token, nil, "private, no-store"},
		{"POST", "/auth/v1/signup", "", map[string]string{}, "private, no-store"},
		{"GET", "/functions/v1/form-token", "", nil, "private, no-store"},
		{"GET", "/functions/v1/export-subscribers", token, nil, "private, no-store"},
		{"POST", "/functions/v1/none", "", nil, "private, no-store"},
	} {
		a := s.ask(c.method, c.path, c.token, c.body)
		name := c.method + " " + c.path
		a.has(t, name, map[string]string{"Content-Security-Policy": dataPolicy, "Cache-Control": c.kept})
		if c.kept == "no-cache" {
			if a.header.Get("ETag") == "" || !strings.HasPrefix(a.header.Get("Vary"), "Authorization, apikey") {
				t.Errorf("%s: %v", name, a.header)
			}
		}
		if strings.HasSuffix(c.path, "export-subscribers") && !strings.Contains(a.body, `"'=1+1@example.com"`) {
			t.Errorf("a spreadsheet would run %q", a.body)
		}
	}

	s.upload(token, "policy.png")
	logo := s.ask("GET", "/storage/v1/object/public/portfolio-logos/policy.png", "", nil)
	logo.has(t, "an upload", map[string]string{"Content-Security-Policy": uploadPolicy, "Cache-Control": "max-age=3600", "Content-Type": "image/png"})
	if logo.status != 200 {
		t.Errorf("an upload: %d", logo.status)
	}
}

// page checks what a browser would hold against a public page.
func page(t *testing.T, path string, a answer) {
	t.Helper()
	styles := inlineStyle.FindAllStringSubmatch(a.body, -1)
	if len(styles) != 1 {
		t.Fatalf("%s has %d inline styles", path, len(styles))
	}
	sum := sha256.Sum256([]byte(styles[0][1]))
	a.has(t, path, map[string]string{"Content-Security-Policy": strings.Replace(pagePolicy, "%", base64.StdEncoding.EncodeToString(sum[:]), 1)})
	for _, tag := range scripts.FindAllString(a.body, -1) {
		if !strings.Contains(tag, ` src="/assets/`) && !strings.Contains(tag, ` type="application/json"`) && !strings.Contains(tag, ` type="application/ld+json"`) {
			t.Errorf("%s has the script %s", path, tag)
		}
	}
	for what, found := range map[string]string{"a style attribute": styleName.FindString(a.body), "a handler": handlers.FindString(a.body)} {
		if found != "" {
			t.Errorf("%s has %s: %s", path, what, found)
		}
	}
	for _, link := range newWindow.FindAllString(a.body, -1) {
		if !strings.Contains(link, `rel="noopener noreferrer"`) {
			t.Errorf("%s opens a window with %s", path, link)
		}
	}
}

func TestFilesAreKeptForGoodAndShowNoSource(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	files := map[string]bool{}
	for _, path := range []string{"/", "/admin"} {
		for _, file := range assetOf.FindAllString(s.ask("GET", path, "", nil).body, -1) {
			files[file] = true
		}
	}
	if len(files) < 4 {
		t.Fatalf("the pages name %v", files)
	}
	for file := range files {
		a := s.ask("GET", file, "", nil)
		kept := strings.Split(a.header.Get("Cache-Control"), ", ")
		if a.status != 200 || !strings.Contains(strings.Join(kept, ","), "max-age=31536000") || !strings.Contains(strings.Join(kept, ","), "immutable") {
			t.Errorf("%s: %d %v", file, a.status, kept)
		}
		if sourceMapped.MatchString(a.body) || s.ask("GET", file+".map", "", nil).status != 404 {
			t.Errorf("%s shows its source", file)
		}
	}
}

func TestOtherSitesAreShutOut(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	evil := []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "x-vitrine-form,authorization"}
	for _, path := range []string{"/", "/admin", "/rest/v1/hero_content", "/auth/v1/user", "/functions/v1/form-token", "/storage/v1/object/list/portfolio-logos", "/realtime/v1/websocket"} {
		for _, method := range []string{"GET", "OPTIONS"} {
			a := s.ask(method, path, "", nil, evil...)
			for header := range a.header {
				if strings.HasPrefix(header, "Access-Control-") {
					t.Errorf("%s %s: %s: %s", method, path, header, a.header.Get(header))
				}
			}
		}
	}
	// A form of another site can send these types without a preflight.
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
		for _, path := range []string{"/rest/v1/newsletter_subscriptions", "/rest/v1/contact_form_submissions", "/auth/v1/token?grant_type=password", "/functions/v1/send-contact-notification"} {
			if a := s.ask("POST", path, "", map[string]string{"email": "a@example.com"}, "Content-Type", kind); a.status < 400 || a.status >= 500 {
				t.Errorf("%s as %s: %d %s", path, kind, a.status, a.body)
			}
		}
	}
	form := url.Values{"email": {"a@example.com"}}
	for _, origin := range []string{"https://evil.example", "null"} {
		r, _ := http.NewRequest("POST", s.url+"/newsletter", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", origin)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != 403 {
			t.Errorf("a form from %s: %d", origin, res.StatusCode)
		}
	}
	if n := s.count("newsletter_subscriptions", s.signIn(boss, bossWord)); n != "0" {
		t.Errorf("%s addresses came in", n)
	}
}

func TestAnOriginIsLetInWhenItIsNamed(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir(), "VITRINE_CORS_ORIGINS=http://localhost:5173"))
	for origin, want := range map[string]string{"http://localhost:5173": "http://localhost:5173", "http://localhost:5174": "", "http://localhost:5173.evil.example": "", "null": ""} {
		a := s.ask("OPTIONS", "/rest/v1/contact_form_submissions", "", nil, "Origin", origin, "Access-Control-Request-Method", "POST")
		a.has(t, origin, map[string]string{"Access-Control-Allow-Origin": want, "Access-Control-Allow-Credentials": ""})
		if want != "" && !strings.Contains(a.header.Get("Access-Control-Allow-Headers"), "x-vitrine-form") {
			t.Errorf("the header of the forms is refused: %v", a.header)
		}
	}
}

// TestNoAddressOfOursLeadsElsewhere sends request lines as they are: a client
// would tidy them up.
func TestNoAddressOfOursLeadsElsewhere(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	for _, target := range []string{
		"//evil.example", "//evil.example/..", "///evil.example", `/\evil.example`, "/%2f%2fevil.example", "/%5cevil.example", "/.//evil.example",
		"/admin//evil.example", "/admin/..//evil.example", "/admin/login?from=//evil.example", "/careers//evil.example", "/assets//evil.example/",
		"/rest/v1//evil.example", "http://evil.example/", "/about/", "/admin/",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n", target)
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		conn.Close()
		if err != nil {
			t.Fatal(err)
		}
		if to := res.Header.Get("Location"); to != "" && (!strings.HasPrefix(to, "/") || len(to) > 1 && strings.ContainsAny(to[1:2], `/\`)) {
			t.Errorf("%s leads to %q", target, to)
		}
	}
}

// TestPagesOfThePublicAddressAreToldOfChanges asks as browsers do behind a
// proxy that calls the server by another name.
func TestPagesOfThePublicAddressAreToldOfChanges(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir(), "VITRINE_LIMITS=on", "VITRINE_PUBLIC_URL=https://studio.example"))
	upgrade := []string{"Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "13", "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}
	for origin, want := range map[string]int{"https://studio.example": 101, "https://studio.example.evil.example": 403, "http://studio.example": 403} {
		r, err := http.NewRequest("GET", s.url+"/realtime/v1/websocket?vsn=2.0.0&apikey="+anonKey, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Origin", origin)
		for i := 0; i < len(upgrade); i += 2 {
			r.Header.Set(upgrade[i], upgrade[i+1])
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: %d, want %d", origin, res.StatusCode, want)
		}
	}
}
