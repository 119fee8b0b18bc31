package httpd

import (
	"context"
	"encoding/json"
	"net/http"
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
	for _, prefix := range []string{"/rest/v1/", "/auth/v1/", "/storage/v1/", "/functions/v1/", "/realtime/v1/"} {
		mux.Handle(prefix, guarded)
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { state(w, nil) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		err := s.ready(ctx)
		if err != nil {
			s.log.WarnContext(ctx, "not ready", "error", err)
		}
		state(w, err)
	})
	for _, part := range o.Site {
		part.Routes(mux)
	}
	return mux
}

// state answers a health check. What is wrong stands in the log, not here.
func state(w http.ResponseWriter, err error) {
	status, text := http.StatusOK, "ok"
	if err != nil {
		status, text = http.StatusServiceUnavailable, "unavailable"
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"status": text})
}
