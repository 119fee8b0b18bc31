package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// strippedUploads is the setting that says that every picture is stripped. It
// moves with the rows it speaks of, so a site that is restored from before is
// looked through again. Its value rises when Strip
// takes out more, or the library knows more.
var strippedUploads = store.Row{"name": "stripped_uploads", "value": "2"}

// StripStored strips, once, the pictures that came before uploads were
// stripped, or from elsewhere, and lists them in the library. It does not run
// beside a backup, which would find other bytes than its rows speak of.
func (h *Handler) StripStored(ctx context.Context) error {
	db := h.Store.AsSystem()
	done, err := db.Count(ctx, &schema.Settings, store.Eq("name", strippedUploads["name"]), store.Eq("value", strippedUploads["value"]))
	if err != nil || done > 0 {
		return err
	}
	// Another installation's rows may speak of the same files; whose a storage
	// is that nobody marked, the sweep finds out.
	if ours, err := h.isOurs(ctx, survey{files: 1}); err != nil || !ours {
		return err
	}
	_, err = h.Store.RunExclusive(ctx, "backup", func(ctx context.Context) error {
		rows, err := db.Select(ctx, &schema.StorageObjects, store.Query{})
		if err != nil {
			return err
		}
		var failed error
		for _, row := range rows {
			if apart(row.Text("name")).Bucket == schema.ApplicationBucket {
				continue
			}
			if err := h.stripStored(ctx, row); err != nil {
				failed = errors.Join(failed, fmt.Errorf("strip %s: %w", row.Text("name"), err))
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if failed != nil {
			return failed
		}
		_, _, err = db.Upsert(ctx, &schema.Settings, store.Conflict{}, strippedUploads)
		return err
	})
	return err
}

// stripStored puts the file before the row: a crash between them leaves a row
// that the next look corrects, and a picture that is whole.
func (h *Handler) stripStored(ctx context.Context, row store.Row) error {
	content, err := h.read(ctx, row.Text("file"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	sent := upload{content: content}
	is, err := h.judge(ctx, &sent)
	if fault.Is(err, fault.TimedOut) {
		return err
	} else if err != nil {
		h.Log.WarnContext(ctx, "a stored picture stays as it is", "name", row.Text("name"), "error", err)
		return nil
	}
	if !bytes.Equal(sent.content, content) {
		if err := h.Disk.Replace(ctx, row.Text("file"), sent.content); err != nil {
			return err
		}
	}
	return h.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		if etag := etagOf(sent.content); etag != row.Text("etag") || int64(len(sent.content)) != row.Int("size") {
			row["size"], row["etag"] = int64(len(sent.content)), etag
			rows, err := tx.Update(ctx, &schema.StorageObjects, store.All{store.Eq("id", row.Text("id")), store.Eq("name", row.Text("name"))},
				store.Row{"size": row["size"], "etag": etag, "updated_at": h.Now()})
			if err != nil || len(rows) == 0 {
				return err // somebody removed it meanwhile
			}
		}
		return enlist(ctx, tx, row, is)
	})
}

func (h *Handler) read(ctx context.Context, file string) ([]byte, error) {
	content, err := h.Disk.Open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(io.LimitReader(content, maxUpload+1))
}
