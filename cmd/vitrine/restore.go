package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/config"
	"vitrine/internal/people"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/sqlite"
)

type restoreCommand struct {
	config.Place
	backupPlace
	File  string `arg:"" help:"The backup: a file of vitrine backup or export, the copy that is kept before a migration, or a name that vitrine backup --list shows."`
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
		return c.restoreFile(ctx)
	}
	// Before anything is opened: a backup that is no good leaves no trace.
	r, err := c.verified(ctx, c.File)
	if err != nil {
		return err
	}
	defer r.Close()
	sweepLeft(c.Data)
	if r.Kind == archive.KindTables {
		err = c.restoreTables(ctx, r)
	} else {
		err = c.replace(ctx, func(disk storage.Disk, o archive.Options) (string, error) { return r.Restore(ctx, c.Data, disk, o) })
	}
	if err != nil {
		return err
	}
	fmt.Printf("restored %s of %s: %d rows and %s; everybody signs in again\n", filepath.Base(c.File), r.MadeAt.Format("2006-01-02 15:04 UTC"), r.Rows(), uploadsOf(r.Manifest))
	return nil
}

func uploadsOf(m archive.Manifest) string {
	switch {
	case m.Bare:
		return "no uploads, which stay as they are"
	case m.Lost > 0:
		return fmt.Sprintf("%d uploads (%d were missing when it was made)", m.Uploads(), m.Lost)
	}
	return fmt.Sprintf("%d uploads", m.Uploads())
}

func (c *restoreCommand) restoreFile(ctx context.Context) error {
	err := c.replace(ctx, func(_ storage.Disk, o archive.Options) (string, error) {
		return archive.RestoreFile(ctx, c.File, c.Data, o)
	})
	if err == nil {
		fmt.Printf("restored %s: the database alone, uploads stay as they are; everybody signs in again\n", filepath.Base(c.File))
	}
	return err
}

// restoreTables imports an export. Where the database cannot be opened, a new
// one takes its place.
func (c *restoreCommand) restoreTables(ctx context.Context, r *archive.Reader) error {
	err := importArchive(ctx, c.Place, c.backupPlace, r, archive.Options{Force: c.Force}, "vitrine-before-restore")
	switch {
	case c.HasServer() && store.Newer(err):
		return fmt.Errorf("%w, or restore into an empty database: make one (createdb) and name it in VITRINE_DATABASE_URL; this one stays as it is", err)
	case store.Newer(err) && !c.Force:
		return fmt.Errorf("%w, or add --force to replace it", err)
	case !c.HasServer() && (sqlite.Missing(err) || c.Force && (sqlite.Damaged(err) || store.Newer(err))):
		return c.replace(ctx, func(disk storage.Disk, o archive.Options) (string, error) { return c.rebuild(ctx, r, disk, o) })
	}
	return err
}

// fetch finds a backup by its name in the folder or the bucket of backups,
// unless the file is here.
func (c *restoreCommand) fetch(ctx context.Context) (done func(), err error) {
	// A name in a folder that may not be looked at may be that of a backup.
	_, err = os.Stat(c.File)
	hidden := errors.Is(err, os.ErrPermission) && c.File == filepath.Base(c.File)
	if exists(c.File) && !hidden {
		return func() {}, nil
	}
	for _, dir := range c.dirs(c.Place) {
		if path := filepath.Join(dir, c.File); c.File == filepath.Base(c.File) && exists(path) {
			c.File = path
			return func() {}, nil
		}
	}
	if !c.remote() {
		return nil, fmt.Errorf("there is no %s; vitrine backup --list shows what there is", c.File)
	}
	vault, err := archive.OpenVault(ctx, c.To)
	if err != nil {
		return nil, err
	}
	fresh := !exists(c.Data)
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(c.Data, "restore-")
	if err != nil {
		return nil, err
	}
	done = func() { os.RemoveAll(dir) }
	path := filepath.Join(dir, filepath.Base(c.File))
	if err := vault.Fetch(ctx, filepath.Base(c.File), path); err != nil {
		done()
		if fresh {
			os.Remove(c.Data)
		}
		if errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("there is no %s in %s; vitrine backup --list shows what there is", c.File, c.where(c.Place))
		}
		return nil, err
	}
	c.File = path
	return done, nil
}

