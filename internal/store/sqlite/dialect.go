package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"time"

	sqlitelib "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func (*Engine) Placeholder(int) string { return "?" }

func (*Engine) Arg(_ *schema.Column, v any) any { return toDriver(v) }

func toDriver(v any) any {
	switch x := v.(type) {
	case time.Time:
		return x.UnixMicro()
	case json.RawMessage:
		return string(x)
	case bool:
		if x {
			return int64(1)
		}
		return int64(0)
	}
	return v
}

// Like asks SQLite itself where it would say the same: it folds ASCII only, and
// takes long for several wildcards. The call into Go costs ten times as much.
func (*Engine) Like(column, pattern string, mark func() string, folded bool) string {
	_, plain := store.PlainText(pattern)
	switch {
	case !folded:
		return "vitrine_like(" + column + ", " + mark() + ")"
	case plain:
		return "(" + column + " LIKE " + mark() + ` ESCAPE '\' OR length(` + column + ") <> octet_length(" + column + ") AND vitrine_ilike(" + column + ", " + mark() + "))"
	}
	return "vitrine_ilike(" + column + ", " + mark() + ")"
}

// Unsearched is none: the index here follows its rows by their keys.
func (*Engine) Unsearched(*schema.Table) string { return "" }

func (*Engine) FoldCase(text string) string { return text + " COLLATE NOCASE" }

func (e *Engine) UniqueIndex(c *schema.Column) string {
	if c.Folded {
		return e.FoldCase(store.Quote(c.Name))
	}
	return store.Quote(c.Name)
}

func (*Engine) AnyOf(column, mark string) string {
	return column + " IN (SELECT value FROM json_each(" + mark + "))"
}

func (*Engine) List(ids []any) any {
	raw, _ := json.Marshal(ids)
	return string(raw)
}

// AdvisoryLock has nothing to do: there is one writer.
func (*Engine) AdvisoryLock(context.Context, store.Querier, string) error { return nil }

func (*Engine) ForUpdate() string { return "" }

func (*Engine) NoTimeouts(context.Context, store.Querier) error { return nil }

// LockTables has nothing to do: there is one writer.
func (*Engine) LockTables(context.Context, store.Querier, []*schema.Table) error { return nil }

func (*Engine) LastID(t *schema.Table) string {
	return "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '" + t.Name + "'"
}

func (*Engine) SkipIDs(ctx context.Context, q store.Querier, t *schema.Table, last int64) error {
	if last == 0 {
		return nil
	}
	_, err := q.ExecContext(ctx, "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", last, t.Name)
	if err == nil {
		_, err = q.ExecContext(ctx, "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE ?2 > 0 AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)", t.Name, last)
	}
	return err
}

func (*Engine) Fault(t *schema.Table, row store.Row, err error) error {
	var e *sqlitelib.Error
	if !errors.As(err, &e) {
		return nil
	}
	switch e.Code() {
	case codes.SQLITE_CONSTRAINT_UNIQUE, codes.SQLITE_CONSTRAINT_PRIMARYKEY, codes.SQLITE_CONSTRAINT_ROWID:
		_, column, _ := strings.Cut(e.Error(), t.Name+".")
		column, _, _ = strings.Cut(column, " ")
		column = strings.Trim(column, "()")
		return store.Duplicate(t, column, row, err)
	case codes.SQLITE_CONSTRAINT_FOREIGNKEY:
		return store.NoParent(t, err)
	case codes.SQLITE_CONSTRAINT_CHECK:
		return fault.New(fault.Invalid, "new row for relation %q violates check constraint", t.Name).Because(err)
	case codes.SQLITE_INTERRUPT:
		return fault.New(fault.TimedOut, "canceling statement due to statement timeout").Because(err)
	}
	switch e.Code() & 0xff {
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED, codes.SQLITE_FULL, codes.SQLITE_IOERR, codes.SQLITE_READONLY, codes.SQLITE_CANTOPEN, codes.SQLITE_NOMEM:
		return store.Unavailable(err)
	}
	return nil
}

// StatementContext has no end: an interrupted write would cost the whole group
// its transaction.
func (*Engine) StatementContext(ctx context.Context) context.Context {
	return context.WithoutCancel(ctx)
}

// Columns have types that do not tell how a value is meant.
func (*Engine) Columns() (query string, typed bool) {
	return "SELECT name, type FROM pragma_table_info($1)", false
}

func init() {
	sqlitelib.MustRegisterDeterministicScalarFunction("vitrine_like", 2, matchFunc(false))
	sqlitelib.MustRegisterDeterministicScalarFunction("vitrine_ilike", 2, matchFunc(true))
}

// likePattern is a compiled pattern. SQLite's own LIKE folds ASCII only and cannot
// be case sensitive beside it.
type likePattern struct {
	source  string
	folded  bool
	matches func(text string) bool
}

var lastPattern atomic.Pointer[likePattern]

// patternOf caches the last pattern, because a scan asks for the same one for
// every row.
func patternOf(source string, folded bool) *likePattern {
	if p := lastPattern.Load(); p != nil && p.source == source && p.folded == folded {
		return p
	}
	p := &likePattern{source, folded, store.Like(source, folded)}
	lastPattern.Store(p)
	return p
}

func matchFunc(folded bool) func(*sqlitelib.FunctionContext, []driver.Value) (driver.Value, error) {
	return func(_ *sqlitelib.FunctionContext, args []driver.Value) (driver.Value, error) {
		text, ok1 := args[0].(string)
		pattern, ok2 := args[1].(string)
		if !ok1 || !ok2 {
			return nil, nil
		}
		if patternOf(pattern, folded).matches(text) {
			return int64(1), nil
		}
		return int64(0), nil
	}
}

// Resample has nothing to forget: what SQLite notes of a table are numbers.
func (*Engine) Resample(context.Context, []*schema.Table) error { return nil }
