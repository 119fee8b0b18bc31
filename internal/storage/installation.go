package storage

import (
	"context"
	"errors"
	"io/fs"

	"github.com/google/uuid"
)

const (
	// marker is the file that tells whose the storage is.
	marker = ".installation"
	// installation is the setting with the same content, which is made once.
	installation = "installation"
)

// isOurs tells whether the storage is this installation's. One that nobody
// marked is taken when it is empty, or when the database names most of it.
func (h *Handler) isOurs(ctx context.Context, seen survey) (bool, error) {
	id, err := h.store.Itself().SettingOr(ctx, installation, uuid.NewString())
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
