package schema

import (
	"context"
	"errors"
	"slices"
	"strings"

	"vitrine/internal/fault"
)

// Role is what a caller is. Only user_profiles gives a role to a user.
type Role string

const (
	Visitor Role = "anon"
	Viewer  Role = "viewer"
	Editor  Role = "editor"
	Admin   Role = "admin"
	System  Role = "system" // the server itself; no request ever carries it
)

// Action is something a role may do with a table.
type Action string

// Scope is the part of a table that a grant covers.
type Scope string

const (
	AllRows  Scope = ""
	NoRows   Scope = "none"
	Matching Scope = "where" // rows whose Column equals Value
	Named    Scope = "by"    // rows asked for by the exact value of Column
	Own      Scope = "own"   // rows whose Column is the actor's user id
)

// Grant lets a role take an action on a part of a table.
type Grant struct {
	Action  Action
	Scope   Scope
	Column  string
	Value   any
	Columns []string // columns that the caller may name and see; nil means all
	Besides *Match   // what a row must hold besides; nil asks nothing
}

// Match is a value that a column must have.
type Match struct {
	Column string
	Value  any
}

var (
	Read   = Grant{Action: "select"}
	Insert = Grant{Action: "insert"}
	Update = Grant{Action: "update"}
	Delete = Grant{Action: "delete"}

	Everything = []Grant{Read, Insert, Update, Delete}
)

// Where narrows the grant to rows with a value.
func (g Grant) Where(column string, value any) Grant {
	g.Scope, g.Column, g.Value = Matching, column, value
	return g
}

// By narrows the grant to exact lookups: the caller may ask for a row it can
// name, and cannot list.
func (g Grant) By(column string) Grant { g.Scope, g.Column = Named, column; return g }

// If narrows a grant further, to rows with a value.
func (g Grant) If(column string, value any) Grant { g.Besides = &Match{column, value}; return g }

// OwnBy narrows the grant to the actor's own rows.
func (g Grant) OwnBy(column string) Grant { g.Scope, g.Column = Own, column; return g }

// Nothing allows the question and answers with no rows.
func (g Grant) Nothing() Grant { g.Scope = NoRows; return g }

// Naming limits a write or a read to the columns; for a reader there are no
// others.
func (g Grant) Naming(columns ...string) Grant { g.Columns = columns; return g }

// Access says who may do what; what is not granted is refused.
type Access map[Role][]Grant

// everyone gives visitors and viewers the grants, and staff everything.
func everyone(grants ...Grant) Access {
	return Access{Visitor: grants, Viewer: grants, Editor: Everything, Admin: Everything}
}

// Allow returns the grant under which the actor may take the action.
func (t *Table) Allow(a Actor, action Action) (Grant, error) {
	if a.Role == System {
		return Grant{Action: action}, nil
	}
	for _, g := range t.Access[a.Role] {
		if g.Action == action {
			return g, nil
		}
	}
	return Grant{}, t.Denied()
}

// Public tells whether every visitor reads the same rows of the table.
func (t *Table) Public() bool {
	grant, err := t.Allow(Actor{Role: Visitor}, Read.Action)
	return err == nil && (grant.Scope == AllRows || grant.Scope == Matching)
}

// Split is the table with the columns that a role reads, and with the others.
func (t *Table) Split(role Role) (read, rest Table) {
	grant, _ := t.Allow(Actor{Role: role}, Read.Action) // one that reads nothing names nothing
	for c := range t.Columns.All() {
		if grant.Action != "" && (grant.Columns == nil || slices.Contains(grant.Columns, c.Name)) {
			read.Columns = append(read.Columns, *c)
		} else {
			rest.Columns = append(rest.Columns, *c)
		}
	}
	return read, rest
}

// Denied is the answer to an action that is not granted.
func (t *Table) Denied() *fault.Error {
	return fault.New(fault.Denied, "permission denied for table %s", t.Name)
}

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
