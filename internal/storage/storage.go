// Package storage speaks the Storage protocol for the public buckets of
// pictures, and for the CVs of applicants, which staff alone may have. What it
// serves to everybody was decoded as a picture when it came in, and a file
// without a row, or half a file, is never served.
package storage

import (
	"cmp"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/singleflight"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/picture"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// uploads is how often one person may send a file.
var uploads = limit.Rate{Name: "upload", Count: 30, Per: time.Minute}

// Options are what the protocol stands on.
type Options struct {
	Store  *store.Store
	Disk   Disk
	Limits *limit.Limiter // nil allows everything
	Keep   bool           // serve small objects from memory while nothing changed
	Edge   bool           // shared caches in front may keep what is public
	Log    *slog.Logger
	Now    func() time.Time
	Secret []byte // signs addresses of CVs; all servers share it, and without one they are good for this process
	// Encoder makes pictures of other sizes.
	Encoder picture.Encoder
	// Uploaded hears how each upload ended; may be nil.
	Uploaded func(err error)
}

// Handler answers below /storage/v1/.
type Handler struct {
	Options
	memory *store.Cache[string, cachedObject] // nil when nothing is cached
	slots  *uploadSlots                       // for the bodies of uploads
	cvs    *uploadSlots                       // for those of applications, which keep nobody of the staff waiting
	signed signer
	wake   chan struct{} // the CV of an application may be nobody's any more
	decode chan struct{} // one picture is decoded at a time: each may take 128 MB

	shown     *store.Cache[string, shown] // what versions are made of; nil when nothing is cached
	versions  versionCache
	rendering chan struct{} // versions that are made, or wait for their turn
	flight    singleflight.Group

	renderTime time.Duration
}

// New makes the handler.
func New(o Options) *Handler {
	h := &Handler{Options: o, slots: newUploadSlots(), cvs: newCVSlots(), signed: newSigner(o.Secret), wake: make(chan struct{}, 1), decode: make(chan struct{}, 1), rendering: make(chan struct{}, maxRendering), renderTime: renderTime}
	h.Log = cmp.Or(o.Log, slog.Default())
	if o.Keep {
		h.memory = newMemory(o.Store)
		h.shown = store.NewCache(o.Store, 1000, func(string, shown) int { return 1 }, schema.StorageObjects.Name, schema.Media.Name)
	}
	if h.Uploaded == nil {
		h.Uploaded = func(error) {}
	}
	if h.Now == nil {
		h.Now = time.Now
	}
	o.Store.OnEvents(h.onDeleted)
	return h
}

// Routes registers one pattern: the mux would unescape object names, and
// answer calls that we do not offer in plain text.
func (h *Handler) Routes(mux *http.ServeMux) { mux.Handle("/storage/v1/", h) }

// call is one request, taken apart.
type call struct {
	*http.Request
	w      http.ResponseWriter
	actor  schema.Actor
	bucket bucket
	name   string // of the object; "" when the call names none
}

// ServeHTTP finds the call by method and path.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := h.route(w, r); err != nil {
		h.refuse(w, r, err)
	}
}

func (h *Handler) route(w http.ResponseWriter, r *http.Request) error {
	target, err := parsePath(r.URL.EscapedPath())
	if err != nil {
		return err
	}
	answer, public := h.offered(r.Method, target)
	if answer == nil {
		return fault.New(fault.NotOffered, "%s is not offered here", r.Method)
	}
	c := call{Request: r, w: w, name: target.name}
	if !public {
		if c.actor, err = client.Actor(r); err != nil {
			return err
		}
	}
	if target.what != "buckets" {
		if c.bucket, err = bucketOf(target.bucket); err != nil {
			return err
		}
	}
	if target.name != "" && !goodName.MatchString(target.name) {
		return badName(target.name)
	}
	if c.bucket.private {
		return h.servePrivate(c, target.what)
	}
	return answer(c)
}

