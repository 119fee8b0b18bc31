// Package client reads what every protocol asks of a client: who it is, how
// deep its JSON nests, which codings it takes and which answer it has already.
package client

import (
	"errors"
	"io"
	"net/http"
	"unicode/utf8"

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

// What ReadBody refuses, which each protocol says in its own words.
var (
	ErrTooLarge = errors.New("the body is too large")
	ErrNotUTF8  = errors.New("the body is not valid UTF-8")
	ErrTooDeep  = errors.New("the JSON is nested too deep")
)

// ReadBody reads JSON text of at most so many bytes, without decoding it.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, ErrTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, ErrTooLarge
	case err != nil:
		return nil, err
	case !utf8.Valid(body):
		return nil, ErrNotUTF8
	case tooDeep(body):
		return nil, ErrTooDeep
	}
	return body, nil
}

func tooDeep(text []byte) bool {
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
