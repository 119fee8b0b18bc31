package httpd_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/httpd"
	"vitrine/internal/schema"
)

// memory answers every GET below its path with one text.
type memory struct {
	routes
	path string
	text []byte
}

func (m memory) ServeCached(w http.ResponseWriter, r *http.Request, actor schema.Actor) bool {
	if r.URL.Path != m.path {
		return false
	}
	w.Write(m.text)
	return true
}

// sink is a ResponseWriter that costs nothing.
type sink struct {
	header http.Header
	status int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(b []byte) (int, error) { return len(b), nil }

func TestAnAnswerFromMemoryMakesNothingButItsIDAndARecorder(t *testing.T) {
	h := build(t, func(o *httpd.Options) {
		o.Site = append(o.Site, memory{path: "/page", text: []byte("page")})
		o.Backend = append(o.Backend, memory{path: "/rest/v1/table", text: []byte("[]")})
		o.Log = slog.New(slog.DiscardHandler)
	})
	for _, path := range []string{"/page", "/rest/v1/table", script} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", "gzip, deflate, br")
		w := &sink{header: http.Header{}}
		if n := testing.AllocsPerRun(100, func() { h.Handler().ServeHTTP(w, r) }); n > 3 {
			t.Errorf("%s: %v allocations", path, n)
		}
		if w.status != 200 || w.header.Get("X-Request-Id") == "" || w.header.Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: status %d, headers %v", path, w.status, w.header)
		}
	}
}

func TestWhatIsInMemoryIsAnsweredToReadersOnly(t *testing.T) {
	h := build(t, func(o *httpd.Options) {
		o.Backend = []httpd.Routes{memory{routes: routes{"/rest/v1/": whoami}, path: "/rest/v1/table", text: []byte("cached")}}
	})
	for method, want := range map[string]bool{"GET": true, "POST": false, "PATCH": false, "DELETE": false} {
		if got := body(t, h.ask(method, "/rest/v1/table")) == "cached"; got != want {
			t.Errorf("%s: from memory %v, want %v", method, got, want)
		}
	}
}

// A body longer than the buffer of net/http leaves in one call, so its parts
// are put together by us: they have to arrive whole and in order.
func TestLongAnswersArriveWhole(t *testing.T) {
	long := strings.Repeat("0123456789abcdef", 64<<10)
	h := build(t, func(o *httpd.Options) {
		o.Site = []httpd.Routes{routes{"GET /{size}": func(w http.ResponseWriter, r *http.Request) {
			n, _ := strconv.Atoi(r.PathValue("size"))
			if r.URL.Query().Has("twice") {
				io.WriteString(w, long[:n/2])
				io.WriteString(w, long[n/2:n])
				return
			}
			w.Header().Set("Content-Length", r.PathValue("size"))
			w.Write([]byte(long[:n]))
		}}}
	})
	at, _, _ := h.open("127.0.0.1:0")
	for _, size := range []int{1, 2048, 2049, 3000, 4095, 4096, 4097, 5000, 8192, 8193, 14563, 70000, 1 << 20} {
		for _, query := range []string{"", "?twice"} {
			res, err := http.Get(fmt.Sprint("http://", at, "/", size, query))
			if err != nil {
				t.Fatal(err)
			}
			if got := body(t, res); got != long[:size] {
				t.Errorf("%d%s: %d bytes came, or others", size, query, len(got))
			}
		}
	}
}

func TestAClientThatLeavesDuringALongAnswerHarmsNobody(t *testing.T) {
	page := memory{path: "/page", text: make([]byte, 8<<20)}
	h := build(t, func(o *httpd.Options) { o.Site = []httpd.Routes{page} })
	at, _, _ := h.open("127.0.0.1:0")
	for range 3 {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, "GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
		c.Read(make([]byte, 100))
		c.Close()
	}
	res, err := http.Get("http://" + at + "/page")
	if err != nil {
		t.Fatal(err)
	}
	if got := body(t, res); len(got) != len(page.text) {
		t.Errorf("%d bytes came", len(got))
	}
}
