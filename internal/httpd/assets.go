package httpd

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"vitrine/internal/client"
	"vitrine/internal/edge"
	"vitrine/internal/schema"
)

// packed ends the name of a file that the front-end build compressed with
// brotli, as all that gets smaller; it is not stored in another form.
const packed = ".br"

// speculationRules tells browsers which links to make ready; pages name it.
const speculationRules = "speculation-rules.json"

// Assets serves the built files from memory. A name below /assets/ carries a
// hash of the content, so it never changes; the others are asked for again.
type Assets struct {
	files   map[string]func() *asset // made on first use: most files of the back-office never are
	missing func(context.Context) string
	edge    bool // shared caches in front may keep them
}

// asset is a file that is ready to be sent. The header lines are shared
// between answers and must not be changed.
type asset struct {
	kind  []string
	cache []string
	edge  http.Header // what a shared cache goes by
	// What few clients ask for is made when one does.
	plain, gzip func() form
	br          form // without a body for what is compressed already
}

// form is a file's bytes in one coding; other bytes have another tag.
type form struct {
	client.Encoded
	etag []string
}

// NewAssets looks through the folder "public" of what the front-end build made.
// missing is what is said of a file that is not there; with atEdge there are shared caches in front.
func NewAssets(dist fs.FS, missing func(context.Context) string, atEdge bool) (*Assets, error) {
	a := &Assets{files: map[string]func() *asset{}, missing: missing, edge: atEdge}
	public, err := fs.Sub(dist, "public")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(public, "."); err != nil {
		return a, nil // the front end is not built; the backend works without
	}
	err = fs.WalkDir(public, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			a.files["/"+strings.TrimSuffix(name, packed)] = sync.OnceValue(func() *asset { return newAsset(public, name) })
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look through the built files: %w", err)
	}
	return a, nil
}

func newAsset(public fs.FS, file string) *asset {
	stored, err := fs.ReadFile(public, file)
	if err != nil {
		panic(err) // it is part of the program
	}
	sum := sha256.Sum256(stored)
	hash := base64.RawURLEncoding.EncodeToString(sum[:12])
	name, isPacked := strings.CutSuffix(file, packed)
	f := &asset{kind: []string{kindOf(name)}, cache: []string{"public, max-age=3600"}, edge: edge.Lines(time.Hour, edge.All)}
	if strings.HasPrefix(name, "assets/") {
		// No key: an edge goes on with those of an older program, which pages that are open may still ask for.
		f.cache, f.edge = []string{"public, max-age=31536000, immutable"}, edge.Lines(365*24*time.Hour)
	}
	content := func() []byte { return stored }
	if isPacked {
		f.br = newForm(client.Encode(stored, "br"), hash, "br")
		content = func() []byte { return unpack(file, stored) }
	}
	f.plain = sync.OnceValue(func() form { return newForm(client.Encode(content(), ""), hash, "") })
	f.gzip = sync.OnceValue(func() form { return newForm(client.Gzip(content(), gzip.BestCompression), hash, "gzip") })
	return f
}

func unpack(file string, data []byte) []byte {
	content, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
	if err != nil {
		panic(fmt.Errorf("unpack %s: %w", file, err)) // it is part of the program
	}
	return content
}

func newForm(body client.Encoded, hash, encoding string) form {
	return form{body, []string{`"` + hash + encoding + `"`}}
}

func kindOf(name string) string {
	if name == speculationRules {
		return "application/speculationrules+json"
	}
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

var (
	assetPolicy = []string{"default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"}
	byEncoding  = []string{"Accept-Encoding"}
)

// ServeCached answers for every file that there is.
func (a *Assets) ServeCached(w http.ResponseWriter, r *http.Request, _ schema.Actor) bool {
	made := a.files[r.URL.Path]
	if made == nil {
		return false
	}
	f, h := made(), w.Header()
	h["Content-Security-Policy"] = assetPolicy
	h["Content-Type"] = f.kind
	h["Cache-Control"] = f.cache
	if a.edge {
		maps.Copy(h, f.edge)
	}
	if f.kind[0] == "image/png" {
		client.ShowAnywhere(h)
	}
	var as form
	coding := ""
	if f.br.Body != nil {
		h["Vary"] = byEncoding
		coding = client.Coding(r, "br", "gzip")
	}
	switch coding {
	case "br":
		as = f.br
	case "gzip":
		as = f.gzip()
	default:
		as = f.plain()
	}
	h["Etag"] = as.etag
	if client.Has(r, as.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return true
	}
	as.Describe(h)
	if r.Method != http.MethodHead {
		w.Write(as.Body)
	}
	return true
}

func (a *Assets) serve(w http.ResponseWriter, r *http.Request) {
	if a.ServeCached(w, r, schema.Actor{}) {
		return
	}
	w.Header()["Content-Security-Policy"] = assetPolicy
	w.Header().Set("Cache-Control", client.NoStore)
	http.Error(w, a.missing(r.Context()), http.StatusNotFound)
}
