package main

import (
	"math/rand/v2"
	"time"
)

const (
	scaleTime   = 10 * time.Second // of each load
	firstVisits = 2000
)

// loads are shares of one core.
var loads = []float64{.3, .6, .8}

// scaling measures what a visit costs, and holds a model of waiting against the time
// that callers wait at three loads.
func scaling(l *lab) (Section, error) {
	ours, err := l.vitrine("data")
	if err != nil {
		return Section{}, err
	}
	cost, perVisit, err := l.visitCosts(ours)
	if err != nil {
		return Section{}, err
	}
	waiting, worst, err := l.waiting()
	if err != nil {
		return Section{}, err
	}
	return Section{
		Title: "Scale",
		Text: "What a first visit of the homepage costs with all that it loads, for a server alone on SQLite, two instances on one PostgreSQL (the CPU of all three together), and a server with Varnish in front (`deploy/varnish.vcl`), once Varnish has what it needs; and how long callers wait as the load grows. The second table is a page of 20 jobs, read from the database each time, on a server with one core: " +
			"callers arrive at random (Poisson) whether or not others are answered, and a processor that is shared among those present (M/G/1-PS) predicts the mean time as what is outside the server plus S/(1-ρ), with S the CPU of a request and ρ the share of the core in use. " +
			"[scale.md](scale.md) says what follows.",
		Tables: []Table{cost, waiting},
		Targets: []Target{
			atMost("CPU of a first visit", perVisit, 1, " ms"),
			atMost("mean time at three loads, off the prediction", worst, 2, "×"),
		},
	}, nil
}

// waiting compares times with the prediction, and tells by how much the farthest is off.
func (l *lab) waiting() (t Table, worst float64, err error) {
	if err := l.seed("lists", "--jobs", 20); err != nil {
		return t, 0, err
	}
	s, err := l.vitrine("lists", "VITRINE_DEMO=off", "VITRINE_CACHE=off", "GOMAXPROCS=1")
	if err != nil {
		return t, 0, err
	}
	l.alone(200, scaleTime, s, jobPage(), &tally{}) // warm
	before, one := s.worked(), &tally{}
	l.alone(4000, scaleTime, s, jobPage(), one)
	service := (s.worked() - before).Seconds() / float64(len(one.times))
	outside := mean(one) - service
	t = Table{Title: "Waiting, as predicted and as measured", Head: []string{"share of the core", "a second", "used", "predicted mean ms", "mean ms", "× predicted", "p95 ms", "failed"}}
	for _, load := range loads {
		rate := load / service
		before, began := s.worked(), time.Now()
		seen := l.random(rate, scaleTime, s, jobPage())
		used := (s.worked() - before).Seconds() / time.Since(began).Seconds()
		predicted := outside + service/(1-min(used, .99))
		off := mean(seen) / predicted
		worst = max(worst, off, 1/off)
		t.add(number(load), number(rate), number(used), number(predicted*1e3), number(mean(seen)*1e3), number(off), number(seen.quantile(.95)), number(float64(seen.failed)))
	}
	return t, worst, nil
}

// mean is in seconds.
func mean(t *tally) (sum float64) {
	for _, took := range t.times {
		sum += took.Seconds()
	}
	return sum / float64(max(1, len(t.times)))
}

// random sends so many requests a second on average, as people who know nothing of
// each other do.
func (l *lab) random(perSecond float64, length time.Duration, s *server, r request) *tally {
	gaps := rand.New(rand.NewPCG(1, 1))
	return l.arrive(length, s, r, func() time.Duration { return time.Duration(gaps.ExpFloat64() / perSecond * float64(time.Second)) })
}
