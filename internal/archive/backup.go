package archive

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"vitrine/internal/store"
)

// nameTime is the moment in the name of a backup: sorted names are in order.
const nameTime = "20060102T150405Z"

// Backup writes a copy of the site into dir and returns its path. Everything
// that was acknowledged before the call is in it. On SQLite it is the database
// itself with the uploads, on PostgreSQL an export. The copy is opened and
// checked before it gets its name, which begins with label.
func Backup(ctx context.Context, s *store.Store, disk Disk, dir, label string, o Options) (string, Manifest, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", Manifest{}, fmt.Errorf("make the backup folder: %w", err)
	}
	path := filepath.Join(dir, label+"-"+o.now().Format(nameTime)+".zip")
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
			break
		}
		path = filepath.Join(dir, fmt.Sprintf("%s-%s-%d.zip", label, o.now().Format(nameTime), n))
	}
	var m Manifest
	var err error
	if s.Engine() == "sqlite" {
		m, err = copySQLite(ctx, s, disk, path, o)
	} else {
		m, err = Export(ctx, s, disk, path, o)
	}
	if err != nil {
		return "", m, fmt.Errorf("back up: %w", err)
	}
	return path, m, nil
}

func copySQLite(ctx context.Context, s *store.Store, disk Disk, path string, o Options) (Manifest, error) {
	w, err := create(path)
	if err != nil {
		return Manifest{}, err
	}
	defer w.abandon()
	w.Kind, w.Source, w.MadeAt = KindSQLite, s.Engine(), o.now()
	raw := w.file.Name() + ".db"
	defer os.Remove(raw)
	if err := s.CopyTo(ctx, raw); err != nil {
		return Manifest{}, err
	}
	if err := w.survey(ctx, raw, disk, o); err != nil {
		return Manifest{}, err
	}
	err = w.add(databaseName, zip.Deflate, func(out io.Writer) error {
		f, err := os.Open(raw)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(out, f)
		return err
	})
	if err != nil {
		return Manifest{}, err
	}
	return w.Manifest, w.finish(ctx, o)
}

// survey opens the copy, which checks it, counts its rows and adds its
// uploads.
func (w *writer) survey(ctx context.Context, raw string, disk Disk, o Options) error {
	c, err := store.OpenCopy(ctx, raw)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Snapshot(ctx, func(v store.Snapshot) error {
		if w.Schema, err = v.Schema(ctx); err != nil {
			return err
		}
		for _, t := range everyTable() {
			n, err := v.Count(ctx, t)
			if err != nil {
				return err
			}
			w.Tables = append(w.Tables, Table{Name: t.Name, Rows: n})
		}
		_, err := w.addUploads(ctx, v, disk, o)
		return err
	})
}

// age reads the moment out of the name of a backup with the label.
func age(name, label string) (time.Time, bool) {
	if len(name) != len(label)+1+len(nameTime)+len(".zip") || name[:len(label)+1] != label+"-" {
		return time.Time{}, false
	}
	at, err := time.Parse(nameTime, name[len(label)+1:len(name)-len(".zip")])
	return at, err == nil
}
