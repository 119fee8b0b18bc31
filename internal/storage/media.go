package storage

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// found is what a judged and stripped picture is.
type found struct {
	mimetype      string
	width, height int // as it is shown
	turned        uint16
}

// look reads the header of a stripped picture.
func look(mimetype string, content []byte) (found, error) {
	for _, f := range formats {
		if f.mimetype != mimetype {
			continue
		}
		config, err := f.config(content)
		if err != nil {
			return found{}, f.broken(err)
		}
		is := found{mimetype, config.Width, config.Height, turned(content)}
		if is.turned >= 5 {
			is.width, is.height = is.height, is.width
		}
		return is, nil
	}
	return found{}, fault.New(fault.Invalid, "mime type %s is not supported", mimetype)
}

// turned is the orientation that Strip left in a picture; 1 means none.
func turned(content []byte) uint16 {
	mark := beforeTurned()
	at := bytes.Index(content, mark)
	if at < 0 || at+len(mark)+2 > len(content) {
		return 1
	}
	if is := binary.BigEndian.Uint16(content[at+len(mark):]); is <= 8 {
		return max(1, is)
	}
	return 1
}

// row is what the library says of an object.
func (is found) row(object store.Row, fileName string) store.Row {
	of := apart(object.Text("name"))
	return store.Row{
		"bucket": of.Bucket, "name": of.Name, "file_name": cmp.Or(fileName, of.Name), "mime_type": is.mimetype,
		"width": is.width, "height": is.height, "bytes": object["size"],
	}
}

func inLibrary(of schema.Upload) store.Cond {
	return store.All{store.Eq("name", of.Name), store.Eq("bucket", of.Bucket)}
}

// enlist gives an object that came before the library, or past it, its row.
func enlist(ctx context.Context, tx store.Session, object store.Row, is found) error {
	of := apart(object.Text("name"))
	if of.Bucket == trashed {
		return nil
	}
	n, err := tx.Count(ctx, &schema.Media, inLibrary(of))
	if err != nil || n > 0 {
		return err
	}
	row := is.row(object, "")
	row["created_at"] = object["created_at"]
	_, err = tx.Insert(ctx, &schema.Media, row)
	return err
}

// trashed is the bucket of objects whose rows are in Trash, by the id of those.
const trashed = "trash"

// trash takes an object from its place, and its row of the library to Trash,
// from where both come back. One that the library does not know is gone; then
// it is not kept, and its file may go too.
func trash(ctx context.Context, tx store.Session, object store.Row) (kept bool, err error) {
	gone, err := tx.Delete(ctx, &schema.Media, inLibrary(apart(object.Text("name"))))
	if err != nil {
		return false, err
	}
	it := store.Eq("id", object.Text("id"))
	if len(gone) == 0 {
		_, err = tx.Delete(ctx, &schema.StorageObjects, it)
		return false, err
	}
	_, err = tx.Update(ctx, &schema.StorageObjects, it, store.Row{"name": key(trashed, strconv.FormatInt(gone[0].Int("id"), 10))})
	return true, err
}

// PutBack returns the object of a picture that comes back from Trash to its
// place; false means that it is not kept any more, or that its name is taken.
func PutBack(ctx context.Context, tx store.Session, media store.Row) (bool, error) {
	of := schema.Upload{Bucket: media.Text("bucket"), Name: media.Text("name")}
	taken, err := tx.Count(ctx, &schema.StorageObjects, store.Eq("name", key(of.Bucket, of.Name)))
	if err != nil || taken > 0 {
		return false, err
	}
	rows, err := tx.Update(ctx, &schema.StorageObjects, store.Eq("name", key(trashed, strconv.FormatInt(media.Int("id"), 10))), store.Row{"name": key(of.Bucket, of.Name)})
	return len(rows) == 1, err
}

// Purge removes the object of a picture that is deleted for good, and tells
// which file may go then.
func Purge(ctx context.Context, tx store.Session, id string) (file string, err error) {
	rows, err := tx.Delete(ctx, &schema.StorageObjects, store.Eq("name", key(trashed, id)))
	if err != nil || len(rows) == 0 {
		return "", err
	}
	return rows[0].Text("file"), nil
}

// Has tells whether an upload is in its place.
func Has(ctx context.Context, tx store.Session, of schema.Upload) (bool, error) {
	n, err := tx.Count(ctx, &schema.StorageObjects, store.Eq("name", key(of.Bucket, of.Name)))
	return n > 0, err
}

// Discard removes files whose rows are gone. One that stays is swept later.
func (h *Handler) Discard(ctx context.Context, files ...string) {
	for _, file := range files {
		if err := h.Disk.Remove(ctx, file); err != nil {
			h.Log.WarnContext(ctx, "a removed upload stays on disk until the next sweep", "error", err)
		}
	}
}

// emptyTrash removes the objects whose rows are in Trash no more.
func (h *Handler) emptyTrash(ctx context.Context) error {
	rows, err := h.Store.AsSystem().Select(ctx, &schema.StorageObjects, store.Query{
		Fields: store.Fields("name"), Where: store.All{store.Compare{Column: "name", Op: store.OpLike, Value: trashed + "/%"}},
	})
	for _, row := range rows {
		id, file := apart(row.Text("name")).Name, ""
		err := h.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
			kept, err := tx.Count(ctx, &schema.Revisions, store.All{
				store.Eq("document", schema.Trashed[&schema.Media]), store.Eq("document_id", id), store.Eq("action", schema.Deleted), store.IsNull("restored_at"),
			})
			if err != nil || kept > 0 {
				return err
			}
			file, err = Purge(ctx, tx, id)
			return err
		})
		if err != nil {
			return err
		}
		if file != "" {
			h.Discard(ctx, file)
		}
	}
	return err
}
