package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	sqlitelib "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

var (
	errDamaged = errors.New("damaged")
	errMissing = errors.New("restore from backup")
)

// Damaged tells whether a database could not be opened because only a backup
// can help it.
func Damaged(err error) bool {
	var e *sqlitelib.Error
	return errors.Is(err, errDamaged) || Missing(err) || errors.As(err, &e) && isDamage(e)
}

// Missing tells whether the place had a site, and has none any more.
func Missing(err error) bool { return errors.Is(err, errMissing) }

func isDamage(e *sqlitelib.Error) bool {
	code := e.Code() & 0xff
	return code == codes.SQLITE_CORRUPT || code == codes.SQLITE_NOTADB
}

func damaged(err error) error {
	var e *sqlitelib.Error
	// A check that was called off says nothing about the file.
	calledOff := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	if calledOff || errors.As(err, &e) && !isDamage(e) {
		return fmt.Errorf("open the database: %w", err)
	}
	return fmt.Errorf("the database is %w, restore from backup (the file is kept as it is): %w", errDamaged, err)
}

// refuseEmptyFile stops a start that would fill a site's lost file with the
// built-in content as if it were new.
func refuseEmptyFile(dir, path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return missingIn(dir, path)
	}
	return nil
}

// refuseNoTables does the same for a file without tables.
func refuseNoTables(ctx context.Context, db *sql.DB, dir, path string) error {
	bare, err := hasNoTables(ctx, db)
	if err != nil || !bare {
		return err
	}
	return missingIn(dir, path)
}

// missingIn is an error where there was a site, and nil where it is to be made.
func missingIn(dir, path string) error {
	mark := filepath.Join(dir, "initialised")
	if _, err := os.Stat(mark); err != nil {
		return nil
	}
	return fmt.Errorf("the database %s is missing or empty; %w, or remove %s to start anew", path, errMissing, mark)
}

func hasNoTables(ctx context.Context, db *sql.DB) (bare bool, err error) {
	if err = db.QueryRowContext(ctx, "SELECT count(*) = 0 FROM sqlite_master").Scan(&bare); err != nil {
		return false, damaged(err)
	}
	return bare, nil
}

// HasDatabase tells whether a folder has a SQLite database with anything in it,
// sound or damaged.
func HasDatabase(ctx context.Context, dir string) bool {
	path := filepath.Join(dir, databaseFile)
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return false
	}
	db, err := openToLook(path)
	if err != nil {
		return true
	}
	defer db.Close()
	bare, err := hasNoTables(ctx, db)
	return err != nil || !bare
}

// isIOError tells whether the disk failed: then nothing more may be promised
// until a restart has recovered the file.
func isIOError(err error) bool {
	var e *sqlitelib.Error
	return errors.As(err, &e) && e.Code()&0xff == codes.SQLITE_IOERR
}
