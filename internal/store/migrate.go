package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
)

//go:embed migrations
var embedded embed.FS

var migrationFiles fs.FS = embedded

// migrations are the steps of one engine.
type migrations struct {
	dialect goose.Dialect
	dir     string
	locked  bool // other processes may migrate at the same time
}

var (
	sqliteMigrations   = migrations{goose.DialectSQLite3, "migrations/sqlite", false}
	postgresMigrations = migrations{goose.DialectPostgres, "migrations/postgres", true}
)

// migrate applies the steps that are missing, each in a transaction. A
// database of a newer program is refused; one of an older program goes to keep
// first.
func migrate(ctx context.Context, db *sql.DB, m migrations, keep func(have, want int64) error, log *slog.Logger) error {
	files, err := fs.Sub(migrationFiles, m.dir)
	if err != nil {
		return err
	}
	if m.locked {
		unlock, err := migrationTurn(ctx, db)
		if err != nil {
			return fmt.Errorf("wait for a migration: %w", err)
		}
		defer unlock()
	}
	p, err := goose.NewProvider(m.dialect, db, files)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	have, want, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if have > want {
		return fmt.Errorf("the database has schema %d and this vitrine knows %d; %w", have, want, errNewer)
	}
	if have > 0 && have < want {
		if err := keep(have, want); err != nil {
			return err
		}
	}
	done, err := p.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	level := slog.LevelInfo
	if have == 0 {
		level = slog.LevelDebug // a new database is no news
	}
	for _, r := range done {
		log.Log(ctx, level, "migrated", "step", r.Source.Path, "took", r.Duration)
	}
	return nil
}

// migrationTurn waits until no other process migrates the same PostgreSQL
// schema. goose's own lock is one for the whole database and is asked for
// every few seconds only.
func migrationTurn(ctx context.Context, db *sql.DB) (unlock func(), err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err == nil {
		_, err = tx.ExecContext(ctx, noTimeouts)
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
