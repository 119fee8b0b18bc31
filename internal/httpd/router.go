package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"vitrine/internal/client"
	"vitrine/internal/schema"
)

// Cache is a part that has answers in memory. ServeCached writes the answer, or
// leaves the request as it is and returns false.
type Cache interface {
	ServeCached(w http.ResponseWriter, r *http.Request, actor schema.Actor) bool
}

// routes puts every surface behind two muxes: the backend below its five
// prefixes; the two health checks, and the site for all the rest.
func (s *Server) routes(o Options) {
	s.backend, s.backendCaches = mount(o.Backend)
	s.site, s.siteCaches = mount(o.Site)
	s.site.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { state(w, nil) })
	s.site.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
		defer cancel()
		err := errStopping
		if !s.stopping.Load() {
			err = s.Ready(ctx)
		}
		if err != nil {
			s.Log.WarnContext(ctx, "not ready", "error", err)
		}
		state(w, err)
	})
}

func mount(parts []Routes) (mux *http.ServeMux, caches []Cache) {
	mux = http.NewServeMux()
	for _, part := range parts {
		part.Routes(mux)
		if c, ok := part.(Cache); ok {
			caches = append(caches, c)
		}
	}
	return mux, caches
}

// route finds who answers. What is in memory is answered before anything is
// made that only the others need.
func (s *Server) route(out *recorder, r *http.Request) {
	switch {
	case isBackend(r.URL.Path):
		s.serveBackend(out, r)
	case !fromCache(s.siteCaches, out, r, schema.Actor{}):
		s.site.ServeHTTP(out, r.WithContext(out.context(r)))
	}
}

// serveBackend guards the five protocols: who calls, from where, and that
// nothing but data comes back.
func (s *Server) serveBackend(out *recorder, r *http.Request) {
	if !isClean(r.URL.Path) {
		// The mux would answer a client that expects JSON with a redirect.
		refuse(out, http.StatusNotFound, "PGRST125", "Invalid path specified in request URL")
		return
	}
	if s.cors(out, r) {
		return
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		refuse(out, http.StatusUnsupportedMediaType, "PGRST102", "Send the body without Content-Encoding.")
		return
	}
	actor, err := s.Identify(r)
	actor.Address = s.address(r)
	if err == nil && fromCache(s.backendCaches, out, r, actor) {
		return
	}
	s.backend.ServeHTTP(out, rooted(r.WithContext(schema.WithActor(out.context(r), actor, err))))
}

func fromCache(caches []Cache, w http.ResponseWriter, r *http.Request, actor schema.Actor) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	return slices.ContainsFunc(caches, func(c Cache) bool { return c.ServeCached(w, r, actor) })
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
	return slices.ContainsFunc(protocols, func(prefix string) bool {
		rest, ok := strings.CutPrefix(path, prefix)
		return ok && (rest == "" || rest[0] == '/')
	})
}

var protocols = []string{"/rest/v1", "/auth/v1", "/storage/v1", "/functions/v1", "/realtime/v1"}

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
	w.Header().Set("Cache-Control", client.NoStore)
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]string{"status": text})
}

const (
	corsMethods = "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS"
	corsHeaders = "authorization,apikey,x-client-info,content-type,accept,accept-profile,content-profile,prefer,range,x-upsert,cache-control,x-supabase-api-version,x-retry-count,x-vitrine-form"
	corsExpose  = "content-range,x-supabase-api-version"
)

// cors lets the configured origins in, without credentials, and answers
// preflights; true means the request is done.
func (s *Server) cors(w http.ResponseWriter, r *http.Request) bool {
	if len(s.Origins) > 0 {
		w.Header().Add("Vary", "Origin")
	}
	allowed := slices.Contains(s.Origins, r.Header.Get("Origin"))
	if allowed {
		w.Header().Set("Access-Control-Allow-Origin", r.Header.Get("Origin"))
		w.Header().Set("Access-Control-Expose-Headers", corsExpose)
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if r.Method != http.MethodOptions {
		return false
	}
	if allowed {
		w.Header().Set("Access-Control-Allow-Methods", corsMethods)
		w.Header().Set("Access-Control-Allow-Headers", corsHeaders)
		w.Header().Set("Access-Control-Max-Age", "600")
	}
	w.WriteHeader(http.StatusNoContent)
	return true
}
