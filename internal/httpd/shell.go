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

	"vitrine/internal/client"
)

const adminPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-%'; img-src 'self' data: https:; font-src 'self'; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'"

// previewPolicy is the only one that lets a page be framed, and only by us.
const previewPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; font-src 'self'; " +
	"connect-src 'self'; form-action 'none'; frame-ancestors 'self'; base-uri 'none'; object-src 'none'"

const previewPath = "/admin/preview"

// Shell is the page of the back-office. It is never cached: each answer has a
// nonce of its own for the styles that its dialogs add.
type Shell struct {
	page     []byte
	preview  []byte
	paths    []string
	notFound http.Handler
	studio   func(ctx context.Context) Studio
}

// Studio is whose back-office it is, and what its screens say of it.
type Studio struct {
	Name  string `json:"name"`
	Mark  string `json:"mark,omitempty"` // as markup, where it is not that of a fresh site
	Theme string `json:"-"`              // address of a stylesheet; "" for none
	// What the sign-in page says.
	LoginTitle   string `json:"login_title"`
	LoginText    string `json:"login_text"`
	TrashDays    int    `json:"trash_days"`    // how long what was deleted waits; 0 is for ever
	ActivityDays int    `json:"activity_days"` // how long it is known who did what; 0 is for ever
	// How long an application is kept whose job stays open.
	ApplicationDays int `json:"application_days"`
}

// NewShell reads the page that the front-end build made. notFound answers
// paths that the back-office does not have.
func NewShell(dist fs.FS, paths []string, anonKey string, notFound http.Handler, studio func(ctx context.Context) Studio) *Shell {
	page := bytes.ReplaceAll(builtPage(dist, "admin"), []byte("__ANON_KEY__"), []byte(html.EscapeString(anonKey)))
	return &Shell{page: page, preview: builtPage(dist, "preview"), paths: paths, notFound: notFound, studio: studio}
}

func builtPage(dist fs.FS, name string) []byte {
	page, err := fs.ReadFile(dist, "server/"+name+".html")
	if err != nil {
		return []byte("<!doctype html><title>Vitrine</title><p>The front end is not built. Run make build.")
	}
	return page
}

// Routes registers everything below /admin.
func (s *Shell) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /admin", s.serve)
	mux.HandleFunc("GET /admin/", s.serve)
}

func (s *Shell) serve(w http.ResponseWriter, r *http.Request) {
	at := "/" + strings.Trim(r.URL.Path, "/")
	if at == previewPath {
		w.Header().Set("X-Frame-Options", "SAMEORIGIN")
		answerPage(w, r, previewPolicy, s.preview)
		return
	}
	if !slices.Contains(s.paths, at) {
		s.notFound.ServeHTTP(w, r)
		return
	}
	var raw [18]byte
	rand.Read(raw[:])
	nonce := base64.StdEncoding.EncodeToString(raw[:])
	answerPage(w, r, strings.Replace(adminPolicy, "%", nonce, 1), s.written(s.studio(r.Context()), nonce))
}

func answerPage(w http.ResponseWriter, r *http.Request, policy string, page []byte) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", client.NoStore)
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Content-Security-Policy", policy)
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
