package storage

import (
	"context"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// A file without a row belongs to an upload under way, or to one that a
// crash cut off. No upload lasts as long as this.
const (
	orphanAge  = time.Hour
	sweepEvery = time.Hour
)

// Run removes at the start, and then hourly, what crashes left behind. Of
// several instances one does it at a time.
func (h *Handler) Run(ctx context.Context) {
	for {
		_, err := h.store.Alone(ctx, "sweep uploads", func(ctx context.Context) error {
			n, err := h.Sweep(ctx)
			if n > 0 {
				h.log.InfoContext(ctx, "removed files of unfinished uploads", "files", n)
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			h.log.WarnContext(ctx, "sweep the uploads", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(sweepEvery):
		}
	}
}

// Sweep removes the files that no row names, and tells how many.
func (h *Handler) Sweep(ctx context.Context) (int, error) {
	before := h.now().Add(-orphanAge)
	removed := 0
	var batch []string
	flush := func() error {
		n, err := h.sweep(ctx, batch)
		removed, batch = removed+n, batch[:0]
		return err
	}
	err := h.disk.Each(ctx, func(file string, at time.Time) error {
		if at.After(before) {
			return nil
		}
		if batch = append(batch, file); len(batch) == 200 {
			return flush()
		}
		return nil
	})
	if err == nil && len(batch) > 0 {
		err = flush()
	}
	return removed, err
}

func (h *Handler) sweep(ctx context.Context, files []string) (int, error) {
	rows, err := h.store.Itself().Select(ctx, &schema.StorageObjects, store.Query{
		Fields: []store.Field{{As: "file", Column: "file"}},
		Where:  store.All{store.In("file", files...)},
	})
	if err != nil {
		return 0, err
	}
	named := map[string]bool{}
	for _, row := range rows {
		named[row.Text("file")] = true
	}
	removed := 0
	for _, file := range files {
		if named[file] {
			continue
		}
		if err := h.disk.Remove(ctx, file); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}
