package store

import (
	"context"
	"database/sql/driver"
	"fmt"

	"vitrine/internal/schema"
)

// Alone runs work unless another instance on the same database is at the same
// work now, and tells whether it ran. A SQLite folder has one server only.
func (s *Store) RunExclusive(ctx context.Context, name string, work func(context.Context) error) (ran bool, err error) {
	if s.dia.engine() == "sqlite" {
		return true, work(ctx)
	}
	conn, err := s.read.Conn(ctx)
	if err != nil {
		return false, s.explain(ctx, &schema.Settings, nil, err)
	}
	defer conn.Close()
	const key = "hashtext('vitrine alone ' || current_schema() || ' ' || $1)"
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock("+key+")", name).Scan(&ran); err != nil || !ran {
		return false, s.explain(ctx, &schema.Settings, nil, err)
	}
	defer func() {
		if _, e := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock("+key+")", name); e != nil {
			// The lock goes with its connection.
			conn.Raw(func(any) error { return driver.ErrBadConn })
			s.log.Warn("let go of a lock", "name", name, "error", fmt.Errorf("unlock: %w", e))
		}
	}()
	return true, work(ctx)
}
