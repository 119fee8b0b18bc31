package site

import (
	"context"
	"net/http"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// redirected sends a visitor of an old address to the new one. The answer is
// asked for again each time: an editor may change it.
func (s *Site) redirected(w http.ResponseWriter, r *http.Request) bool {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	to, generation, known := s.redirects.Get("")
	if !known {
		rows, err := s.db.Select(ctx, &schema.Redirects, store.Query{Fields: store.Fields("from_path", "to_path")})
		if err != nil {
			s.Log.WarnContext(ctx, "read the redirects", "error", err)
			return false
		}
		to = make(map[string]string, len(rows))
		for _, row := range rows {
			to[schema.PathOf(row.Text("from_path"))] = row.Text("to_path")
		}
		s.redirects.Put("", to, generation)
	}
	target, found := to[r.URL.Path]
	if found {
		w.Header().Set("Cache-Control", "no-cache")
		s.redirect(w, r, target, http.StatusMovedPermanently)
	}
	return found
}

// redirect says nothing, in no language: a browser follows, and shows no text.
func (s *Site) redirect(w http.ResponseWriter, r *http.Request, target string, status int) {
	w.Header()["Content-Type"] = nil
	if s.EdgeLifetime > 0 {
		notForEdge.describe(w.Header(), time.Time{})
	}
	http.Redirect(w, r, target, status)
}
