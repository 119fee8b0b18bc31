package site

import (
	"errors"
	"net/http"

	"vitrine/internal/schema"
)

// Routes registers the public paths, and the 404 page for all that is left.
func (s *Site) Routes(mux *http.ServeMux) {
	for path := range fixed {
		switch path {
		case "/":
			mux.HandleFunc("GET /{$}", s.serve)
		case notFoundPath:
		case careersPath:
			mux.HandleFunc("GET "+path, s.serveCareers)
		default:
			mux.HandleFunc("GET "+path, s.serve)
		}
	}
	mux.HandleFunc("GET "+jobCardsPath+"{name}", s.serveJobCard)
	for _, suffix := range []string{"", applySuffix} {
		mux.HandleFunc("GET "+careersPath+"/{slug}"+suffix, s.serve)
	}
	mux.HandleFunc("GET "+careersPath+"/{slug}"+receivedSuffix, s.serveReceived)
	mux.HandleFunc("POST "+careersPath+"/{slug}"+applySuffix, s.postApply)
	mux.HandleFunc("GET /robots.txt", s.robots)
	mux.HandleFunc("POST /contact", s.postContact)
	mux.HandleFunc("POST /newsletter", s.postNewsletter)
	mux.HandleFunc("GET /newsletter", s.toNewsletter)
	mux.HandleFunc("GET "+lettersPath, s.serve)
	mux.HandleFunc("GET "+lettersPath+"/{slug}", s.serve)
	if s.Letters != nil {
		mux.HandleFunc("GET "+confirmPath, s.askConfirm)
		mux.HandleFunc("POST "+confirmPath, s.confirm)
		mux.HandleFunc("GET "+unsubscribePath, s.askUnsubscribe)
		mux.HandleFunc("POST "+unsubscribePath, s.unsubscribe)
	}
	mux.Handle("/", s.NotFound())
}

// NotFound answers for every path that nothing else does: with a page of the
// studio, a redirect, or the 404 page, which is one and the same everywhere.
func (s *Site) NotFound() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			allow := "GET, HEAD"
			if r.URL.Path == "/contact" || r.URL.Path == "/newsletter" || r.URL.Path == jobOf(r.URL.Path)+applySuffix {
				allow += ", POST"
			}
			w.Header().Set("Allow", allow)
			http.Error(w, s.Say(r.Context(), "method_not_allowed", "methods", allow), http.StatusMethodNotAllowed)
			return
		}
		if s.serveTheme(w, r) {
			return
		}
		if k, ok := route(r.URL.Path); ok && k == ownKind {
			s.answer(w, r, k, r.URL.Path)
			return
		}
		s.notFound(w, r)
	})
}

// notFound is also where old addresses lead elsewhere.
func (s *Site) notFound(w http.ResponseWriter, r *http.Request) {
	if !s.redirected(w, r) {
		s.answer(w, r, notFoundKind, notFoundPath)
	}
}

// toNewsletter leads to the form whoever comes back to its answer's address.
func (s *Site) toNewsletter(w http.ResponseWriter, r *http.Request) {
	s.redirect(w, r, "/#newsletter-title", http.StatusSeeOther)
}

// ServeCached answers when the page is in memory and still right.
func (s *Site) ServeCached(w http.ResponseWriter, r *http.Request, _ schema.Actor) bool {
	if s.serveDrawn(w, r) {
		return true
	}
	k, ok := route(r.URL.Path)
	if !ok || s.NoCache || k == careersKind && r.URL.RawQuery != "" || isReceived(r.URL.Path) {
		return false
	}
	page, ok := s.pages.get(k, r.URL.Path, s.Now())
	if ok {
		s.Served(true)
		page.write(w, r)
	}
	return ok
}

func (s *Site) serve(w http.ResponseWriter, r *http.Request) {
	k, ok := route(r.URL.Path)
	if !ok {
		s.notFound(w, r)
		return
	}
	s.answer(w, r, k, r.URL.Path)
}

func (s *Site) answer(w http.ResponseWriter, r *http.Request, k *kind, path string) {
	page, ok := s.pages.get(k, path, s.Now())
	s.Served(ok && !s.NoCache)
	if !ok || s.NoCache {
		var err error
		var elsewhere moved
		page, err = s.page(r.Context(), k, path)
		switch {
		case errors.As(err, &elsewhere):
			s.redirect(w, r, elsewhere.to, http.StatusSeeOther)
			return
		case errors.Is(err, errNoPage):
			s.notFound(w, r)
			return
		case err != nil:
			s.Log.ErrorContext(r.Context(), "no page at all", "path", path, "error", err)
			http.Error(w, s.Say(r.Context(), "page_unavailable"), http.StatusServiceUnavailable)
			return
		}
	}
	page.write(w, r)
}
