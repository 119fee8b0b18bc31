package archive

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
)

// nameTime is the moment in the name of a backup: sorted names are in order.
const nameTime = "20060102T150405Z"

const beforeLabel = "vitrine-before-schema-"

// Backup writes a copy of the site into dir and returns its path. Everything
// that was acknowledged before the call is in it. On SQLite it is the database
// itself with the uploads, on PostgreSQL an export. The copy is opened and
// checked before it gets its name, which begins with label.
func Backup(ctx context.Context, s *store.Store, disk Disk, dir, label string, o Options) (string, Manifest, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", Manifest{}, fmt.Errorf("make the backup folder: %w", err)
	}
	path := freePath(dir, label, o)
	var m Manifest
	var err error
	if s.File() != nil {
		m, err = copySQLite(ctx, s, disk, path, o)
	} else {
		m, err = Export(ctx, s, disk, path, o)
	}
	if err != nil {
		return "", m, fmt.Errorf("back up: %w", err)
	}
	return path, m, nil
}

// BeforeMigration writes a PostgreSQL database as it is into dir, named after
// the schema that is wanted, and returns the path. Uploads are left out: no
// migration touches them.
func BeforeMigration(ctx context.Context, s *store.Store, dir string, want int64, o Options) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the backup folder: %w", err)
	}
	path := freePath(dir, fmt.Sprintf("%s%d", beforeLabel, want), o)
	_, err := Export(ctx, s, nil, path, o)
	return path, err
}

// freePath names a backup after its moment.
func freePath(dir, label string, o Options) string {
	stem, suffix := label+"-"+o.now().Format(nameTime), ".zip"
	if o.Key.seals() {
		suffix += sealedSuffix
	}
	path := filepath.Join(dir, stem+suffix)
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); errors.Is(err, os.ErrNotExist) {
			return path
		}
		path = filepath.Join(dir, fmt.Sprintf("%s-%d%s", stem, n, suffix))
	}
}

func copySQLite(ctx context.Context, s *store.Store, disk Disk, path string, o Options) (Manifest, error) {
	w, err := create(path, o.Key)
	if err != nil {
		return Manifest{}, err
	}
	defer w.abandon()
	w.Kind, w.Source, w.MadeAt = KindSQLite, s.Engine(), o.now()
	raw := w.file.Name() + ".db"
	if o.Key.seals() && o.Scratch != "" {
		if err := os.MkdirAll(o.Scratch, 0o700); err != nil {
			return Manifest{}, err
		}
		raw = filepath.Join(o.Scratch, filepath.Base(raw))
	}
	defer os.Remove(raw)
	if err := s.File().CopyTo(ctx, raw); err != nil {
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
		_, err = io.Copy(out, heeding{ctx, f})
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
	c, err := sqlite.OpenCopy(ctx, raw)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Snapshot(ctx, func(v store.Snapshot) error {
		if w.Schema, err = v.Schema(ctx); err != nil {
			return err
		}
		for _, t := range everyTable() {
			// A database that is not of this program's schema may lack some.
			if has, err := v.Has(ctx, t); err != nil {
				return err
			} else if !has {
				continue
			}
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

var nameForm = regexp.MustCompile(`^vitrine.*-(\d{8}T\d{6}(\.\d{6})?Z)(-\d+)?\.(zip|zip\.age|db)$`)

// MadeAt reads the moment out of the name of any backup.
func MadeAt(name string) (time.Time, bool) {
	found := nameForm.FindStringSubmatch(name)
	if found == nil {
		return time.Time{}, false
	}
	at, err := time.Parse(nameTime, found[1]) // which takes a fraction of the second too
	return at, err == nil
}

// InOrder leaves out what is no backup by its name, and puts the oldest first.
func InOrder[T any](all []T, name func(T) string) (out []T) {
	for _, one := range all {
		if _, is := MadeAt(name(one)); is {
			out = append(out, one)
		}
	}
	slices.SortStableFunc(out, func(a, b T) int {
		x, _ := MadeAt(name(a))
		y, _ := MadeAt(name(b))
		return x.Compare(y)
	})
	return out
}

// madeAt reads the moment out of the name of a backup with the label.
func madeAt(name, label string) (time.Time, bool) {
	stem, zipped := strings.CutSuffix(strings.TrimSuffix(name, sealedSuffix), ".zip")
	moment, ours := strings.CutPrefix(stem, label+"-")
	at, err := time.Parse(nameTime, moment)
	return at, zipped && ours && err == nil
}
