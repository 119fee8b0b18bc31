package httpd

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"vitrine/internal/client"
)

type requestIDKey struct{}

// RequestID is the id of the request that ctx belongs to; "" outside one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// LogHandler adds the request's id to every line that is logged for it.
type LogHandler struct{ slog.Handler }

func (h LogHandler) Handle(ctx context.Context, r slog.Record) error {
	if id := RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, r)
}

func (h LogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return LogHandler{h.Handler.WithAttrs(attrs)}
}

func (h LogHandler) WithGroup(name string) slog.Handler { return LogHandler{h.Handler.WithGroup(name)} }

// ServeHTTP gives a request its id, answers it, and catches what panics below.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	out := &recorder{ResponseWriter: w, id: newRequestID(), stopping: &s.stopping, request: r.Context()}
	defer s.finish(out, r, time.Now())
	h := w.Header()
	h["X-Request-Id"] = []string{out.id}
	for i := range secureHeaders {
		h[secureHeaders[i].name] = secureHeaders[i].value
	}
	if s.hsts != nil {
		h["Strict-Transport-Security"] = s.hsts
	}
	// net/http drops a Content-Length beside chunks, and chunks of HTTP/1.0, by which a proxy
	// may have seen another end: what follows may be smuggled, and is not read (RFC 9112, 6.1).
	if r.TransferEncoding != nil || !r.ProtoAtLeast(1, 1) {
		h["Connection"] = []string{"close"}
	}
	if acceptable(out, r) {
		s.route(out, r)
	}
}

// newRequestID tells requests apart in the log; it is no secret.
func newRequestID() string {
	var raw [8]byte
	binary.BigEndian.PutUint64(raw[:], rand.Uint64())
	var text [16]byte
	hex.Encode(text[:], raw[:])
	return string(text[:])
}

// finish is deferred: it recovers.
func (s *Server) finish(out *recorder, r *http.Request, started time.Time) {
	if p := recover(); p != nil {
		s.panicked(out.context(r), out, r, p)
	}
	if s.Observe != nil {
		s.Observe(Surface(r.URL.Path), out.status, time.Since(started))
	}
	if s.Log.Enabled(r.Context(), slog.LevelDebug) {
		s.Log.DebugContext(out.context(r), "request", "method", r.Method, "path", r.URL.Path, "status", out.status, "took", time.Since(started))
	}
}

// panicked logs a panic and answers without a word about it. An answer that
// has begun is cut off, so that nobody takes a part for the whole.
func (s *Server) panicked(ctx context.Context, out *recorder, r *http.Request, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.Log.ErrorContext(ctx, "panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
	if out.status != 0 {
		panic(http.ErrAbortHandler)
	}
	for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Disposition", "Content-Range", "ETag", "Last-Modified"} {
		out.Header().Del(name)
	}
	refuse(out, http.StatusInternalServerError, "XX000", "Something went wrong.")
}

// refuse answers in the form that the clients of the backend read.
func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", client.NoStore)
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"code":%q,"message":%q,"details":null,"hint":null}`, code, message)
}

// recorder remembers the status of an answer, and says on the last answer of
// a connection that it is the last.
type recorder struct {
	http.ResponseWriter
	id       string
	status   int
	stopping *atomic.Bool
	request  context.Context
}

// context is the request's, with its id for the log. What is answered from
// memory does without.
func (w *recorder) context(r *http.Request) context.Context {
	return context.WithValue(r.Context(), requestIDKey{}, w.id)
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
		// A request whose time to be read is over ends the context of its connection,
		// and so of every request that would follow on it.
		if status >= 200 && (w.stopping.Load() || w.request.Err() != nil) {
			w.Header().Set("Connection", "close")
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController and the websocket reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// dataPolicy lets an answer that is no page do nothing in a browser.
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

// secureHeaders are on every answer. Their values are shared and must not be
// changed in place.
var secureHeaders = [...]struct {
	name  string
	value []string
}{
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
	{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
	{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
	{"X-Frame-Options", []string{"DENY"}},
	{"Permissions-Policy", []string{"camera=(), microphone=(), geolocation=(), payment=(), usb=()"}},
	{"Content-Security-Policy", []string{dataPolicy}}, // pages and files have their own
}

// acceptable refuses what no part of the site takes.
func acceptable(w http.ResponseWriter, r *http.Request) bool {
	if len(r.RequestURI) > maxURL {
		refuse(w, http.StatusRequestURITooLong, "PGRST100", "The address is too long.")
		return false
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return true
	}
	w.Header().Set("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
	refuse(w, http.StatusMethodNotAllowed, "PGRST117", "The method is not known here.")
	return false
}
