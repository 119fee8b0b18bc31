package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// retainedCopies is how many copies of the times before migrations stay.
const retainedCopies = 3

// copyBeforeMigration copies the database of an older program before it is migrated.
func copyBeforeMigration(ctx context.Context, db *sql.DB, dir string, have, want int64, log *slog.Logger) (drop func(), err error) {
	dir = filepath.Join(dir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the backup folder: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("vitrine-before-schema-%d-%s.db", want, time.Now().UTC().Format("20060102T150405.000000Z")))
	if err := vacuumInto(ctx, db, path+".part"); err != nil {
		return nil, fmt.Errorf("back up before the migration: %w", err)
	}
	if err := checkCopy(ctx, path+".part"); err != nil {
		os.Remove(path + ".part")
		return nil, fmt.Errorf("back up before the migration: the copy: %w", err)
	}
	if err := os.Rename(path+".part", path); err != nil {
		return nil, fmt.Errorf("back up before the migration: %w", err)
	}
	log.Info("kept a copy before the migration", "file", path, "schema", have)
	return func() { os.Remove(path) }, nil
}

// checkCopy looks at a copy as a start looks at the database: visitors wait.
// It opens it for writing, without which SQLite does not check rows by rules.
func checkCopy(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+fmt.Sprintf("?mode=rw&_pragma=cache_size(-%d)", onceCache))
	if err != nil {
		return err
	}
	defer db.Close()
	return startCheck(ctx, db, db)
}

// applyRetention removes all such copies but the newest.
func applyRetention(dir string) {
	copies, _ := filepath.Glob(filepath.Join(dir, "backups", "vitrine-before-schema-*Z.db"))
	slices.SortFunc(copies, func(a, b string) int { return strings.Compare(timestampOf(a), timestampOf(b)) })
	for _, path := range copies[:max(0, len(copies)-retainedCopies)] {
		os.Remove(path)
	}
}

func timestampOf(path string) string { return path[strings.LastIndexByte(path, '-')+1:] }

// OpenOlder opens a database that an older program made as it is, for reading
// alone. Where there is none, or one that Open does not migrate, found is false.
func OpenOlder(ctx context.Context, o Options) (s *Store, found bool, err error) {
	if o.URL == "" {
		return olderSQLite(ctx, o.Dir)
	}
	db, err := openPostgres(ctx, o.URL)
	if err != nil {
		return nil, false, err
	}
	var made bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&made); err != nil || !made || !older(ctx, db) {
		return nil, false, errors.Join(err, db.Close())
	}
	return &Store{dia: postgres{}, read: db, now: time.Now, log: slog.Default()}, true, nil
}

func olderSQLite(ctx context.Context, dir string) (s *Store, found bool, err error) {
	path := filepath.Join(dir, databaseFile)
	if _, err := os.Stat(path); err != nil {
		return nil, false, nil // Open tells what is missing
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, false, err
	}
	defer db.Close()
	if !older(ctx, db) {
		return nil, false, nil
	}
	s, err = OpenAsItIs(ctx, dir)
	return s, err == nil, err
}

// older tells of a database that cannot be read that it is not: Open says why.
func older(ctx context.Context, db *sql.DB) bool {
	have, err := applied(ctx, db)
	return err == nil && have > 0 && have < Known()
}
