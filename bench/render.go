package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// publicPages are what visitors see first.
var publicPages = []string{"/", "/about", "/careers", "/contact"}

// render measures how long making a page takes, and who waits for it.
func render(l *lab) (Section, error) {
	ops, err := freeAddr()
	if err != nil {
		return Section{}, err
	}
	fresh, err := l.vitrine("fresh", "VITRINE_CACHE=off", "VITRINE_OPS_ADDR="+ops)
	if err != nil {
		return Section{}, err
	}
	kept, err := l.vitrine("data")
	if err != nil {
		return Section{}, err
	}
	staff, err := l.staff(kept)
	if err != nil {
		return Section{}, err
	}
	t := Table{Head: []string{"", "React in the server ms (mean)", "whole answer without a cache ms (p50)", "first visit after a save ms (p50)", "kept ms (p50)"}}
	for _, path := range publicPages {
		page := request{method: "GET", path: path}
		var made, again tally
		l.alone(3, time.Minute, fresh, page, &tally{}) // warm
		count, sum, err := l.renders(ops)
		if err != nil {
			return Section{}, err
		}
		l.alone(9, time.Minute, fresh, page, &made)
		countAfter, sumAfter, err := l.renders(ops)
		if err != nil {
			return Section{}, err
		}
		after, err := l.afterSaves(kept, staff, page)
		if err != nil {
			return Section{}, err
		}
		l.alone(50, time.Minute, kept, page, &again)
		t.add("`"+path+"`", number((sumAfter-sum)/(countAfter-count)*1000), number(made.quantile(.5)), number(after.quantile(.5)), number(again.quantile(.5)))
	}
	return Section{
		Title:  "Rendering",
		Text:   "Pages are rendered when content has changed, not when visitors come. The first visit comes at once after the answer to a save, so that it meets the rendering in the background or a page that is ready.",
		Tables: []Table{t},
	}, nil
}

// renders reads how many pages were rendered and how many seconds that took.
func (l *lab) renders(ops string) (count, seconds float64, err error) {
	a, err := l.fetch(&server{url: "http://" + ops}, request{method: "GET", path: "/metrics"})
	if err != nil {
		return 0, 0, err
	}
	page, err := decoded(a)
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(page)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		figure, _ := strconv.ParseFloat(value, 64)
		switch {
		case strings.HasPrefix(name, "vitrine_render_seconds_count"):
			count += figure
		case strings.HasPrefix(name, "vitrine_render_seconds_sum"):
			seconds += figure
		}
	}
	return count, seconds, nil
}

// afterSaves changes the menu, which is on every page, and visits a page.
func (l *lab) afterSaves(s *server, staff map[string]string, page request) (*tally, error) {
	t := &tally{}
	for i := range 9 {
		save := request{"PATCH", "/rest/v1/navigation_links?id=eq.1", fmt.Sprintf(`{"name":"Home %d"}`, i), staff}
		if _, err := timed(l, s, save); err != nil {
			return nil, fmt.Errorf("save: %w", err)
		}
		t.add(timed(l, s, page))
		time.Sleep(300 * time.Millisecond) // let the other pages be done
	}
	return t, t.first
}
