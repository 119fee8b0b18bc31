package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"vitrine/internal/archive"
	"vitrine/internal/config"
	"vitrine/internal/storage"
	"vitrine/internal/store"
)

// backupPlace is where backups lie.
type backupPlace struct {
	To string `help:"Folder for backups, or s3://key:secret@host:port/bucket; backups in the data folder when empty." env:"VITRINE_BACKUP_DIR" placeholder:"DIR"`
}

// Validate is called for every command that has such a place.
func (b backupPlace) Validate() error {
	if err := config.CheckBackupDir(b.To); err != nil {
		return err
	}
	return storage.CheckAddresses("", b.To)
}

func (b backupPlace) remote() bool { return strings.HasPrefix(b.To, "s3://") }

// dir is the folder on this machine, which backups for a bucket pass through.
func (b backupPlace) dir(p config.Place) string {
	if b.To != "" && !b.remote() {
		return b.To
	}
	return filepath.Join(p.Data, "backups")
}

// keep backs up what is about to be overwritten.
func (b backupPlace) keep(ctx context.Context, p config.Place, s *data, label string) error {
	o := s.options()
	o.Progress = nil
	path, _, err := archive.Backup(ctx, s.store, s.disk, b.dir(p), label, o)
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	fmt.Println("the site that was there is kept in", path)
	return nil
}

type backupCommand struct {
	config.Place
	backupPlace
}

func (c *backupCommand) Run(ctx context.Context) error {
	s, err := openExisting(ctx, c.Place)
	if err != nil {
		return err
	}
	defer s.store.Close()
	path, m, err := archive.Backup(ctx, s.store, s.disk, c.dir(c.Place), "vitrine", s.options())
	if err != nil {
		return err
	}
	if c.remote() {
		vault, err := storage.OpenVault(ctx, c.To)
		if err != nil {
			return err
		}
		if err := vault.Keep(ctx, path); err != nil {
			return fmt.Errorf("%w; it lies in %s", err, path)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		path = filepath.Base(path)
	}
	fmt.Printf("backed up to %s: %d rows and %d uploads, checked\n", path, m.Rows(), m.Uploads())
	return nil
}

type restoreCommand struct {
	config.Place
	backupPlace
	File  string `arg:"" help:"The backup: a file of vitrine backup or export, or the copy that is kept before a migration."`
	Force bool   `help:"Replace the site that is there; it is backed up first."`
}

func (c *restoreCommand) Run(ctx context.Context) error {
	if err := c.Check(); err != nil {
		return err
	}
	done, err := c.fetch(ctx)
	if err != nil {
		return err
	}
	defer done()
	if archive.IsSQLite(c.File) {
		return c.replace(ctx, func(storage.Disk, archive.Options) (string, error) { return archive.RestoreFile(ctx, c.File, c.Data) })
	}
	r, err := archive.Open(c.File)
	if err != nil {
		return err
	}
	defer r.Close()
	if r.Kind == archive.KindTables {
		err = importArchive(ctx, c.Place, c.backupPlace, r, archive.Options{Force: c.Force}, "vitrine-before-restore")
		if c.Force && store.Damaged(err) {
			err = c.replace(ctx, func(disk storage.Disk, o archive.Options) (string, error) { return c.rebuild(ctx, r, disk, o) })
		}
	} else {
		err = c.replace(ctx, func(disk storage.Disk, o archive.Options) (string, error) { return r.Restore(ctx, c.Data, disk, o) })
	}
	if err == nil {
		fmt.Printf("restored %s of %s: %d rows and %d uploads\n", c.File, r.MadeAt.Format("2006-01-02 15:04 UTC"), r.Rows(), r.Uploads())
	}
	return err
}

// fetch brings a backup out of the bucket, unless the file is here.
func (c *restoreCommand) fetch(ctx context.Context) (done func(), err error) {
	if _, err := os.Stat(c.File); err == nil || !c.remote() {
		return func() {}, nil
	}
	vault, err := storage.OpenVault(ctx, c.To)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(c.Data, "restore-")
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, filepath.Base(c.File))
	if err := vault.Fetch(ctx, filepath.Base(c.File), path); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	c.File = path
	return func() { os.RemoveAll(dir) }, nil
}

// replace puts a database file in the place of the one in the data folder.
func (c *restoreCommand) replace(ctx context.Context, restore func(storage.Disk, archive.Options) (aside string, err error)) error {
	if c.DatabaseURL != "" {
		return errors.New("this backup is a SQLite database: restore it into a folder with VITRINE_DATA, export it there, and import that file into PostgreSQL")
	}
	release, err := store.Claim(c.Data)
	if err != nil {
		return err
	}
	defer release()
	if hasDatabase(c.Place) {
		if !c.Force {
			return fmt.Errorf("there is a site in %s already; add --force to replace it", c.Data)
		}
		if err := c.keepOld(ctx); err != nil {
			return err
		}
	}
	disk, err := storage.OpenDisk(ctx, c.StorageURL, c.Data)
	if err != nil {
		return err
	}
	aside, err := restore(disk, archive.Options{Progress: showProgress()})
	if aside != "" {
		fmt.Println("the damaged database is kept as", aside)
	}
	return err
}

// rebuild makes a database of an export beside the damaged one and puts it in
// its place.
func (c *restoreCommand) rebuild(ctx context.Context, r *archive.Reader, disk storage.Disk, o archive.Options) (aside string, err error) {
	dir, err := os.MkdirTemp(c.Data, "restore-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(ctx, store.Options{Dir: dir})
	if err != nil {
		return "", err
	}
	err = r.Import(ctx, s, disk, o)
	if err = errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if aside, err = store.Replace(ctx, c.Data, filepath.Join(dir, "vitrine.db")); err != nil {
		return aside, err
	}
	secret, err := r.Secret()
	if err != nil || secret == nil {
		return aside, err
	}
	restored, err := store.Open(ctx, store.Options{Dir: c.Data})
	if err != nil {
		return aside, err
	}
	return aside, errors.Join(adoptSecret(ctx, restored, c.Place, secret), restored.Close())
}

// keepOld backs up the database that goes, unless it cannot be opened any
// more: that may be why a backup is restored.
func (c *restoreCommand) keepOld(ctx context.Context) error {
	s, err := openData(ctx, c.Place, false)
	if err != nil {
		fmt.Fprintln(os.Stderr, "the database that is there cannot be backed up:", oneLine(err))
		return nil
	}
	defer s.store.Close()
	return c.keep(ctx, c.Place, s, "vitrine-before-restore")
}

// scheduled makes backups while the site is served.
func (c *serveCommand) scheduled(ctx context.Context, s *store.Store, disk archive.Disk, log *slog.Logger) (*archive.Schedule, error) {
	every, err := c.BackupEvery()
	if err != nil || every == 0 {
		return nil, err
	}
	place := backupPlace{c.BackupDir}
	schedule := &archive.Schedule{Store: s, Disk: disk, Dir: place.dir(c.Place), Every: every, Options: archive.Options{Log: log}}
	if place.remote() {
		if schedule.Vault, err = storage.OpenVault(ctx, c.BackupDir); err != nil {
			return nil, err
		}
	}
	return schedule, nil
}
