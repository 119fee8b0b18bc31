package store

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/schema"
)

const QueueSize = queueSize

// SQL opens the database beneath the rules, for tests that look at it.
func (s *Store) SQL() *sql.DB {
	if s.write != nil {
		return s.write
	}
	return s.read
}

// ReadSQL is the connection that reads use.
func (s *Store) ReadSQL() *sql.DB { return s.read }

// OnSQLite tells which engine this is.
func (s *Store) OnSQLite() bool { return s.writer != nil }

// Explain is what a caller hears of a failed statement.
func (s *Store) Explain(ctx context.Context, t *schema.Table, err error) error {
	return s.explain(ctx, t, nil, err)
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
func (x Session) Wholesale() { x.tx.wholesale = true }

// BreakDisk does what an I/O error does.
func (s *Store) BreakDisk(err error) {
	s.writer.mu.Lock()
	defer s.writer.mu.Unlock()
	s.writer.broken = err
}

// Plans is how the engine goes about the statements that a question takes;
// sorted asks for those that need no sorting.
func (s *Store) Plans(ctx context.Context, sorted bool, ask func(Session) error) ([]string, error) {
	tx, err := s.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	explain := "EXPLAIN QUERY PLAN "
	if s.writer == nil {
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
	q := &explainer{querier: tx, explain: explain}
	x := s.Itself()
	x.tx = newTransaction(q)
	err = ask(x)
	return q.plans, err
}

type explainer struct {
	querier
	explain string
	plans   []string
}

func (e *explainer) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	rows, err := e.querier.QueryContext(ctx, e.explain+text, args...)
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
	return e.querier.QueryContext(ctx, text, args...)
}

// Bounded is the time that a statement of the session may take.
func (x Session) Bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return x.bounded(ctx)
}

// UsesTrigrams tells whether a question goes by the trigram index.
func (x Session) UsesTrigrams(ctx context.Context, t *schema.Table, where Cond) (bool, error) {
	found, err := x.byTrigrams(ctx, t, where)
	all, _ := found.(All)
	if len(all) == 0 {
		return false, err
	}
	_, is := all[len(all)-1].(containing)
	return is, err
}

// Filler is a second hand at the index of messages, which fills it when told.
type Filler struct {
	w       *writer
	Noticed int // how often another process was seen to have written
}

func (s *Store) Filler(log *slog.Logger) *Filler {
	other := &Store{now: s.now, log: log}
	other.lists = newListCache(&other.changes)
	f := &Filler{w: &writer{store: other, db: s.write, stop: make(chan struct{})}}
	other.OnChange(func([]string) { f.Noticed++ })
	f.w.detectOthers()
	return f
}

// Fill does what a watch does long after the last one, and tells whether
// something is left to do.
func (f *Filler) Fill() (behind bool) {
	f.w.looked, f.w.behind = time.Time{}, true
	f.w.backfill()
	return f.w.behind
}

// Hurry makes callers of SQLite leave after d when their work has not begun.
func (s *Store) Hurry(d time.Duration) { s.writer.patience = d }

// Renew drops the connection that writes.
func (s *Store) Renew(ctx context.Context) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	abandon(conn)
	return nil
}

// Unverified names the server of an address that could be an impostor.
func Unverified(url string) (string, error) {
	config, err := postgresConfig(url)
	if err != nil {
		return "", err
	}
	return unverified(config), nil
}

// FlushPending sorts new messages into their index on PostgreSQL.
func (s *Store) FlushPending(ctx context.Context) error { return s.flushPending(ctx) }

// BuildTrigrams makes the indexes for searches that PostgreSQL lacks.
func (s *Store) BuildTrigrams(ctx context.Context) error { return s.feed.buildTrigrams(ctx) }

// PurgeChanges removes old changes, as the feed does now and then.
func (s *Store) PurgeChanges(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, s.feed.config.Copy())
	if err != nil {
		return err
	}
	defer hangUp(ctx, conn)
	return purgeChanges(ctx, conn)
}
