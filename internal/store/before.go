package store

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

// keptBefore is how many copies of the times before migrations stay.
const keptBefore = 3

// keepBefore copies the database of an older program before it is migrated.
func keepBefore(ctx context.Context, db *sql.DB, dir string, have, want int64, log *slog.Logger) (drop func(), err error) {
	dir = filepath.Join(dir, "backups")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the backup folder: %w", err)
	}
	path := filepath.Join(dir, fmt.Sprintf("vitrine-before-schema-%d-%s.db", want, time.Now().UTC().Format("20060102T150405.000000Z")))
	if err := vacuumInto(ctx, db, path+".part"); err != nil {
		return nil, fmt.Errorf("back up before the migration: %w", err)
	}
	if err := os.Rename(path+".part", path); err != nil {
		return nil, fmt.Errorf("back up before the migration: %w", err)
	}
	log.Info("kept a copy before the migration", "file", path, "schema", have)
	return func() { os.Remove(path) }, nil
}

// pruneBefore removes all such copies but the newest.
func pruneBefore(dir string) {
	copies, _ := filepath.Glob(filepath.Join(dir, "backups", "vitrine-before-schema-*Z.db"))
	slices.SortFunc(copies, func(a, b string) int { return strings.Compare(momentOf(a), momentOf(b)) })
	for _, path := range copies[:max(0, len(copies)-keptBefore)] {
		os.Remove(path)
	}
}

func momentOf(path string) string { return path[strings.LastIndexByte(path, '-')+1:] }
