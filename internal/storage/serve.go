package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"vitrine/internal/client"
	"vitrine/internal/edge"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// serve answers with the bytes as they are stored.
func (h *Handler) serve(c call) error {
	object, generation, found := h.memory.Get(c.key())
	if found {
		return h.send(c, object.row, bytes.NewReader(object.content))
	}
	row, err := h.find(c.Context(), c.key())
	if err != nil {
		return err
	}
	content, err := h.Disk.Open(c.Context(), row.Text("file"))
	if errors.Is(err, fs.ErrNotExist) {
		h.Log.WarnContext(c.Context(), "the file of an upload is not there", "name", c.name, "file", row.Text("file"))
		return noObject()
	}
	if err != nil {
		return fault.New(fault.Unavailable, "The file cannot be read now. Please try again later.").Because(err)
	}
	defer content.Close()
	if h.memory == nil || row.Int("size") > worthKeeping {
		return h.send(c, row, content)
	}
	all, err := io.ReadAll(content)
	if err != nil {
		return fault.New(fault.Unavailable, "The file cannot be read now. Please try again later.").Because(err)
	}
	h.memory.Put(c.key(), cachedObject{row, all}, generation)
	return h.send(c, row, bytes.NewReader(all))
}

// send answers with a public object. What else it is made of than its row is among the keys.
func (h *Handler) send(c call, row store.Row, content io.ReadSeeker, keys ...string) error {
	header := c.w.Header()
	header.Set("Cache-Control", maxAge(row))
	if h.Edge {
		keys = append(keys, edge.All, edge.KeyOf(schema.StorageObjects.Name, row.Text("id")))
		maps.Copy(header, edge.Lines(time.Duration(row.Int("max_age"))*time.Second, keys...))
	}
	header.Set("ETag", etag(row))
	if q := c.URL.Query(); q.Has("download") {
		header.Set("Content-Disposition", attachment(q.Get("download")))
	}
	return write(c, row, content)
}

// write sends bytes that can do nothing in a browser but be what they are.
func write(c call, row store.Row, content io.ReadSeeker) error {
	header := c.w.Header()
	header.Set("Content-Type", row.Text("mimetype"))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	if c.bucket.name == schema.MediaBucket { // letters show its pictures
		client.ShowAnywhere(header)
	}
	if c.Header.Get("Range") == "" {
		http.ServeContent(c.w, c.Request, "", row.Time("updated_at"), content)
		return nil
	}
	w := &ranged{ResponseWriter: c.w}
	http.ServeContent(w, c.Request, "", row.Time("updated_at"), content)
	if w.refused {
		header.Del("Content-Disposition")
		return fault.New(fault.BadRange, "invalid range provided")
	}
	return nil
}

// info tells about an object without its bytes.
func (h *Handler) info(c call) error {
	row, err := h.find(c.Context(), c.key())
	if err != nil {
		return err
	}
	return reply(c.w, http.StatusOK, map[string]any{
		"id": row.Text("id"), "name": c.name, "bucket_id": c.bucket.name, "version": row.Text("file"),
		"size": row.Int("size"), "content_type": row.Text("mimetype"), "cache_control": maxAge(row), "etag": etag(row),
		"metadata": map[string]any{}, "last_modified": moment(row, "updated_at"), "created_at": moment(row, "created_at"),
	})
}

// key is what the object is called among all.
func (c call) key() string { return key(c.bucket.name, c.name) }

func (h *Handler) find(ctx context.Context, key string) (store.Row, error) {
	row, err := h.Store.AsSystem().One(ctx, &schema.StorageObjects, store.Eq("name", key))
	if fault.Is(err, fault.NotOne) {
		return nil, noObject()
	}
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", key, err)
	}
	return row, nil
}

// Content is what was uploaded, by its public address.
func (h *Handler) Content(ctx context.Context, address string) ([]byte, error) {
	at, err := parsePath(address)
	if err != nil {
		return nil, err
	}
	if b, err := bucketOf(at.bucket); err != nil || b.private || at.what != "public" {
		return nil, noObject()
	}
	row, err := h.Store.AsSystem().One(ctx, &schema.StorageObjects, store.Eq("name", key(at.bucket, at.name)))
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", at.name, err)
	}
	file, err := h.Disk.Open(ctx, row.Text("file"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

func noObject() error { return fault.New(fault.NotOne, "Object not found") }

func etag(row store.Row) string { return `"` + row.Text("etag") + `"` }

func maxAge(row store.Row) string { return "max-age=" + strconv.FormatInt(row.Int("max_age"), 10) }

func moment(row store.Row, column string) string { return schema.FormatTime(row.Time(column)) }

const (
	maxCached    = 16 << 20  // bytes of all cached objects together
	worthKeeping = 512 << 10 // a larger object is read each time
)

type cachedObject struct {
	row     store.Row
	content []byte
}

// newMemory caches objects in memory, so that logos neither wait for the database
// and the bucket nor vanish with them. A commit to its table may have removed an
// object; none changes without one.
func newMemory(s *store.Store) *store.Cache[string, cachedObject] {
	return store.NewCache(s, maxCached, func(_ string, o cachedObject) int { return len(o.content) }, schema.StorageObjects.Name)
}

// maxFilename is in bytes; file systems take little more.
const maxFilename = 200

// attachment is the Content-Disposition of a download (RFC 6266): for old
// programs in ASCII, for all others with every letter.
func attachment(name string) string {
	if name = filename(name); name == "" {
		return "attachment"
	}
	plain := strings.Map(func(c rune) rune {
		if c > unicode.MaxASCII || c == '%' {
			return '_'
		}
		return c
	}, name)
	encoded := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + encoded
}

// filename keeps of a name what cannot end a header or name a place.
func filename(name string) string {
	name = strings.Map(func(c rune) rune {
		switch {
		case unicode.Is(unicode.Cf, c): // such as the one that turns text around
			return -1
		case unicode.IsControl(c) || strings.ContainsRune(`"\/`, c):
			return '_'
		}
		return c
	}, strings.ToValidUTF8(name, "_"))
	if len(name) > maxFilename {
		name = strings.ToValidUTF8(name[:maxFilename], "")
	}
	return strings.Trim(name, " .")
}

// ranged keeps the plain text back with which the library refuses a range.
type ranged struct {
	http.ResponseWriter
	refused bool
}

func (w *ranged) WriteHeader(status int) {
	if w.refused = status == http.StatusRequestedRangeNotSatisfiable; !w.refused {
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *ranged) Write(p []byte) (int, error) {
	if w.refused {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}
