package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	sqlitelib "modernc.org/sqlite"
)

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
		}).NewRestore(uri(path, "mode=ro"))
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
