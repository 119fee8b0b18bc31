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

// MaxDepth is how deep the JSON of a body may nest.
const MaxDepth = 32

// TooDeep tells whether JSON text nests deeper than MaxDepth, without decoding it.
func TooDeep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			if depth++; depth > MaxDepth {
				return true
			}
		case b == '}' || b == ']':
			depth--
		}
	}
	return false
}
