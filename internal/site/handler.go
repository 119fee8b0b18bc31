package site

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

const htmlType = "text/html; charset=utf-8"

// slowPage is how long a visitor waits for the content of a page, and for the
// answer to a form; then the last good one must do.
const slowPage = 1500 * time.Millisecond

var (
	noCache = []string{"no-cache"}
	varies  = []string{"Accept-Encoding"}
)

// Routes registers the public paths, and the 404 page for all that is left.
func (s *Site) Routes(mux *http.ServeMux) {
	for path := range fixed {
		switch path {
		case "/":
			mux.HandleFunc("GET /{$}", s.serve)
		case notFoundPath:
		default:
			mux.HandleFunc("GET "+path, s.serve)
		}
	}
	mux.HandleFunc("GET "+careersPath+"/{slug}", s.serve)
	mux.HandleFunc("GET /robots.txt", s.robots)
	mux.HandleFunc("POST /contact", s.postContact)
	mux.HandleFunc("POST /newsletter", s.postNewsletter)
	mux.HandleFunc("GET /newsletter", toNewsletter)
	mux.Handle("/", s.NotFound())
}

// NotFound answers with the 404 page, one and the same for every path.
func (s *Site) NotFound() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			allow := "GET, HEAD"
			if r.URL.Path == "/contact" || r.URL.Path == "/newsletter" {
				allow += ", POST"
			}
			w.Header().Set("Allow", allow)
			http.Error(w, "This address takes "+allow+" only.", http.StatusMethodNotAllowed)
			return
		}
		s.answer(w, r, notFoundKind, notFoundPath)
	})
}

// toNewsletter leads to the form whoever comes back to its answer's address.
func toNewsletter(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/#newsletter-title", http.StatusSeeOther)
}

// Kept answers when the page is in memory and still right.
func (s *Site) Kept(w http.ResponseWriter, r *http.Request, _ schema.Actor) bool {
	k, ok := route(r.URL.Path)
	if !ok || s.noCache {
		return false
	}
	page, ok := s.pages.get(k, r.URL.Path, s.now())
	if ok {
		s.served(true)
		page.write(w, r)
	}
	return ok
}

func (s *Site) serve(w http.ResponseWriter, r *http.Request) {
	k, ok := route(r.URL.Path)
	if !ok {
		s.answer(w, r, notFoundKind, notFoundPath)
		return
	}
	s.answer(w, r, k, r.URL.Path)
}

func (s *Site) answer(w http.ResponseWriter, r *http.Request, k *kind, path string) {
	page, ok := s.pages.get(k, path, s.now())
	s.served(ok && !s.noCache)
	if !ok || s.noCache {
		var err error
		if page, err = s.page(r.Context(), k, path); errors.Is(err, errNoPage) {
			s.answer(w, r, notFoundKind, notFoundPath)
			return
		} else if err != nil {
			s.log.ErrorContext(r.Context(), "no page at all", "path", path, "error", err)
			http.Error(w, "The page cannot be shown right now.", http.StatusServiceUnavailable)
			return
		}
	}
	page.write(w, r)
}

// write sends the page in a coding that the client takes. The header lines
// are shared between answers and must not be changed.
func (k *kept) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Content-Security-Policy"] = k.policy
	h["Cache-Control"] = noCache
	h["Vary"] = varies
	h["Etag"] = k.etag
	if k.status == http.StatusOK && client.Has(r, k.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	c := k.accepted(r)
	if c.encoding != nil {
		h["Content-Encoding"] = c.encoding
	}
	h["Content-Type"] = k.kind
	h["Content-Length"] = c.length
	w.WriteHeader(k.status)
	if r.Method != http.MethodHead {
		w.Write(c.body)
	}
}

// accepted picks the smallest coding that the client takes.
func (k *kept) accepted(r *http.Request) coding {
	if k.brotli.body == nil {
		return k.unpacked()
	}
	switch client.Coding(r, "br", "zstd", "gzip") {
	case "br":
		return k.brotli
	case "zstd":
		return k.zstd
	case "gzip":
		return k.gzip
	}
	return k.unpacked()
}

