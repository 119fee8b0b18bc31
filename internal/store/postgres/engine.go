// Package postgres is the store's engine on PostgreSQL, which several instances
// may share: a feed carries the changes of each to the others.
package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// txTimeout bounds a whole transaction of a caller.
const txTimeout = 10 * time.Second

var steps = store.Migrations{Dialect: goose.DialectPostgres, Dir: "postgres", Retry: isLockTimeout}

// Engine is a pool of connections to a PostgreSQL database.
type Engine struct {
	db      *sql.DB
	config  *pgx.ConnConfig
	pooled  bool // by a pooler that leaves nothing to a session
	serves  bool
	readURL string
	replica *replica // nil where visitors read from the primary
	feed    *feed    // nil before Start
	group   *groupCommit
	log     *slog.Logger
}

// Connect opens a database that is there and new enough.
func Connect(ctx context.Context, o store.Options) (*Engine, error) {
	config, err := parseConfig(o.URL)
	if err != nil {
		return nil, err
	}
	db, pooled, err := openPool(ctx, config)
	if err != nil {
		return nil, err
	}
	return &Engine{db: db, config: config, pooled: pooled, serves: o.Serves, readURL: o.ReadURL, log: o.Logger()}, nil
}

// OpenOlder opens a database that an older program made as it is, for reading
// alone. Where there is none, or one that is not migrated, found is false.
func OpenOlder(ctx context.Context, o store.Options) (s *store.Store, found bool, err error) {
	e, err := Connect(ctx, o)
	if err != nil {
		return nil, false, err
	}
	made, err := isMigrated(ctx, e.db)
	if err != nil || !made || !store.Older(ctx, e.db) {
		return nil, false, errors.Join(err, e.Close())
	}
	return store.Unmigrated(e, o), true, nil
}

func (e *Engine) Migrate(ctx context.Context, backup func(have, want int64) (drop func(), err error)) error {
	patient := withoutTimeouts(e.config)
	defer patient.Close()
	unlock, err := lockMigrations(ctx, patient)
	if err != nil {
		return fmt.Errorf("wait for a migration: %w", err)
	}
	defer unlock()
	return steps.Apply(ctx, patient, backup, e.log)
}

func (e *Engine) Start(ctx context.Context, host store.Host) (err error) {
	if e.readURL != "" {
		if e.replica, err = startReplica(ctx, e); err != nil {
			return err
		}
	}
	if err := e.warnOfRisks(ctx); err != nil {
		return err
	}
	if e.feed, err = startFeed(ctx, e, host); err == nil {
		e.group = newGroupCommit(e)
	}
	return err
}

// Commit tries again, after a random backoff, what a conflict with others undid.
func (e *Engine) Commit(ctx context.Context, work store.Work) error {
	if e.feed == nil {
		return errors.New("the database is open for reading alone")
	}
	if j := e.newJob(ctx, &work); j != nil {
		if alone, err := e.group.run(j); !alone {
			return err
		}
	}
	for try := 0; ; try++ {
		err := e.attempt(ctx, work)
		if err == nil || !isRetryable(err) || try == 4 || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Duration(rand.IntN(20<<try)) * time.Millisecond)
	}
}

// newJob is nil for work that takes long, and would hold up a group.
func (e *Engine) newJob(ctx context.Context, work *store.Work) *job {
	j := &job{Turn: store.NewTurn(), ctx: ctx}
	if work.Insert != nil {
		if single := work.Insert(); single != nil {
			run := work.Run
			work.Run = func(ctx context.Context, q store.Querier) (store.Changes, error) {
				changes, err := run(ctx, q)
				if err == nil {
					single.Row = changes.Events[0].New
				}
				return changes, err
			}
			j.insert = newInsert(e, single)
		}
	}
	if j.work = *work; j.insert == nil && (work.Large || work.Own) {
		return nil
	}
	return j
}

