package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"vitrine/internal/store"
)

// hasWAL tells whether a SQLite file was not closed by whoever wrote to it last.
func hasWAL(file string) bool {
	log, err := os.Stat(file + "-wal")
	return err == nil && log.Size() > 0
}

// UncleanShutdown tells whether the last server on the file ended without closing
// it, and no Check has found it sound since.
func (e *Engine) UncleanShutdown() bool { return e.unclean.Load() }

// Check reads all of the file, indexes included.
func (e *Engine) Check(ctx context.Context) error {
	// A connection that was open before rows came takes their search index for damaged.
	db, err := openCaching(dsnOf(e.file, true, onceCache))
	if err != nil {
		return err
	}
	defer db.Close()
	if err := examine(ctx, db, "PRAGMA integrity_check(1)"); err != nil {
		return err
	}
	e.unclean.Store(false)
	return nil
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

// Examine looks at the database in dir without changing it, beside whatever uses
// it. fs.ErrNotExist means that there is none yet.
func Examine(ctx context.Context, dir string) (f store.Finding, err error) {
	path := filepath.Join(dir, databaseFile)
	if err := refuseEmptyFile(dir, path); err != nil {
		return f, err
	}
	if info, err := os.Stat(path); err != nil {
		return f, err
	} else if info.Size() == 0 {
		return f, fs.ErrNotExist
	}
	db, err := openToLook(path)
	if err != nil {
		return f, err
	}
	defer db.Close()
	began := time.Now()
	if err := db.QueryRowContext(ctx, "SELECT 'SQLite ' || sqlite_version(), count(*) FROM sqlite_master").Scan(&f.Engine, new(int)); err != nil {
		return f, fmt.Errorf("read %s: %w", path, err)
	}
	f.Took = time.Since(began)
	if err := sound(ctx, db); err != nil {
		return f, err
	}
	if bare, err := hasNoTables(ctx, db); err != nil {
		return f, err
	} else if bare {
		return f, cmp.Or(missingIn(dir, path), fs.ErrNotExist)
	}
	f.Schema, err = store.Applied(ctx, db)
	return f, err
}
