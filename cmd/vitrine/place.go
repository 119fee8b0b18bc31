package main

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"vitrine/internal/archive"
	"vitrine/internal/storage"
)

// roomToStart is what a start may write, and little enough that a site with
// room for a day goes on.
const roomToStart = 16 << 20

// checkPlaces refuses places that cannot be written to, before anything is
// opened. The data folder is checked by who opens it, except for its room.
func (c *serveCommand) checkPlaces(log *slog.Logger) error {
	if err := c.checkRoom(); err != nil {
		return err
	}
	if err := cmp.Or(storage.Uploads.Check(c.StorageURL), archive.Backups.Check(c.BackupDir)); err != nil {
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
	if isFull(err) {
		log.Error("there is no room for backups", "dir", c.BackupDir)
		return nil // visitors need none
	}
	if err != nil {
		return fmt.Errorf("VITRINE_BACKUP_DIR: %w", err)
	}
	return nil
}

// checkRoom refuses a data folder that the first writes would fill. One that
// holds neither the database nor the uploads needs none.
func (c *serveCommand) checkRoom() error {
	if c.HasServer() && c.StorageURL != "" {
		return nil
	}
	dir, err := filepath.Abs(c.Data)
	if err != nil {
		return err
	}
	for !exists(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	if free, err := freeAt(dir); err == nil && free < roomToStart {
		return fmt.Errorf("no room to start: %s has %.1f MB free, and %d are needed; make room, or set VITRINE_DATA to another disk", dir, float64(free)/(1<<20), roomToStart>>20)
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
