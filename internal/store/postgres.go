package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

const (
	poolSize       = 20
	unackedTimeout = 10 * time.Second // a server that does not confirm what it is sent
)

type postgres struct{}

func postgresConfig(url string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the PostgreSQL address is not valid")
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 3 * time.Second
	}
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

func openPostgres(ctx context.Context, url string) (*sql.DB, error) {
	config, err := postgresConfig(url)
	if err != nil {
		return nil, err
	}
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
func withoutTimeouts(url string) (*sql.DB, error) {
	config, err := postgresConfig(url)
	if err != nil {
		return nil, err
	}
	config.RuntimeParams["statement_timeout"] = "0"
	return stdlib.OpenDB(*config), nil
}

func (postgres) placeholder(n int) string { return "$" + strconv.Itoa(n) }

func (postgres) arg(c *schema.Column, v any) any {
	if raw, ok := v.(json.RawMessage); ok {
		return string(raw)
	}
	return v
}

func (postgres) like(column, _ string, mark func() string, folded bool) string {
	if folded {
		return foldUnicode(column) + " LIKE " + foldUnicode(mark())
	}
	return column + " LIKE " + mark()
}

// foldUnicode folds with ICU, whatever the database's own locale is. A final
// sigma is a sigma, so that a word is found by its beginning. The trigram index
// has the same expression.
func foldUnicode(text string) string {
	return `translate(lower(` + text + ` COLLATE "und-x-icu"), 'ς', 'σ')`
}

// search leaves it to the planner, which knows the index.
func (postgres) search(*schema.Table, string, func(any) string) string { return "" }

func (postgres) folded(text string) string { return `lower(` + text + ` COLLATE "C")` }

func (postgres) unique(c *schema.Column) string {
	if c.Folded {
		return "lower(" + quote(c.Name) + ")"
	}
	return quote(c.Name)
}

func (postgres) anyOf(column, mark string) string { return column + " = ANY(" + mark + ")" }

func (postgres) list(ids []any) any {
	if len(ids) > 0 {
		if _, ok := ids[0].(string); ok {
			out := make([]string, len(ids))
			for i, id := range ids {
				out[i], _ = id.(string)
			}
			return out
		}
	}
	out := make([]int64, len(ids))
	for i, id := range ids {
		out[i], _ = id.(int64)
	}
	return out
}

func (postgres) lock(ctx context.Context, q querier, name string) error {
	_, err := q.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", "vitrine "+name)
	return err
}

func (postgres) forUpdate() string { return " FOR UPDATE" }

func (postgres) engine() string { return "postgres" }

const clearTimeouts = "SELECT set_config(name, '0', true) FROM unnest(ARRAY['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) AS name"

func (postgres) noTimeouts(ctx context.Context, q querier) error {
	_, err := q.ExecContext(ctx, clearTimeouts)
	return err
}

// lockTables leaves readers alone: they see the old rows until the commit.
func (postgres) lockTables(ctx context.Context, q querier, tables []*schema.Table) error {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = quote(t.Name)
	}
	_, err := q.ExecContext(ctx, "LOCK TABLE "+strings.Join(names, ", ")+" IN SHARE ROW EXCLUSIVE MODE")
	return err
}

func (postgres) tables(name string) string {
	return "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = '" + name + "'"
}

func (postgres) lastID(t *schema.Table) string {
	return "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + quote(t.Name+"_id_seq")
}

func (d postgres) resume(ctx context.Context, q querier, t *schema.Table, last int64) error {
	if err := d.numbered(ctx, q, t); err != nil {
		return err
	}
	_, err := q.ExecContext(ctx, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%s', 'id'), $1::bigint) FROM %s s WHERE $1 > s.last_value OR $1 = s.last_value AND NOT s.is_called`,
		quote(t.Name), quote(t.Name+"_id_seq")), last)
	return err
}

// numbered moves the sequence forward only: others may be taking numbers.
func (postgres) numbered(ctx context.Context, q querier, t *schema.Table) error {
	_, err := q.ExecContext(ctx, fmt.Sprintf(
		`SELECT setval(pg_get_serial_sequence('%s', 'id'), m.id) FROM (SELECT max(id) AS id FROM %s) m, %s s WHERE m.id > s.last_value OR NOT s.is_called`,
		quote(t.Name), quote(t.Name), quote(t.Name+"_id_seq")))
	return err
}

func (postgres) explain(t *schema.Table, row Row, err error) error {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		var netErr net.Error
		var connectErr *pgconn.ConnectError
		if errors.As(err, &netErr) || errors.As(err, &connectErr) || errors.Is(err, sql.ErrConnDone) ||
			strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "conn closed") || strings.Contains(err.Error(), "bad connection") {
			return unavailable(err)
		}
		return nil
	}
	switch e.Code {
	case "23505":
		column := strings.TrimSuffix(strings.TrimPrefix(e.ConstraintName, t.Name+"_"), "_key")
		if e.ConstraintName == t.Name+"_pkey" {
			column = t.Key().Name
		}
		return duplicate(t, column, row, err)
	case "23503":
		return noParent(t, err)
	case "23514":
		return fault.New(fault.Invalid, "new row for relation %q violates check constraint %q", t.Name, e.ConstraintName).Because(err)
	case "22003":
		return fault.New(fault.OutOfRange, "integer out of range").Because(err)
	case "57014":
		return fault.New(fault.TimedOut, "canceling statement due to statement timeout").Because(err)
	case "25006", "55P03", "40001", "40P01":
		return unavailable(err)
	}
	switch e.Code[:2] {
	case "08", "53", "57", "58":
		return unavailable(err)
	}
	return nil
}

// isLockTimeout tells whether a statement did not get a lock in time.
func isLockTimeout(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "55P03"
}

// isRetryable tells whether a transaction failed in a way that a second try
// may not: nothing of it was committed.
func isRetryable(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && (e.Code == "40001" || e.Code == "40P01")
}
