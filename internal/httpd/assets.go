package httpd

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// Assets serves the built files from memory. A name below /assets/ carries a
// hash of the content, so it never changes; the others are asked for again.
type Assets struct {
	files map[string]*asset
}

type asset struct {
	content []byte
	kind    string
	cache   string
	etag    string
	packed  func() (br, gz []byte) // made on first use; nil for what is compressed already
}

// NewAssets reads the folder "public" of what the front-end build made.
func NewAssets(dist fs.FS) (*Assets, error) {
	a := &Assets{files: map[string]*asset{}}
	public, err := fs.Sub(dist, "public")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(public, "."); err != nil {
		return a, nil // the front end is not built; the backend works without
	}
	err = fs.WalkDir(public, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(public, name)
		if err != nil {
			return err
		}
		a.files["/"+name] = newAsset(name, content)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the built files: %w", err)
	}
	return a, nil
}

func newAsset(name string, content []byte) *asset {
	sum := sha256.Sum256(content)
	f := &asset{content: content, kind: kindOf(name), cache: "public, max-age=3600", etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
	if strings.HasPrefix(name, "assets/") {
		f.cache = "public, max-age=31536000, immutable"
	}
	switch path.Ext(name) {
	case ".js", ".css", ".svg", ".json", ".webmanifest", ".txt", ".ico":
		f.packed = sync.OnceValues(func() ([]byte, []byte) { return pack(content) })
	}
	return f
}

func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	}
	return mime.TypeByExtension(path.Ext(name))
}

func pack(content []byte) (br, gz []byte) {
	var b, g bytes.Buffer
	w := brotli.NewWriterLevel(&b, 9)
	w.Write(content)
	w.Close()
	z, _ := gzip.NewWriterLevel(&g, gzip.BestCompression)
	z.Write(content)
	z.Close()
	return b.Bytes(), g.Bytes()
}

// Routes registers one path per file outside /assets/, so that an unknown
// name is the site's 404 page.
func (a *Assets) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /assets/", a.serve)
	for name := range a.files {
		if !strings.HasPrefix(name, "/assets/") {
			mux.HandleFunc("GET "+name, a.serve)
		}
	}
}

func (a *Assets) serve(w http.ResponseWriter, r *http.Request) {
	f := a.files[r.URL.Path]
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'")
	if f == nil {
		h.Set("Cache-Control", "no-store")
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", f.cache)
	body, etag := f.content, f.etag
	if f.packed != nil {
		h.Set("Vary", "Accept-Encoding")
		br, gz := f.packed()
		switch encoding := negotiate(r.Header.Values("Accept-Encoding")); encoding {
		case "br":
			body = br
			h.Set("Content-Encoding", encoding)
		case "gzip":
			body = gz
			h.Set("Content-Encoding", encoding)
		}
		etag = f.etag[:len(f.etag)-1] + h.Get("Content-Encoding") + `"` // other bytes, other tag
	}
	h.Set("ETag", etag)
	if matches(r.Header.Values("If-None-Match"), etag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
