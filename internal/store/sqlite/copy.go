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
	"slices"
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// CopyTo writes the database as it is now into a new file, readable by its owner
// alone. Writers go on meanwhile; what was committed before the call is in the
// copy.
func (e *Engine) CopyTo(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", onceDSN(e.file))
	if err != nil {
		return err
	}
	defer db.Close()
	return vacuumInto(ctx, db, path)
}

// Size is how large the file is.
func (e *Engine) Size() (int64, error) {
	info, err := os.Stat(e.file)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func vacuumInto(ctx context.Context, db *sql.DB, path string) error {
	// Made first, so that nobody else can read it even while it is written.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	defer f.Close()
	if _, err = db.ExecContext(ctx, "VACUUM INTO ?", path); err == nil {
		err = f.Sync()
	}
	if err != nil {
		f.Close() // Windows removes no open file
		os.Remove(path)
		return fmt.Errorf("copy the database: %w", err)
	}
	return nil
}

// CopyFile copies a SQLite database, its log included, into a new file.
func CopyFile(ctx context.Context, from, to string) error {
	db, err := sql.Open("sqlite", uri(from, fmt.Sprintf("mode=ro&_pragma=cache_size(-%d)", onceCache)))
	if err != nil {
		return err
	}
	defer db.Close()
	return vacuumInto(ctx, db, to)
}

// Strip empties those of the tables that a SQLite file has. The file must be
// a copy: a crash may damage it.
func Strip(ctx context.Context, path string, tables ...*schema.Table) error {
	db, err := sql.Open("sqlite", uri(path, "_pragma=journal_mode(MEMORY)"))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, t := range tables {
		var there bool
		if err := db.QueryRowContext(ctx, "SELECT count(*) > 0 FROM sqlite_master WHERE type = 'table' AND name = ?", t.Name).Scan(&there); err != nil {
			return err
		}
		if !there {
			continue
		}
		if _, err := db.ExecContext(ctx, "DELETE FROM "+store.Quote(t.Name)); err != nil {
			return fmt.Errorf("empty %s: %w", t.Name, err)
		}
	}
	return nil
}

// OpenCopy opens a SQLite file for reading alone, after checking that it is
// sound and ours. It is not migrated.
func OpenCopy(ctx context.Context, path string) (*store.Store, error) {
	o := store.Options{Log: slog.New(slog.DiscardHandler)}
	e := &Engine{file: path, log: o.Log}
	q := url.Values{"mode": {"ro"}, "_pragma": {"query_only(1)", "trusted_schema(0)", "cell_size_check(1)", "mmap_size(0)", fmt.Sprintf("cache_size(-%d)", onceCache)}}
	var err error
	if e.read, err = sql.Open("sqlite", uri(path, q.Encode())); err != nil {
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
	return sql.Open("sqlite", uri(path, "mode=ro&_pragma=busy_timeout(5000)"))
}

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