// attempt runs work in a transaction. A COMMIT whose answer is lost may have
// happened; it is announced, and reported as a failure, never as success.
func (e *Engine) attempt(ctx context.Context, work store.Work) (err error) {
	if !work.Own {
		// A database that is there and does not answer must not hold callers.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, txTimeout)
		defer cancel()
	}
	tx, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return store.Fault(ctx, e, &schema.Settings, nil, fmt.Errorf("begin: %w", err))
	}
	defer func() {
		if err != nil {
			work.RolledBack() // before another transaction can read what it left
		}
		if rollback := tx.Rollback(); rollback != nil && !errors.Is(rollback, sql.ErrTxDone) && err == nil {
			err = rollback
		}
	}()
	if !work.Own && !work.Large { // which would hold up all groups
		if _, err := tx.ExecContext(ctx, beside); err != nil {
			return store.Fault(ctx, e, &schema.Settings, nil, fmt.Errorf("begin: %w", err))
		}
	}
	changes, err := work.Run(ctx, tx)
	if err != nil {
		return err
	}
	if err := e.feed.record(ctx, tx, changes); err != nil {
		return store.Fault(ctx, e, &schema.Settings, nil, fmt.Errorf("record changes: %w", err))
	}
	err = tx.Commit()
	if err != nil && isRetryable(err) {
		return err
	}
	if err != nil {
		e.feed.rename()
		err = store.Unavailable(fmt.Errorf("commit: %w", err))
	}
	if tables, some := changes.Tables(); some {
		e.feed.announce(tables)
	}
	return err
}

// Read asks the primary, or the replica where that will do.
func (e *Engine) Read(ctx context.Context, ofVisitor bool, ask func(context.Context, store.Querier) error) error {
	return e.read(ctx, ofVisitor, func(ctx context.Context, db *sql.DB) error { return ask(ctx, db) })
}

func (e *Engine) read(ctx context.Context, ofVisitor bool, ask func(context.Context, *sql.DB) error) error {
	if ofVisitor {
		if done, err := e.replica.read(ctx, ask); done {
			return err
		}
	}
	return ask(ctx, e.db)
}

func (e *Engine) Name() string     { return "postgres" }
func (e *Engine) DB() *sql.DB      { return e.db }
func (e *Engine) File() store.File { return nil }
func (e *Engine) Ready() error     { return nil }

func (e *Engine) Stats() store.Stats {
	out := store.Stats{Pool: e.db.Stats()}
	e.replica.addTo(&out)
	return out
}

// SharedLimits are where all instances count together, once there is a feed that
// evicts what is over.
func (e *Engine) SharedLimits() limit.Shared {
	if e.feed == nil {
		return nil
	}
	return sharedLimits{e.db, limitsTimeout}
}

func (e *Engine) Close() error {
	if e.group != nil {
		e.group.close()
	}
	if e.feed != nil {
		e.feed.close()
	}
	e.replica.close()
	return e.db.Close()
}

const (
	applicationName = "vitrine"

	poolSize       = 20
	unackedTimeout = 10 * time.Second // a server that does not confirm what it is sent
)

func parseConfig(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the PostgreSQL address is not valid")
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, 3*time.Second)
	for _, defaults := range []map[string]string{timeouts, {"timezone": "UTC", "application_name": applicationName}} {
		for name, value := range defaults {
			if _, set := config.RuntimeParams[name]; !set {
				config.RuntimeParams[name] = value
			}
		}
	}
	config.AfterConnect = enforceSync
	dialer := &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
		Control: func(_, _ string, c syscall.RawConn) (err error) {
			if e := c.Control(func(fd uintptr) { err = setUserTimeout(fd) }); e != nil {
				return e
			}
			return err
		},
	}
	if !strings.HasPrefix(config.Host, "/") { // a socket in the file system has no such thing
		config.DialFunc = dialer.DialContext
	}
	return config, nil
}

func newPool(config *pgx.ConnConfig) *sql.DB {
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(poolSize)
	db.SetMaxIdleConns(poolSize)
	db.SetConnMaxIdleTime(5 * time.Minute)
	return db
}

// withoutTimeouts is for migrations: a step takes the time it takes.
func withoutTimeouts(config *pgx.ConnConfig) *sql.DB {
	config = config.Copy()
	setTimeout(config, "statement_timeout", "0")
	return stdlib.OpenDB(*config)
}

// Resample runs ANALYZE: pg_statistic holds values of columns until the next one,
// which may never come to a table that hardly changes. One that is empty keeps
// them until it has a row again.
func (e *Engine) Resample(ctx context.Context, tables []*schema.Table) error {
	for _, t := range tables {
		if _, err := e.db.ExecContext(ctx, "ANALYZE "+store.Quote(t.Name)); err != nil {
			return err
		}
	}
	return nil
}
