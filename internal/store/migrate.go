package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrationFiles embed.FS

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
// database of a newer program is refused.
func migrate(ctx context.Context, db *sql.DB, m migrations, log *slog.Logger) error {
	files, err := fs.Sub(migrationFiles, m.dir)
	if err != nil {
		return err
	}
	options := []goose.ProviderOption{goose.WithVerbose(false)}
	if m.locked {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(m.dialect, db, files, options...)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	have, want, err := p.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if have > want {
		return fmt.Errorf("the database has schema %d and this vitrine knows %d; use a newer vitrine", have, want)
	}
	done, err := p.Up(ctx)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	for _, r := range done {
		log.Info("migrated", "step", r.Source.Path, "took", r.Duration)
	}
	return nil
}
