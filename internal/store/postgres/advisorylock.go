package postgres

import (
	"context"
	"database/sql"
	"fmt"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// RunExclusive holds an advisory lock of the database while work runs, by a
// transaction that does nothing else: it holds through any pooler, and goes with
// its connection.
func (e *Engine) RunExclusive(ctx context.Context, name string, work func(context.Context) error) (ran bool, err error) {
	conn, err := e.db.Conn(ctx)
	if err != nil {
		return false, store.Fault(ctx, e, &schema.Settings, nil, err)
	}
	defer conn.Close()
	tx, err := conn.BeginTx(context.WithoutCancel(ctx), nil) // the lock outlives the caller until work is over
	if err != nil {
		return false, store.Fault(ctx, e, &schema.Settings, nil, err)
	}
	defer tx.Rollback()
	if _, err = tx.ExecContext(ctx, clearTimeouts); err == nil {
		err = tx.QueryRowContext(ctx, "SELECT pg_try_advisory_xact_lock(hashtext('vitrine alone ' || current_schema() || ' ' || $1))", name).Scan(&ran)
	}
	if err != nil || !ran {
		return false, store.Fault(ctx, e, &schema.Settings, nil, err)
	}
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

// serving is the lock that every server holds on the connection of its feed,
// shared with the others.
const serving = "1986622578, hashtext('vitrine serve ' || current_schema())"

// server is one that uses a PostgreSQL database now.
type server struct {
	host string
	pid  uint32 // of its connection
}

func (s server) String() string { return fmt.Sprintf("%s (connection %d)", s.host, s.pid) }

func servers(ctx context.Context, db *sql.DB) (out []server, err error) {
	rows, err := db.QueryContext(ctx, `SELECT coalesce(host(a.client_addr), 'this machine'), a.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND l.granted AND l.objsubid = 2
		AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND l.classid = 1986622578 AND l.objid = (hashtext('vitrine serve ' || current_schema())::bigint & 4294967295)::oid ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("look for servers: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var one server
		if err := rows.Scan(&one.host, &one.pid); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, rows.Err()
}

// Servers names those beside this one that use the database now.
func (e *Engine) Servers(ctx context.Context) (out []string, err error) {
	all, err := servers(ctx, e.db)
	for _, one := range all {
		if e.feed == nil || one.pid != e.feed.pid.Load() {
			out = append(out, one.String())
		}
	}
	return out, err
}
