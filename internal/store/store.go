// Package store keeps schema tables in SQLite or PostgreSQL. SQL is built
// from the schema by one builder; what differs between the two engines is
// the dialect, and nothing else. Permission and validation live here, beneath
// every caller.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"
)

// Options say where the data is.
type Options struct {
	Dir       string // data folder: the SQLite file, unless URL is set
	URL       string // postgres://...; "" means SQLite in Dir
	Exclusive bool   // refuse to share a SQLite folder with another server
	Serves    bool   // tell others on the same PostgreSQL database that a server is here
	Once      bool   // everything is read once: a cache of SQLite's pages would only take memory
	Now       func() time.Time
	Log       *slog.Logger
	// Keep backs up a PostgreSQL database of schema have before it is migrated
	// to want; its error stops the migration, and drop removes the backup again.
	// A SQLite file is copied anyway.
	Keep func(ctx context.Context, s *Store, have, want int64) (drop func(), err error)
}

// Store is an open database, migrated to this program's schema.
type Store struct {
	dia     dialect
	read    *sql.DB     // on PostgreSQL the writes use it too
	write   *sql.DB     // SQLite only
	writer  *writer     // SQLite only
	feed    *feed       // PostgreSQL only
	file    string      // SQLite only
	unclean atomic.Bool // SQLite only: the last server did not close the file, and it was not checked since
	lock    *os.File
	now     func() time.Time
	ahead   atomic.Int64 // how far the database's clock is ahead of ours
	log     *slog.Logger
	changes changes
	lists   *listCache
}

// Open connects, checks that the data is sound, and brings the tables up to
// date.
func Open(ctx context.Context, o Options) (*Store, error) {
	s := &Store{now: o.Now, log: o.Log}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	s.lists = newListCache(&s.changes)
	var err error
	if o.URL != "" {
		err = s.openPostgres(ctx, o)
	} else {
		err = s.openSQLite(ctx, o)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Store) openSQLite(ctx context.Context, o Options) (err error) {
	s.dia = sqlite{}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	if o.Exclusive {
		if s.lock, err = lockFolder(o.Dir); err != nil {
			return err
		}
	}
	turn, err := lockFile(filepath.Join(o.Dir, "migrate.lock"), true)
	if err != nil {
		return fmt.Errorf("wait for a migration: %w", err)
	}
	defer turn.Close()
	s.file = filepath.Join(o.Dir, databaseFile)
	s.unclean.Store(hasWAL(s.file))
	if s.write, s.read, err = openSQLite(ctx, o.Dir, o.Once); err != nil {
		return err
	}
	var alone *os.File
	defer func() { alone.Close() }()
	keep := func(have, want int64) (_ func(), err error) {
		if s.lock == nil { // a server of the older program may be there
			if alone, err = lockFolder(o.Dir); err != nil {
				return nil, fmt.Errorf("the database has schema %d and would be brought to %d: %w", have, want, err)
			}
		}
		return copyBeforeMigration(ctx, s.write, o.Dir, have, want, s.log)
	}
	if err := migrate(ctx, s.write, sqliteMigrations, keep, s.log); err != nil {
		return err
	}
	applyRetention(o.Dir)
	if err := os.WriteFile(filepath.Join(o.Dir, "initialised"), nil, 0o600); err != nil {
		return fmt.Errorf("mark the data folder: %w", err)
	}
	s.writer = newWriter(s, s.write)
	return nil
}

func (s *Store) openPostgres(ctx context.Context, o Options) (err error) {
	s.dia = postgres{}
	if s.read, err = openPostgres(ctx, o.URL); err != nil {
		return err
	}
	keep := func(have, want int64) (func(), error) {
		if o.Keep == nil {
			return func() {}, nil
		}
		drop, err := o.Keep(ctx, s, have, want)
		if err != nil {
			return nil, fmt.Errorf("back up before the migration: %w", err)
		}
		return drop, nil
	}
	patient, err := withoutTimeouts(o.URL)
	if err != nil {
		return err
	}
	defer patient.Close()
	if err := migrate(ctx, patient, postgresMigrations, keep, s.log); err != nil {
		return err
	}
	config, err := postgresConfig(o.URL)
	if err != nil {
		return err
	}
	if err := warnOfRisks(ctx, s.read, config, s.log); err != nil {
		return err
	}
	s.feed, err = startFeed(ctx, s, config, o.Serves)
	return err
}

// errTaken is a lock that another process holds.
var errTaken = errors.New("another process has the lock")

// lockFile holds an advisory lock that the system drops when the process ends.
func lockFile(path string, wait bool) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f, wait); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Ready tells whether reads and writes can be promised now.
func (s *Store) Ready(ctx context.Context) error {
	if s.writer != nil {
		if err := s.writer.health(); err != nil {
			return err
		}
	}
	if _, err := s.read.ExecContext(ctx, "SELECT 1"); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	return nil
}

// Close finishes what is queued, folds the log into the SQLite file and lets
// go of the folder.
func (s *Store) Close() error {
	if s.writer != nil {
		s.writer.close()
	}
	if s.feed != nil {
		s.feed.close()
	}
	var err error
	if s.read != nil {
		err = s.read.Close()
	}
	if s.write != nil {
		if s.writer != nil {
			if _, e := s.write.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); e != nil && err == nil {
				err = e
			}
		}
		if e := s.write.Close(); e != nil && err == nil {
			err = e
		}
	}
	if s.lock != nil {
		s.lock.Close()
	}
	return err
}
