package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// client keeps as many connections open as it has callers.
var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 1000, DisableCompression: true}}

// errStatus is an answer that is no success.
type errStatus int

func (e errStatus) Error() string { return fmt.Sprintf("status %d", int(e)) }

// timed sends a request once and tells how long the whole answer took. n
// replaces {n} in the body.
func timed(ctx context.Context, s *server, r request, n int64) (time.Duration, error) {
	body := bytes.ReplaceAll([]byte(r.body), []byte("{n}"), fmt.Append(nil, n))
	q, err := http.NewRequestWithContext(ctx, r.method, s.url+r.path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	q.Header.Set("Accept-Encoding", browserEncodings)
	for name, value := range r.header {
		q.Header.Set(name, value)
	}
	began := time.Now()
	a, err := client.Do(q)
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

func (t *tally) quantile(q float64) float64 { return quantile(milliseconds(t.times), q) }

var calls atomic.Int64

// crowd lets callers ask one after the other until the time is over.
func (l *lab) crowd(callers int, length time.Duration, s *server, r request) *tally {
	t := &tally{}
	end := time.Now().Add(length)
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for time.Now().Before(end) && l.Err() == nil {
				t.add(timed(l, s, r, calls.Add(1)))
			}
		})
	}
	all.Wait()
	return t
}

// steady sends so many requests a second, whether or not earlier ones are
// answered. Time counts from when a request was due.
func (l *lab) steady(perSecond int, length time.Duration, s *server, r request) *tally {
	t := &tally{}
	var all sync.WaitGroup
	began := time.Now()
	for i := range int(length.Seconds() * float64(perSecond)) {
		due := began.Add(time.Duration(i) * time.Second / time.Duration(perSecond))
		time.Sleep(time.Until(due))
		all.Go(func() {
			_, err := timed(l, s, r, calls.Add(1))
			t.add(time.Since(due), err)
		})
	}
	all.Wait()
	return t
}

// alone sends requests one at a time.
func (l *lab) alone(n int, s *server, r request) *tally {
	t := &tally{}
	for range n {
		t.add(timed(l, s, r, calls.Add(1)))
	}
	return t
}