// offered finds what answers a call; public calls need no key.
func (h *Handler) offered(method string, t target) (answer func(call) error, public bool) {
	if reads := method == http.MethodGet || method == http.MethodHead; reads {
		switch t.what {
		case "public":
			return h.serve, true
		case "render":
			return h.render, true
		case "signed render":
			return h.noSignedRender, true
		case "sign":
			return h.notSigned, true
		}
	}
	switch method + " " + t.what {
	case "GET object", "HEAD object":
		return h.serve, false
	case "GET own render", "HEAD own render": // download with a transform asks here
		return h.render, false
	case "POST object":
		return h.upload, false
	case "PUT object":
		return h.update, false
	case "GET info", "HEAD info":
		return h.info, false
	case "POST sign":
		return h.notSigned, false
	case "POST list":
		return h.list, false
	case "DELETE objects":
		return h.remove, false
	case "GET buckets":
		return h.listBuckets, false
	case "GET bucket":
		return h.describeBucket, false
	}
	return nil, false
}

// staff refuses everyone who does not edit the site.
func staff(c call) error {
	if c.actor.Staff() {
		return nil
	}
	return fault.New(fault.Denied, "new row violates row-level security policy")
}

// goodName keeps names plain in URLs, logs and on every file system.
var goodName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$`)

// GoodName tells whether an object may have the name.
func GoodName(name string) bool { return goodName.MatchString(name) }

// target is what a path names.
type target struct {
	what   string // object, objects, public, render, info, sign, list, bucket or buckets; "" is nothing we know
	bucket string
	name   string
}

// parsePath reads the path as it was sent: unescaped first, "..%2fx" would
// have become a path of its own.
func parsePath(escaped string) (target, error) {
	parts := strings.Split(strings.TrimPrefix(escaped, "/storage/v1/"), "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil || !plain(text) {
			return target{}, badName(text)
		}
		parts[i] = text
	}
	if parts[0] == "bucket" && len(parts) == 1 {
		return target{what: "buckets"}, nil
	}
	if parts[0] == "bucket" && len(parts) == 2 {
		return target{what: "bucket", bucket: parts[1]}, nil
	}
	if len(parts) == 5 && parts[0] == "render" && parts[1] == "image" {
		what := map[string]string{"public": "render", "authenticated": "own render", "sign": "signed render"}[parts[2]]
		return target{what: what, bucket: parts[3], name: parts[4]}, nil
	}
	if parts[0] != "object" || len(parts) < 2 {
		return target{}, nil
	}
	parts = parts[1:]
	what := "object"
	switch parts[0] {
	case "info":
		what, parts = "info", parts[1:]
		if len(parts) == 3 && parts[0] == "public" {
			parts = parts[1:]
		}
	case "public":
		what, parts = "public", parts[1:]
	case "list":
		if len(parts) != 2 {
			return target{}, nil
		}
		return target{what: "list", bucket: parts[1]}, nil
	case "sign":
		if len(parts) < 3 { // several at once, which nobody needs
			return target{}, nil
		}
		what, parts = "sign", parts[1:]
	case "upload", "move", "copy", "authenticated", "list-v2":
		return target{}, nil
	}
	switch {
	case len(parts) == 1 && what == "object":
		return target{what: "objects", bucket: parts[0]}, nil
	case len(parts) < 2:
		return target{}, nil
	case len(parts) > 2:
		if _, err := bucketOf(parts[0]); err == nil {
			return target{}, badName(strings.Join(parts[1:], "/"))
		}
	}
	return target{what: what, bucket: parts[0], name: parts[1]}, nil
}

func plain(part string) bool {
	return part != "" && part != "." && part != ".." && len(part) <= 512 && utf8.ValidString(part) &&
		!strings.ContainsAny(part, `/\`) && !strings.ContainsFunc(part, unicode.IsControl)
}

func badName(name string) error {
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, strings.ToValidUTF8(name, "\ufffd"))
	if len(name) > 100 {
		name = strings.ToValidUTF8(name[:100], "")
	}
	return fault.New(fault.BadValue, "Invalid key: %s", name)
}
