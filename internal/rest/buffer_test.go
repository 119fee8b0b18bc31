package rest_test

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine/internal/rest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// held is a client whose answer stays where the server wrote it.
type held struct {
	*httptest.ResponseRecorder
	during func()
	fails  error
	body   []byte
}

func (h *held) Write(p []byte) (int, error) {
	h.body = p
	h.during()
	if h.fails != nil {
		return 0, h.fails
	}
	return len(p), nil
}

// people serves twenty of them, whom a request can ask for by name.
func people(t *testing.T) http.Handler {
	s, mux := storetest.SQLite(t), http.NewServeMux()
	for n := range 20 {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": name(n)})
	}
	rest.New(rest.Options{Store: s, Log: slog.New(slog.DiscardHandler)}).Routes(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), storetest.Visitor, nil)))
	})
}

func name(n int) string { return fmt.Sprint("Person ", n) }

func person(n int) string {
	return fmt.Sprintf("/rest/v1/team_members?select=name&name=eq.Person+%d", n)
}

// askAll has twenty people asked for; with -race a pool forgets some buffers on purpose.
func askAll(t *testing.T, h http.Handler) {
	t.Helper()
	for n := range 20 {
		if got, want := ask(h, person(n)).Body.String(), `[{"name":"`+name(n)+`"}]`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestABufferIsUsedAgainOnceItsAnswerIsSent(t *testing.T) {
	h, seen := people(t), map[*byte]bool{}
	for n := range 20 {
		w := &held{ResponseRecorder: httptest.NewRecorder(), during: func() {}}
		h.ServeHTTP(w, httptest.NewRequest("GET", person(n), nil))
		seen[&w.body[0]] = true // and so its memory is not given to another one
	}
	if len(seen) == 20 {
		t.Error("each answer has a buffer of its own")
	}
}

func TestABufferIsNotUsedAgainWhileItsAnswerIsWritten(t *testing.T) {
	h := people(t)
	askAll(t, h)
	w := &held{ResponseRecorder: httptest.NewRecorder(), during: func() { askAll(t, h) }}
	h.ServeHTTP(w, httptest.NewRequest("GET", person(7), nil))
	if got := string(w.body); got != `[{"name":"Person 7"}]` {
		t.Errorf("another answer was written over it: %s", got)
	}
}

// HTTP/2 gives up on a stream while a frame of it is still being written.
func TestABufferWhoseWriteFailedIsNotUsedAgain(t *testing.T) {
	h := people(t)
	w := &held{ResponseRecorder: httptest.NewRecorder(), during: func() {}, fails: errors.New("the stream is closed")}
	h.ServeHTTP(w, httptest.NewRequest("GET", person(7), nil))
	askAll(t, h)
	if got := string(w.body); got != `[{"name":"Person 7"}]` {
		t.Errorf("another answer was written over it: %s", got)
	}
}

func TestACachedAnswerIsNotWrittenOverByOthers(t *testing.T) {
	s := storetest.SQLite(t)
	for n := range 20 {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": name(n)})
	}
	h := keeping(s)
	for range 2 {
		askAll(t, h)
	}
}
