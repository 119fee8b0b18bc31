package archive

import (
	"archive/zip"
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Export writes the whole site into a new archive at path: one moment of it,
// while others go on reading and writing. Without a disk uploads are left out.
func Export(ctx context.Context, s *store.Store, disk Disk, path string, o Options) (Manifest, error) {
	w, err := create(path, o.Key)
	if err != nil {
		return Manifest{}, err
	}
	defer w.abandon()
	w.Kind, w.Source, w.MadeAt = KindTables, s.Engine(), o.now()
	err = s.Snapshot(ctx, func(v store.Snapshot) error {
		if w.Schema, err = v.Schema(ctx); err != nil {
			return err
		}
		var lost map[string]bool
		if w.Bare = disk == nil; !w.Bare {
			if lost, err = w.addUploads(ctx, v, disk, o); err != nil {
				return err
			}
		}
		for _, t := range moved() {
			if err := w.addTable(ctx, v, t, lost, o); err != nil {
				return fmt.Errorf("export %s: %w", t.Name, err)
			}
		}
		return nil
	})
	if err == nil && o.Secret != nil {
		err = w.add(secretName, zip.Store, func(out io.Writer) error { _, err := out.Write(o.Secret); return err })
	}
	if err != nil {
		return Manifest{}, err
	}
	return w.Manifest, w.finish(ctx, o)
}

func (w *writer) addTable(ctx context.Context, v store.Snapshot, t *schema.Table, lost map[string]bool, o Options) error {
	shape, has, err := v.Shape(ctx, t)
	if err != nil || !has {
		return err
	}
	total, err := v.Count(ctx, t)
	if err != nil {
		return err
	}
	last, err := v.LastID(ctx, t)
	if err != nil {
		return err
	}
	var done int64
	entry, err := w.addRows(shape, func(write func(store.Row) error) error {
		return v.Each(ctx, shape, func(row store.Row) error {
			if done++; done%1000 == 0 || done == total {
				o.Progress.at(t.Name, done, total)
			}
			if stays(t, row) || t == &schema.StorageObjects && lost[row.Text("file")] {
				return nil
			}
			return write(row)
		})
	})
	if err == nil {
		entry.LastID = max(entry.LastID, last)
	}
	return err
}

// addRows writes the file of one table and lists it in the manifest.
func (w *writer) addRows(t *schema.Table, rows func(write func(store.Row) error) error) (*Table, error) {
	w.Tables = append(w.Tables, Table{Name: t.Name})
	entry := &w.Tables[len(w.Tables)-1]
	return entry, w.add(tableMember(t.Name), zip.Deflate, func(out io.Writer) error {
		lines := bufio.NewWriterSize(out, 64<<10)
		var line []byte
		err := rows(func(row store.Row) (err error) {
			if line, err = encodeRow(line[:0], t, row); err != nil {
				return err
			}
			entry.Rows++
			if t.Key().Identity {
				entry.LastID = max(entry.LastID, row.Int(t.Key().Name))
			}
			_, err = lines.Write(line)
			return err
		})
		return errors.Join(err, lines.Flush())
	})
}

// uploadRows are the columns that say where an upload lies, which a database
// of any schema has.
var uploadRows = schema.Table{Name: schema.StorageObjects.Name, Columns: schema.Columns{
	*schema.StorageObjects.Key(), *schema.StorageObjects.Column("name"), *schema.StorageObjects.Column("file"), *schema.StorageObjects.Column("size"),
}}

// addUploads writes the bytes of every upload and returns the files that are
// lost: their rows are left out, so that an archive is whole in itself, and one
// lost logo does not cost the site its backups.
func (w *writer) addUploads(ctx context.Context, v store.Snapshot, disk Disk, o Options) (lost map[string]bool, err error) {
	total, err := v.Count(ctx, &schema.StorageObjects)
	if err != nil {
		return nil, err
	}
	lost = map[string]bool{}
	var done int64
	err = v.Each(ctx, &uploadRows, func(row store.Row) error {
		done++
		o.Progress.at("uploads", done, total)
		err := w.addUpload(ctx, disk, row)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errShort) {
			lost[row.Text("file")] = true
			w.Lost++
			o.warn(ctx, "the file of an upload is not in this instance's storage; it is left out", "name", row.Text("name"), "error", err)
			return nil
		}
		return err
	})
	return lost, err
}

var errShort = errors.New("the file does not have the size that was stored")

func (w *writer) addUpload(ctx context.Context, disk Disk, row store.Row) error {
	content, err := disk.Open(ctx, row.Text("file"))
	if err != nil {
		return fmt.Errorf("read the upload %s: %w", row.Text("name"), err)
	}
	defer content.Close()
	size, err := content.Seek(0, io.SeekEnd)
	if err == nil && size != row.Int("size") {
		err = errShort
	}
	if err == nil {
		_, err = content.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("read the upload %s: %w", row.Text("name"), err)
	}
	// Pictures are compressed already.
	return w.add(uploadPrefix+row.Text("file"), zip.Store, func(out io.Writer) error {
		if n, err := io.Copy(out, content); err != nil || n != size {
			return fmt.Errorf("read the upload %s: %d of %d bytes: %w", row.Text("name"), n, size, errors.Join(err, io.ErrUnexpectedEOF))
		}
		return nil
	})
}
