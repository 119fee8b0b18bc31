package main

import (
	"encoding/json"
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
		Text:   "The password hash is nearly all of a sign-in, and is meant to cost that much. At most one hash per two cores runs at a time and 32 callers wait; others are told to come back, so that pages stay quick.",
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
	seen := make([]tally, len(all))
	used := make([]time.Duration, len(all))
	for range times {
		for i, c := range all {
			before := c.worked()
			seen[i].add(timed(l, c.server, c.request))
			used[i] += c.worked() - before
		}
	}
	for i, c := range all {
		if seen[i].first != nil {
			return t, 0, fmt.Errorf("%s: %w", c.name, seen[i].first)
		}
		t.add(c.name, number(seen[i].quantile(.5)), number(seen[i].quantile(.95)), number(float64(used[i].Milliseconds())/times))
	}
	return t, seen[1].quantile(.5) / seen[0].quantile(.5), nil
}

// besideSignIns asks for the homepage at a steady rate, with and without 50
// people who sign in again and again.
func (l *lab) besideSignIns(s *server, signIn request) (t Table, slower float64, err error) {
	const length = 5 * time.Second
	page := request{method: "GET", path: "/"}
	var quiet, busy, people []*tally
	for range 3 {
		quiet = append(quiet, l.steady(500, length, s, page))
		done := make(chan *tally)
		go func() { done <- l.crowd(50, length, s, signIn) }()
		busy = append(busy, l.steady(500, length, s, page))
		people = append(people, <-done)
	}
	var in, refused float64
	for _, p := range people {
		if p.first != nil && !crowded(p.first) {
			return t, 0, p.first
		}
		in += float64(len(p.times)) / length.Seconds() / 3
		refused += float64(p.failed) / length.Seconds() / 3
	}
	t = Table{Title: "Homepage at a steady 500 requests/s; 3 rounds of 5 s each", Head: []string{"", "p50 ms", "p95 ms", "p99 ms", "failed", "sign-ins/s", "told to come back/s"}}
	t.add(append(patience("nobody signs in", quiet), "0", "0")...)
	t.add(append(patience("50 people sign in at once", busy), number(in), number(refused))...)
	return t, ratio(each(busy, .95), each(quiet, .95)), nil
}

// patience is a row of how long visitors waited.
func patience(name string, rounds []*tally) []string {
	failed := 0
	for _, t := range rounds {
		failed += t.failed
	}
	return []string{name, number(median(each(rounds, .5))), number(median(each(rounds, .95))), number(median(each(rounds, .99))), fmt.Sprint(failed)}
}

// each is one quantile of every round.
func each(rounds []*tally, q float64) (out []float64) {
	for _, t := range rounds {
		out = append(out, t.quantile(q))
	}
	return out
}
