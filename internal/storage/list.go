package storage

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxJSON  = 256 << 10
	maxNames = 1000
)

// question is the body of a list call; what it leaves out has a default.
type question struct {
	Limit  *int   `json:"limit"`
	Offset int    `json:"offset"`
	Prefix string `json:"prefix"`
	Search string `json:"search"`
	SortBy struct {
		Column string `json:"column"`
		Order  string `json:"order"`
	} `json:"sortBy"`
}

// list answers with a page of the bucket. There are no folders in it, so any
// prefix but the empty one holds nothing.
func (h *Handler) list(c call) error {
	if err := staff(c); err != nil {
		return err
	}
	var q question
	if err := readJSON(c, &q); err != nil {
		return err
	}
	query, err := q.query(c.bucket)
	if err != nil {
		return err
	}
	out := []map[string]any{}
	if strings.Trim(q.Prefix, "/") == "" {
		rows, err := h.Store.As(c.actor).AsSystem().Select(c.Context(), &schema.StorageObjects, query)
		if err != nil {
			return err
		}
		for _, row := range rows {
			out = append(out, describe(row))
		}
	}
	return reply(c.w, http.StatusOK, out)
}

func (q question) query(b bucket) (store.Query, error) {
	limit := 100
	if q.Limit != nil {
		limit = *q.Limit
	}
	if limit < 1 || limit > maxNames || q.Offset < 0 {
		return store.Query{}, fault.New(fault.BadBody, "limit must be from 1 to %d, and offset 0 or more", maxNames)
	}
	sort, found := map[string]string{
		"": "name", "name": "name", "id": "id", "created_at": "created_at", "updated_at": "updated_at", "last_accessed_at": "updated_at",
	}[q.SortBy.Column]
	if !found {
		return store.Query{}, fault.New(fault.BadBody, "sortBy.column must be name, id, created_at, updated_at or last_accessed_at")
	}
	order := store.Order{Column: sort, Desc: strings.EqualFold(q.SortBy.Order, "desc")}
	out := store.Query{Order: []store.Order{order, store.Asc("name")}, Limit: &limit, Offset: q.Offset, Where: store.All{b.objects()}}
	if q.Search != "" {
		pattern := store.EscapeLike(q.Search) + "%"
		out.Where = append(out.Where, store.Compare{Column: "name", Op: store.OpIlike, Value: key(b.name, pattern)})
	}
	return out, nil
}

func describe(row store.Row) map[string]any {
	of := apart(row.Text("name"))
	return map[string]any{
		"name": of.Name, "id": row.Text("id"), "bucket_id": of.Bucket,
		"created_at": moment(row, "created_at"), "updated_at": moment(row, "updated_at"), "last_accessed_at": moment(row, "updated_at"),
		"metadata": map[string]any{
			"size": row.Int("size"), "contentLength": row.Int("size"), "mimetype": row.Text("mimetype"),
			"cacheControl": maxAge(row), "eTag": etag(row), "lastModified": moment(row, "updated_at"), "httpStatusCode": http.StatusOK,
		},
	}
}

// remove takes objects from their places. Those that the library knows go to
// Trash with their bytes.
func (h *Handler) remove(c call) error {
	if err := staff(c); err != nil {
		return err
	}
	var body struct {
		Prefixes []string `json:"prefixes"`
	}
	if err := readJSON(c, &body); err != nil {
		return err
	}
	if len(body.Prefixes) == 0 || len(body.Prefixes) > maxNames {
		return fault.New(fault.BadBody, "prefixes must name from 1 to %d objects", maxNames)
	}
	h.Log.InfoContext(c.Context(), "write", "attempt", "delete storage_objects", "user", c.actor.Label)
	var rows []store.Row
	var files []string
	err := h.Store.As(c.actor).AsSystem().Tx(c.Context(), func(tx store.Session) (err error) {
		files = nil
		rows, err = tx.Select(c.Context(), &schema.StorageObjects, store.Query{Where: store.All{store.In("name", known(c.bucket, body.Prefixes)...)}})
		for _, row := range rows {
			kept, err := trash(c.Context(), tx, row)
			if err != nil {
				return err
			}
			if !kept {
				files = append(files, row.Text("file"))
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	out := []map[string]any{}
	for _, row := range rows {
		out = append(out, describe(row))
	}
	h.Discard(c.Context(), files...)
	return reply(c.w, http.StatusOK, out)
}

// known keeps the names that an object can have; the others name nothing.
func known(b bucket, names []string) []string {
	out := []string{}
	for _, name := range names {
		if goodName.MatchString(name) {
			out = append(out, key(b.name, name))
		}
	}
	return out
}

func readJSON(c call, into any) error {
	raw, err := client.ReadBody(c.w, c.Request, maxJSON)
	if errors.Is(err, client.ErrTooLarge) {
		return fault.New(fault.TooLarge, "Payload too large")
	}
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		return fault.New(fault.BadBody, "The body is not the JSON object that this call takes.").Because(err)
	}
	return nil
}
