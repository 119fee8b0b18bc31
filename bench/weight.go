package main

import (
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	namedScript = regexp.MustCompile(`<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"`)
	imported    = regexp.MustCompile(`(?:import\(|import|from)\s*"(\./[^"]+\.js)"`)
)

// weigh adds up what a visit to each page fetched, by kind.
func (l *lab) weigh(s *server, urls []string, visits []visit) (t Table, targets []Target, err error) {
	t = Table{Title: "Weight of the pages", Head: []string{"", "document", "CSS", "fonts", "images", "JS in the document", "JS on load", "JS once used", "requests on load"}}
	most := map[string]float64{}
	for _, path := range shownPages {
		sizes, err := l.sizes(s, path, visits[slices.Index(urls, s.url+path)])
		if err != nil {
			return t, nil, err
		}
		t.add(sizes.row("`"+path+"`", kilo(sizes["once used"]))...)
		for kind, size := range sizes {
			most[kind] = max(most[kind], size/1000)
		}
	}
	signIn, err := l.sizes(s, signInScreen, visits[slices.Index(urls, s.url+signInScreen)])
	if err != nil {
		return t, nil, err
	}
	t.add(signIn.row("`"+signInScreen+"`", "")...)
	return t, []Target{
		atMost("document of a public page", most["Document"], 13.6, " KB"),
		atMost("JavaScript of a public page before it is idle or used", most["first"], 15, " KB"),
		atMost("JavaScript of a public page once it is used", most["once used"], 95, " KB"),
		atMost("CSS of a public page", most["Stylesheet"], 15, " KB"),
		atMost("fonts of a public page", most["Font"], 36, " KB"),
		atMost("JavaScript of the sign-in screen", signIn["Script"]/1000, 80, " KB"),
	}, nil
}

// weights are bytes by kind of file.
type weights map[string]float64

func (w weights) row(name, onceUsed string) []string {
	return []string{name, kilo(w["Document"]), kilo(w["Stylesheet"]), kilo(w["Font"]), kilo(w["Image"] + w["Other"]), kilo(w["first"]), kilo(w["Script"]), onceUsed, number(w["requests"])}
}

// sizes weighs what a browser asked for.
func (l *lab) sizes(s *server, path string, v visit) (out weights, err error) {
	out = weights{}
	for _, r := range v.Requests {
		at, err := url.Parse(r.URL)
		if err != nil || !strings.HasPrefix(r.URL, s.url) {
			continue // data: addresses
		}
		if r.Type == "Ping" {
			continue // the beacon of a visit, which fetches nothing
		}
		_, size, err := l.content(s, at.RequestURI())
		if err != nil {
			return nil, err
		}
		out[r.Type] += size
		out["requests"]++
	}
	out["first"], out["once used"], err = l.scripts(s, path)
	return out, err
}

// scripts weighs the scripts that the document itself names, and with them
// those that they import in turn, at once or when the page is used.
func (l *lab) scripts(s *server, page string) (first, all float64, err error) {
	html, _, err := l.content(s, page)
	if err != nil {
		return 0, 0, err
	}
	var found []string
	for _, m := range namedScript.FindAllStringSubmatch(html, -1) {
		found = append(found, m[1])
	}
	named := len(found)
	for i := 0; i < len(found); i++ {
		code, size, err := l.content(s, found[i])
		if err != nil {
			return 0, 0, err
		}
		all += size
		if i < named {
			first += size
		}
		for _, m := range imported.FindAllStringSubmatch(code, -1) {
			if next := path.Join(path.Dir(found[i]), m[1]); !slices.Contains(found, next) {
				found = append(found, next)
			}
		}
	}
	return first, all, nil
}

// content is an answer as text, and its size on the wire.
func (l *lab) content(s *server, path string) (string, float64, error) {
	a, err := l.fetch(s, request{method: "GET", path: path})
	if err != nil {
		return "", 0, err
	}
	plain, err := decoded(a)
	return string(plain), float64(len(a.Body)), err
}

func kilo(bytes float64) string {
	if bytes == 0 {
		return "0"
	}
	return number(bytes/1000) + " KB"
}
