package storage

import (
	"context"
	"errors"
	"io/fs"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	// marker is the file that tells whose the storage is.
	marker = ".installation"
	// installation is the setting with the same content.
	installation = "installation"
)

// isOurs tells whether the storage is this installation's. One that nobody
// marked is taken when it is empty, or when the database names most of it.
func (h *Handler) isOurs(ctx context.Context, seen survey) (bool, error) {
	id, err := h.installation(ctx)
	if err != nil {
		return false, err
	}
	there, err := h.read(ctx, marker)
	if errors.Is(err, fs.ErrNotExist) {
		if 2*seen.named < seen.files {
			return false, nil
		}
		return true, h.disk.Put(ctx, marker, []byte(id))
	}
	return string(there) == id, err
}

// installation is the id of this database, which is made once.
func (h *Handler) installation(ctx context.Context) (id string, err error) {
	err = h.store.Itself().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, installation); err != nil {
			return err
		}
		rows, err := tx.Select(ctx, &schema.Settings, store.Query{Where: store.All{store.Eq("name", installation)}})
		if err != nil {
			return err
		}
		if len(rows) == 1 {
			id = rows[0].Text("value")
			return nil
		}
		id = uuid.NewString()
		_, err = tx.Insert(ctx, &schema.Settings, store.Row{"name": installation, "value": id})
		return err
	})
	return id, err
}
