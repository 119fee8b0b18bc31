package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// errTaken is a lock that another process holds.
var errTaken = errors.New("another process has the lock")

// lockFile holds an advisory lock that the system drops when the process ends.
func lockFile(path string, wait bool) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f, wait); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
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
