package client

import (
	"net/http"
	"testing"
)

func TestACodingIsOneThatTheClientTakes(t *testing.T) {
	for header, want := range map[string]string{
		"":                        "",
		"gzip, deflate, br":       "br",
		"br;q=0, gzip":            "gzip",
		"br;q=0.000,GZIP ; q=0.1": "gzip",
		"br;q=0.5, gzip":          "gzip",
		"brotli, gzip;q=0":        "",
		"gzip, zstd":              "zstd",
		"*":                       "br",
		"*, br; q=0":              "zstd",
		"*;q=0.1, gzip":           "gzip",
		"br;q=x":                  "",
		"identity":                "",
		"x-gzip":                  "gzip",
	} {
		r := &http.Request{Header: http.Header{"Accept-Encoding": {header}}}
		if got := Coding(r, "br", "zstd", "gzip"); got != want {
			t.Errorf("%q: %q, want %q", header, got, want)
		}
	}
}

func TestAClientHasTheAnswerWhoseTagItNames(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, `"a"`: true, `W/"a"`: true, `"b", W/"a"`: true, "*": true, `"ab"`: false, "a": false,
	} {
		r := &http.Request{Header: http.Header{"If-None-Match": {header}}}
		for _, tag := range []string{`"a"`, `W/"a"`} {
			if got := Has(r, tag); got != want {
				t.Errorf("%s of %s: %v", tag, header, got)
			}
		}
	}
}
