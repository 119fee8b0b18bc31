package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
)

// IsSQLite tells whether a file is a bare SQLite database, such as the copy
// that is kept before a migration.
func IsSQLite(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 16)
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte("SQLite format 3\x00"))
}

// Restore puts the database of a SQLite backup in place of the one in dir,
// whole or not at all, after both were checked; everybody signs in again. The
// folder must be claimed. A database that was damaged stays beside it under the
// returned name.
func (r *Reader) Restore(ctx context.Context, dir string, disk Disk, o Options) (aside string, err error) {
	if r.Kind != KindSQLite {
		return "", errors.New("this is an export: import it")
	}
	if err := r.Verify(ctx, o.Progress); err != nil {
		return "", err
	}
	raw := filepath.Join(dir, "restore.db.part")
	defer os.Remove(raw)
	if err := r.extract(ctx, raw); err != nil {
		return "", err
	}
	if err := inspect(ctx, raw, r.Tables); err != nil {
		return "", err
	}
	// Whoever signed out, or lost the right to be here, since the backup must not come back with it.
	if err := sqlite.Strip(ctx, raw, ended()...); err != nil {
		return "", err
	}
	if _, err := r.putUploads(ctx, disk, o); err != nil {
		return "", err
	}
	return sqlite.Replace(ctx, dir, raw, o.Broken)
}

// RestoreFile does the same with a bare SQLite database, which has no uploads.
func RestoreFile(ctx context.Context, path, dir string, o Options) (aside string, err error) {
	if err := inspect(ctx, path, nil); err != nil {
		return "", err
	}
	raw := filepath.Join(dir, "restore.db.part")
	defer os.Remove(raw)
	if err := os.Remove(raw); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	if err := sqlite.CopyFile(ctx, path, raw); err != nil {
		return "", err
	}
	if err := sqlite.Strip(ctx, raw, ended()...); err != nil {
		return "", err
	}
	return sqlite.Replace(ctx, dir, raw, o.Broken)
}

func (r *Reader) extract(ctx context.Context, path string) error {
	content, err := r.files[databaseName].Open()
	if err != nil {
		return damaged("%v", err)
	}
	defer content.Close()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, heeding{ctx, content})
	return errors.Join(err, f.Sync(), f.Close())
}

// heeding ends a copy when its context ends.
type heeding struct {
	ctx context.Context
	io.Reader
}

func (h heeding) Read(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.Reader.Read(p)
}

// inspect opens a copy, which checks that it is sound, and compares its
// schema and counts with what is known.
func inspect(ctx context.Context, path string, tables []Table) error {
	c, err := sqlite.OpenCopy(ctx, path)
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Snapshot(ctx, func(v store.Snapshot) error {
		have, err := v.Schema(ctx)
		if err != nil {
			return err
		}
		if known := store.Known(); have > known {
			return fmt.Errorf("the backup has schema %d and this vitrine knows %d; use a newer vitrine", have, known)
		}
		for _, t := range tables {
			if !plainName(t.Name) {
				return damaged("%q is no table", t.Name)
			}
			if n, err := v.Count(ctx, &schema.Table{Name: t.Name}); err != nil {
				return err
			} else if n != t.Rows {
				return damaged("%s has %d rows where %d are listed", t.Name, n, t.Rows)
			}
		}
		return nil
	})
}
