// Package accept reads in which codings a client takes an answer.
package accept

import (
	"strconv"
	"strings"
)

// Coding picks br, gzip or "" (as it is) from Accept-Encoding. Brotli wins
// unless the client prefers gzip; a weight of 0 refuses.
func Coding(header []string) string {
	const unnamed = -1
	br, gz, others := float64(unnamed), float64(unnamed), 0.0
	for _, line := range header {
		for part := range strings.SplitSeq(line, ",") {
			name, parameters, _ := strings.Cut(part, ";")
			switch name, q := strings.TrimSpace(name), weight(parameters); {
			case strings.EqualFold(name, "br"):
				br = q
			case strings.EqualFold(name, "gzip"), strings.EqualFold(name, "x-gzip"):
				gz = q
			case name == "*":
				others = q
			}
		}
	}
	if br == unnamed {
		br = others
	}
	if gz == unnamed {
		gz = others
	}
	switch {
	case br > 0 && br >= gz:
		return "br"
	case gz > 0:
		return "gzip"
	}
	return ""
}

// weight is the q of a coding: 1 unless given, 0 when it cannot be read.
func weight(parameters string) float64 {
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
