package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// client keeps as many connections open as it has callers.
var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 1000, DisableCompression: true}}

// send asks as a browser does.
func send(ctx context.Context, origin string, r request) (*http.Response, error) {
	q, err := http.NewRequestWithContext(ctx, r.method, origin+r.path, strings.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	q.Header.Set("Accept-Encoding", browserEncodings)
	for name, value := range r.header {
		q.Header.Set(name, value)
	}
	return client.Do(q)
}

// call sends JSON and reads JSON; an answer that is no success is an error.
func (l *lab) call(method, url string, header map[string]string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return err
	}
	fields := map[string]string{"Content-Type": "application/json", "Accept-Encoding": "identity"}
	maps.Copy(fields, header)
	a, err := send(l, url, request{method: method, body: string(body), header: fields})
	if err != nil {
		return err
	}
	defer a.Body.Close()
	got, err := io.ReadAll(a.Body)
	if err != nil {
		return err
	}
	if a.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %d %s", method, url, a.StatusCode, got)
	}
	return json.Unmarshal(got, out)
}

// errStatus is an answer that is no success.
type errStatus int

func (e errStatus) Error() string { return fmt.Sprintf("status %d", int(e)) }

// crowded tells whether a server asked for patience.
func crowded(err error) bool {
	var status errStatus
	return errors.As(err, &status) && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable)
}

var calls atomic.Int64

// timed sends a request and tells how long the whole answer took. {n} in the
// body becomes a number of its own.
func timed(ctx context.Context, s *server, r request) (time.Duration, error) {
	r.body = strings.ReplaceAll(r.body, "{n}", fmt.Sprint(calls.Add(1)))
	began := time.Now()
	a, err := send(ctx, s.url, r)
	if err != nil {
		return 0, err
	}
	defer a.Body.Close()
	_, err = io.Copy(io.Discard, a.Body)
	if err == nil && a.StatusCode >= 300 {
		err = errStatus(a.StatusCode)
	}
	return time.Since(began), err
}

// tally collects what callers saw.
type tally struct {
	sync.Mutex
	times  []time.Duration
	failed int
	first  error
}

func (t *tally) add(took time.Duration, err error) {
	t.Lock()
	defer t.Unlock()
	if err == nil {
		t.times = append(t.times, took)
		return
	}
	t.failed++
	if t.first == nil {
		t.first = err
	}
}

// join adds what other callers saw.
func (t *tally) join(o *tally) {
	t.times, t.failed = append(t.times, o.times...), t.failed+o.failed
	if t.first == nil {
		t.first = o.first
	}
}

func (t *tally) quantile(q float64) float64 { return quantile(milliseconds(t.times), q) }

// crowd lets callers ask one after the other until the time is over. Who is
// told to come back later does so after a second.
func (l *lab) crowd(callers int, length time.Duration, s *server, r request) *tally {
	t := &tally{}
	end := time.Now().Add(length)
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for time.Now().Before(end) && l.Err() == nil {
				took, err := timed(l, s, r)
				t.add(took, err)
				if crowded(err) {
					time.Sleep(time.Second)
				}
			}
		})
	}
	all.Wait()
	return t
}

// steady sends so many requests a second.
func (l *lab) steady(perSecond int, length time.Duration, s *server, r request) *tally {
	return l.arrive(length, s, r, func() time.Duration { return time.Second / time.Duration(perSecond) })
}

// arrive sends requests with a gap between them, whether or not earlier ones are
// answered. Time counts from when a request was due.
func (l *lab) arrive(length time.Duration, s *server, r request, gap func() time.Duration) *tally {
	t := &tally{}
	var all sync.WaitGroup
	for due, end := time.Now(), time.Now().Add(length); due.Before(end) && l.Err() == nil; due = due.Add(gap()) {
		time.Sleep(time.Until(due))
		all.Go(func() {
			_, err := timed(l, s, r)
			t.add(time.Since(due), err)
		})
	}
	all.Wait()
	return t
}

// alone sends requests one at a time, up to n and for at most that time.
func (l *lab) alone(n int, most time.Duration, s *server, r request, t *tally) {
	end := time.Now().Add(most)
	for i := 0; i < n && time.Now().Before(end) && l.Err() == nil; i++ {
		t.add(timed(l, s, r))
	}
}
