package storage

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Bucket is that of the logos, which there was first.
const Bucket = schema.LogoBucket

// bucket is a place for pictures that everybody may see, or for files that staff
// alone may have.
type bucket struct {
	name    string
	most    int64 // bytes of a file
	private bool
}

const maxUpload = 20 << 20

// In the order of their names.
var buckets = []bucket{{schema.ApplicationBucket, schema.MaxCV, true}, {schema.MediaBucket, maxUpload, false}, {schema.LogoBucket, 5 << 20, false}}

func bucketOf(name string) (bucket, error) {
	for _, b := range buckets {
		if b.name == name {
			return b, nil
		}
	}
	return bucket{}, fault.New(fault.UnknownTable, "Bucket not found")
}

// key is what an object is called among those of all buckets. No name of an
// object holds a slash, so none is taken for one in another bucket.
func key(bucket, name string) string {
	if bucket == schema.LogoBucket {
		return name
	}
	return bucket + "/" + name
}

// apart is the bucket and the name of a key.
func apart(key string) schema.Upload {
	if bucket, name, ok := strings.Cut(key, "/"); ok {
		return schema.Upload{Bucket: bucket, Name: name}
	}
	return schema.Upload{Bucket: schema.LogoBucket, Name: key}
}

// objects are the rows of the bucket, and no others.
func (b bucket) objects() store.Cond {
	if b.name == schema.LogoBucket {
		return store.Not{Cond: store.Compare{Column: "name", Op: store.OpLike, Value: "%/%"}}
	}
	return store.Compare{Column: "name", Op: store.OpLike, Value: b.name + "/%"}
}

// details tell staff about a bucket in the shape of storage-api. It comes with
// the program, so it has no owner and its dates are those of the program.
func (b bucket) details() map[string]any {
	types := make([]string, len(formats))
	for i, f := range formats {
		types[i] = f.mimetype
	}
	if b.private {
		types = []string{pdf}
	}
	const since = "2026-01-01T00:00:00+00:00"
	return map[string]any{
		"id": b.name, "name": b.name, "owner": "", "public": !b.private, "type": "STANDARD",
		"file_size_limit": b.most, "allowed_mime_types": types, "created_at": since, "updated_at": since,
	}
}

// describeBucket answers others as storage-api does where they may see none.
func (h *Handler) describeBucket(c call) error {
	if !c.actor.Staff() {
		_, err := bucketOf("")
		return err
	}
	return reply(c.w, http.StatusOK, c.bucket.details())
}

func (h *Handler) listBuckets(c call) error {
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
	found := []map[string]any{}
	for _, b := range buckets {
		if c.actor.Staff() && strings.Contains(b.name, strings.ToLower(q.Get("search"))) {
			found = append(found, b.details())
		}
	}
	if q.Get("sortOrder") == "desc" {
		slices.Reverse(found)
	}
	return reply(c.w, http.StatusOK, found[min(offset, len(found)):min(offset+limit, len(found))])
}
