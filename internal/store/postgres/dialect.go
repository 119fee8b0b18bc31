package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func (*Engine) Placeholder(n int) string { return "$" + strconv.Itoa(n) }

func (*Engine) Arg(c *schema.Column, v any) any {
	if raw, ok := v.(json.RawMessage); ok {
		return string(raw)
	}
	return v
}

func (*Engine) Like(column, _ string, mark func() string, folded bool) string {
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

// Search leaves it to the planner, which knows the index.
func (*Engine) Search(*schema.Table, string, func(any) string) string { return "" }

func (*Engine) FoldCase(text string) string { return `lower(` + text + ` COLLATE "C")` }

func (*Engine) UniqueIndex(c *schema.Column) string {
	if c.Folded {
		return "lower(" + store.Quote(c.Name) + ")"
	}
	return store.Quote(c.Name)
}

func (*Engine) AnyOf(column, mark string) string { return column + " = ANY(" + mark + ")" }

func (*Engine) List(ids []any) any {
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

func (*Engine) AdvisoryLock(ctx context.Context, q store.Querier, name string) error {
	_, err := q.ExecContext(ctx, "SELECT pg_advisory_xact_lock(hashtext($1))", "vitrine "+name)
	return err
}

func (*Engine) ForUpdate() string { return " FOR UPDATE" }

const clearTimeouts = "SELECT set_config(name, '0', true) FROM unnest(ARRAY['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) AS name"

func (*Engine) NoTimeouts(ctx context.Context, q store.Querier) error {
	_, err := q.ExecContext(ctx, clearTimeouts)
	return err
}

// LockTables leaves readers alone: they see the old rows until the commit.
func (*Engine) LockTables(ctx context.Context, q store.Querier, tables []*schema.Table) error {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = store.Quote(t.Name)
	}
	_, err := q.ExecContext(ctx, "LOCK TABLE "+strings.Join(names, ", ")+" IN SHARE ROW EXCLUSIVE MODE")
	return err
}

func (*Engine) LastID(t *schema.Table) string {
	return "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM " + store.Quote(t.Name+"_id_seq")
}

// SkipIDs moves the sequence forward only: others may be taking numbers.
func (*Engine) SkipIDs(ctx context.Context, q store.Querier, t *schema.Table, last int64) error {
	table, sequence := store.Quote(t.Name), store.Quote(t.Name+"_id_seq")
	_, err := q.ExecContext(ctx, fmt.Sprintf(
		`SELECT setval(pg_get_serial_sequence('%s', 'id'), m.id) FROM (SELECT max(id) AS id FROM %s) m, %s s WHERE m.id > s.last_value OR NOT s.is_called`,
		table, table, sequence))
	if err != nil || last == 0 {
		return err
	}
	_, err = q.ExecContext(ctx, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%s', 'id'), $1::bigint) FROM %s s WHERE $1 > s.last_value OR $1 = s.last_value AND NOT s.is_called`,
		table, sequence), last)
	return err
}

func (*Engine) StatementContext(ctx context.Context) context.Context { return ctx }

func (*Engine) Columns() (query string, typed bool) {
	return "SELECT column_name, udt_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'", true
}

func (*Engine) Fault(t *schema.Table, row store.Row, err error) error {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		var netErr net.Error
		var connectErr *pgconn.ConnectError
		if errors.As(err, &netErr) || errors.As(err, &connectErr) || errors.Is(err, sql.ErrConnDone) ||
			strings.Contains(err.Error(), "unexpected EOF") || strings.Contains(err.Error(), "conn closed") || strings.Contains(err.Error(), "bad connection") {
			return store.Unavailable(err)
		}
		return nil
	}
	switch e.Code {
	case "23505":
		column := strings.TrimSuffix(strings.TrimPrefix(e.ConstraintName, t.Name+"_"), "_key")
		if e.ConstraintName == t.Name+"_pkey" {
			column = t.Key().Name
		}
		return store.Duplicate(t, column, row, err)
	case "23503":
		return store.NoParent(t, err)
	case "23514":
		return fault.New(fault.Invalid, "new row for relation %q violates check constraint %q", t.Name, e.ConstraintName).Because(err)
	case "22003":
		return fault.New(fault.OutOfRange, "integer out of range").Because(err)
	case "57014":
		return fault.New(fault.TimedOut, "canceling statement due to statement timeout").Because(err)
	case "25006", "55P03", "40001", "40P01":
		return store.Unavailable(err)
	}
	switch e.Code[:2] {
	case "08", "53", "57", "58":
		return store.Unavailable(err)
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
