package rest

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// call runs a remote procedure.
func (h *Handler) call(w http.ResponseWriter, r *http.Request, actor schema.Actor, name string) (reply, error) {
	p, known := h.Procedures[name]
	if !known {
		return reply{}, fault.New(fault.UnknownProcedure, "Could not find the function public.%s in the schema cache", name)
	}
	if !actor.Staff() {
		return reply{}, fault.New(fault.Denied, "permission denied for function %s", name)
	}
	switch r.Method {
	case http.MethodPost:
	case http.MethodGet, http.MethodHead:
		return reply{}, fault.New(readOnlyCall, "cannot execute %s in a read-only transaction", name)
	default:
		return reply{}, fault.New(fault.NotOffered, "Unsupported HTTP method: %s", r.Method)
	}
	if err := h.Limits.Allow(writeRate, actor.UserID); err != nil {
		return reply{}, err
	}
	want, err := wantedOf(r, name, p)
	if err != nil {
		return reply{}, err
	}
	args := json.RawMessage("{}")
	if r.ContentLength != 0 {
		body, err := readBody(w, r, max(p.Body, staffBody))
		if err != nil {
			return reply{}, err
		}
		if len(bytes.TrimSpace(body)) > 0 {
			args = body
		}
	}
	answer, err := h.Procedures.Call(r.Context(), h.sessionFor(actor, len(args) > longCall), name, args)
	if err != nil {
		return reply{}, err
	}
	if answer == nil {
		return reply{status: http.StatusNoContent}, nil
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return reply{}, err
	}
	return want.shape(body)
}

// wanted is how a client wants to see what a procedure answers.
type wanted struct{ one, count bool }

// wantedOf refuses, before anything runs, what would be asked of the result and
// is not offered.
func wantedOf(r *http.Request, name string, p procedure.Procedure) (want wanted, err error) {
	if want.one, err = wantsOne(r); err != nil {
		return want, err
	}
	prefer, err := preferencesOf(r)
	if err != nil {
		return want, err
	}
	want.count = prefer.counts()
	if most, err := prefer.maxAffected(); most >= 0 || err != nil {
		return want, fault.New(noRowsCounted, "max-affected is not offered for procedures").Because(err)
	}
	values, err := parameters(r)
	if err != nil {
		return want, err
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if key == "select" && (values.Get(key) == "" || values.Get(key) == "*") {
			continue
		}
		return want, fault.New(fault.BadQuery, "%s does not apply to the result of a procedure", key).
			Detailing("Filters, order, limit and a selection of columns are not offered here; the arguments belong into the body.")
	}
	if want.one && p.Writes && p.IsList() { // it cannot be taken back
		return want, fault.New(fault.NotOne, "Cannot coerce the result to a single JSON object").Detailing("%s answers with a list.", name)
	}
	return want, nil
}

// shape writes an answer: a list that holds one element can be one object.
func (want wanted) shape(body []byte) (reply, error) {
	out := reply{status: http.StatusOK, body: body, single: want.one}
	var rows []json.RawMessage
	if body[0] != '[' {
		rows = append(rows, body)
	} else if err := json.Unmarshal(body, &rows); err != nil {
		return reply{}, err
	}
	if want.one {
		if len(rows) != 1 {
			return reply{}, store.NotOne(len(rows))
		}
		out.body = rows[0]
	}
	total := int64(-1)
	if want.count {
		total = int64(len(rows))
	}
	out.ranges = contentRange(0, len(rows), total)
	return out, nil
}

// longCall is from how many bytes on a call lets smaller writes go first.
const longCall = 16 << 10

func (h *Handler) sessionFor(actor schema.Actor, large bool) store.Session {
	if large {
		return h.Store.As(actor).Large()
	}
	return h.Store.As(actor)
}
