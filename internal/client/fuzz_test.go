package client

import (
	"net/http"
	"testing"
)

// FuzzNegotiate reads the headers with which a client says what it takes.
func FuzzNegotiate(f *testing.F) {
	f.Add("br;q=0.5, gzip", `W/"a", "b"`)
	f.Add("*;q=nan,;;=,br;q=-1", "*")
	f.Fuzz(func(t *testing.T, encodings, match string) {
		r := &http.Request{Header: http.Header{"Accept-Encoding": {encodings}, "If-None-Match": {match}}}
		if coding := Coding(r, "br", "gzip"); coding != "" && coding != "br" && coding != "gzip" {
			t.Errorf("%q is answered in %q", encodings, coding)
		}
		Has(r, `"etag"`)
	})
}
