package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"

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
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: from}).EscapedPath()+fmt.Sprintf("?mode=ro&_pragma=cache_size(-%d)", onceCache))
	if err != nil {
		return err
	}
	defer db.Close()
	return vacuumInto(ctx, db, to)
}

// Strip empties those of the tables that a SQLite file has. The file must be
// a copy: a crash may damage it.
func Strip(ctx context.Context, path string, tables ...*schema.Table) error {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_pragma=journal_mode(MEMORY)")
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
