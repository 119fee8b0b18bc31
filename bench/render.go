package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// publicPages are what visitors see first.
var publicPages = []string{"/", "/about", "/careers", "/contact"}

// rendering is one site twice: one renders each time, the other keeps pages.
type rendering struct {
	fresh, kept *server
	ops         string // of fresh
	staff       map[string]string
	pause       time.Duration // after a save, so that the other pages are done
}

// render measures how long making a page takes, and who waits for it.
func render(l *lab) (Section, error) {
	usual, err := l.rendering("data", 300*time.Millisecond, "--jobs", 0)
	if err != nil {
		return Section{}, err
	}
	t := Table{Head: []string{"", "React in the server ms (mean)", "whole answer without a cache ms (p50)", "CPU of it ms", "first visit after a save ms (p50)", "kept ms (p50)"}}
	for _, path := range publicPages {
		if err := l.addRendering(&t, "`"+path+"`", usual, path); err != nil {
			return Section{}, err
		}
	}
	large := Table{Title: "Large pages", Head: t.Head}
	for _, c := range []struct {
		path, kind, what string
		rows             int
	}{{"/careers", "--jobs", "20 jobs", 20}, {"/careers", "--jobs", "1,000 jobs", 1000}, {"/", "--companies", "6 companies", 6}, {"/", "--companies", "200 companies", 200}} {
		r, err := l.rendering(fmt.Sprint(c.kind[2:], c.rows), 2*time.Second, c.kind, c.rows, "VITRINE_DEMO=off")
		if err != nil {
			return Section{}, err
		}
		if err := l.addRendering(&large, fmt.Sprintf("`%s`, %s", c.path, c.what), r, c.path); err != nil {
			return Section{}, err
		}
		if c.rows == 1000 {
			if err := l.addRendering(&large, "`/careers?q=shelf`, 1,000 jobs", r, "/careers?q=shelf"); err != nil {
				return Section{}, err
			}
			if err := l.addFirstVisits(&large, r); err != nil {
				return Section{}, err
			}
		}
		r.fresh.stop()
		r.kept.stop()
	}
	return Section{
		Title: "Rendering",
		Text: "Pages are rendered when content has changed, not when visitors come. The first visit comes at once after the answer to a save, so that it meets the rendering in the background or a page that is ready. " +
			"The pages of the first 30 jobs are made ready; that of a job further down is made for its first visitor, and stays as long as all of them take less than 8 MB.",
		Tables: []Table{t, large},
	}, nil
}

func (l *lab) rendering(data string, pause time.Duration, kind string, rows int, env ...string) (r rendering, err error) {
	for _, copy := range []string{data, data + "-fresh"} {
		if rows == 0 {
			break
		}
		if err := l.seed(copy, kind, rows); err != nil {
			return r, err
		}
	}
	r.pause = pause
	if r.ops, err = freeAddr(); err != nil {
		return r, err
	}
	if r.fresh, err = l.vitrine(data+"-fresh", append(env, "VITRINE_CACHE=off", "VITRINE_OPS_ADDR="+r.ops)...); err != nil {
		return r, err
	}
	if r.kept, err = l.vitrine(data, env...); err != nil {
		return r, err
	}
	r.staff, err = l.staff(r.kept)
	return r, err
}

// addRendering adds what it takes to make a page of a site.
func (l *lab) addRendering(t *Table, name string, r rendering, path string) error {
	page := request{method: "GET", path: path}
	var made, again tally
	l.alone(3, time.Minute, r.fresh, page, &tally{}) // warm
	count, sum, err := l.renders(r.ops)
	if err != nil {
		return err
	}
	before := r.fresh.worked()
	l.alone(9, time.Minute, r.fresh, page, &made)
	effort := (r.fresh.worked() - before).Seconds() * 1000 / float64(len(made.times))
	countAfter, sumAfter, err := l.renders(r.ops)
	if err != nil {
		return err
	}
	after, err := l.afterSaves(r, page)
	if err != nil {
		return err
	}
	l.alone(50, time.Minute, r.kept, page, &again)
	t.add(name, number((sumAfter-sum)/(countAfter-count)*1000), number(made.quantile(.5)), number(effort), number(after.quantile(.5)), number(again.quantile(.5)))
	return nil
}

// addFirstVisits adds how long the first visitors wait for the pages of jobs
// that were not made ready.
func (l *lab) addFirstVisits(t *Table, r rendering) error {
	if err := l.rest(r.kept); err != nil {
		return err
	}
	a, err := l.fetch(r.kept, request{"GET", "/rest/v1/job_listings?select=slug&order=rank.asc&offset=499&limit=9", "", visitor()})
	if err != nil {
		return err
	}
	body, err := decoded(a)
	if err != nil {
		return err
	}
	var jobs []struct{ Slug string }
	if err := json.Unmarshal(body, &jobs); err != nil || len(jobs) == 0 {
		return fmt.Errorf("the jobs from number 500 on: %.200s", body)
	}
	var first, again tally
	for _, job := range jobs {
		first.add(timed(l, r.kept, request{method: "GET", path: "/careers/" + job.Slug}))
		again.add(timed(l, r.kept, request{method: "GET", path: "/careers/" + job.Slug}))
	}
	t.add("job number 500, first visit", "", number(first.quantile(.5)), "", "", number(again.quantile(.5)))
	return first.first
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
func (l *lab) afterSaves(r rendering, page request) (*tally, error) {
	t := &tally{}
	for i := range 9 {
		save := request{"PATCH", "/rest/v1/navigation_links?id=eq.1", fmt.Sprintf(`{"name":"Home %d"}`, i), r.staff}
		if _, err := timed(l, r.kept, save); err != nil {
			return nil, fmt.Errorf("save: %w", err)
		}
		t.add(timed(l, r.kept, page))
		time.Sleep(r.pause)
	}
	return t, t.first
}
