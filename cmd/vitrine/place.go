package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/storage"
)

// checkPlaces refuses places that cannot be written to, before anything is
// opened. The data folder is checked by who opens it.
func (c *serveCommand) checkPlaces(log *slog.Logger) error {
	if err := storage.CheckAddresses(c.StorageURL, c.BackupDir); err != nil {
		return err
	}
	place := c.backups()
	if _, err := archive.ParseKey(c.BackupKey); err != nil {
		return err
	}
	if every, err := c.BackupEvery(); err != nil || every == 0 || c.BackupDir == "" || place.remote() {
		return err
	}
	err := writable(c.BackupDir)
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		log.Error("there is no room for backups", "dir", c.BackupDir)
		return nil // visitors need none
	}
	if err != nil {
		return fmt.Errorf("VITRINE_BACKUP_DIR: %w", err)
	}
	return nil
}

// writable tries to write a file into a folder, which is made if need be.
func writable(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".check-*"); err == nil {
			_, err = f.WriteString("x")
			err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
		}
	}
	if errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w; a systemd unit has to name the folder in ReadWritePaths", err)
	}
	return err
}

// leaveNoFolders takes those of the folders away again that are not there
// now, and stay empty.
func leaveNoFolders(dirs ...string) (clean func()) {
	var missing []string
	for _, dir := range dirs {
		for ; dir != "" && dir != filepath.Dir(dir) && !exists(dir); dir = filepath.Dir(dir) {
			missing = append(missing, dir)
		}
	}
	return func() {
		slices.SortFunc(missing, func(a, b string) int { return len(b) - len(a) }) // children first
		for _, dir := range missing {
			os.Remove(dir)
		}
	}
}

const oldBackup = 48 * time.Hour

// backup looks at the place of the backups, and at the newest one there.
func (c *doctorCommand) backup(ctx context.Context) (string, error) {
	every, err := c.BackupEvery()
	if err != nil {
		return "", err
	}
	if every == 0 {
		return "", warn("VITRINE_BACKUP is off: nothing is backed up but by vitrine backup")
	}
	place := backupPlace{c.BackupDir, c.BackupKey}
	where, names := place.dir(c.Place), []string(nil)
	if place.remote() {
		where = bucketOf(c.BackupDir)
		names, err = tryVault(ctx, c.BackupDir)
	} else {
		names, err = tryFolder(where)
	}
	if err != nil {
		return "", err
	}
	newest := newestBackup(names)
	switch age := time.Since(newest); {
	case newest.IsZero():
		return "", warn("%s: there is none yet; vitrine serve makes one every %v", where, every)
	case age > oldBackup:
		return "", warn("%s: the newest is %.0f days old; either nothing has changed since, or the log says what is wrong", where, age.Hours()/24)
	default:
		return fmt.Sprintf("%s: the newest is %v old", where, max(age, 0).Round(time.Minute)), nil
	}
}

func tryFolder(dir string) (names []string, err error) {
	if err := writable(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// tryVault keeps a small file in the bucket and takes it away again.
func tryVault(ctx context.Context, address string) ([]string, error) {
	vault, err := storage.OpenVault(ctx, address)
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp("", "vitrine-doctor-*")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString("written by vitrine doctor")
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	if err := vault.Keep(ctx, f.Name()); err != nil {
		return nil, err
	}
	if err := vault.Remove(ctx, filepath.Base(f.Name())); err != nil {
		return nil, err
	}
	return vault.Names(ctx)
}

// newestBackup reads the moments out of the names; zero when there is none.
func newestBackup(names []string) (newest time.Time) {
	for _, name := range names {
		if at, is := archive.MadeAt(name); is && strings.Contains(name, ".zip") && at.After(newest) {
			newest = at
		}
	}
	return newest
}
