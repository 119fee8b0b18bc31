package archive

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

var errNotEmpty = errors.New("there is a site already; add --force to replace it")

// Occupied tells whether an import was refused because it would overwrite.
func Occupied(err error) bool { return errors.Is(err, errNotEmpty) }

// Import replaces the tables that the archive holds, all of them or none,
// after every byte of it was checked. Ids, versions, slugs and times stay as
// they were. Uploads are put first: a file without a row is swept later, a row
// without a file would be a broken picture.
func (r *Reader) Import(ctx context.Context, s *store.Store, disk Disk, o Options) error {
	if r.Kind != KindTables {
		return errors.New("this is a copy of a SQLite database: restore it into a folder of its own, then export it there")
	}
	if err := r.Verify(ctx, o.Progress); err != nil {
		return err
	}
	tables := r.known()
	if !o.Force {
		if err := empty(ctx, s, tables); err != nil {
			return err
		}
	}
	stripped, err := r.putUploads(ctx, disk, o)
	if err != nil {
		return err
	}
	return s.AsSystem().Large().Tx(ctx, func(tx store.Session) error {
		if err := clearTables(ctx, tx, withHistory(tables)); err != nil {
			return err
		}
		older := &upgrade{r.Schema, map[*schema.Table]map[int64]bool{}}
		for _, t := range tables {
			if err := r.fill(ctx, tx, t, older, stripped, o.Progress); err != nil {
				return fmt.Errorf("import %s: %w", t.Name, err)
			}
		}
		return ctx.Err()
	})
}

