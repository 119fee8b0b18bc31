package httpd_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"vitrine/internal/httpd"
)

// TestARequestThatTookTooLongDoesNotSpoilTheNext: the end of the time to read a
// request ends the context of its connection, and so of whatever came after it.
func TestARequestThatTookTooLongDoesNotSpoilTheNext(t *testing.T) {
	t.Parallel()
	h := build(t, func(o *httpd.Options) {
		o.Backend = []httpd.Routes{routes{
			"/rest/v1/slow": func(w http.ResponseWriter, r *http.Request) {
				http.NewResponseController(w).SetReadDeadline(time.Now())
				<-r.Context().Done()
				w.WriteHeader(http.StatusServiceUnavailable)
			},
			"/rest/v1/quick": func(w http.ResponseWriter, r *http.Request) {
				if r.Context().Err() != nil {
					w.WriteHeader(http.StatusInternalServerError)
				}
			},
		}}
	})
	at, _, _ := h.open("127.0.0.1:0")
	for path, want := range map[string]int{"slow": 503, "quick": 200} {
		r, err := http.Get("http://" + at + "/rest/v1/slow")
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, r.Body) // so that the connection could be used again
		r.Body.Close()
		if r, err = http.Get("http://" + at + "/rest/v1/" + path); err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != want {
			t.Errorf("%s after a slow one: %d", path, r.StatusCode)
		}
	}
}
