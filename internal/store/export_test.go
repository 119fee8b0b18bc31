package store

import (
	"context"
	"database/sql"

	"vitrine/internal/schema"
)

// SQL opens the database beneath the rules, for tests that look at it.
func (s *Store) SQL() *sql.DB {
	if e, ok := s.engine.(interface{ Writer() *sql.DB }); ok {
		return e.Writer()
	}
	return s.engine.DB()
}

// ReadSQL is the connection that reads use.
func (s *Store) ReadSQL() *sql.DB { return s.engine.DB() }

// OnSQLite tells which engine this is.
func (s *Store) OnSQLite() bool { return s.engine.File() != nil }

// Explain is what a caller hears of a failed statement.
func (s *Store) Explain(ctx context.Context, t *schema.Table, err error) error {
	return s.fault(ctx, t, nil, err)
}

// Raw runs a statement inside the session's transaction.
func (x Session) Raw(ctx context.Context, text string, args ...any) error {
	_, err := x.tx.q.ExecContext(ctx, text, args...)
	return err
}

// For is the same session for another actor.
func (x Session) For(actor schema.Actor) Session {
	x.actor = actor
	return x
}

// CachedLists tells how many lists are remembered.
func (s *Store) CachedLists() int {
	s.lists.mu.Lock()
	defer s.lists.mu.Unlock()
	return len(s.lists.lists)
}

// Wholesale does to a transaction what replacing whole tables does.
func (x Session) Wholesale() { x.tx.overwritten = true }

// Plans is how the engine goes about the statements that a question takes;
// sorted asks for those that need no sorting.
func (s *Store) Plans(ctx context.Context, sorted bool, ask func(Session) error) ([]string, error) {
	tx, err := s.engine.DB().BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	explain := "EXPLAIN QUERY PLAN "
	if !s.OnSQLite() {
		// A test has few rows, for which an index is seldom worth its while.
		text := "SET LOCAL enable_seqscan = off; SET LOCAL jit = off"
		if sorted {
			text += "; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off"
		}
		if _, err := tx.ExecContext(ctx, text); err != nil {
			return nil, err
		}
		explain = "EXPLAIN "
	}
	q := &explainer{Querier: tx, explain: explain}
	x := s.AsSystem()
	x.tx = newTransaction(q)
	err = ask(x)
	return q.plans, err
}

type explainer struct {
	Querier
	explain string
	plans   []string
}

func (e *explainer) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	rows, err := e.Querier.QueryContext(ctx, e.explain+text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	plan := ""
	for rows.Next() {
		values := make([]any, len(names))
		for i := range values {
			values[i] = new(sql.RawBytes)
		}
		if err := rows.Scan(values...); err != nil {
			return nil, err
		}
		plan += string(*values[len(values)-1].(*sql.RawBytes)) + "\n"
	}
	e.plans = append(e.plans, plan)
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return e.Querier.QueryContext(ctx, text, args...)
}

// Bounded is the time that a statement of the session may take.
func (x Session) Bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return x.bounded(ctx)
}

// UsesTrigrams tells whether a question goes by the trigram index.
func (x Session) UsesTrigrams(ctx context.Context, t *schema.Table, where Cond) (bool, error) {
	found, _, err := x.byTrigrams(ctx, t, where)
	all, _ := found.(All)
	if len(all) == 0 {
		return false, err
	}
	_, is := all[len(all)-1].(containing)
	return is, err
}
