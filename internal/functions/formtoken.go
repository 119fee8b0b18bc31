package functions

import (
	"net/http"
	"time"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
)

// tokens is how often one address may ask for a token; a form asks once.
var tokens = limit.Rate{Name: "form tokens", Count: 60, Per: time.Minute}

// formToken gives a form the token that says when it was opened. Pages are
// cached for everyone, so it cannot stand in them.
func (h *Handler) formToken(w http.ResponseWriter, _ *http.Request, actor schema.Actor) error {
	if h.shield == nil {
		return fault.New(fault.UnknownProcedure, "There is no such function.")
	}
	if err := h.limits.Allow(tokens, actor.Address); err != nil {
		return err
	}
	return client.Answer(w, http.StatusOK, map[string]any{"token": h.shield.Token(), "expires_in": int(shield.Lifetime.Seconds())})
}
