package main

import (
	"fmt"
	"maps"
	"slices"
)

const soonLCP = 1000 // ms, on the phone that Lighthouse simulates

// judge compares each page with its static copy.
func judge(ours, static string, urls []string, visits []visit) (Table, []Target) {
	t := Table{Title: "Lighthouse, mobile: Vitrine / the static page", Head: []string{"", "performance", "accessibility", "best practices", "SEO", "LCP ms", "TBT ms", "CLS"}}
	var below, latest, slower, busier, shift float64
	least, failing := 100.0, map[string]bool{}
	for _, path := range shownPages {
		mine, its := middle(ours+path, urls, visits), middle(static+path, urls, visits)
		t.add("`"+path+"`", both(mine.Performance, its.Performance), both(mine.Accessibility, its.Accessibility), both(mine.Practices, its.Practices),
			both(mine.SEO, its.SEO), both(mine.LCP, its.LCP), both(mine.TBT, its.TBT), both(mine.CLS, its.CLS))
		below = max(below, its.Performance-mine.Performance)
		latest = max(latest, mine.LCP)
		slower = max(slower, mine.LCP/its.LCP)
		busier = max(busier, mine.TBT-its.TBT)
		shift = max(shift, mine.CLS)
		least = min(least, mine.Accessibility, mine.Practices, mine.SEO)
		for _, audit := range mine.Failing {
			failing[audit] = true
		}
	}
	signIn := middle(ours+signInScreen, urls, visits)
	least = min(least, signIn.Accessibility, signIn.Practices, signIn.SEO)
	for _, audit := range signIn.Failing {
		failing[audit] = true
	}
	t.add("`"+signInScreen+"`", number(signIn.Performance), number(signIn.Accessibility), number(signIn.Practices), number(signIn.SEO),
		number(signIn.LCP), number(signIn.TBT), number(signIn.CLS))
	scores := atLeast("lowest of accessibility, best practices and SEO", least, 100, "")
	if len(failing) > 0 {
		scores.Got += fmt.Sprintf(" %v", slices.Sorted(maps.Keys(failing)))
	}
	return t, []Target{
		scores,
		atMost("performance below the static page", below, 0, " points"),
		atLeast("performance of the sign-in screen", signIn.Performance, 100, ""),
		atMost("LCP of a public page", latest, soonLCP, " ms"),
		atMost("LCP, × the static page", slower, 1.25, "×"),
		atMost("TBT, more than the static page", busier, 30, " ms"),
		atMost("CLS", shift, 0, ""),
	}
}

func both(mine, its float64) string { return number(mine) + " / " + number(its) }

// middle is the median of all visits to a page, figure by figure, with all
// that failed in one of them.
func middle(url string, urls []string, visits []visit) (out visit) {
	var these []visit
	for i, u := range urls {
		if u == url {
			these = append(these, visits[i])
			out.Failing = append(out.Failing, visits[i].Failing...)
		}
	}
	of := func(pick func(visit) float64) float64 {
		var all []float64
		for _, v := range these {
			all = append(all, pick(v))
		}
		return median(all)
	}
	out.Performance = of(func(v visit) float64 { return v.Performance })
	out.Accessibility = of(func(v visit) float64 { return v.Accessibility })
	out.Practices = of(func(v visit) float64 { return v.Practices })
	out.SEO = of(func(v visit) float64 { return v.SEO })
	out.LCP = of(func(v visit) float64 { return v.LCP })
	out.TBT = of(func(v visit) float64 { return v.TBT })
	out.CLS = of(func(v visit) float64 { return v.CLS })
	return out
}
