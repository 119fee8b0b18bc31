package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

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
// first. A copy is dropped again when nothing was changed after it: a server
// that fails and is started again and again would fill the disk.
func migrate(ctx context.Context, db *sql.DB, m migrations, keep func(have, want int64) (drop func(), err error), log *slog.Logger) error {
	files, err := fs.Sub(migrationFiles, m.dir)
	if err != nil {
		return err
	}
	if m.locked {
		unlock, err := lockMigrations(ctx, db)
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
	drop := func() {}
	if have > 0 && have < want {
		if drop, err = keep(have, want); err != nil {
			return err
		}
	}
	done, err := up(ctx, p, log)
	if err != nil {
		if now, e := p.GetDBVersion(context.WithoutCancel(ctx)); e == nil && now == have {
			drop()
		}
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

// lockRetryFor bounds how long a step is tried that others do not let have its
// locks. Each try is short, so that they are held up little meanwhile.
const lockRetryFor = 5 * time.Minute

func up(ctx context.Context, p *goose.Provider, log *slog.Logger) (done []*goose.MigrationResult, err error) {
	for end := time.Now().Add(lockRetryFor); ; {
		some, err := p.Up(ctx)
		done = append(done, some...)
		if !isLockTimeout(err) || time.Now().After(end) {
			return done, err
		}
		log.WarnContext(ctx, "the migration waits for others to let go of a table", "error", err)
		select {
		case <-ctx.Done():
			return done, ctx.Err()
		case <-time.After(time.Second):
		}
	}
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
