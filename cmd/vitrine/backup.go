package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"vitrine/internal/archive"
	"vitrine/internal/config"
	"vitrine/internal/store"
)

// backupPlace is where backups lie, and what encrypts them.
type backupPlace struct {
	To  string `help:"Folder for backups, or s3://key:secret@host:port/bucket or .../bucket/folder; backups in the data folder when empty." env:"VITRINE_BACKUP_DIR" placeholder:"DIR"`
	Key string `help:"Encrypts backups: a public key of age (age1...), its secret key, or a passphrase. A bucket needs one." name:"backup-key" env:"VITRINE_BACKUP_KEY" placeholder:"KEY"`
}

// Validate is called for every command that has such a place.
func (b backupPlace) Validate() error {
	if err := config.CheckBackup(b.To, b.Key); err != nil {
		return err
	}
	if _, err := archive.ParseKey(b.Key); err != nil {
		return err
	}
	return archive.Backups.Check(b.To)
}

// backupsFromEnvironment is the place of commands that have no flags for it.
func backupsFromEnvironment() backupPlace {
	return backupPlace{os.Getenv("VITRINE_BACKUP_DIR"), os.Getenv("VITRINE_BACKUP_KEY")}
}

// verified opens an archive and reads it to its end.
func (b backupPlace) verified(ctx context.Context, file string) (*archive.Reader, error) {
	key, err := archive.ParseKey(b.Key)
	if err != nil {
		return nil, err
	}
	r, err := archive.Open(file, key)
	if err != nil {
		return nil, err
	}
	if err := r.Verify(ctx, showProgress()); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (b backupPlace) remote() bool { return strings.HasPrefix(b.To, "s3://") }

// dir is the folder on this machine, which backups for a bucket pass through.
func (b backupPlace) dir(p config.Place) string {
	if b.To != "" && !b.remote() {
		return b.To
	}
	return filepath.Join(p.Data, "backups")
}

// dirs are all folders where backups may lie: copies from before migrations
// stay in the data folder.
func (b backupPlace) dirs(p config.Place) []string {
	out := []string{b.dir(p)}
	if own := filepath.Join(p.Data, "backups"); filepath.Clean(out[0]) != own {
		out = append(out, own)
	}
	return out
}

// seal makes the options encrypt what is written.
func (b backupPlace) seal(p config.Place, o archive.Options) (_ archive.Options, err error) {
	o.Key, err = archive.ParseKey(b.Key)
	o.Scratch = filepath.Join(p.Data, "backups")
	return o, err
}

// keep backs up what is about to be overwritten.
func (b backupPlace) keep(ctx context.Context, p config.Place, s *data, label string) error {
	o, err := b.seal(p, s.options())
	if err != nil {
		return err
	}
	o.Progress = nil
	path, m, err := archive.Backup(ctx, s.store, s.disk, b.dir(p), label, o)
	if err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	fmt.Println("the site that was there is kept in", path)
	if m.Lost > 0 {
		fmt.Fprintln(os.Stderr, lostUploads(m))
	}
	return nil
}

// beforeMigration backs up a PostgreSQL database that an older program made.
// The copy was checked on this machine, so that a bucket that is away does not
// hold up the migration.
func (b backupPlace) beforeMigration(p config.Place, log *slog.Logger) func(context.Context, *store.Store, int64, int64) (func(), error) {
	return func(ctx context.Context, s *store.Store, have, want int64) (drop func(), err error) {
		if err := b.Validate(); err != nil {
			return nil, err
		}
		o, err := b.seal(p, archive.Options{Log: log})
		if err != nil {
			return nil, err
		}
		local, err := archive.BeforeMigration(ctx, s, b.dir(p), want, o)
		if err != nil {
			return nil, err
		}
		path, err := b.moveToBucket(ctx, local)
		if err != nil {
			log.Warn("the copy before the migration stays on this machine", "file", local, "error", err)
		}
		log.Info("kept a copy before the migration", "file", path, "schema", have)
		return func() { b.removeBackup(context.WithoutCancel(ctx), local) }, nil
	}
}

// removeBackup removes a backup from wherever moveToBucket left it.
func (b backupPlace) removeBackup(ctx context.Context, path string) {
	if os.Remove(path) == nil || !b.remote() {
		return
	}
	if vault, err := archive.OpenVault(ctx, b.To); err == nil {
		_ = vault.Remove(ctx, filepath.Base(path)) // what stays is pruned later
	}
}

// moveToBucket takes a backup to the bucket, if there is one, and returns where it
// lies now.
func (b backupPlace) moveToBucket(ctx context.Context, path string) (string, error) {
	if !b.remote() {
		return path, nil
	}
	vault, err := archive.OpenVault(ctx, b.To)
	if err == nil {
		err = vault.Keep(ctx, path)
	}
	if err != nil {
		return path, fmt.Errorf("%w; it lies in %s", err, path)
	}
	return filepath.Base(path), os.Remove(path)
}

type backupCommand struct {
	config.Place
	backupPlace
	List bool `help:"List the backups that there are, oldest first, instead of making one."`
}

func (c *backupCommand) Run(ctx context.Context) error {
	if c.List {
		return c.list(ctx)
	}
	s, err := openExisting(ctx, c.Place)
	if err != nil {
		return err
	}
	defer s.store.Close()
	o, err := c.seal(c.Place, s.options())
	if err != nil {
		return err
	}
	path, m, err := archive.Backup(ctx, s.store, s.disk, c.dir(c.Place), "vitrine", o)
	if err != nil {
		return err
	}
	if path, err = c.moveToBucket(ctx, path); err != nil {
		return err
	}
	fmt.Printf("backed up to %s: %d rows and %d uploads, checked\n", path, m.Rows(), m.Uploads())
	return missed(m)
}

// missed says how many uploads are not in an archive. When it is all of them
// they lie elsewhere, or nowhere, and nobody should take that for a backup.
func missed(m archive.Manifest) error {
	switch {
	case m.Lost == 0:
		return nil
	case m.Uploads() == 0:
		return fmt.Errorf("%s; is the storage the right one?", lostUploads(m))
	}
	fmt.Fprintln(os.Stderr, lostUploads(m))
	return nil
}

func lostUploads(m archive.Manifest) string {
	return fmt.Sprintf("%d of %d uploads are not in it: their files are not in this instance's storage", m.Lost, m.Uploads()+m.Lost)
}

// list tells what restore can be given.
func (c *backupCommand) list(ctx context.Context) error {
	if err := c.Check(); err != nil {
		return err
	}
	found, err := c.found(ctx)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(out, "NAME\tTIME\tKB\tENCRYPTED\tPLACE")
	n := 0
	for _, one := range archive.InOrder(found, func(k backupAt) string { return k.Name }) {
		n++
		sealed := "no"
		if strings.HasSuffix(one.Name, ".age") {
			sealed = "yes"
		}
		at, _ := archive.MadeAt(one.Name)
		fmt.Fprintf(out, "%s\t%s\t%.0f\t%s\t%s\n", one.Name, at.Format("2006-01-02 15:04 UTC"), float64(one.Size)/1e3, sealed, one.place)
	}
	if n == 0 {
		fmt.Fprintln(os.Stderr, "there are no backups in", c.where(c.Place))
		return nil
	}
	return out.Flush()
}

// where names the place without its secret.
func (b backupPlace) where(p config.Place) string {
	if b.remote() {
		return bucketOf(b.To)
	}
	return b.dir(p)
}

// backupAt is a backup and where it lies.
type backupAt struct {
	archive.File
	place string
}

// found looks in the bucket, and in the folders: copies of what was overwritten
// stay on this machine, and so does what could not be taken to the bucket.
func (c *backupCommand) found(ctx context.Context) (out []backupAt, err error) {
	if c.remote() {
		vault, err := archive.OpenVault(ctx, c.To)
		if err != nil {
			return nil, err
		}
		all, err := vault.List(ctx)
		if err != nil {
			return nil, err
		}
		for _, one := range all {
			out = append(out, backupAt{one, c.where(c.Place)})
		}
	}
	for _, dir := range c.dirs(c.Place) {
		entries, err := os.ReadDir(dir)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		for _, e := range entries {
			if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
				out = append(out, backupAt{archive.File{Name: e.Name(), Size: info.Size()}, dir})
			}
		}
	}
	return out, nil
}

// scheduled makes backups while the site is served.
func (c *serveCommand) scheduled(ctx context.Context, s *store.Store, disk archive.Disk, log *slog.Logger) (*archive.Schedule, error) {
	every, err := c.BackupEvery()
	if err != nil || every == 0 {
		return nil, err
	}
	place := c.backups()
	o, err := place.seal(c.Place, archive.Options{Log: log})
	if err != nil {
		return nil, err
	}
	schedule := &archive.Schedule{Store: s, Disk: disk, Dir: place.dir(c.Place), Every: every, Options: o}
	if c.Trial == "on" {
		schedule.Trials = &archive.Trials{Dir: c.Data, Free: freeAt}
	}
	if place.remote() {
		vault, err := archive.OpenVault(ctx, c.BackupDir)
		if vault == nil {
			return nil, err
		}
		if err != nil { // visitors need no backups
			log.Error("backups stay on this machine", "error", err)
		}
		schedule.Vault = vault
	}
	return schedule, nil
}

func (c *serveCommand) backups() backupPlace { return backupPlace{c.BackupDir, c.BackupKey} }
