package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path"
	"strings"
	"time"
)

// routes puts every surface behind one mux: the backend below its five
// prefixes, the two health checks, and the site for all the rest.
func (s *Server) routes(o Options) http.Handler {
	backend := http.NewServeMux()
	for _, part := range o.Backend {
		part.Routes(backend)
	}
	guarded := s.backend(backend)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { state(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		err := errStopping
		if !s.stopping.Load() {
			err = s.ready(ctx)
		}
		if err != nil {
			s.log.WarnContext(ctx, "not ready", "error", err)
		}
		state(w, err)
	})
	for _, part := range o.Site {
		part.Routes(mux)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !isBackend(r.URL.Path):
			mux.ServeHTTP(w, r)
		case !isClean(r.URL.Path):
			// The mux would answer a client that expects JSON with a redirect.
			refuse(w, http.StatusNotFound, "PGRST125", "Invalid path specified in request URL")
		default:
			guarded.ServeHTTP(w, rooted(r))
		}
	})
}

// rooted lets the bare name of a protocol stand for its root; the mux would
// redirect.
func rooted(r *http.Request) *http.Request {
	if strings.Count(r.URL.Path, "/") > 2 {
		return r
	}
	r = r.Clone(r.Context())
	r.URL.Path += "/"
	return r
}

var errStopping = errors.New("the server is stopping")

// isBackend tells whether a path belongs to one of the five protocols.
func isBackend(path string) bool {
	for _, prefix := range []string{"/rest/v1", "/auth/v1", "/storage/v1", "/functions/v1", "/realtime/v1"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

func isClean(at string) bool { return path.Clean(at) == strings.TrimSuffix(at, "/") }

// Surface names the part of the server that a path belongs to.
func Surface(path string) string {
	for _, p := range [...]struct{ prefix, name string }{
		{"/rest/v1", "rest"}, {"/auth/v1", "auth"}, {"/storage/v1", "storage"}, {"/functions/v1", "functions"}, {"/realtime/v1", "realtime"},
		{"/assets/", "assets"}, {"/admin", "admin"}, {"/healthz", "health"}, {"/readyz", "health"},
	} {
		if strings.HasPrefix(path, p.prefix) {
			return p.name
		}
	}
	return "site"
}

// state answers a health check. What is wrong stands in the log, not here.
func state(w http.ResponseWriter, err error) {
	status, text := http.StatusOK, "ok"
	if err != nil {
		status, text = http.StatusServiceUnavailable, "unavailable"
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"status": text})
}
