package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// signIn compares one sign-in at a time with PocketBase, and looks whether
// many at once keep visitors waiting.
func signIn(l *lab) (Section, error) {
	ours, err := l.vitrine("data")
	if err != nil {
		return Section{}, err
	}
	peer, err := l.pocketbase(l.dir)
	if err != nil {
		return Section{}, err
	}
	if err := peer.addUser(l); err != nil {
		return Section{}, err
	}
	v := &contender{name: "Vitrine (argon2id)", server: ours, request: signInOf("/auth/v1/token?grant_type=password", "email", visitor())}
	p := &contender{name: "PocketBase (bcrypt)", server: peer.server, request: signInOf("/api/collections/users/auth-with-password", "identity", map[string]string{"Content-Type": "application/json"})}
	one, slower, err := l.oneAtATime(p, v)
	if err != nil {
		return Section{}, err
	}
	many, ratio, err := l.besideSignIns(ours, v.request)
	if err != nil {
		return Section{}, err
	}
	return Section{
		Title:  "Sign-in",
		Text:   "The password hash is nearly all of a sign-in, and is meant to cost that much. At most one hash per core runs at a time and 32 callers wait; others are told to come back, so that pages stay quick.",
		Tables: []Table{one, many},
		Targets: []Target{
			atMost("p50 of a sign-in, × PocketBase", slower, 1, "×"),
			atMost("p95 of the homepage at 500 requests/s beside 50 sign-ins at once, × without", ratio, 2, "×"),
		},
	}, nil
}

func signInOf(path, name string, header map[string]string) request {
	body, _ := json.Marshal(credentials(name))
	return request{"POST", path, string(body), header}
}

// oneAtATime signs in at each contender in turn, and tells how much longer
// the second takes.
func (l *lab) oneAtATime(all ...*contender) (t Table, slower float64, err error) {
	t = Table{Title: "One at a time, in turns", Head: []string{"", "p50 ms", "p95 ms", "CPU ms"}}
	const times = 40
	times40 := make([]tally, len(all))
	used := make([]time.Duration, len(all))
	for range times {
		for i, c := range all {
			before := c.worked()
			times40[i].add(timed(l, c.server, c.request, 0))
			used[i] += c.worked() - before
		}
	}
	for i, c := range all {
		if times40[i].first != nil {
			return t, 0, fmt.Errorf("%s: %w", c.name, times40[i].first)
		}
		t.add(c.name, number(times40[i].quantile(.5)), number(times40[i].quantile(.95)), number(float64(used[i].Milliseconds())/times))
	}
	return t, times40[1].quantile(.5) / times40[0].quantile(.5), nil
}

// besideSignIns asks for the homepage at a steady rate, with and without 50
// people who sign in again and again.
func (l *lab) besideSignIns(s *server, signIn request) (t Table, slower float64, err error) {
	t = Table{Title: "Homepage at a steady 500 requests/s; 3 rounds of 5 s each", Head: []string{"", "p50 ms", "p95 ms", "p99 ms", "failed", "sign-ins/s", "told to come back/s"}}
	page := request{method: "GET", path: "/"}
	const length = 5 * time.Second
	var quiet, crowded [][3]float64
	var failed [2]int
	var in, refused float64
	for range 3 {
		calm := l.steady(500, length, s, page)
		done := make(chan *tally)
		go func() { done <- l.crowd(50, length, s, signIn) }()
		busy := l.steady(500, length, s, page)
		people := <-done
		var status errStatus
		if people.first != nil && (!errors.As(people.first, &status) || status != 429 && status != 503) {
			return t, 0, people.first
		}
		quiet, crowded = append(quiet, quantiles(calm)), append(crowded, quantiles(busy))
		failed[0], failed[1] = failed[0]+calm.failed, failed[1]+busy.failed
		in += float64(len(people.times)) / 3 / length.Seconds()
		refused += float64(people.failed) / 3 / length.Seconds()
	}
	column := func(rows [][3]float64, i int) (out []float64) {
		for _, r := range rows {
			out = append(out, r[i])
		}
		return out
	}
	cell := func(rows [][3]float64, i int) string { return number(median(column(rows, i))) }
	t.add("nobody signs in", cell(quiet, 0), cell(quiet, 1), cell(quiet, 2), fmt.Sprint(failed[0]), "0", "0")
	t.add("50 people sign in at once", cell(crowded, 0), cell(crowded, 1), cell(crowded, 2), fmt.Sprint(failed[1]), number(in), number(refused))
	return t, ratio(column(crowded, 1), column(quiet, 1)), nil
}

func quantiles(t *tally) [3]float64 {
	return [3]float64{t.quantile(.5), t.quantile(.95), t.quantile(.99)}
}
