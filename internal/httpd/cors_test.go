package httpd_test

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/httpd"
)

func TestOtherOriginsAreShutOutByDefault(t *testing.T) {
	h := build(t, nil)
	for _, method := range []string{"GET", "POST", "OPTIONS"} {
		r := h.ask(method, "/rest/v1/x", "Origin", "https://evil.example", "Access-Control-Request-Method", "POST")
		for name := range r.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s answers %s: %s", method, name, r.Header.Get(name))
			}
		}
	}
}

func TestOnlyTheConfiguredOriginsMayCall(t *testing.T) {
	h := build(t, func(o *httpd.Options) { o.Origins = []string{"http://localhost:5173", "https://preview.example"} })
	for origin, allowed := range map[string]bool{
		"http://localhost:5173":           true,
		"https://preview.example":         true,
		"http://localhost:51730":          false,
		"https://preview.example.evil.io": false,
		"http://preview.example":          false,
		"null":                            false,
		"*":                               false,
		"":                                false,
	} {
		for _, method := range []string{"GET", "OPTIONS"} {
			r := h.ask(method, "/rest/v1/x", "Origin", origin, "Access-Control-Request-Method", "PATCH")
			want := ""
			if allowed {
				want = origin
			}
			if got := r.Header.Get("Access-Control-Allow-Origin"); got != want {
				t.Errorf("%s from %q: allowed %q", method, origin, got)
			}
			if r.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s from %q: credentials are allowed", method, origin)
			}
			if !slices.Contains(r.Header.Values("Vary"), "Origin") {
				t.Errorf("%s from %q: caches would mix up origins: Vary %v", method, origin, r.Header.Values("Vary"))
			}
		}
	}
}

func TestAPreflightNamesWhatTheClientSends(t *testing.T) {
	h := build(t, func(o *httpd.Options) { o.Origins = []string{"http://localhost:5173"} })
	r := h.ask("OPTIONS", "/rest/v1/x", "Origin", "http://localhost:5173", "Access-Control-Request-Method", "PATCH")
	if r.StatusCode != 204 || body(t, r) != "" {
		t.Errorf("status %d", r.StatusCode)
	}
	for header, names := range map[string]string{
		"Access-Control-Allow-Methods":  "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS",
		"Access-Control-Allow-Headers":  "authorization,apikey,x-client-info,content-type,accept,accept-profile,content-profile,prefer,range,x-upsert,cache-control,x-supabase-api-version,x-retry-count",
		"Access-Control-Expose-Headers": "content-range,x-supabase-api-version",
	} {
		given := strings.Split(r.Header.Get(header), ",")
		for _, name := range strings.Split(names, ",") {
			if !slices.Contains(given, name) {
				t.Errorf("%s lacks %s", header, name)
			}
		}
	}
}
