package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// retainedCopies is the retention of copies of the times before migrations.
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
	db, err := sql.Open("sqlite", uri(path, fmt.Sprintf("mode=rw&_pragma=cache_size(-%d)", onceCache)))
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
