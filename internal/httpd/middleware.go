package httpd

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"vitrine/internal/schema"
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

// identified gives a request its id and catches what panics below.
func (s *Server) identified(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var raw [8]byte
		rand.Read(raw[:])
		id := hex.EncodeToString(raw[:])
		ctx := context.WithValue(r.Context(), requestIDKey{}, id)
		w.Header().Set("X-Request-Id", id)
		out := &recorder{ResponseWriter: w, last: s.stopping.Load}
		started := time.Now()
		defer func() {
			if p := recover(); p != nil {
				s.panicked(ctx, out, r, p)
			}
			if s.observe != nil {
				s.observe(Surface(r.URL.Path), out.status, time.Since(started))
			}
			if s.log.Enabled(ctx, slog.LevelDebug) {
				s.log.DebugContext(ctx, "request", "method", r.Method, "path", r.URL.Path, "status", out.status, "took", time.Since(started))
			}
		}()
		next.ServeHTTP(out, r.WithContext(ctx))
	})
}

// panicked logs a panic and answers without a word about it. An answer that
// has begun is cut off, so that nobody takes a part for the whole.
func (s *Server) panicked(ctx context.Context, out *recorder, r *http.Request, p any) {
	if p == http.ErrAbortHandler {
		panic(p)
	}
	s.log.ErrorContext(ctx, "panic", "method", r.Method, "path", r.URL.Path, "panic", p, "stack", string(debug.Stack()))
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
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprintf(w, `{"code":%q,"message":%q,"details":null,"hint":null}`, code, message)
}

// recorder remembers the status of an answer, and says on the last answer of
// a connection that it is the last.
type recorder struct {
	http.ResponseWriter
	status int
	last   func() bool
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
		if w.last() && status >= 200 {
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

// secured sets the headers that every answer carries.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
		h.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
		h.Set("Content-Security-Policy", dataPolicy) // pages and files have their own
		if len(r.RequestURI) > maxURL {
			refuse(w, http.StatusRequestURITooLong, "PGRST100", "The address is too long.")
			return
		}
		switch r.Method {
		case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		default:
			w.Header().Set("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
			refuse(w, http.StatusMethodNotAllowed, "PGRST117", "The method is not known here.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// backend wraps the five protocols: who calls, from where, and that nothing
// but data comes back.
func (s *Server) backend(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.cors(w, r) {
			return
		}
		if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
			refuse(w, http.StatusUnsupportedMediaType, "PGRST102", "Send the body without Content-Encoding.")
			return
		}
		actor, err := s.identify(r)
		actor.Address = s.address(r)
		next.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), actor, err)))
	})
}
