package schema

import (
	"context"
	"errors"
	"strings"
)

// Actor is who asks.
type Actor struct {
	Role      Role
	UserID    string // "" for a visitor
	SessionID string // "" for a visitor
	Label     string // for the write log: an id, never an address
	Address   string // where the request came from, as limits count it
}

// Staff tells whether the actor edits the site.
func (a Actor) Staff() bool { return a.Role == Editor || a.Role == Admin || a.Role == System }

type actorKey struct{}

type identified struct {
	actor Actor
	err   error
}

// WithActor notes who makes a request, or why that is not known.
func WithActor(ctx context.Context, a Actor, err error) context.Context {
	return context.WithValue(ctx, actorKey{}, identified{a, err})
}

// ActorFrom tells who makes a request. A request whose token did not verify
// is an error, never a visitor; so is one that nobody identified.
func ActorFrom(ctx context.Context) (Actor, error) {
	id, ok := ctx.Value(actorKey{}).(identified)
	if !ok {
		return Actor{}, errors.New("the request was not identified")
	}
	return id.actor, id.err
}

// TypeScript lists the roles that a profile can give.
func (Role) TypeScript() string { return `"` + strings.Join(Roles, `" | "`) + `"` }
