package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
)

const bareCommand = "bare"

// answer is what a server said, to be said again.
type answer struct {
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

// fetch keeps an answer as it came, compressed.
func (l *lab) fetch(s *server, r request) (a answer, err error) {
	got, err := send(l, s.url, r)
	if err != nil {
		return a, err
	}
	defer got.Body.Close()
	if got.StatusCode >= 300 { // 206 is a part that was counted
		return a, fmt.Errorf("%s: %w", r.path, errStatus(got.StatusCode))
	}
	a.Header = got.Header
	a.Header.Del("Date") // net/http sends its own
	a.Body, err = io.ReadAll(got.Body)
	return a, err
}

// settled fetches an answer that no longer changes: a page is sent quickly
// compressed until the smallest form of it is ready.
func (l *lab) settled(s *server, r request) (answer, error) {
	if _, err := l.fetch(s, r); err != nil {
		return answer{}, err
	}
	if err := l.rest(s); err != nil {
		return answer{}, err
	}
	return l.fetch(s, r)
}

// still makes sure that a server sends the bytes that the others repeat.
func (l *lab) still(s *server, r request, sent answer) error {
	now, err := l.fetch(s, r)
	if err == nil && !bytes.Equal(now.Body, sent.Body) {
		err = fmt.Errorf("%s changed while it was measured: %d bytes became %d", r.path, len(sent.Body), len(now.Body))
	}
	return err
}

// bare starts a process of its own that answers everything with a.
func (l *lab) bare(a answer) (*server, error) {
	b, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(l.dir, "answer.json")
	if err := os.WriteFile(file, b, 0o644); err != nil {
		return nil, err
	}
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	return l.start("bare", addr, "/", nil, l.self, bareCommand, addr, file)
}

// serveBare is the least that net/http can do: the answer's header fields and
// body from memory.
func serveBare(addr, file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var a answer
	if err := json.Unmarshal(b, &a); err != nil {
		return err
	}
	return http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		for name, values := range a.Header {
			h[name] = values
		}
		w.Write(a.Body)
	}))
}
