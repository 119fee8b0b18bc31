package storage

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// serve answers with the bytes as they are stored.
func (h *Handler) serve(c call) error {
	object, generation, found := h.memory.Get(c.name)
	if found {
		return send(c, object.row, bytes.NewReader(object.content))
	}
	row, err := h.find(c)
	if err != nil {
		return err
	}
	content, err := h.disk.Open(c.Context(), row.Text("file"))
	if errors.Is(err, fs.ErrNotExist) {
		h.log.WarnContext(c.Context(), "the file of an upload is not there", "name", c.name, "file", row.Text("file"))
		return noObject()
	}
	if err != nil {
		return fault.New(fault.Unavailable, "The file cannot be read now. Please try again later.").Because(err)
	}
	defer content.Close()
	if h.memory == nil || row.Int("size") > worthKeeping {
		return send(c, row, content)
	}
	all, err := io.ReadAll(content)
	if err != nil {
		return fault.New(fault.Unavailable, "The file cannot be read now. Please try again later.").Because(err)
	}
	h.memory.Put(c.name, cachedObject{row, all}, generation)
	return send(c, row, bytes.NewReader(all))
}

func send(c call, row store.Row, content io.ReadSeeker) error {
	header := c.w.Header()
	header.Set("Content-Type", row.Text("mimetype"))
	header.Set("Cache-Control", maxAge(row))
	header.Set("ETag", etag(row))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	if q := c.URL.Query(); q.Has("download") {
		header.Set("Content-Disposition", attachment(q.Get("download")))
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
	row, err := h.find(c)
	if err != nil {
		return err
	}
	return reply(c.w, http.StatusOK, map[string]any{
		"id": row.Text("id"), "name": row.Text("name"), "bucket_id": Bucket, "version": row.Text("file"),
		"size": row.Int("size"), "content_type": row.Text("mimetype"), "cache_control": maxAge(row), "etag": etag(row),
		"metadata": map[string]any{}, "last_modified": moment(row, "updated_at"), "created_at": moment(row, "created_at"),
	})
}

func (h *Handler) find(c call) (store.Row, error) {
	row, err := h.store.Itself().One(c.Context(), &schema.StorageObjects, store.Eq("name", c.name))
	if fault.Is(err, fault.NotOne) {
		return nil, noObject()
	}
	if err != nil {
		return nil, fmt.Errorf("find %s: %w", c.name, err)
	}
	return row, nil
}

func noObject() error { return fault.New(fault.NotOne, "Object not found") }

func etag(row store.Row) string { return `"` + row.Text("etag") + `"` }

func maxAge(row store.Row) string { return "max-age=" + strconv.FormatInt(row.Int("max_age"), 10) }

func moment(row store.Row, column string) string { return schema.FormatTime(row.Time(column)) }
