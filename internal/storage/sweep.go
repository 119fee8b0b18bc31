package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// A file without a row belongs to an upload under way, or to one that a
// crash cut off. No upload lasts as long as partAge; a whole file waits longer,
// should the database be the wrong one.
const (
	partAge    = time.Hour
	orphanAge  = 7 * 24 * time.Hour
	sweepEvery = time.Hour
	fewOrphans = 10 // of more than these, most of the files are never removed
)

// Run removes at the start, and then hourly, what crashes left behind, and
// strips what was stored before uploads were. Of several instances one does it
// at a time.
func (h *Handler) Run(ctx context.Context) {
	said := ""
	for more := true; more; more = h.sleep(ctx) {
		_, err := h.Store.RunExclusive(ctx, "sweep uploads", func(ctx context.Context) error {
			n, why, err := h.Sweep(ctx)
			if n > 0 {
				h.Log.InfoContext(ctx, "removed files of unfinished uploads", "files", n)
			}
			if why != "" && why != said {
				h.Log.WarnContext(ctx, "files of uploads that no row names stay", "reason", why)
			}
			if err == nil {
				said = why
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			h.Log.WarnContext(ctx, "sweep the uploads", "error", err)
		}
		if err := h.emptyTrash(ctx); err != nil && ctx.Err() == nil {
			h.Log.WarnContext(ctx, "remove what is in Trash no more", "error", err)
		}
		if err := h.StripStored(ctx); err != nil && ctx.Err() == nil {
			h.Log.WarnContext(ctx, "strip the uploads", "error", err)
		}
	}
}

// sleep waits for the next sweep. CVs whose application went meanwhile go at once.
func (h *Handler) sleep(ctx context.Context) bool {
	next := time.NewTimer(sweepEvery)
	defer next.Stop()
	for {
		if err := h.DropCVs(ctx); err != nil && ctx.Err() == nil {
			h.Log.WarnContext(ctx, "remove the CVs of applications that are gone", "error", err)
		}
		select {
		case <-ctx.Done():
			return false
		case <-next.C:
			return true
		case <-h.wake:
		}
	}
}

// Sweep removes halves of files, and the files that no row names if there is
// no doubt that database and storage belong together. It tells how many it
// removed, and why others stay.
func (h *Handler) Sweep(ctx context.Context) (removed int, why string, err error) {
	seen, err := h.survey(ctx)
	if err != nil {
		return 0, "", err
	}
	if err := h.removeAll(ctx, seen.halves, &removed); err != nil {
		return removed, "", err
	}
	if why, err = h.doubt(ctx, seen); err != nil || why != "" {
		return removed, why, err
	}
	return removed, "", h.removeAll(ctx, seen.orphans, &removed)
}

func (h *Handler) removeAll(ctx context.Context, files []string, removed *int) error {
	for _, file := range files {
		if err := h.Disk.Remove(ctx, file); err != nil {
			return err
		}
		*removed++
	}
	return nil
}

// survey is what lies in the storage.
type survey struct {
	files, named int
	halves       []string // old enough to be removed
	orphans      []string // the same
}

func (h *Handler) survey(ctx context.Context) (out survey, err error) {
	now := h.Now()
	batch := map[string]time.Time{}
	flush := func() error {
		named, err := h.named(ctx, batch)
		for file, at := range batch {
			if !named[file] && now.Sub(at) > orphanAge {
				out.orphans = append(out.orphans, file)
			}
		}
		out.files, out.named = out.files+len(batch), out.named+len(named)
		clear(batch)
		return err
	}
	err = h.Disk.Each(ctx, func(file string, at time.Time) error {
		if strings.HasSuffix(file, unfinished) {
			if now.Sub(at) > partAge {
				out.halves = append(out.halves, file)
			}
			return nil
		}
		if batch[file] = at; len(batch) == 200 {
			return flush()
		}
		return nil
	})
	if err == nil && len(batch) > 0 {
		err = flush()
	}
	return out, err
}

// named finds the files that rows name.
func (h *Handler) named(ctx context.Context, files map[string]time.Time) (map[string]bool, error) {
	names := make([]string, 0, len(files))
	for file := range files {
		names = append(names, file)
	}
	rows, err := h.Store.AsSystem().Select(ctx, &schema.StorageObjects, store.Query{
		Fields: store.Fields("file"),
		Where:  store.All{store.In("file", names...)},
	})
	named := map[string]bool{}
	for _, row := range rows {
		named[row.Text("file")] = true
	}
	return named, err
}

// doubt is a reason to leave files alone that this database does not name:
// it may be empty by mistake, older than they are, or another site's.
func (h *Handler) doubt(ctx context.Context, seen survey) (string, error) {
	ours, err := h.isOurs(ctx, seen)
	switch {
	case err != nil || len(seen.orphans) == 0:
		return "", err
	case !ours:
		return "the storage was marked by another installation, or held files before this one came", nil
	case seen.named == 0:
		return "the database names no file at all", nil
	case len(seen.orphans) > fewOrphans && 2*len(seen.orphans) > seen.files:
		return fmt.Sprintf("the database names %d of %d files only", seen.named, seen.files), nil
	}
	return "", nil
}

const (
	// marker is the file that tells whose the storage is.
	marker = ".installation"
	// installation is the setting with the same content, which is made once.
	installation = "installation"
)

// isOurs tells whether the storage is this installation's. One that nobody
// marked is taken when it is empty, or when the database names most of it.
func (h *Handler) isOurs(ctx context.Context, seen survey) (bool, error) {
	id, err := h.Store.AsSystem().SettingOr(ctx, installation, uuid.NewString())
	if err != nil {
		return false, err
	}
	there, err := h.read(ctx, marker)
	if errors.Is(err, fs.ErrNotExist) {
		if 2*seen.named < seen.files {
			return false, nil
		}
		return true, h.Disk.Put(ctx, marker, []byte(id))
	}
	return string(there) == id, err
}
