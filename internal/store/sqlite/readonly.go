package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"

	"vitrine/internal/store"
)

// OpenCopy opens a SQLite file for reading alone, after checking that it is
// sound and ours. It is not migrated.
func OpenCopy(ctx context.Context, path string) (*store.Store, error) {
	o := store.Options{Log: slog.New(slog.DiscardHandler)}
	e := &Engine{file: path, log: o.Log}
	q := url.Values{"mode": {"ro"}, "_pragma": {"query_only(1)", "trusted_schema(0)", "cell_size_check(1)", "mmap_size(0)", fmt.Sprintf("cache_size(-%d)", onceCache)}}
	var err error
	if e.read, err = sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode()); err != nil {
		return nil, err
	}
	var id int64
	if err = sound(ctx, e.read); err == nil {
		err = e.read.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id)
	}
	if err == nil && id != appID {
		err = errors.New("this is no database of Vitrine")
	}
	if err != nil {
		e.Close()
		return nil, err
	}
	return store.Unmigrated(e, o), nil
}

// OpenAsItIs opens the SQLite database in dir for reading alone, whatever its
// schema is. It is not migrated.
func OpenAsItIs(ctx context.Context, dir string) (*store.Store, error) {
	return OpenCopy(ctx, filepath.Join(dir, databaseFile))
}

// OpenOlder opens the database in dir that an older program made as it is, for
// reading alone. Where there is none, or one that is not migrated, found is false.
func OpenOlder(ctx context.Context, dir string) (s *store.Store, found bool, err error) {
	path := filepath.Join(dir, databaseFile)
	if _, err := os.Stat(path); err != nil {
		return nil, false, nil // Connect tells what is missing
	}
	db, err := openToLook(path)
	if err != nil {
		return nil, false, err
	}
	defer db.Close()
	if !store.Older(ctx, db) {
		return nil, false, nil
	}
	s, err = OpenAsItIs(ctx, dir)
	return s, err == nil, err
}

// openToLook opens a file for reading beside whoever writes to it.
func openToLook(path string) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(5000)")
}
