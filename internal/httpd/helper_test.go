package httpd_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"

	"vitrine/internal/httpd"
	"vitrine/internal/schema"
)

// routes is a part of the site made of functions.
type routes map[string]http.HandlerFunc

func (r routes) Routes(mux *http.ServeMux) {
	for pattern, do := range r {
		mux.HandleFunc(pattern, do)
	}
}

var code = strings.Repeat("console.log('vitrine');\n", 100)

// dist is what a front-end build leaves.
var dist = fstest.MapFS{
	"public/assets/app-3f9a.js.br": {Data: squeeze(code)},
	"public/assets/logo-77.webp":   {Data: []byte("RIFF....WEBP")},
	"public/favicon.svg":           {Data: []byte(strings.Repeat("<svg/>", 50))},
	"public/icon-192.png":          {Data: []byte("\x89PNG")},
	"public/site.webmanifest":      {Data: []byte(`{"name":"Vitrine"}`)},
	"server/preview.html":          {Data: []byte("the preview")},
	"server/admin.html": {Data: []byte(`<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="vitrine-key" content="__ANON_KEY__">` +
		`<script type="module" src="/assets/app-3f9a.js"></script>`)},
}

func squeeze(text string) []byte {
	var b bytes.Buffer
	w := brotli.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// house is a front door with little behind it.
type house struct {
	testing.TB
	*httpd.Server
	log *journal
}

// whoami answers with what the door found out about the caller.
func whoami(w http.ResponseWriter, r *http.Request) {
	actor, err := schema.ActorFrom(r.Context())
	text := ""
	if err != nil {
		text = err.Error()
	}
	json.NewEncoder(w).Encode(map[string]string{"address": actor.Address, "role": string(actor.Role), "error": text, "request": httpd.RequestID(r.Context())})
}

func build(t testing.TB, change func(*httpd.Options)) *house {
	t.Helper()
	h := &house{TB: t, log: &journal{}}
	assets, err := httpd.NewAssets(dist, func(context.Context) string { return "no such file" }, false)
	if err != nil {
		t.Fatal(err)
	}
	notFound := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, "the 404 page of the site")
	})
	o := httpd.Options{
		Backend: []httpd.Routes{routes{
			"/rest/v1/": whoami, "/auth/v1/": whoami, "/storage/v1/": whoami, "/functions/v1/": whoami, "/realtime/v1/": whoami,
			"/rest/v1/panic": func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Length", "7")
				w.Header().Set("ETag", `"x"`)
				panic("a secret text")
			},
			"/rest/v1/half": func(w http.ResponseWriter, r *http.Request) {
				io.WriteString(w, `[{"id":1},`)
				http.NewResponseController(w).Flush()
				panic("too late")
			},
		}},
		Site:     []httpd.Routes{assets, httpd.NewShell(dist, []string{"/admin", "/admin/hero"}, `key"<&`, notFound, vitrine), routes{"GET /": notFound.ServeHTTP}},
		Identify: func(*http.Request) (schema.Actor, error) { return schema.Actor{Role: schema.Visitor}, nil },
		Ready:    func(context.Context) error { return nil },
		HSTS:     "max-age=63072000",
		Log:      slog.New(httpd.LogHandler{Handler: slog.NewJSONHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})}),
	}
	if change != nil {
		change(&o)
	}
	h.Server = httpd.New(o)
	return h
}

// ask sends a request without a socket.
func (h *house) ask(method, target string, headers ...string) *http.Response {
	h.Helper()
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "from" {
			r.RemoteAddr = headers[i+1]
			continue
		}
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.Handler().ServeHTTP(w, r)
	return w.Result()
}

// open serves on a socket until the test ends or stop is called, and returns
// where; done tells how serving ended.
func (h *house) open(addr string) (at string, stop context.CancelFunc, done <-chan error) {
	h.Helper()
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		h.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	closed := make(chan struct{})
	go func() {
		ended <- h.Serve(ctx, ln)
		close(closed)
	}()
	h.Cleanup(func() {
		cancel()
		<-closed
	})
	return ln.Addr().String(), cancel, ended
}

// journal keeps what was logged.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const timeout = time.Minute

// eventually waits for a condition that another goroutine makes true.
func eventually(t testing.TB, within time.Duration, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(within); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", within, what)
		}
	}
}

func vitrine(context.Context) httpd.Studio { return httpd.Studio{Name: "Vitrine"} }
