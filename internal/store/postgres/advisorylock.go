package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// RunExclusive holds an advisory lock of the database while work runs.
func (e *Engine) RunExclusive(ctx context.Context, name string, work func(context.Context) error) (ran bool, err error) {
	conn, err := e.db.Conn(ctx)
	if err != nil {
		return false, store.Fault(ctx, e, &schema.Settings, nil, err)
	}
	defer conn.Close()
	const key = "hashtext('vitrine alone ' || current_schema() || ' ' || $1)"
	if err := conn.QueryRowContext(ctx, "SELECT pg_try_advisory_lock("+key+")", name).Scan(&ran); err != nil || !ran {
		return false, store.Fault(ctx, e, &schema.Settings, nil, err)
	}
	defer func() {
		if _, failed := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock("+key+")", name); failed != nil {
			// The lock goes with its connection.
			conn.Raw(func(any) error { return driver.ErrBadConn })
			e.log.Warn("let go of a lock", "name", name, "error", fmt.Errorf("unlock: %w", failed))
		}
	}()
	return true, work(ctx)
}

// lockMigrations waits until no other process migrates the same PostgreSQL
// schema. goose's own lock is one for the whole database and is asked for
// every few seconds only.
func lockMigrations(ctx context.Context, db *sql.DB) (unlock func(), err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err == nil {
		_, err = tx.ExecContext(ctx, clearTimeouts)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtext('vitrine migrate ' || current_schema()))")
	}
	unlock = func() {
		if tx != nil {
			tx.Rollback()
		}
		conn.Close()
	}
	if err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}
