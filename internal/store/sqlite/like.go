package sqlite

import (
	"database/sql/driver"
	"sync/atomic"

	sqlitelib "modernc.org/sqlite"

	"vitrine/internal/store"
)

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
