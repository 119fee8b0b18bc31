package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"vitrine/internal/archive"
	"vitrine/internal/config"
	"vitrine/internal/people"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

// data is everything a site has, for commands that move or keep it.
type data struct {
	store *store.Store
	disk  storage.Disk
	log   *slog.Logger
}

// openData opens the data. Whoever writes it wants it exclusive, which keeps a
// server away from a SQLite folder; who reads all of it does not.
func openData(ctx context.Context, p config.Place, exclusive bool) (*data, error) {
	d, err := withoutStore(ctx, p)
	if err != nil {
		return nil, err
	}
	d.store, err = engines.Open(ctx, store.Options{Dir: p.Data, URL: p.DatabaseURL, Exclusive: exclusive, Once: !exclusive, Log: d.log, BeforeMigration: backupsFromEnvironment().beforeMigration(p, d.log)})
	if err != nil {
		return nil, err
	}
	return d, nil
}

func withoutStore(ctx context.Context, p config.Place) (*data, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	log, err := newLog(p)
	if err != nil {
		return nil, err
	}
	slog.SetDefault(log)
	disk, err := storage.OpenDisk(ctx, p.StorageURL, p.Data)
	if err != nil {
		return nil, err
	}
	return &data{disk: disk, log: log}, nil
}

// openExisting refuses a folder without a site: a typing error would export
// nothing.
func openExisting(ctx context.Context, p config.Place) (*data, error) {
	if err := hasSite(ctx, p); err != nil {
		return nil, err
	}
	// A server of the older program may be using it.
	s, older, err := engines.OpenOlder(ctx, store.Options{Dir: p.Data, URL: p.DatabaseURL})
	if err != nil {
		return nil, err
	}
	if !older {
		return openData(ctx, p, false)
	}
	d, err := withoutStore(ctx, p)
	if err != nil {
		s.Close()
		return nil, err
	}
	d.store = s
	return d, nil
}

// hasSite refuses a folder or a database in which there never was a site. Of
// one that was lost, opening it tells more.
func hasSite(ctx context.Context, p config.Place) error {
	if p.HasServer() {
		if found, err := engines.Examine(ctx, store.Options{URL: p.DatabaseURL}); err != nil || found.Schema > 0 {
			return err
		}
		return errors.New("there is no site in the database that VITRINE_DATABASE_URL names")
	}
	if exists(filepath.Join(p.Data, "vitrine.db")) || exists(filepath.Join(p.Data, "initialised")) {
		return nil
	}
	return fmt.Errorf("there is no site in %s; set VITRINE_DATA or VITRINE_DATABASE_URL", p.Data)
}

func (s *data) options() archive.Options {
	return archive.Options{Progress: showProgress(), Log: s.log}
}

type exportCommand struct {
	config.Place
	WithSecret bool   `help:"Take the signing secret along, so that second factors work at the other place. Guard the file." name:"with-secret"`
	File       string `arg:"" help:"The archive to write; it must not be there yet."`
}

func (c *exportCommand) Run(ctx context.Context) error {
	s, err := openExisting(ctx, c.Place)
	if err != nil {
		return err
	}
	defer s.store.Close()
	o := s.options()
	if c.WithSecret {
		given := os.Getenv("VITRINE_JWT_SECRET")
		if err := checkSecret(given); err != nil {
			return err
		}
		if o.Secret, err = signingSecret(ctx, s.store, c.Place, given); err != nil {
			return err
		}
	}
	m, err := archive.Export(ctx, s.store, s.disk, c.File, o)
	if err != nil {
		return err
	}
	fmt.Printf("exported %s: %d rows and %d uploads\n", c.File, m.Rows(), m.Uploads())
	return missed(m)
}

type importCommand struct {
	config.Place
	backupPlace
	File  string `arg:"" help:"The archive to read."`
	Force bool   `help:"Replace the site that is there; it is backed up first."`
}

func (c *importCommand) Run(ctx context.Context) error {
	r, err := c.verified(ctx, c.File)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := importArchive(ctx, c.Place, c.backupPlace, r, archive.Options{Force: c.Force, Judge: storage.Judge, Strip: storage.Strip}, "vitrine-before-import"); err != nil {
		return err
	}
	fmt.Printf("imported %s: %d rows and %d uploads\n", c.File, r.Rows(), r.Uploads())
	if _, brought, err := r.Secret(); !brought && r.Sealed() > 0 {
		fmt.Printf("%d second factors need the signing secret of the old place: export --with-secret brings it along, vitrine user reset-factors does without\n", r.Sealed())
		return err
	}
	return nil
}

// importArchive replaces what the archive holds. A site that is overwritten
// is backed up first.
func importArchive(ctx context.Context, p config.Place, b backupPlace, r *archive.Reader, o archive.Options, label string) error {
	s, err := openData(ctx, p, true)
	if err != nil {
		return err
	}
	defer s.store.Close()
	force := o.Force
	o.Force, o.Progress, o.Log = false, showProgress(), s.log
	err = r.Import(ctx, s.store, s.disk, o)
	if force && archive.Occupied(err) {
		// They would go on with what they remember of the old site.
		if err := s.store.RefuseServers(ctx); err != nil {
			return err
		}
		if err := b.keep(ctx, p, s, label); err != nil {
			return err
		}
		o.Force = true
		if err := people.Carry(ctx, s.store, p.Data); err != nil {
			return err
		}
		err = r.Import(ctx, s.store, s.disk, o)
	}
	if err != nil {
		return err
	}
	secret, brought, err := r.Secret()
	if err != nil || !brought {
		return err
	}
	return adoptSecret(ctx, s.store, p, secret)
}
