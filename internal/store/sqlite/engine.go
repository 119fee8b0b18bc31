// Package sqlite is the store's engine on one SQLite file: one writer with group
// commit, several readers.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/pressly/goose/v3"

	"vitrine/internal/limit"
	"vitrine/internal/store"
)

const databaseFile = "vitrine.db"

var steps = store.Migrations{Dialect: goose.DialectSQLite3, Dir: "sqlite"}

// Engine is an open SQLite file.
type Engine struct {
	dir       string
	file      string // "" for a copy, which is only read
	read      *sql.DB
	write     *sql.DB // nil when the file is only read
	writer    *writer // nil before Start
	unclean   atomic.Bool
	serving   *os.File // the lock of a server
	migrating *os.File // the lock of a migration
	log       *slog.Logger
}

// Connect opens the database in a folder, or makes it, and checks that it is
// sound.
func Connect(ctx context.Context, o store.Options) (e *Engine, err error) {
	e = &Engine{dir: o.Dir, file: filepath.Join(o.Dir, databaseFile), log: o.Logger()}
	if err = e.connect(ctx, o); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

func (e *Engine) connect(ctx context.Context, o store.Options) (err error) {
	if err := os.MkdirAll(e.dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	if o.Exclusive {
		if e.serving, err = lockFolder(e.dir); err != nil {
			return err
		}
	}
	if e.migrating, err = lockFile(filepath.Join(e.dir, "migrate.lock"), true); err != nil {
		return fmt.Errorf("wait for a migration: %w", err)
	}
	e.unclean.Store(hasWAL(e.file))
	e.write, e.read, err = openPools(ctx, e.dir, o.Once)
	return err
}

// Migrate copies the file before it is changed, so it needs no other backup.
func (e *Engine) Migrate(ctx context.Context, _ func(have, want int64) (func(), error)) error {
	defer e.migrating.Close()
	var alone *os.File
	defer func() { alone.Close() }()
	backup := func(have, want int64) (_ func(), err error) {
		if e.serving == nil { // a server of the older program may be there
			if alone, err = lockFolder(e.dir); err != nil {
				return nil, fmt.Errorf("the database has schema %d and would be brought to %d: %w", have, want, err)
			}
		}
		return copyBeforeMigration(ctx, e.write, e.dir, have, want, e.log)
	}
	if err := steps.Apply(ctx, e.write, backup, e.log); err != nil {
		return err
	}
	applyRetention(e.dir)
	if err := os.WriteFile(filepath.Join(e.dir, "initialised"), nil, 0o600); err != nil {
		return fmt.Errorf("mark the data folder: %w", err)
	}
	return nil
}

func (e *Engine) Start(_ context.Context, host store.Host) error {
	e.writer = newWriter(e, host)
	return nil
}

// Commit waits for the group commit that the work is in.
func (e *Engine) Commit(ctx context.Context, work store.Work) error {
	if e.writer == nil {
		return errors.New("the database is open for reading alone")
	}
	return e.writer.run(newJob(ctx, work))
}

// RunExclusive has nobody to ask: a folder has one server only.
func (e *Engine) RunExclusive(ctx context.Context, _ string, work func(context.Context) error) (bool, error) {
	return true, work(ctx)
}

func (e *Engine) Name() string                              { return "sqlite" }
func (e *Engine) DB() *sql.DB                               { return e.read }
func (e *Engine) Servers(context.Context) ([]string, error) { return nil, nil }
func (e *Engine) SharedLimits() limit.Shared                { return nil }
func (e *Engine) Visitors() store.Visitors                  { return nil }
func (e *Engine) File() store.File                          { return e }

func (e *Engine) Read(ctx context.Context, _ bool, ask func(context.Context, store.Querier) error) error {
	return ask(ctx, e.read)
}

// Writer is the connection that writes, beneath the rules.
func (e *Engine) Writer() *sql.DB { return e.write }

func (e *Engine) Ready() error {
	if e.writer == nil {
		return nil
	}
	return e.writer.health()
}

func (e *Engine) Stats() store.Stats {
	out := store.Stats{Pool: e.read.Stats()}
	if w := e.writer; w != nil {
		out.Waiting, out.Commits, out.Works = w.waiting(), w.groups.Load(), w.works.Load()
	}
	return out
}

// Close finishes what is queued, folds the log into the file and lets go of the
// folder.
func (e *Engine) Close() error {
	var errs []error
	if e.writer != nil {
		e.writer.close()
	}
	if e.read != nil {
		errs = append(errs, e.read.Close())
	}
	if e.writer != nil {
		_, err := e.write.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
		errs = append(errs, err)
	}
	if e.write != nil {
		errs = append(errs, e.write.Close())
	}
	e.migrating.Close() // of a migration that did not happen
	e.serving.Close()
	return errors.Join(errs...)
}
