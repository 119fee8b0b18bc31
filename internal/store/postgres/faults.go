package postgres

import (
	"database/sql"
	"errors"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

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
