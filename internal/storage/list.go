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
	query, err := q.query()
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

func (q question) query() (store.Query, error) {
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
	out := store.Query{Order: []store.Order{order, store.Asc("name")}, Limit: &limit, Offset: q.Offset}
	if q.Search != "" {
		pattern := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(q.Search) + "%"
		out.Where = store.All{store.Compare{Column: "name", Op: store.OpIlike, Value: pattern}}
	}
	return out, nil
}

func describe(row store.Row) map[string]any {
	return map[string]any{
		"name": row.Text("name"), "id": row.Text("id"), "bucket_id": Bucket,
		"created_at": moment(row, "created_at"), "updated_at": moment(row, "updated_at"), "last_accessed_at": moment(row, "updated_at"),
		"metadata": map[string]any{
			"size": row.Int("size"), "contentLength": row.Int("size"), "mimetype": row.Text("mimetype"),
			"cacheControl": maxAge(row), "eTag": etag(row), "lastModified": moment(row, "updated_at"), "httpStatusCode": http.StatusOK,
		},
	}
}

// remove deletes the rows first: a file that outlives its row is swept, a row
// that outlives its file would be a broken picture.
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
	rows, err := h.Store.As(c.actor).AsSystem().Delete(c.Context(), &schema.StorageObjects, store.In("name", known(body.Prefixes)...))
	if err != nil {
		return err
	}
	out := []map[string]any{}
	for _, row := range rows {
		out = append(out, describe(row))
		if err := h.Disk.Remove(c.Context(), row.Text("file")); err != nil {
			h.Log.WarnContext(c.Context(), "a removed upload stays on disk until the next sweep", "error", err)
		}
	}
	return reply(c.w, http.StatusOK, out)
}

// known keeps the names that an object can have; the others name nothing.
func known(names []string) []string {
	out := []string{}
	for _, name := range names {
		if goodName.MatchString(name) {
			out = append(out, name)
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
