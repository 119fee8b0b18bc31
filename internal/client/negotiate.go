package client

import (
	"net/http"
	"strconv"
	"strings"
)

// Coding picks one of the codings offered by Accept-Encoding, or "" for none:
// the one that the client prefers, and of several alike the first. A weight of
// 0 refuses, and a star stands for every coding that is not named.
func Coding(r *http.Request, offered ...string) (best string) {
	header, most := r.Header["Accept-Encoding"], 0.0
	if len(header) == 0 {
		return ""
	}
	for _, name := range offered {
		if q := weight(header, name); q > most {
			best, most = name, q
		}
		if most == 1 {
			break
		}
	}
	return best
}

// weight is how much the client likes a coding: from 0, not at all, to 1.
func weight(header []string, coding string) (q float64) {
	for _, line := range header {
		for part := range strings.SplitSeq(line, ",") {
			name, parameters, _ := strings.Cut(part, ";")
			switch name = strings.TrimSpace(name); {
			case strings.EqualFold(strings.TrimPrefix(name, "x-"), coding): // x-gzip is gzip
				return quality(parameters)
			case name == "*":
				q = quality(parameters)
			}
		}
	}
	return q
}

// quality is 1 unless given, 0 when it cannot be read.
func quality(parameters string) float64 {
	name, text, given := strings.Cut(strings.TrimSpace(parameters), "=")
	if !given || !strings.EqualFold(name, "q") {
		return 1
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || q < 0 {
		return 0
	}
	return q
}

// Has tells whether the client names the tag of an answer in If-None-Match, a
// list of tags or a star; for this question weak tags are as good as strong ones.
func Has(r *http.Request, etag string) bool {
	etag = strings.TrimPrefix(etag, "W/")
	for _, line := range r.Header["If-None-Match"] {
		for tag := range strings.SplitSeq(line, ",") {
			tag = strings.TrimSpace(tag)
			if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
				return true
			}
		}
	}
	return false
}
