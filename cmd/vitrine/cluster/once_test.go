package cluster_test

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// TestNginxRepeatsReadsAlone has servers that take a request and die, as one
// that is killed in the middle does.
func TestNginxRepeatsReadsAlone(t *testing.T) {
	t.Parallel()
	var taken atomic.Int32
	dying := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" {
			return
		}
		taken.Add(1)
		panic(http.ErrAbortHandler)
	})
	a, b := httptest.NewServer(dying), httptest.NewServer(dying)
	defer a.Close()
	defer b.Close()
	for method, want := range map[string]int32{"POST": 1, "PATCH": 1, "PUT": 1, "DELETE": 1, "GET": 2} {
		front := startNginx(t, a.Listener.Addr().String(), b.Listener.Addr().String())
		taken.Store(0)
		if got, _ := call(method, front+"/rest/v1/job_listings", "", nil); got != http.StatusBadGateway || taken.Load() != want {
			t.Errorf("%s arrived %d times, want %d (answered %d)", method, taken.Load(), want, got)
		}
		taken.Store(0)
		if got, _ := call(method, front+"/x", "", make([]byte, 22<<20)); got != http.StatusRequestEntityTooLarge || taken.Load() != 0 {
			t.Errorf("%s of 22 MB: %d, and it arrived %d times", method, got, taken.Load())
		}
	}
}
