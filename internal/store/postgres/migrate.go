package postgres

import (
	"context"
	"database/sql"
)

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

// isMigrated tells whether a database has tables of ours.
func isMigrated(ctx context.Context, db *sql.DB) (made bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&made)
	return made, err
}
