package postgres

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	poolSize       = 20
	unackedTimeout = 10 * time.Second // a server that does not confirm what it is sent
)

func parseConfig(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the PostgreSQL address is not valid")
	}
	config.ConnectTimeout = cmp.Or(config.ConnectTimeout, 3*time.Second)
	for name, value := range map[string]string{
		"statement_timeout": "5000", "lock_timeout": "3000", "idle_in_transaction_session_timeout": "10000",
		"timezone": "UTC", "application_name": "vitrine",
	} {
		if _, set := config.RuntimeParams[name]; !set {
			config.RuntimeParams[name] = value
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

func openPool(ctx context.Context, config *pgx.ConnConfig) (*sql.DB, error) {
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(poolSize)
	db.SetMaxIdleConns(poolSize)
	db.SetConnMaxIdleTime(5 * time.Minute)
	var version int
	if err := db.QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int").Scan(&version); err != nil {
		db.Close()
		return nil, fmt.Errorf("reach PostgreSQL: %w", err)
	}
	if version < 150000 {
		db.Close()
		return nil, fmt.Errorf("PostgreSQL 15 or newer is needed, this is %d", version/10000)
	}
	return db, nil
}

// withoutTimeouts is for migrations: a step takes the time it takes.
func withoutTimeouts(config *pgx.ConnConfig) *sql.DB {
	config = config.Copy()
	config.RuntimeParams["statement_timeout"] = "0"
	return stdlib.OpenDB(*config)
}
