package rest

import (
	"bytes"
	"encoding/json"
	"net/http"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// call runs a remote procedure.
func (h *Handler) call(w http.ResponseWriter, r *http.Request, actor schema.Actor, name string) (reply, error) {
	run, known := h.procedures[name]
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
	if err := h.limits.Allow(writeRate, actor.UserID); err != nil {
		return reply{}, err
	}
	if _, err := wantsOne(r); err != nil {
		return reply{}, err
	}
	args := json.RawMessage("{}")
	if r.ContentLength != 0 {
		body, err := readBody(w, r, actor)
		if err != nil {
			return reply{}, err
		}
		if len(bytes.TrimSpace(body)) > 0 {
			args = body
		}
	}
	v, err := decode(args)
	if err != nil {
		return reply{}, err
	}
	if _, ok := v.(map[string]any); !ok {
		return reply{}, fault.New(fault.BadBody, "The arguments must be an object")
	}
	answer, err := run(r.Context(), h.sessionFor(actor, len(args) > longCall), args)
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
	return reply{status: http.StatusOK, body: body}, nil
}

// longCall is from how many bytes on a call lets smaller writes go first.
const longCall = 16 << 10

func (h *Handler) sessionFor(actor schema.Actor, large bool) store.Session {
	if large {
		return h.store.As(actor).Large()
	}
	return h.store.As(actor)
}