// withHistory adds the tables of history: that of the site which is replaced is
// not that of the one that comes.
func withHistory(tables []*schema.Table) []*schema.Table {
	out := slices.Clone(tables)
	for _, t := range []*schema.Table{&schema.Revisions, &schema.Activity, &schema.PackedSnapshots} {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// Vacant refuses a place where a takeover, with people or without, would
// overwrite something.
func Vacant(ctx context.Context, s *store.Store, people bool) error {
	tables := append(slices.Clone(schema.Tables), &schema.StorageObjects)
	if people {
		tables = append(tables, &schema.Users)
	} else {
		tables = slices.DeleteFunc(tables, func(t *schema.Table) bool { return t == &schema.UserProfiles })
	}
	return empty(ctx, s, tables)
}

// known are the tables of the archive, parents before children.
func (r *Reader) known() (out []*schema.Table) {
	for _, t := range moved() {
		if slices.ContainsFunc(r.Tables, func(e Table) bool { return e.Name == t.Name }) {
			out = append(out, t)
		}
	}
	return out
}

func empty(ctx context.Context, s *store.Store, tables []*schema.Table) error {
	return s.Snapshot(ctx, func(v store.Snapshot) error {
		for _, t := range tables {
			if t == &schema.Settings {
				continue
			}
			if n, err := v.Count(ctx, t); err != nil {
				return err
			} else if n > 0 {
				return errNotEmpty
			}
		}
		return nil
	})
}

// clearTables empties children before parents. Who is signed in belongs to
// the users that go.
func clearTables(ctx context.Context, tx store.Session, tables []*schema.Table) error {
	all, gone := everyTable(), ended()
	all = slices.DeleteFunc(all, func(t *schema.Table) bool {
		return !slices.Contains(tables, t) && !(slices.Contains(gone, t) && slices.Contains(tables, &schema.Users))
	})
	if err := tx.Overwrite(ctx, all...); err != nil {
		return err
	}
	slices.Reverse(all)
	for _, t := range all {
		var which store.Cond = store.All{}
		if t == &schema.Settings {
			which = store.Not{Cond: store.Any{store.In("name", ownSettings...), store.Compare{Column: "name", Op: store.OpLike, Value: CertificateMark + "%"}}}
		}
		if err := tx.Clear(ctx, t, which); err != nil {
			return fmt.Errorf("empty %s: %w", t.Name, err)
		}
	}
	return nil
}

// fill stores the rows of one table, some at a time.
func (r *Reader) fill(ctx context.Context, tx store.Session, t *schema.Table, older *upgrade, stripped map[string]store.Row, p Progress) error {
	entry := r.Tables[slices.IndexFunc(r.Tables, func(e Table) bool { return e.Name == t.Name })]
	var rows []store.Row
	var done, passed int64
	flush := func() error {
		if err := tx.Refill(ctx, t, rows); err != nil {
			return err
		}
		done += int64(len(rows))
		rows = rows[:0]
		p.at(t.Name, done, entry.Rows)
		return nil
	}
	err := r.each(ctx, t, func(row store.Row) error {
		if stays(t, row) { // archives of other programs have some that theirs did not know
			passed++
			return nil
		}
		if !r.Bare && t == &schema.StorageObjects && r.files[uploadPrefix+row.Text("file")] == nil {
			return damaged("the file of the upload %s is missing", row.Text("name"))
		}
		if t == &schema.StorageObjects {
			maps.Copy(row, stripped[row.Text("file")])
		}
		if !older.row(t, row) {
			passed++
			return nil
		}
		if rows = append(rows, row); len(rows) == 200 {
			return flush()
		}
		return nil
	})
	if err == nil && len(rows) > 0 {
		err = flush()
	}
	if err != nil {
		return err
	}
	if done+passed != entry.Rows {
		return damaged("%s has %d rows where %d are listed", t.Name, done+passed, entry.Rows)
	}
	return tx.Resume(ctx, t, entry.LastID)
}

// putUploads stores the bytes under the names that they had. The names are
// random, so whatever lies there already is the same upload, whole or damaged.
// Pictures that are stripped get names of their own; it returns by the old ones
// what their rows must say.
func (r *Reader) putUploads(ctx context.Context, disk Disk, o Options) (stripped map[string]store.Row, err error) {
	stripped = map[string]store.Row{}
	cvs, err := r.cvs(ctx)
	if err != nil {
		return nil, err
	}
	done, total := int64(0), int64(r.Uploads())
	for _, m := range r.Members {
		file, is := uploadOf(m)
		if !is {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		content, err := r.upload(m)
		if err != nil {
			return nil, err
		}
		plain := content
		if !cvs[file] {
			plain, err = o.plain(content)
		}
		if err != nil {
			return nil, fmt.Errorf("the upload %s: %w", file, err)
		}
		if !bytes.Equal(plain, content) {
			name := rand.Text()
			stripped[file] = store.Row{"file": name, "size": int64(len(plain)), "etag": etagOf(plain), "updated_at": o.now()}
			file, content = name, plain
		}
		if there, err := holds(ctx, disk, file, content); err != nil {
			return nil, err
		} else if !there {
			if err := put(ctx, disk, file, content); err != nil {
				return nil, err
			}
		}
		done++
		o.Progress.at("uploads", done, total)
	}
	return stripped, nil
}

// cvs are the files of applications, which are no pictures.
func (r *Reader) cvs(ctx context.Context) (map[string]bool, error) {
	out := map[string]bool{}
	if r.files[tableMember(schema.StorageObjects.Name)] == nil { // it holds a database, whose uploads are taken as they are
		return out, nil
	}
	return out, r.each(ctx, &schema.StorageObjects, func(row store.Row) error {
		out[row.Text("file")] = strings.HasPrefix(row.Text("name"), schema.ApplicationBucket+"/")
		return nil
	})
}

// plain judges and strips an upload, if the work was told how.
func (o Options) plain(content []byte) ([]byte, error) {
	if o.Judge == nil {
		return content, nil
	}
	mimetype, err := o.Judge(content)
	if err == nil && o.Strip != nil {
		content = o.Strip(mimetype, content)
	}
	return content, err
}

// put tries again where a crash left half of the same file: the first try
// fails on it and takes it away.
func put(ctx context.Context, disk Disk, file string, content []byte) error {
	err := disk.Put(ctx, file, content)
	if errors.Is(err, fs.ErrExist) {
		err = disk.Put(ctx, file, content)
	}
	return err
}

// holds tells whether a file is there with this content.
func holds(ctx context.Context, disk Disk, file string, content []byte) (bool, error) {
	there, err := disk.Open(ctx, file)
	var raw []byte
	if err == nil {
		defer there.Close()
		raw, err = io.ReadAll(io.LimitReader(there, int64(len(content))+1))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the upload %s: %w", file, err)
	}
	return bytes.Equal(raw, content), nil
}
