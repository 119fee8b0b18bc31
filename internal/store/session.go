package store

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"vitrine/internal/schema"
)

// How long one statement may take.
const (
	visitorTimeout = 2 * time.Second
	staffTimeout   = 5 * time.Second
)

// ownLabel marks the server's own writes, which the log shows only in detail.
const ownLabel = "system"

// Session is the store as one actor sees it. Every read and write goes
// through a session, so the schema's access and rules hold whoever calls.
type Session struct {
	store *Store
	actor schema.Actor
	tx    *transaction // nil outside a transaction
	large bool
	doing Doing
}

// Doing is what a session is about, for those who record it.
type Doing struct {
	Action string // what history calls its changes; "" goes by what they are
	Whole  bool   // each transaction is a save of its own, as procedures are
	Forget bool   // nothing of it is to be recorded: somebody is being erased
}

// Doing is the same session, about something.
func (x Session) Doing(what Doing) Session {
	x.doing = what
	return x
}

// About is what the session is about.
func (x Session) About() Doing { return x.doing }

// As opens the store for an actor.
func (s *Store) As(actor schema.Actor) Session { return Session{store: s, actor: actor} }

// AsSystem opens the store for the server's own work.
func (s *Store) AsSystem() Session { return s.As(schema.Actor{Role: schema.System, Label: ownLabel}) }

// Actor is who this session acts for.
func (x Session) Actor() schema.Actor { return x.actor }

// AsSystem is the same session, inside the same transaction, with the rights
// of the server itself.
func (x Session) AsSystem() Session {
	x.actor = schema.Actor{Role: schema.System, UserID: x.actor.UserID, Label: x.actor.Label}
	return x
}

// InNameOf is the same session for somebody who has shown who they are.
func (x Session) InNameOf(userID string) Session {
	x.actor.UserID = userID
	return x
}

// Large is the same session for a transaction that writes much: where
// transactions queue, the smaller ones that wait with it go first.
func (x Session) Large() Session {
	x.large = true
	return x
}

// Now is the store's clock.
func (x Session) Now() time.Time { return x.store.now().UTC().Truncate(time.Microsecond) }

func (x Session) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if x.tx != nil {
		ctx = x.store.engine.StatementContext(ctx)
	}
	if x.actor.Staff() {
		return context.WithTimeout(ctx, staffTimeout)
	}
	return context.WithTimeout(ctx, visitorTimeout)
}

func (x Session) builder() *builder { return &builder{engine: x.store.engine} }

// ask has take read the rows of a question about t; after a failure it may be
// called once more.
func (x Session) ask(ctx context.Context, t *schema.Table, b *builder, take func(*sql.Rows) error) error {
	run := func(ctx context.Context, q Querier) error {
		rows, err := q.QueryContext(ctx, b.text.String(), b.args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		return take(rows)
	}
	var err error
	if x.tx != nil {
		err = run(ctx, x.tx.q)
	} else {
		err = x.store.engine.Read(ctx, x.mayReadCopy(t), run)
	}
	return x.store.fault(ctx, t, nil, err)
}

// mayReadCopy tells whether a replica may answer, as it may visitors, but not about
// tables that they write to: they would miss what they have just sent.
func (x Session) mayReadCopy(t *schema.Table) bool {
	return x.actor.Role == schema.Visitor && t.Public()
}

// logWrite is the line that precedes each write in the log.
func (x Session) logWrite(ctx context.Context, action schema.Action, t *schema.Table) {
	level := slog.LevelInfo
	if t.Internal || x.actor.Label == ownLabel {
		level = slog.LevelDebug
	}
	if !x.store.log.Enabled(ctx, level) {
		return
	}
	x.store.log.Log(ctx, level, "write", "attempt", string(action)+" "+t.Name, "user", x.actor.Label)
}
