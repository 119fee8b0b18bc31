// Package client reads what every protocol asks of a client: who it is, how
// deep its JSON nests, which codings it takes and which answer it has already.
package client

import (
	"net/http"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Actor refuses a request whose sender is not known for certain.
func Actor(r *http.Request) (schema.Actor, error) {
	actor, err := schema.ActorFrom(r.Context())
	if err == nil || fault.Is(err, fault.Unavailable) || fault.Is(err, fault.TimedOut) || fault.Is(err, fault.Crowded) {
		return actor, err
	}
	return actor, fault.New(fault.BadToken, "%s", fault.From(err).Message).Because(err)
}
