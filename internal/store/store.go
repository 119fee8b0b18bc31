// Package store reads and writes schema tables. SQL is built from the schema by
// one builder; what differs between databases is behind Engine. Permission and
// validation live here, beneath every caller.
package store

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
)

// Options say where the data is.
type Options struct {
	Dir       string // data folder: the SQLite file, unless URL is set
	URL       string // postgres://...; "" means SQLite in Dir
	ReadURL   string // a replica of that PostgreSQL for visitors' reads; "" for none
	Exclusive bool   // refuse to share a SQLite folder with another server
	Serves    bool   // tell others on the same PostgreSQL database that a server is here
	Once      bool   // everything is read once: a cache of SQLite's pages would only take memory
	Now       func() time.Time
	Log       *slog.Logger
	// BeforeMigration backs up a PostgreSQL database of schema have before it is
	// migrated to want; its error stops the migration, and drop removes the backup
	// again. A SQLite file is copied anyway.
	BeforeMigration func(ctx context.Context, s *Store, have, want int64) (drop func(), err error)
}

// Logger is the one given, or the program's.
func (o Options) Logger() *slog.Logger { return cmp.Or(o.Log, slog.Default()) }

// Store is an open database.
type Store struct {
	engine  Engine
	now     func() time.Time
	ahead   atomic.Int64 // how far the database's clock is ahead of ours
	log     *slog.Logger
	changes changes
	lists   *listCache
	checks  map[*schema.Table][]Check
	packed  map[*schema.Table]packing

	recorders []Check
	recorded  map[*schema.Table]bool
}

// Unmigrated is a store on a database as it is, for reading alone.
func Unmigrated(e Engine, o Options) *Store {
	s := &Store{
		engine: e, now: o.Now, log: o.Logger(),
		checks: map[*schema.Table][]Check{}, packed: map[*schema.Table]packing{}, recorded: map[*schema.Table]bool{},
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.lists = newListCache(&s.changes)
	return s
}

// Open brings the tables of a database up to date and begins to serve it. The
// engine is the store's from now on, also when this fails.
func Open(ctx context.Context, e Engine, o Options) (*Store, error) {
	s := Unmigrated(e, o)
	err := e.Migrate(ctx, func(have, want int64) (drop func(), err error) {
		if o.BeforeMigration == nil {
			return func() {}, nil
		}
		if drop, err = o.BeforeMigration(ctx, s, have, want); err != nil {
			return nil, fmt.Errorf("back up before the migration: %w", err)
		}
		return drop, nil
	})
	if err == nil {
		err = e.Start(ctx, Host{
			Now:      func() time.Time { return s.AsSystem().Now() },
			Announce: s.changes.announce,
			Deliver:  s.changes.deliver,
			SetClock: s.setClock,
			Indexed:  s.lists.invalidate,
		})
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Ready tells whether reads and writes can be promised now.
func (s *Store) Ready(ctx context.Context) error {
	if err := s.engine.Ready(); err != nil {
		return err
	}
	if _, err := s.engine.DB().ExecContext(ctx, "SELECT 1"); err != nil {
		return fmt.Errorf("reach the database: %w", err)
	}
	return nil
}

// Close finishes what is queued and lets go of the database.
func (s *Store) Close() error { return s.engine.Close() }

// Engine names the kind of database.
func (s *Store) Engine() string { return s.engine.Name() }

// Stats costs next to nothing.
func (s *Store) Stats() Stats { return s.engine.Stats() }

// SharedLimits are where the instances on one database count together; nil where
// there is one server only.
func (s *Store) SharedLimits() limit.Shared { return s.engine.SharedLimits() }

// RunExclusive runs work unless another instance on the same database is at the
// same work now, and tells whether it ran.
func (s *Store) RunExclusive(ctx context.Context, name string, work func(context.Context) error) (ran bool, err error) {
	return s.engine.RunExclusive(ctx, name, work)
}

// Resample has the database forget what it noted of rows for its own use, which
// outlives them.
func (s *Store) Resample(ctx context.Context, tables []*schema.Table) error {
	return s.engine.Resample(ctx, tables)
}

// OtherServers names the servers beside this one that use the database now. A SQLite
// folder has one, which Exclusive keeps away.
func (s *Store) OtherServers(ctx context.Context) ([]string, error) { return s.engine.Servers(ctx) }

// RefuseServers is an error that names these servers, if there are any.
func (s *Store) RefuseServers(ctx context.Context) error {
	there, err := s.OtherServers(ctx)
	if err == nil && len(there) > 0 {
		err = fmt.Errorf("vitrine serve is using the database from %s; stop it first", strings.Join(there, ", "))
	}
	return err
}

// Clock is the time that all instances on one database agree on: on PostgreSQL
// the database's, as the feed last read it.
func (s *Store) Clock() time.Time { return s.now().Add(time.Duration(s.ahead.Load())) }

func (s *Store) setClock(now time.Time) { s.ahead.Store(int64(now.Sub(s.now()))) }
