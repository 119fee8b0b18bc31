package store

import (
	"context"
	"database/sql"

	"vitrine/internal/schema"
)

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

// BreakDisk does what an I/O error does.
func (s *Store) BreakDisk(err error) {
	s.writer.mu.Lock()
	defer s.writer.mu.Unlock()
	s.writer.broken = err
}
