package storage

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/fault"
)

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
