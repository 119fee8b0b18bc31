package httpd

import (
	"strconv"
	"strings"
)

// negotiate picks br, gzip or "" (as it is) from Accept-Encoding. Brotli wins
// unless the client prefers gzip; a weight of 0 refuses.
func negotiate(header []string) string {
	weight := map[string]float64{}
	for _, part := range strings.Split(strings.Join(header, ","), ",") {
		name, parameters, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		q := 1.0
		if text, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameters)), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
				q = 0
			}
		}
		if name == "x-gzip" {
			name = "gzip"
		}
		weight[name] = q
	}
	of := func(name string) float64 {
		if q, named := weight[name]; named {
			return q
		}
		return weight["*"]
	}
	br, gz := of("br"), of("gzip")
	switch {
	case br > 0 && br >= gz:
		return "br"
	case gz > 0:
		return "gzip"
	}
	return ""
}

// matches compares If-None-Match, a list of tags or a star, with a tag; for
// this question weak tags are as good as strong ones.
func matches(header []string, etag string) bool {
	for _, tag := range strings.Split(strings.Join(header, ","), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
			return true
		}
	}
	return false
}
