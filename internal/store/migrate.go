package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"time"

	"github.com/pressly/goose/v3"

	"vitrine/internal/fault"
)

//go:embed migrations
var embedded embed.FS

var migrationFiles fs.FS = embedded

// Migrations are the steps of one engine.
type Migrations struct {
	Dialect goose.Dialect
	Dir     string
	// Retry tells whether a step failed because others did not let it have its
	// locks; nil where that does not happen.
	Retry func(err error) bool
}

// Apply applies the steps that are missing, each in a transaction. A database
// of a newer program is refused; one of an older program is backed up first. A
// backup is dropped again when nothing was changed after it: a server
// that fails and is started again and again would fill the disk.
func (m Migrations) Apply(ctx context.Context, db *sql.DB, backup func(have, want int64) (drop func(), err error), log *slog.Logger) error {
	files, err := fs.Sub(migrationFiles, "migrations/"+m.Dir)
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(m.Dialect, db, files)
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
		if drop, err = backup(have, want); err != nil {
			return err
		}
	}
	done, err := m.up(ctx, p, log)
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

func (m Migrations) up(ctx context.Context, p *goose.Provider, log *slog.Logger) (done []*goose.MigrationResult, err error) {
	for end := time.Now().Add(lockRetryFor); ; {
		some, err := p.Up(ctx)
		done = append(done, some...)
		if m.Retry == nil || !m.Retry(err) || time.Now().After(end) {
			return done, err
		}
		log.WarnContext(ctx, "the migration waits for others to let go of a table", "error", err)
		if !fault.Sleep(ctx, time.Second) {
			return done, ctx.Err()
		}
	}
}

// errNewer is the refusal of a database that a newer program made.
var errNewer = errors.New("use a newer vitrine")

// Newer tells whether a database was refused because a newer program made it.
func Newer(err error) bool { return errors.Is(err, errNewer) }

// Known is the number of the newest migration that this program knows.
func Known() (newest int64) {
	files, _ := fs.Glob(migrationFiles, "migrations/*/*.sql")
	for _, file := range files {
		var n int64
		fmt.Sscanf(path.Base(file), "%d", &n)
		newest = max(newest, n)
	}
	return newest
}

// Applied is the newest migration that a database has.
func Applied(ctx context.Context, db *sql.DB) (n int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&n)
	return n, err
}

// Older tells whether an older program made a database; of one that cannot be
// read it says no, since Open tells why.
func Older(ctx context.Context, db *sql.DB) bool {
	have, err := Applied(ctx, db)
	return err == nil && have > 0 && have < Known()
}
