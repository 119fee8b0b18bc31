package main

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

var firstScript = regexp.MustCompile(`<(?:script[^>]* src|link rel="modulepreload"[^>]* href)="([^"]+)"`)

// weigh adds up what a visit to each page fetched, by kind.
func (l *lab) weigh(s *server, urls []string, visits []visit) (t Table, targets []Target, err error) {
	t = Table{Title: "Bytes and requests until the page is at rest", Head: []string{"", "document", "CSS", "JS in the document", "JS in all", "fonts", "images", "requests"}}
	most := map[string]float64{}
	for _, path := range append(slices.Clone(publicPages), signInScreen) {
		v := visits[slices.Index(urls, s.url+path)]
		sizes := map[string]float64{}
		for _, r := range v.Requests {
			at, err := url.Parse(r.URL)
			if err != nil || !strings.HasPrefix(r.URL, s.url) {
				continue // data: addresses
			}
			a, err := l.fetch(s, request{method: "GET", path: at.RequestURI(), header: visitor()})
			if err != nil {
				return t, nil, err
			}
			sizes[r.Type] += float64(len(a.Body))
			sizes["requests"]++
		}
		if sizes["first"], err = l.firstScripts(s, path); err != nil {
			return t, nil, err
		}
		t.add("`"+path+"`", kilo(sizes["Document"]), kilo(sizes["Stylesheet"]), kilo(sizes["first"]), kilo(sizes["Script"]), kilo(sizes["Font"]), kilo(sizes["Image"]+sizes["Other"]), fmt.Sprint(sizes["requests"]))
		for kind, size := range sizes {
			key := kind
			if path == signInScreen {
				key = "sign-in " + kind
			}
			most[key] = max(most[key], size/1000)
		}
	}
	return t, []Target{
		atMost("document of a public page", most["Document"], 28, " KB"),
		atMost("JavaScript of a public page before it is idle", most["first"], 15, " KB"),
		atMost("JavaScript of a public page in all", most["Script"], 95, " KB"),
		atMost("CSS of a public page", most["Stylesheet"], 15, " KB"),
		atMost("fonts of a public page", most["Font"], 70, " KB"),
		atMost("JavaScript of the sign-in screen", most["sign-in Script"], 110, " KB"),
	}, nil
}

// firstScripts is the weight of the scripts that the document itself names;
// all others wait until the page is idle or used.
func (l *lab) firstScripts(s *server, path string) (float64, error) {
	page, err := l.fetch(s, request{method: "GET", path: path})
	if err != nil {
		return 0, err
	}
	html, err := decoded(page)
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, m := range firstScript.FindAllStringSubmatch(string(html), -1) {
		a, err := l.fetch(s, request{method: "GET", path: m[1]})
		if err != nil {
			return 0, err
		}
		sum += float64(len(a.Body))
	}
	return sum, nil
}

func kilo(bytes float64) string {
	if bytes == 0 {
		return "0"
	}
	return number(bytes/1000) + " KB"
}

// judge compares each page with its static copy.
func judge(ours, static string, urls []string, visits []visit) (t Table, targets []Target) {
	t = Table{Title: "Lighthouse, mobile: Vitrine / the static page", Head: []string{"", "performance", "accessibility", "best practices", "SEO", "LCP ms", "TBT ms", "CLS"}}
	figure := func(url string, pick func(visit) float64) float64 {
		var all []float64
		for i, u := range urls {
			if u == url {
				all = append(all, pick(visits[i]))
			}
		}
		return median(all)
	}
	var below, slower, busier, shift float64
	least, failing := 100.0, map[string]bool{}
	for _, path := range publicPages {
		both := func(pick func(visit) float64) (mine, its float64, cell string) {
			mine, its = figure(ours+path, pick), figure(static+path, pick)
			return mine, its, number(mine) + " / " + number(its)
		}
		mine, its, performance := both(func(v visit) float64 { return v.Performance })
		below = max(below, its-mine)
		mine, its, lcp := both(func(v visit) float64 { return v.LCP })
		slower = max(slower, mine/its)
		mine, its, tbt := both(func(v visit) float64 { return v.TBT })
		busier = max(busier, mine-its)
		mine, _, cls := both(func(v visit) float64 { return v.CLS })
		shift = max(shift, mine)
		row := []string{"`" + path + "`", performance}
		for _, pick := range []func(visit) float64{func(v visit) float64 { return v.Accessibility }, func(v visit) float64 { return v.Practices }, func(v visit) float64 { return v.SEO }} {
			mine, _, cell := both(pick)
			least = min(least, mine)
			row = append(row, cell)
		}
		t.add(append(row, lcp, tbt, cls)...)
		for i, u := range urls {
			if u == ours+path {
				for _, audit := range visits[i].Failing {
					failing[audit] = true
				}
			}
		}
	}
	scores := atLeast("lowest of accessibility, best practices and SEO", least, 100, "")
	if len(failing) > 0 {
		scores.Got += fmt.Sprintf(" (%v)", slices.Sorted(maps.Keys(failing)))
	}
	return t, []Target{
		scores,
		atMost("performance below the static page", below, 0, " points"),
		atMost("LCP, × the static page", slower, 1.25, "×"),
		atMost("TBT, more than the static page", busier, 30, " ms"),
		atMost("CLS", shift, 0, ""),
	}
}
