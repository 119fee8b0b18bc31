package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"vitrine/internal/schema"
)

// transaction is one unit of work: all of it is stored, or nothing.
type transaction struct {
	q      querier
	bumped map[doc]bool // documents whose version this transaction has bumped
	events []Event
	// wholesale says that whole tables were replaced, which no event tells of.
	wholesale bool
	places    map[doc]int // where a row's event stands in events
}

// doc names a row. A nil key stands for every row of the table.
type doc struct {
	table *schema.Table
	key   any
}

func docKey(t *schema.Table, row Row) doc { return doc{t, row[t.Key().Name]} }

func newTransaction(q querier) *transaction {
	return &transaction{q: q, bumped: map[doc]bool{}, places: map[doc]int{}}
}

// record notes a change; the changes of one row become one event.
func (tx *transaction) record(e Event) {
	row := e.New
	if row == nil {
		row = e.Old
	}
	key := docKey(e.Table, row)
	at, again := tx.places[key]
	if !again {
		tx.places[key] = len(tx.events)
		tx.events = append(tx.events, e)
		return
	}
	before := &tx.events[at]
	switch {
	case before.Type == Inserted && e.Type == Deleted:
		before.Type = nothing
	case before.Type == Inserted:
		before.New = e.New
	case before.Type == Deleted && e.Type == Inserted, before.Type == nothing:
		delete(tx.places, key)
		tx.record(e)
	default:
		*before = e
	}
}

// Tx runs work in one transaction. Its changes are announced after commit,
// never after a rollback. Inside a transaction it joins that one. Work may run
// again after a conflict, so it must not have effects of its own.
func (x Session) Tx(ctx context.Context, work func(Session) error) error {
	if x.tx != nil {
		return work(x)
	}
	if x.store.writer != nil {
		return x.store.writer.run(&job{ctx: ctx, session: x, work: work})
	}
	for try := 0; ; try++ {
		err := x.attemptTx(ctx, work)
		if err == nil || !isRetryable(err) || try == 4 || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Duration(rand.IntN(20<<try)) * time.Millisecond)
	}
}

// attemptTx runs work in a PostgreSQL transaction. A COMMIT whose answer is lost
// may have happened; it is announced, and reported as a failure, never as success.
func (x Session) attemptTx(ctx context.Context, work func(Session) error) (err error) {
	if x.actor.Role != schema.System {
		// A database that is there and does not answer must not hold callers.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, txTimeout)
		defer cancel()
	}
	sqlTx, err := x.store.read.BeginTx(ctx, nil)
	if err != nil {
		return x.store.explain(ctx, &schema.Settings, nil, fmt.Errorf("begin: %w", err))
	}
	defer func() {
		if rollback := sqlTx.Rollback(); rollback != nil && !errors.Is(rollback, sql.ErrTxDone) && err == nil {
			err = rollback
		}
	}()
	x.tx = newTransaction(sqlTx)
	if err := work(x); err != nil {
		return err
	}
	if err := x.recordSaves(ctx); err != nil {
		return err
	}
	events := settle(x.tx.events, x.Now())
	if err := x.store.feed.record(ctx, sqlTx, events, x.tx.wholesale); err != nil {
		return x.store.explain(ctx, &schema.Settings, nil, fmt.Errorf("record changes: %w", err))
	}
	err = sqlTx.Commit()
	if err != nil && isRetryable(err) {
		return err
	}
	if err != nil {
		x.store.feed.rename()
		err = unavailable(fmt.Errorf("commit: %w", err))
	}
	if x.tx.wholesale {
		x.store.changes.announce(nil)
	} else if len(events) > 0 {
		x.store.changes.announce(tablesOf(events))
	}
	return err
}

// settle gives the events of a transaction their moment and drops the rows
// that came and went.
func settle(events []Event, at time.Time) []Event {
	var out []Event
	for _, e := range events {
		if e.Type != nothing {
			e.At = at
			out = append(out, e)
		}
	}
	return out
}
