package httpd

import (
	"net/http"
	"slices"
)

const (
	corsMethods = "GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS"
	corsHeaders = "authorization,apikey,x-client-info,content-type,accept,accept-profile,content-profile,prefer,range,x-upsert,cache-control,x-supabase-api-version,x-retry-count,x-vitrine-form"
	corsExpose  = "content-range,x-supabase-api-version"
)

// cors lets the configured origins in, without credentials, and answers
// preflights; true means the request is done.
func (s *Server) cors(w http.ResponseWriter, r *http.Request) bool {
	if len(s.origins) > 0 {
		w.Header().Add("Vary", "Origin")
	}
	allowed := slices.Contains(s.origins, r.Header.Get("Origin"))
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