// exists is true of what may not be looked at too: using it then tells why.
func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// replace puts a database file in the place of the one in the data folder.
func (c *restoreCommand) replace(ctx context.Context, restore func(storage.Disk, archive.Options) (aside string, err error)) error {
	if c.HasServer() {
		return errors.New("this backup is a SQLite database: restore it into a folder with VITRINE_DATA, export it there, and import that file into PostgreSQL")
	}
	release, err := sqlite.LockFolder(c.Data)
	if err != nil {
		return err
	}
	defer release()
	o := archive.Options{Progress: showProgress()}
	if sqlite.HasDatabase(ctx, c.Data) {
		if !c.Force {
			return fmt.Errorf("there is a site in %s already; add --force to replace it", c.Data)
		}
		if o.Broken, err = c.keepOld(ctx); err != nil {
			return err
		}
	}
	disk, err := storage.OpenDisk(ctx, c.StorageURL, c.Data)
	if err != nil {
		return err
	}
	aside, err := restore(disk, o)
	if aside != "" {
		fmt.Println("the damaged database is kept as", aside)
	}
	return err
}

// keepOld backs up the database that goes, of whatever schema. One that is too
// damaged for that is put aside as it is; that may be why a backup is restored.
func (c *restoreCommand) keepOld(ctx context.Context) (broken bool, err error) {
	log, err := newLog(c.Place)
	if err != nil {
		return false, err
	}
	disk, err := storage.OpenDisk(ctx, c.StorageURL, c.Data)
	if err != nil {
		return false, err
	}
	s, err := sqlite.OpenAsItIs(ctx, c.Data)
	if err == nil {
		err = errors.Join(c.keep(ctx, c.Place, &data{s, disk, log}, "vitrine-before-restore"), people.Carry(ctx, s, c.Data))
		s.Close()
	}
	if sqlite.Damaged(err) {
		fmt.Fprintln(os.Stderr, "the database that is there cannot be backed up:", oneLine(err))
		return true, nil
	}
	return false, err
}

// rebuild makes a database of an export beside the one that cannot be opened
// and puts it in its place.
func (c *restoreCommand) rebuild(ctx context.Context, r *archive.Reader, disk storage.Disk, o archive.Options) (aside string, err error) {
	dir, err := os.MkdirTemp(c.Data, "restore-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	s, err := engines.Open(ctx, store.Options{Dir: dir})
	if err != nil {
		return "", err
	}
	err = r.Import(ctx, s, disk, o)
	if err = errors.Join(err, s.Close()); err != nil {
		return "", err
	}
	if aside, err = sqlite.Replace(ctx, c.Data, filepath.Join(dir, "vitrine.db"), o.Broken); err != nil {
		return aside, err
	}
	secret, brought, err := r.Secret()
	if err != nil || !brought {
		return aside, err
	}
	restored, err := engines.Open(ctx, store.Options{Dir: c.Data})
	if err != nil {
		return aside, err
	}
	return aside, errors.Join(adoptSecret(ctx, restored, c.Place, secret), restored.Close())
}

// What os.MkdirTemp and os.CreateTemp make of the prefixes that we give them.
var (
	leftForm   = regexp.MustCompile(`^(restore|takeover)-\d+$`)
	secretForm = regexp.MustCompile(`^secret-\d+$`)
)

// sweepLeft removes what was left in the data folder by a restore, a takeover
// or the making of a secret that was killed. None takes a day.
func sweepLeft(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		info, err := e.Info()
		ours := e.IsDir() && leftForm.MatchString(e.Name()) || e.Name() == "restore.db.part" ||
			e.Type().IsRegular() && secretForm.MatchString(e.Name())
		if err == nil && ours && time.Since(info.ModTime()) > 24*time.Hour {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
