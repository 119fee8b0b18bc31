package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// pooledPollEvery takes the place of notices, which do not come through a pooler
// that changes servers.
const pooledPollEvery = 500 * time.Millisecond

const poolerRisk = "a pooler in transaction mode is in between: what other instances save is seen within half a second instead of at once, missing indexes for searches " +
	"are not built, and statement_timeout is left to the role; give PostgreSQL's own address, or pool_mode = session, to have all of it"

// timeouts are the settings that a pooler may refuse. Our own contexts end
// statements anyway.
var timeouts = map[string]string{"statement_timeout": "5000", "lock_timeout": "3000", "idle_in_transaction_session_timeout": "10000"}

// openPool connects to a server that is there and new enough, and fits the
// configuration to a pooler in between. One that gives the server to somebody else
// between two transactions leaves nothing to a session: no prepared statements, no
// notices, no settings and no locks.
func openPool(ctx context.Context, config *pgx.ConnConfig) (db *sql.DB, pooled bool, err error) {
	conn, err := connectAnyway(ctx, config)
	if err != nil {
		return nil, false, fmt.Errorf("reach PostgreSQL: %w", err)
	}
	defer hangUp(ctx, conn)
	var version int
	var pid uint32
	if err := conn.QueryRow(ctx, "SELECT current_setting('server_version_num')::int, pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&version, &pid); err != nil {
		return nil, false, fmt.Errorf("reach PostgreSQL: %w", err)
	}
	if version < 150000 {
		return nil, false, fmt.Errorf("PostgreSQL 15 or newer is needed, this is %d", version/10000)
	}
	if pid != conn.PgConn().PID() { // somebody else answers for it
		if pooled, err = changesServers(ctx, config, conn); err != nil {
			return nil, false, fmt.Errorf("reach PostgreSQL through a pooler: %w", err)
		}
	}
	if pooled {
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
		config.AfterConnect = nil
	}
	return newPool(config), pooled, nil
}

// connectAnyway connects without our timeouts where they are refused.
func connectAnyway(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, config.Copy())
	if !isRefusedSetting(err) {
		return conn, err
	}
	for name, value := range timeouts {
		if config.RuntimeParams[name] == value {
			delete(config.RuntimeParams, name)
		}
	}
	return pgx.ConnectConfig(ctx, config.Copy())
}

// isRefusedSetting tells whether a pooler refuses a setting, which no PostgreSQL does.
func isRefusedSetting(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && strings.Contains(refused.Message, "unsupported startup parameter")
}

// changesServers tells whether a second connection gets the server of the first
// one, or drives it away.
func changesServers(ctx context.Context, config *pgx.ConnConfig, first *pgx.Conn) (bool, error) {
	second, err := pgx.ConnectConfig(ctx, config.Copy())
	if err != nil {
		return false, err
	}
	defer hangUp(ctx, second)
	for range 10 {
		before, err := serverOf(ctx, first)
		if err != nil {
			return false, err
		}
		if _, err := second.Exec(ctx, "BEGIN"); err != nil {
			return false, err
		}
		taken, err := serverOf(ctx, second)
		if err != nil {
			return false, err
		}
		after, err := serverOf(ctx, first)
		if err != nil {
			return false, err
		}
		if _, err := second.Exec(ctx, "ROLLBACK"); err != nil {
			return false, err
		}
		if taken == before || after != before {
			return true, nil
		}
	}
	return false, nil
}

func serverOf(ctx context.Context, conn *pgx.Conn) (pid int, err error) {
	err = conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid)
	return pid, err
}

// setTimeout changes a setting that the server takes.
func setTimeout(config *pgx.ConnConfig, name, value string) {
	if _, taken := config.RuntimeParams[name]; taken {
		config.RuntimeParams[name] = value
	}
}

// serveBehindPooler tells others that a server is here, by a transaction that
// stays open: a lock of the session would end up with somebody else.
func (f *feed) serveBehindPooler(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, f.engine.config.Copy())
	if err != nil {
		return nil, err
	}
	var pid uint32
	if _, err = conn.Exec(ctx, "BEGIN"); err == nil {
		_, err = conn.Exec(ctx, clearTimeouts)
	}
	if err == nil {
		_, err = conn.Exec(ctx, "SELECT pg_advisory_xact_lock_shared("+serving+")")
	}
	if err == nil {
		err = conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeSimpleProtocol).Scan(&pid)
	}
	if err != nil {
		hangUp(ctx, conn)
		return nil, err
	}
	f.pid.Store(pid)
	return conn, nil
}
