package store

import (
	"context"
	"fmt"
	"time"

	"vitrine/internal/schema"
)

// transaction is one unit of work: all of it is stored, or nothing.
type transaction struct {
	q      Querier
	bumped map[doc]bool // documents whose version this transaction has bumped
	events []Event
	// overwritten says that whole tables were replaced, which no event tells of.
	overwritten bool
	places      map[doc]int // where a row's event stands in events
	undo        []func()    // what to do when it is rolled back
	packed      map[*schema.Table]packing
}

// doc names a row. A nil key stands for every row of the table.
type doc struct {
	table *schema.Table
	key   any
}

func docKey(t *schema.Table, row Row) doc { return doc{t, row[t.Key().Name]} }

func newTransaction(q Querier) *transaction {
	return &transaction{q: q, bumped: map[doc]bool{}, places: map[doc]int{}}
}

// record notes a change; the changes of one row become one event.
func (tx *transaction) record(e Event) {
	e.New = tx.light(e.Table, e.New)
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
		e.Was = before.Was
		*before = e
	}
}

// moved notes how rows were before the transaction changed their address or place.
func (tx *transaction) moved(t *schema.Table, before []Row) {
	for _, row := range before {
		if at, known := tx.places[docKey(t, row)]; known && tx.events[at].Was == nil {
			tx.events[at].Was = row
		}
	}
}

// Succeeds notes that a row which the transaction added is a former one by another
// key.
func (x Session) Succeeds(t *schema.Table, row, former Row) {
	if at, known := x.tx.places[docKey(t, row)]; known {
		x.tx.events[at].Was = former
	}
}

// Tx runs work in one transaction. Its changes are announced after commit,
// never after a rollback. Inside a transaction it joins that one. Work may run
// again after a conflict, so it must not have effects of its own.
func (x Session) Tx(ctx context.Context, work func(Session) error) error {
	if x.tx != nil {
		return work(x)
	}
	return x.commit(ctx, work, nil)
}

// commit runs work in a transaction of its own, or as the insert that it comes to.
func (x Session) commit(ctx context.Context, work func(Session) error, insert func() *Insert) (err error) {
	var tries []*transaction
	undo := func() {
		for _, failed := range tries {
			for _, undo := range failed.undo {
				undo()
			}
		}
		tries = nil
	}
	defer func() {
		if err == nil && len(tries) > 0 {
			tries = tries[:len(tries)-1]
		}
		undo()
	}()
	return x.store.engine.Commit(ctx, Work{
		Run: func(ctx context.Context, q Querier) (Changes, error) {
			x := x
			x.tx = newTransaction(q)
			x.tx.packed = x.store.packed
			tries = append(tries, x.tx)
			if err := work(x); err != nil {
				return Changes{}, err
			}
			if err := x.runChecks(ctx); err != nil {
				return Changes{}, err
			}
			if err := x.recordEdits(ctx); err != nil {
				return Changes{}, err
			}
			return Changes{finalEvents(x.tx.events, x.Now()), x.tx.overwritten}, nil
		},
		RolledBack: undo,
		Insert:     insert,
		Large:      x.large,
		Own:        x.actor.Role == schema.System,
	})
}

// OnRollback has something undone that the transaction did outside the
// database, when it turns out that it is not stored.
func (x Session) OnRollback(undo func()) { x.tx.undo = append(x.tx.undo, undo) }

// finalEvents gives the events of a transaction their moment and drops the rows
// that came and went.
func finalEvents(events []Event, at time.Time) []Event {
	var out []Event
	for _, e := range events {
		if e.Type != nothing {
			e.At = at
			out = append(out, e)
		}
	}
	return out
}

// Lock makes transactions that name the same thing run one after another. It
// holds until the transaction ends.
func (x Session) Lock(ctx context.Context, name string) error {
	if x.tx == nil {
		return fmt.Errorf("lock %s outside a transaction", name)
	}
	if err := x.store.engine.AdvisoryLock(ctx, x.tx.q, name); err != nil {
		return x.store.fault(ctx, &schema.Settings, nil, err)
	}
	return nil
}
