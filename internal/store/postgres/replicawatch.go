package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/fault"
)

// How often a replica is asked how far it is: soon after something was announced,
// less and less often while it stays behind, and now and then to see that it lives.
const (
	firstLook   = 5 * time.Millisecond
	behindEvery = 250 * time.Millisecond
	idleEvery   = 500 * time.Millisecond
)

// What no waiting mends.
var (
	errOtherDatabase = errors.New("VITRINE_DATABASE_READ_URL does not lead to a copy of the database that VITRINE_DATABASE_URL names")
	errPooledReplica = errors.New("VITRINE_DATABASE_READ_URL leads through a pooler, behind which servers can change unseen: give the replica's own address")
)

// startReplica refuses an address of anything else; a replica that is away is
// used once it is there.
func startReplica(ctx context.Context, e *Engine) (*replica, error) {
	config, err := parseReadConfig(e.readURL)
	if err != nil {
		return nil, err
	}
	r := &replica{config: config, log: e.log, done: make(chan struct{}), announced: 1}
	if r.of, _, err = identifyPrimary(ctx, e.db); err != nil {
		return nil, err
	}
	conn, _, err := r.connect(ctx)
	switch {
	case errors.Is(err, errOtherDatabase) || errors.Is(err, errPooledReplica):
		return nil, err
	case err != nil:
		r.suspend(err)
	default:
		hangUp(ctx, conn)
	}
	if waited, err := isSynchronous(ctx, e.db); err != nil {
		return nil, err
	} else if !waited {
		r.log.Info("commits do not wait for a standby: a failover may lose the last moments before it")
	}
	ctx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go r.loop(ctx)
	return r, nil
}

func parseReadConfig(url string) (*pgx.ConnConfig, error) {
	config, err := parseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("VITRINE_DATABASE_READ_URL: %w", err)
	}
	config.AfterConnect = nil // nothing is committed there
	config.RuntimeParams["default_transaction_read_only"] = "on"
	if config.RuntimeParams["application_name"] == applicationName {
		config.RuntimeParams["application_name"] = applicationName + " visitors"
	}
	return config, nil
}

// identity asks which database this is, and since when which server has it.
const identity = `SELECT system_identifier || ' ' || current_database() || ' ' || coalesce(current_schema(), ''), pg_postmaster_start_time()::text, pg_backend_pid() FROM pg_control_system()`

func identifyPrimary(ctx context.Context, db *sql.DB) (database, server string, err error) {
	var pid int
	if err := db.QueryRowContext(ctx, identity).Scan(&database, &server, &pid); err != nil {
		return "", "", fmt.Errorf("identify the database: %w", err)
	}
	return database, server, nil
}

// connect reaches the replica and makes sure that it is one.
func (r *replica) connect(ctx context.Context) (conn *pgx.Conn, server string, err error) {
	conn, err = pgx.ConnectConfig(ctx, r.config.Copy())
	switch {
	case isRefusedSetting(err):
		return nil, "", errPooledReplica
	case err != nil:
		return nil, "", err
	}
	var database string
	var pid uint32
	err = conn.QueryRow(ctx, identity, pgx.QueryExecModeSimpleProtocol).Scan(&database, &server, &pid)
	switch {
	case err != nil:
	case pid != conn.PgConn().PID():
		err = errPooledReplica
	case database != r.of:
		err = errOtherDatabase
	}
	if err != nil {
		hangUp(ctx, conn)
	}
	return conn, server, err
}

func (r *replica) loop(ctx context.Context) {
	defer close(r.done)
	for wait := time.Duration(0); fault.Sleep(ctx, wait) && ctx.Err() == nil; wait = min(max(2*wait, 100*time.Millisecond), 2*time.Second) {
		if err := r.watch(ctx, &wait); err != nil && ctx.Err() == nil {
			r.suspend(err)
		}
	}
}

// watch follows one server for as long as the connection lasts, and with it the
// pool: an address may lead to several servers, and one that restarts may have
// replayed less than before.
func (r *replica) watch(ctx context.Context, wait *time.Duration) error {
	conn, server, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer hangUp(ctx, conn)
	pool := r.openPool(server)
	defer func() {
		r.setPool(nil)
		pool.Close()
	}()
	r.setPool(pool)
	*wait = 0
	for pause, last := firstLook, (position{}); ; {
		at, err := askPosition(ctx, conn)
		if err != nil {
			return err
		}
		required, behind := r.hear(at)
		switch {
		case !behind:
			pause = idleEvery
		case required != last:
			pause, last = firstLook, required
		default:
			pause = min(2*pause, behindEvery)
		}
		// Nobody notifies, but a connection that is cut is noticed at once.
		waiting, cancel := r.nap.begin(ctx, pause, func() bool { return r.requiresMore(required) })
		_, err = conn.WaitForNotification(waiting)
		over := waiting.Err() != nil
		cancel()
		if ctx.Err() != nil {
			return nil
		}
		if !over && err != nil {
			return err
		}
	}
}

const replicaPosition = `SELECT
	CASE WHEN pg_is_in_recovery() THEN coalesce((SELECT received_tli FROM pg_stat_wal_receiver), (SELECT timeline_id FROM pg_control_checkpoint())) ELSE ` + primaryTimeline + ` END,
	(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn)::bigint`

func askPosition(ctx context.Context, conn *pgx.Conn) (at position, err error) {
	ctx, cancel := context.WithTimeout(ctx, replicaTimeout)
	defer cancel()
	err = conn.QueryRow(ctx, replicaPosition).Scan(&at.timeline, &at.lsn)
	return at, err
}

// openPool connects to the one server only.
func (r *replica) openPool(server string) *sql.DB {
	config := r.config.Copy()
	config.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		results, err := conn.Exec(ctx, identity).ReadAll()
		if err != nil {
			return err
		}
		if len(results) != 1 || len(results[0].Rows) != 1 || string(results[0].Rows[0][1]) != server {
			return errors.New("the address leads to several servers")
		}
		return nil
	}
	return newPool(config)
}

func (r *replica) setPool(pool *sql.DB) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pool, r.reached, r.heard = pool, position{}, time.Time{}
}

// hear notes how far the server is, and tells how far it has to be. Where that is
// not known yet, there is nothing to wait for.
func (r *replica) hear(at position) (required position, behind bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reached, r.heard = at, time.Now()
	return r.required, r.located == r.announced && r.isBehind()
}

// requiresMore tells whether more is required than a while ago.
func (r *replica) requiresMore(before position) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.required != before
}

// nap is a wait that somebody else can end.
type nap struct {
	cancel atomic.Pointer[context.CancelFunc]
}

// begin is a context for the wait, which is over already when there is a reason.
func (n *nap) begin(ctx context.Context, length time.Duration, reason func() bool) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, length)
	n.cancel.Store(&cancel)
	if reason() {
		cancel()
	}
	return ctx, cancel
}

func (n *nap) end() {
	if cancel := n.cancel.Load(); cancel != nil {
		(*cancel)()
	}
}
