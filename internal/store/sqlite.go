package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	sqlitelib "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

const (
	readers = 6
	// idleTimeout is when a reader that nobody needs gives its memory back.
	idleTimeout = 30 * time.Second
	lockWait    = 5 * time.Second // for another process that writes
	// appID marks the file as ours for tools such as file(1).
	appID = 0x76697472

	// KiB of pages that a connection adds to what all of them may keep together;
	// the allocator takes about twice as much for them.
	writerCache = 8000
	readerCache = 3000 // six readers with as much as the writer would take 48 MB; the system keeps the file too
	onceCache   = 1000
)

type sqlite struct{}

func init() {
	sqlitelib.MustRegisterDeterministicScalarFunction("vitrine_like", 2, matchFunc(false))
	sqlitelib.MustRegisterDeterministicScalarFunction("vitrine_ilike", 2, matchFunc(true))
}

// pragmas are the same for every connection; busy_timeout comes first so that
// the others wait too.
func sqliteDSN(path string, readOnly bool) string {
	if readOnly {
		return dsnOf(path, true, readerCache)
	}
	return dsnOf(path, false, writerCache)
}

// onceDSN is for going through a whole file once, which a cache does not speed
// up: so the memory that it takes does not grow with the file.
func onceDSN(path string) string { return dsnOf(path, false, onceCache) }

func dsnOf(path string, readOnly bool, cache int) string {
	q := url.Values{}
	for _, p := range []string{
		fmt.Sprintf("busy_timeout(%d)", lockWait.Milliseconds()), "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "trusted_schema(0)",
		"cell_size_check(1)", "mmap_size(0)", "temp_store(MEMORY)", fmt.Sprintf("cache_size(-%d)", cache), "journal_size_limit(67108864)",
	} {
		q.Add("_pragma", p)
	}
	if readOnly {
		q.Add("_pragma", "query_only(1)")
	} else {
		q.Set("_txlock", "immediate")
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
}

func openSQLite(ctx context.Context, dir string, once bool) (write, read *sql.DB, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, fmt.Errorf("make the data folder: %w", err)
	}
	path := filepath.Join(dir, databaseFile)
	if err := refuseEmptyFile(dir, path); err != nil {
		return nil, nil, err
	}
	cache, readCache := writerCache, readerCache
	if once {
		cache, readCache = onceCache, onceCache
	}
	if write, err = openCaching(dsnOf(path, false, cache)); err != nil {
		return nil, nil, err
	}
	write.SetMaxOpenConns(1)
	if read, err = openCaching(dsnOf(path, true, readCache)); err != nil {
		write.Close()
		return nil, nil, err
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	read.SetConnMaxIdleTime(idleTimeout)
	if err = refuseNoTables(ctx, write, dir, path); err == nil {
		err = healthy(ctx, write, read)
	}
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		read.Close()
		write.Close()
		return nil, nil, err
	}
	return write, read, nil
}

// sound refuses a file that SQLite finds damaged.
func sound(ctx context.Context, db *sql.DB) error { return checked(ctx, db, "PRAGMA quick_check(1)") }

func checked(ctx context.Context, db *sql.DB, how string) error {
	if err := refuseOldSQLite(ctx, db); err != nil {
		return err
	}
	return examine(ctx, db, how)
}

func refuseOldSQLite(ctx context.Context, db *sql.DB) error {
	var version string
	if err := db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&version); err != nil {
		return damaged(err)
	}
	if isOlder(version, 3, 51, 3) {
		return fmt.Errorf("SQLite %s can corrupt a database; 3.51.3 or newer is needed", version)
	}
	return nil
}

const (
	tablesToCheck = "SELECT concat_ws(' ', 'sqlite_schema', group_concat(name, ' ')) FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
	checkTable    = "SELECT coalesce((SELECT quick_check FROM pragma_quick_check(?) WHERE quick_check <> 'ok' LIMIT 1), 'ok')"
)

