package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"vitrine/internal/archive"
)

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
	if err := found(ctx, archive.Backups, c.BackupDir); err != nil {
		return "", err
	}
	place := backupPlace{c.BackupDir, c.BackupKey}
	where, names, free := place.dir(c.Place), []string(nil), ""
	if place.remote() {
		where = bucketOf(c.BackupDir)
		names, err = tryVault(ctx, c.BackupDir)
	} else if names, err = tryFolder(where); err == nil {
		free, err = room(where)
		free = ", " + free
	}
	if err != nil {
		return "", err
	}
	newest := newestBackup(names, time.Now())
	switch age := time.Since(newest); {
	case newest.IsZero():
		return "", warn("%s: there is none yet; vitrine serve makes one every %v", where, every)
	case age > oldBackup:
		return "", warn("%s: the newest is %.0f days old; either nothing has changed since, or the log says what is wrong", where, age.Hours()/24)
	default:
		return fmt.Sprintf("%s: the newest is %v old%s", where, max(age, 0).Round(time.Minute), free), nil
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
	vault, err := archive.OpenVault(ctx, address)
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

// newestBackup reads the moments out of the names; zero when there is none. A
// clock that was wrong may have written names that stay new for years.
func newestBackup(names []string, now time.Time) (newest time.Time) {
	for _, name := range names {
		if at, is := archive.MadeAt(name); is && strings.Contains(name, ".zip") && at.After(newest) && at.Before(now.Add(time.Hour)) {
			newest = at
		}
	}
	return newest
}
