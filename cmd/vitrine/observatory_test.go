package main_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestTheScoreOfAnObservatory grades the pages as MDN's HTTP Observatory does:
// from 100, with what is missing taken off and what is better added.
func TestTheScoreOfAnObservatory(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	for _, path := range []string{"/", "/about", "/careers", "/contact", "/admin", "/nowhere"} {
		score, notes := observed(s.ask("GET", path, "", nil, "Origin", "https://observatory.example"))
		if score < 120 {
			t.Errorf("%s scores %d: %s", path, score, strings.Join(notes, "; "))
		}
		t.Logf("%s scores %d", path, score)
	}
}

func observed(a answer) (score int, notes []string) {
	score = 100
	note := func(points int, text string) {
		if points != 0 {
			score += points
			notes = append(notes, fmt.Sprintf("%+d %s", points, text))
		}
	}
	directives := map[string]string{}
	for _, part := range strings.Split(a.header.Get("Content-Security-Policy"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		directives[name] = value
	}
	scripts := directives["script-src"]
	switch {
	case len(directives) < 2:
		note(-25, "no policy")
	case strings.Contains(scripts, "unsafe-inline") || strings.Contains(scripts, "*"):
		note(-20, "inline scripts")
	case strings.Contains(scripts, "unsafe-eval"):
		note(-10, "eval")
	case strings.Contains(directives["style-src"], "unsafe-inline"):
	case directives["default-src"] == "'none'":
		note(10, "nothing by default")
	default:
		note(5, "a policy")
	}
	switch {
	case strings.Contains(directives["frame-ancestors"], "'none'"):
		note(5, "no frames, by policy")
	case a.header.Get("X-Frame-Options") == "":
		note(-20, "may be framed")
	}
	if a.header.Get("X-Content-Type-Options") != "nosniff" {
		note(-5, "types are guessed")
	}
	if got := a.header.Get("Referrer-Policy"); got == "strict-origin-when-cross-origin" || got == "no-referrer" || got == "same-origin" || got == "strict-origin" {
		note(5, "private referrer")
	} else if got == "unsafe-url" {
		note(-5, "leaking referrer")
	}
	if !strings.Contains(a.header.Get("Strict-Transport-Security"), "max-age=63072000") {
		note(-20, "no strict transport")
	}
	if a.header.Get("Cross-Origin-Opener-Policy") == "same-origin" {
		note(10, "own browsing context")
	}
	switch a.header.Get("Cross-Origin-Resource-Policy") {
	case "same-origin", "same-site":
		note(10, "resources for us alone")
	}
	if a.header.Get("Access-Control-Allow-Origin") != "" {
		note(-50, "open to other origins")
	}
	for _, cookie := range a.header.Values("Set-Cookie") {
		note(-20, "cookie "+cookie)
	}
	for _, source := range regexp.MustCompile(`<script[^>]* src="([^"]*)"`).FindAllStringSubmatch(a.body, -1) {
		if !strings.HasPrefix(source[1], "/") || strings.HasPrefix(source[1], "//") {
			note(-50, "script from "+source[1])
		}
	}
	return score, notes
}