// startCheck looks at every table and its indexes, but does not compare an
// trigram index with the texts that it was made from: that takes longer than
// all else, and Check does it. On a large site it is most of a start, so both
// connections take part.
func startCheck(ctx context.Context, write, read *sql.DB) error {
	var list string
	if err := write.QueryRowContext(ctx, tablesToCheck).Scan(&list); err != nil {
		return damaged(err)
	}
	names := strings.Fields(list)
	left := make(chan string, len(names))
	for _, name := range names {
		left <- name
	}
	close(left)
	var both errgroup.Group
	for _, db := range []*sql.DB{write, read} {
		both.Go(func() error {
			for name := range left {
				if err := examine(ctx, db, checkTable, name); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return both.Wait()
}

func examine(ctx context.Context, db *sql.DB, pragma string, args ...any) error {
	var verdict string
	if err := db.QueryRowContext(ctx, pragma, args...).Scan(&verdict); err != nil {
		return damaged(err)
	}
	if verdict != "ok" {
		return damaged(errors.New(verdict))
	}
	return nil
}

// Check reads all of a SQLite file, indexes included, which a start does not
// take the time for. PostgreSQL looks after its own files.
func (s *Store) Check(ctx context.Context) error {
	if s.file == "" {
		return nil
	}
	// A connection that was open before rows came takes their search index for damaged.
	db, err := openCaching(dsnOf(s.file, true, onceCache))
	if err != nil {
		return err
	}
	defer db.Close()
	return examine(ctx, db, "PRAGMA integrity_check(1)")
}

func healthy(ctx context.Context, db, read *sql.DB) error {
	if err := refuseOldSQLite(ctx, db); err != nil {
		return err
	}
	if err := startCheck(ctx, db, read); err != nil {
		return err
	}
	ReleaseMemory() // the check read all of the file
	var id int64
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return damaged(err)
	}
	if id == appID {
		return nil
	}
	if _, err := db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", appID)); err != nil {
		return fmt.Errorf("mark the database: %w", err)
	}
	return nil
}

func isOlder(version string, want ...int) bool {
	var have [3]int
	fmt.Sscanf(version, "%d.%d.%d", &have[0], &have[1], &have[2])
	for i, w := range want {
		if have[i] != w {
			return have[i] < w
		}
	}
	return false
}

func (sqlite) placeholder(int) string { return "?" }

func (sqlite) arg(c *schema.Column, v any) any {
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

// like asks SQLite itself where it would say the same: it folds ASCII only, and
// takes long for several wildcards. The call into Go costs ten times as much.
func (sqlite) like(column, pattern string, mark func() string, folded bool) string {
	switch {
	case !folded:
		return "vitrine_like(" + column + ", " + mark() + ")"
	case isASCII(pattern) && compile(pattern, true).plain:
		return "(" + column + " LIKE " + mark() + ` ESCAPE '\' OR length(` + column + ") <> octet_length(" + column + ") AND vitrine_ilike(" + column + ", " + mark() + "))"
	}
	return "vitrine_ilike(" + column + ", " + mark() + ")"
}

func (sqlite) folded(text string) string { return text + " COLLATE NOCASE" }

func (d sqlite) unique(c *schema.Column) string {
	if c.Folded {
		return d.folded(quote(c.Name))
	}
	return quote(c.Name)
}

func (sqlite) anyOf(column, mark string) string {
	return column + " IN (SELECT value FROM json_each(" + mark + "))"
}

func (sqlite) list(ids []any) any {
	raw, _ := json.Marshal(ids)
	return string(raw)
}

// lock has nothing to do: there is one writer.
func (sqlite) lock(context.Context, querier, string) error { return nil }

func (sqlite) forUpdate() string { return "" }

func (sqlite) engine() string { return "sqlite" }

func (sqlite) noTimeouts(context.Context, querier) error { return nil }

// lockTables has nothing to do: there is one writer.
func (sqlite) lockTables(context.Context, querier, []*schema.Table) error { return nil }

func (sqlite) tables(name string) string {
	return "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '" + name + "'"
}

func (sqlite) lastID(t *schema.Table) string {
	return "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '" + t.Name + "'"
}

func (sqlite) resume(ctx context.Context, q querier, t *schema.Table, last int64) error {
	_, err := q.ExecContext(ctx, "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", last, t.Name)
	if err == nil {
		_, err = q.ExecContext(ctx, "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 WHERE ?2 > 0 AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)", t.Name, last)
	}
	return err
}

func (sqlite) numbered(context.Context, querier, *schema.Table) error { return nil }

func (sqlite) explain(t *schema.Table, row Row, err error) error {
	var e *sqlitelib.Error
	if !errors.As(err, &e) {
		return nil
	}
	switch e.Code() {
	case codes.SQLITE_CONSTRAINT_UNIQUE, codes.SQLITE_CONSTRAINT_PRIMARYKEY, codes.SQLITE_CONSTRAINT_ROWID:
		_, column, _ := strings.Cut(e.Error(), t.Name+".")
		column, _, _ = strings.Cut(column, " ")
		column = strings.Trim(column, "()")
		return duplicate(t, column, row, err)
	case codes.SQLITE_CONSTRAINT_FOREIGNKEY:
		return noParent(t, err)
	case codes.SQLITE_CONSTRAINT_CHECK:
		return fault.New(fault.Invalid, "new row for relation %q violates check constraint", t.Name).Because(err)
	case codes.SQLITE_INTERRUPT:
		return fault.New(fault.TimedOut, "canceling statement due to statement timeout").Because(err)
	}
	switch e.Code() & 0xff {
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED, codes.SQLITE_FULL, codes.SQLITE_IOERR, codes.SQLITE_READONLY, codes.SQLITE_CANTOPEN, codes.SQLITE_NOMEM:
		return unavailable(err)
	}
	return nil
}

// isIOError tells whether the disk failed: then nothing more may be promised
// until a restart has recovered the file.
func isIOError(err error) bool {
	var e *sqlitelib.Error
	return errors.As(err, &e) && e.Code()&0xff == codes.SQLITE_IOERR
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
