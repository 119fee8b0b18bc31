package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"vitrine/internal/store"
)

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
