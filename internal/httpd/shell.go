package httpd

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"html"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

const adminPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%'; img-src 'self' data: https:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"

// Shell is the page of the back-office. It is never cached: each answer has a
// nonce of its own for the styles that its dialogs add.
type Shell struct {
	page     []byte
	paths    []string
	notFound http.Handler
	studio   func(ctx context.Context) Studio
}

// Studio is whose back-office it is.
type Studio struct {
	Name  string `json:"name"`
	Mark  string `json:"mark,omitempty"` // as markup, where it is not that of a fresh site
	Theme string `json:"-"`              // address of a stylesheet; "" for none
}

// NewShell reads the page that the front-end build made. notFound answers
// paths that the back-office does not have.
func NewShell(dist fs.FS, paths []string, anonKey string, notFound http.Handler, studio func(ctx context.Context) Studio) *Shell {
	page, err := fs.ReadFile(dist, "server/admin.html")
	if err != nil {
		page = []byte("<!doctype html><title>Vitrine</title><p>The front end is not built. Run make build.")
	}
	page = bytes.ReplaceAll(page, []byte("__ANON_KEY__"), []byte(html.EscapeString(anonKey)))
	return &Shell{page: page, paths: paths, notFound: notFound, studio: studio}
}

// Routes registers everything below /admin.
func (s *Shell) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /admin", s.serve)
	mux.HandleFunc("GET /admin/", s.serve)
}

func (s *Shell) serve(w http.ResponseWriter, r *http.Request) {
	at := "/" + strings.Trim(r.URL.Path, "/")
	if !slices.Contains(s.paths, at) {
		s.notFound.ServeHTTP(w, r)
		return
	}
	var raw [18]byte
	rand.Read(raw[:])
	nonce := base64.StdEncoding.EncodeToString(raw[:])
	page := s.written(s.studio(r.Context()), nonce)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Content-Security-Policy", strings.Replace(adminPolicy, "%", nonce, 1))
	h.Set("Content-Length", strconv.Itoa(len(page)))
	if r.Method != http.MethodHead {
		w.Write(page)
	}
}

// written is the page for a studio.
func (s *Shell) written(who Studio, nonce string) []byte {
	told, err := json.Marshal(who)
	if err != nil {
		told = []byte("{}")
	}
	theme := ""
	if who.Theme != "" {
		theme = `<link rel="stylesheet" href="` + html.EscapeString(who.Theme) + `" />`
	}
	return []byte(strings.NewReplacer("__CSP_NONCE__", nonce, "__NAME__", html.EscapeString(who.Name), "__STUDIO__", html.EscapeString(string(told)), "<!--theme-->", theme).Replace(string(s.page)))
}
