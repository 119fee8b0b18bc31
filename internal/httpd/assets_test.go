package httpd_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"vitrine/internal/httpd"
)

const script = "/assets/app-3f9a.js"

func TestFilesWithAHashInTheirNameAreKeptForever(t *testing.T) {
	h := build(t, nil)
	for path, want := range map[string][2]string{
		script:                  {"public, max-age=31536000, immutable", "text/javascript; charset=utf-8"},
		"/assets/logo-77.webp":  {"public, max-age=31536000, immutable", "image/webp"},
		"/favicon.svg":          {"public, max-age=3600", "image/svg+xml"},
		"/site.webmanifest":     {"public, max-age=3600", "application/manifest+json"},
		"/assets/unknown-1.js":  {"private, no-store", "text/plain; charset=utf-8"},
		script + ".br":          {"private, no-store", "text/plain; charset=utf-8"},
		"/assets/":              {"private, no-store", "text/plain; charset=utf-8"},
		"/assets/app-3f9a.js.m": {"private, no-store", "text/plain; charset=utf-8"},
	} {
		r := h.ask("GET", path)
		if r.Header.Get("Cache-Control") != want[0] || r.Header.Get("Content-Type") != want[1] {
			t.Errorf("%s: %q %q", path, r.Header.Get("Cache-Control"), r.Header.Get("Content-Type"))
		}
		if found := want[0] != "private, no-store"; (r.StatusCode == 200) != found || (r.Header.Get("ETag") != "") != found {
			t.Errorf("%s: status %d, tag %q", path, r.StatusCode, r.Header.Get("ETag"))
		}
	}
}

func TestASharedCacheIsToldHowToKeepFiles(t *testing.T) {
	for _, inFront := range []bool{false, true} {
		assets, err := httpd.NewAssets(dist, func(context.Context) string { return "no such file" }, inFront)
		if err != nil {
			t.Fatal(err)
		}
		h := build(t, func(o *httpd.Options) { o.Site = []httpd.Routes{assets} })
		for path, want := range map[string][2]string{
			script:                 {"max-age=31536000, stale-while-revalidate=30, stale-if-error=604800", ""},
			"/favicon.svg":         {"max-age=3600, stale-while-revalidate=30, stale-if-error=604800", "site"},
			"/assets/unknown-1.js": {},
		} {
			if !inFront {
				want = [2]string{}
			}
			got := h.ask("GET", path).Header
			if got.Get("CDN-Cache-Control") != want[0] || got.Get("Surrogate-Control") != want[0] || got.Get("Surrogate-Key") != want[1] || got.Get("Cache-Tag") != want[1] {
				t.Errorf("%s, with a cache in front %v: %v", path, inFront, got)
			}
		}
	}
}

// Mails show the mark from the site, and a mail program is another origin.
func TestThePicturesOfASiteMayBeShownElsewhere(t *testing.T) {
	h := build(t, nil)
	for path, want := range map[string]string{"/icon-192.png": "cross-origin", "/favicon.svg": "same-origin", script: "same-origin"} {
		if got := h.ask("GET", path).Header.Get("Cross-Origin-Resource-Policy"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestAFileComesInAnEncodingTheClientTakes(t *testing.T) {
	h := build(t, nil)
	want := code
	for accepted, encoding := range map[string]string{
		"":                          "",
		"gzip, deflate, br, zstd":   "br",
		"br":                        "br",
		"BR":                        "br",
		"gzip":                      "gzip",
		"x-gzip":                    "gzip",
		"gzip, br;q=0":              "gzip",
		"br;q=0":                    "",
		"br; q=0.000, gzip;q=0":     "",
		"gzip;q=1.0, br;q=0.5":      "gzip",
		"gzip;q=0.2, br;q=0.9":      "br",
		"sbr, brotli, abracadabra":  "",
		"gzipped, notgzip":          "",
		"*":                         "br",
		"*;q=0":                     "",
		"*;q=0, gzip":               "gzip",
		"identity":                  "",
		"br;q=high":                 "",
		"deflate;q=1, gzip ; q=0.5": "gzip",
	} {
		r := h.ask("GET", script, "Accept-Encoding", accepted)
		if got := r.Header.Get("Content-Encoding"); got != encoding {
			t.Errorf("%q: encoding %q, want %q", accepted, got, encoding)
			continue
		}
		if r.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: Vary %q", accepted, r.Header.Get("Vary"))
		}
		sent := body(t, r)
		if encoding != "" && len(sent) >= len(want) {
			t.Errorf("%q: %d bytes for %d", accepted, len(sent), len(want))
		}
		if got := unpack(t, encoding, sent); got != want {
			t.Errorf("%q: unpacks to %q", accepted, got)
		}
	}
	if r := h.ask("GET", "/assets/logo-77.webp", "Accept-Encoding", "br, gzip"); r.Header.Get("Content-Encoding") != "" || r.Header.Get("Vary") != "" {
		t.Errorf("an image is compressed again: %v", r.Header)
	}
}

func unpack(t *testing.T, encoding, sent string) string {
	t.Helper()
	var r io.Reader = strings.NewReader(sent)
	switch encoding {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	}
	var out bytes.Buffer
	if _, err := io.Copy(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestAFileThatTheClientHasIsNotSentAgain(t *testing.T) {
	h := build(t, nil)
	tags := map[string]bool{}
	for _, accepted := range []string{"", "gzip", "br"} {
		tag := h.ask("GET", script, "Accept-Encoding", accepted).Header.Get("ETag")
		if !strings.HasPrefix(tag, `"`) || !strings.HasSuffix(tag, `"`) || tags[tag] {
			t.Errorf("%q has the tag %s; other bytes need another tag", accepted, tag)
		}
		tags[tag] = true
		for sent, known := range map[string]bool{
			tag:                            true,
			"W/" + tag:                     true,
			`"other", ` + tag + `, "more"`: true,
			`"other",W/` + tag:             true,
			"*":                            true,
			`"other"`:                      false,
			strings.Trim(tag, `"`):         false,
			"":                             false,
		} {
			r := h.ask("GET", script, "Accept-Encoding", accepted, "If-None-Match", sent)
			text := body(t, r)
			if known && (r.StatusCode != 304 || text != "" || r.Header.Get("ETag") != tag || r.Header.Get("Vary") == "" || r.Header.Get("Cache-Control") == "") {
				t.Errorf("If-None-Match %s: %d %v", sent, r.StatusCode, r.Header)
			}
			if !known && (r.StatusCode != 200 || text == "") {
				t.Errorf("If-None-Match %s: %d", sent, r.StatusCode)
			}
		}
	}
}

func TestHeadTellsWhatGetWouldSend(t *testing.T) {
	h := build(t, nil)
	for _, accepted := range []string{"", "gzip", "br"} {
		get, head := h.ask("GET", script, "Accept-Encoding", accepted), h.ask("HEAD", script, "Accept-Encoding", accepted)
		for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding", "ETag", "Cache-Control", "Vary"} {
			if get.Header.Get(name) != head.Header.Get(name) {
				t.Errorf("%q: %s is %q for HEAD and %q for GET", accepted, name, head.Header.Get(name), get.Header.Get(name))
			}
		}
		if head.StatusCode != 200 || body(t, head) != "" || body(t, get) == "" {
			t.Errorf("%q: HEAD %d", accepted, head.StatusCode)
		}
	}
}
