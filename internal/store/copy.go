package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	sqlitelib "modernc.org/sqlite"

	"vitrine/internal/schema"
)

const databaseFile = "vitrine.db"

// CopyTo writes the SQLite database as it is now into a new file, readable by
// its owner alone. Writers go on meanwhile; what was committed before the call
// is in the copy. PostgreSQL has no such file.
func (s *Store) CopyTo(ctx context.Context, path string) error {
	if s.file == "" {
		return errors.New("only a SQLite database can be copied as a file")
	}
	db, err := sql.Open("sqlite", onceDSN(s.file))
	if err != nil {
		return err
	}
	defer db.Close()
	return vacuumInto(ctx, db, path)
}

// FileSize is how large the SQLite file is; 0 on PostgreSQL.
func (s *Store) FileSize() (int64, error) {
	if s.file == "" {
		return 0, nil
	}
	info, err := os.Stat(s.file)
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

// OpenCopy opens a SQLite file for reading alone, after checking that it is
// sound and ours. It is not migrated.
func OpenCopy(ctx context.Context, path string) (*Store, error) {
	s := &Store{dia: sqlite{}, now: time.Now, log: slog.New(slog.DiscardHandler)}
	q := url.Values{"mode": {"ro"}, "_pragma": {"query_only(1)", "trusted_schema(0)", "cell_size_check(1)", "mmap_size(0)", fmt.Sprintf("cache_size(-%d)", onceCache)}}
	var err error
	if s.read, err = sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+q.Encode()); err != nil {
		return nil, err
	}
	var id int64
	if err = sound(ctx, s.read); err == nil {
		err = s.read.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id)
	}
	if err == nil && id != appID {
		err = errors.New("this is no database of Vitrine")
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// OpenAsItIs opens the SQLite database in dir for reading alone, whatever its
// schema is. It is not migrated.
func OpenAsItIs(ctx context.Context, dir string) (*Store, error) {
	path := filepath.Join(dir, databaseFile)
	s, err := OpenCopy(ctx, path)
	if err == nil {
		s.file = path
	}
	return s, err
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
		if _, err := db.ExecContext(ctx, "DELETE FROM "+quote(t.Name)); err != nil {
			return fmt.Errorf("empty %s: %w", t.Name, err)
		}
	}
	return nil
}

// Known is the number of the newest migration that this program knows.
func Known() int64 {
	files, err := fs.ReadDir(migrationFiles, sqliteMigrations.dir)
	if err != nil || len(files) == 0 {
		return 0
	}
	var n int64
	fmt.Sscanf(files[len(files)-1].Name(), "%d", &n)
	return n
}

// LockFolder keeps every server away from a SQLite folder until release, and fails
// while one is there.
func LockFolder(dir string) (release func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	lock, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	return func() { lock.Close() }, nil
}

func lockFolder(dir string) (*os.File, error) {
	lock, err := lockFile(filepath.Join(dir, "serve.lock"), false)
	if err != nil && !errors.Is(err, errTaken) {
		return nil, fmt.Errorf("use the data folder: %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("another vitrine serve is using %s; stop it first, or give this one another VITRINE_DATA", dir)
	}
	return lock, nil
}

// Replace puts the content of the SQLite file at path in place of the database
// in dir, in one transaction: a crash leaves the old or the new one. A database
// that is damaged, or said to be, is put aside under another name, and comes
// back when the new one cannot be written. The folder must be locked.
func Replace(ctx context.Context, dir, path string, broken bool) (aside string, err error) {
	turn, err := lockFile(filepath.Join(dir, "migrate.lock"), true)
	if err != nil {
		return "", fmt.Errorf("wait for a migration: %w", err)
	}
	defer turn.Close()
	target := filepath.Join(dir, databaseFile)
	db, err := sql.Open("sqlite", onceDSN(target))
	if err != nil {
		return "", err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err = sound(ctx, db); err != nil && !Damaged(err) {
		return "", err
	}
	if err != nil || broken {
		db.Close()
		if aside, err = moveAside(target); err != nil {
			return "", err
		}
		if db, err = sql.Open("sqlite", onceDSN(target)); err != nil {
			return "", errors.Join(err, rename(aside, target))
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
	}
	if err := restorePages(ctx, db, path); err != nil {
		err = fmt.Errorf("replace the database: %w", err)
		if aside != "" {
			err = errors.Join(err, db.Close(), rename(aside, target))
		}
		return "", err
	}
	// What has been written is not called off any more.
	return aside, errors.Join(sound(context.WithoutCancel(ctx), db), os.Chmod(target, 0o600))
}

// pagesPerStep are few enough for a copy to end soon after its context.
const pagesPerStep = 4096

// restorePages copies all pages of a file into an open database as one transaction.
func restorePages(ctx context.Context, db *sql.DB, path string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(c any) error {
		backup, err := c.(interface {
			NewRestore(string) (*sqlitelib.Backup, error)
		}).NewRestore("file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=ro")
		if err != nil {
			return err
		}
		for more := true; more && err == nil; {
			if err = ctx.Err(); err == nil {
				more, err = backup.Step(pagesPerStep)
			}
		}
		return errors.Join(err, backup.Finish())
	})
}

func moveAside(target string) (string, error) {
	aside := target + ".damaged-" + time.Now().UTC().Format("20060102T150405Z")
	if err := rename(target, aside); err != nil {
		return "", fmt.Errorf("put the damaged database aside: %w", err)
	}
	return aside, nil
}

// rename moves a database with its log. At no moment does a database stand
// beside the log of another, or without its own where a start would take it.
func rename(from, to string) error {
	for _, step := range moveSteps(from, to) {
		if err := step(); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// moveSteps have the log in both places while the file moves, where the file
// system has hard links. The third file is made anew from the log.
func moveSteps(from, to string) (steps []func() error) {
	for _, old := range []string{to, to + "-wal", to + "-shm"} {
		steps = append(steps, func() error { return os.Remove(old) })
	}
	return append(steps,
		func() error {
			if err := os.Link(from+"-wal", to+"-wal"); err == nil || errors.Is(err, os.ErrNotExist) {
				return err
			}
			return os.Rename(from+"-wal", to+"-wal")
		},
		func() error { return os.Rename(from, to) },
		func() error { return os.Remove(from + "-wal") },
		func() error { return os.Remove(from + "-shm") },
	)
}
