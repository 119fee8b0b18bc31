// Package storage speaks the Storage protocol for the one public bucket of
// logos. What it serves was decoded as a picture when it came in, and a file
// without a row, or half a file, is never served.
package storage

import (
	"cmp"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Bucket is the only bucket there is.
const Bucket = "portfolio-logos"

// uploads is how often one person may send a file.
var uploads = limit.Rate{Name: "upload", Count: 30, Per: time.Minute}

// Options are what the protocol stands on.
type Options struct {
	Store  *store.Store
	Disk   Disk
	Limits *limit.Limiter // nil allows everything
	Keep   bool           // serve small objects from memory while nothing changed
	Log    *slog.Logger
	Now    func() time.Time
	// Uploaded hears how each upload ended; may be nil.
	Uploaded func(err error)
}

// Handler answers below /storage/v1/.
type Handler struct {
	Options
	memory *store.Cache[string, cachedObject] // nil when nothing is cached
	slots  *uploadSlots                       // for the bodies of uploads
	decode chan struct{}                      // one picture is decoded at a time: each may take 128 MB
}

// New makes the handler.
func New(o Options) *Handler {
	h := &Handler{Options: o, slots: newUploadSlots(), decode: make(chan struct{}, 1)}
	h.Log = cmp.Or(o.Log, slog.Default())
	if o.Keep {
		h.memory = newMemory(o.Store)
	}
	if h.Uploaded == nil {
		h.Uploaded = func(error) {}
	}
	if h.Now == nil {
		h.Now = time.Now
	}
	return h
}

// Routes registers one pattern: the mux would unescape object names, and
// answer calls that we do not offer in plain text.
func (h *Handler) Routes(mux *http.ServeMux) { mux.Handle("/storage/v1/", h) }

// call is one request, taken apart.
type call struct {
	*http.Request
	w     http.ResponseWriter
	actor schema.Actor
	name  string // of the object; "" when the call names none
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
	if target.bucket != Bucket {
		return noBucket()
	}
	if target.name != "" && !goodName.MatchString(target.name) {
		return badName(target.name)
	}
	return answer(c)
}

// offered finds what answers a call; public calls need no key.
func (h *Handler) offered(method string, t target) (answer func(call) error, public bool) {
	if t.what == "public" {
		if method == http.MethodGet || method == http.MethodHead {
			return h.serve, true
		}
		return nil, false
	}
	switch method + " " + t.what {
	case "GET object", "HEAD object":
		return h.serve, false
	case "POST object":
		return h.upload, false
	case "PUT object":
		return h.update, false
	case "GET info", "HEAD info":
		return h.info, false
	case "POST list":
		return h.list, false
	case "DELETE objects":
		return h.remove, false
	case "GET buckets":
		return h.buckets, false
	case "GET bucket":
		return h.bucket, false
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

// details tell staff about the bucket in the shape of storage-api. It comes
// with the program, so it has no owner and its dates are those of the program.
func details() map[string]any {
	types := make([]string, len(formats))
	for i, f := range formats {
		types[i] = f.mimetype
	}
	const since = "2026-01-01T00:00:00+00:00"
	return map[string]any{
		"id": Bucket, "name": Bucket, "owner": "", "public": true, "type": "STANDARD",
		"file_size_limit": maxUpload, "allowed_mime_types": types, "created_at": since, "updated_at": since,
	}
}

// bucket answers others as storage-api does where they may see none.
func (h *Handler) bucket(c call) error {
	if !c.actor.Staff() {
		return noBucket()
	}
	return reply(c.w, http.StatusOK, details())
}

func (h *Handler) buckets(c call) error {
	q := c.URL.Query()
	limit, offset := 100, 0
	var err1, err2 error
	if q.Has("limit") {
		limit, err1 = strconv.Atoi(q.Get("limit"))
	}
	if q.Has("offset") {
		offset, err2 = strconv.Atoi(q.Get("offset"))
	}
	if err1 != nil || err2 != nil || limit < 1 || offset < 0 {
		return fault.New(fault.BadBody, "limit must be 1 or more, and offset 0 or more")
	}
	if !slices.Contains([]string{"", "id", "name", "created_at", "updated_at"}, q.Get("sortColumn")) || !slices.Contains([]string{"", "asc", "desc"}, q.Get("sortOrder")) {
		return fault.New(fault.BadBody, "sortColumn must be id, name, created_at or updated_at, and sortOrder asc or desc")
	}
	list := []map[string]any{}
	if c.actor.Staff() && offset == 0 && strings.Contains(Bucket, strings.ToLower(q.Get("search"))) {
		list = append(list, details())
	}
	return reply(c.w, http.StatusOK, list)
}

func noBucket() error { return fault.New(fault.UnknownTable, "Bucket not found") }

// goodName keeps names plain in URLs, logs and on every file system.
var goodName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$`)

// GoodName tells whether an object may have the name.
func GoodName(name string) bool { return goodName.MatchString(name) }

// target is what a path names.
type target struct {
	what   string // object, objects, public, info, list, bucket or buckets; "" is nothing we know
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
		return target{what: "buckets", bucket: Bucket}, nil
	}
	if parts[0] == "bucket" && len(parts) == 2 {
		return target{what: "bucket", bucket: parts[1]}, nil
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
	case "sign", "upload", "move", "copy", "authenticated", "list-v2":
		return target{}, nil
	}
	switch {
	case len(parts) == 1 && what == "object":
		return target{what: "objects", bucket: parts[0]}, nil
	case len(parts) < 2:
		return target{}, nil
	case len(parts) > 2 && parts[0] == Bucket:
		return target{}, badName(strings.Join(parts[1:], "/"))
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