// page makes the answer for a path. Callers that ask for the same version at
// the same time share one.
func (s *Site) page(ctx context.Context, k *kind, path string) (*kept, error) {
	version := s.pages.version(k)
	key := fmt.Sprint(version, " ", path)
	making := s.misses.DoChan(key, func() (any, error) {
		s.reading.Store(key, true)
		read := func() { s.reading.Delete(key) }
		defer read()
		// Others may be waiting: the page outlives the request that began it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.makingTime())
		defer cancel()
		return s.make(ctx, k, path, version, read)
	})
	slow := time.NewTicker(s.slow)
	defer slow.Stop()
	for {
		select {
		case made := <-making:
			if made.Err != nil {
				return nil, made.Err
			}
			return made.Val.(*kept), nil
		case <-slow.C:
			// The database may be there and not answer. What it did answer is shown.
			if _, reading := s.reading.Load(key); !reading {
				continue
			}
			if last, _ := s.pages.get(k, path, s.now()); last != nil && !s.noCache {
				return last, nil
			}
		}
	}
}

// makingTime is more than reading and rendering may take together.
func (s *Site) makingTime() time.Duration {
	return 2*patience + s.render.time + maxInput>>20*renderTimePer
}

func (s *Site) make(ctx context.Context, k *kind, path string, version uint64, read func()) (*kept, error) {
	now := s.now()
	if page, ok := s.pages.get(k, path, now); ok && !s.noCache {
		return page, nil // made while this caller was on its way
	}
	last, _ := s.pages.get(k, path, now)
	var page *kept
	var failed bool
	err := fault.Guard(s.log, "make "+path, func() (err error) {
		page, failed, err = s.build(ctx, k, path, last, read)
		if err == nil && !failed && page.brotli.body == nil {
			page.pack(false)
		}
		return err
	})
	if errors.Is(err, errNoPage) {
		s.pages.drop(path)
		return nil, err
	}
	switch {
	case err != nil:
		s.log.ErrorContext(ctx, "render", "path", path, "error", err)
		return s.instead(k, path, last, err)
	case failed && k == jobKind && last != nil:
		return last, nil
	case failed:
		return page, nil // the next visitor tries again
	}
	page.version = version
	page.until = newYear(now)
	if !s.noCache {
		s.pages.put(k, path, page)
	}
	return page, nil
}

// build reads and renders; a page that shows the same as the last one is that
// one. read is called when all was read; failed is set when a read failed and
// the page shows built-in content instead.
func (s *Site) build(ctx context.Context, k *kind, path string, last *kept, read func()) (page *kept, failed bool, err error) {
	switch k {
	case sitemapKind:
		return s.sitemap(ctx)
	case feedKind:
		return s.feed(ctx)
	case jobKind:
		if last == nil && !s.noCache && s.noJob(ctx, path) {
			return nil, false, errNoPage
		}
	}
	content, failed, err := s.load(ctx, k, path)
	if err != nil {
		return nil, false, err
	}
	if !failed {
		read()
	}
	status := http.StatusOK
	if k == notFoundKind {
		status = http.StatusNotFound
		content["status"] = status
	}
	state, err := json.Marshal(content)
	if err != nil {
		return nil, failed, err
	}
	input := sha256.Sum256(state)
	if last != nil && last.input == input && !s.noCache {
		same := *last
		return &same, failed, nil
	}
	out, err := s.drawContent(ctx, k.name, content, state)
	if err != nil {
		return nil, failed, err
	}
	page = keep(status, htmlType, s.assets.policy, s.assets.document(out, state))
	page.input = input
	return page, failed, nil
}

// draw renders the data of a page.
func (s *Site) draw(ctx context.Context, page string, state []byte) (out rendered, err error) {
	began := time.Now()
	err = fault.Guard(s.log, "render "+page, func() (err error) {
		out, err = s.render.page(ctx, state)
		return err
	})
	s.rendered(page, time.Since(began), err)
	return out, err
}

// instead is what a visitor gets when rendering failed: the last good page,
// else the one that the build made.
func (s *Site) instead(k *kind, path string, last *kept, cause error) (*kept, error) {
	if last != nil {
		return last, nil
	}
	if k.name == "" {
		return nil, cause
	}
	body, err := s.backupPage(k, path)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if k == notFoundKind {
		status = http.StatusNotFound
	}
	return keep(status, htmlType, s.assets.policy, body), nil
}
