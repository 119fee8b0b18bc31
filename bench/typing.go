package main

import (
	"fmt"
	"net/url"
	"strings"
)

// editors are the screens with a preview, each with a field that is typed into.
var editors = [][3]string{
	{"Hero", "hero", "hero//title"},
	{"Process", "process", "process//steps.0.title"},
	{"Portfolio", "portfolio", "company/1/name"},
	{"About", "about", "about//intro_text"},
	{"Team", "team", "team//members.0.name"},
	{"Contact", "contact", "contact//email"},
	{"Careers, a job", "careers", "job/1/title"},
	{"Navigation", "navigation", "navigation_link/#1/name"},
	{"Footer", "footer", "footer//company_description"},
	{"Words", "settings/words", "words//portfolio_lead"},
	{"Identity", "settings/identity", "site//name"},
	{"Pages", "pages", "page/@imprint/title"},
}

// typing types into each editor and looks how soon the page beside it shows it.
func typing(l *lab) (Section, error) {
	ours, err := l.vitrine("data")
	if err != nil {
		return Section{}, err
	}
	who := url.UserPassword(email, password).String()
	var urls []string
	for _, e := range editors {
		urls = append(urls, strings.Replace(ours.url, "://", "://"+who+"@", 1)+"/admin/"+e[1]+"#"+url.QueryEscape(e[2]))
	}
	seen, err := browse[[]float64](l, "typing.mjs", urls)
	if err != nil {
		return Section{}, err
	}
	t := Table{Head: []string{"", "median ms", "p95 ms", "keys seen"}}
	worst := 0.0
	for i, took := range seen {
		p95 := quantile(took, .95)
		worst = max(worst, p95)
		t.add(editors[i][0], number(median(took)), number(p95), fmt.Sprint(len(took)))
	}
	return Section{
		Title: "Typing in an editor",
		Text: "From the event of a key to the frame in which the page beside the form shows it, in Chromium with a processor four times as slow, a key every 120 ms once the screen has loaded. " +
			"Careers itself is a list; what is typed there is a job.",
		Tables:  []Table{t},
		Targets: []Target{atMost("p95 of the slowest editor", worst, 100, " ms")},
	}, nil
}
