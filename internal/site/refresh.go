package site

import (
	"context"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	shortRest = 100 * time.Millisecond
	longRest  = 2 * time.Second
	readyJobs = 30 // pages of jobs that are made before anyone asks
)

// Run makes the pages ready: all fixed ones and the first jobs, and after a
// change those that it touched. It returns when ctx ends.
func (s *Site) Run(ctx context.Context) {
	go s.seen.keepSaving(ctx, func(err error) { s.log.WarnContext(ctx, "keep the last content", "error", err) })
	if s.noCache {
		return
	}
	for {
		began := time.Now()
		s.refresh(ctx)
		if !s.pause(ctx, time.Since(began)) {
			continue // the pages changed again
		}
		if s.pages.shrink(ctx) {
			s.settled()
		}
		select {
		case <-ctx.Done():
			return
		case <-s.stale:
		}
	}
}

// pause follows a refresh, nine times as long, so that a stream of changes
// leaves the processors to those who make them; a visitor who comes meanwhile
// has the page made. It tells whether nothing has changed since.
func (s *Site) pause(ctx context.Context, took time.Duration) bool {
	rest := time.NewTimer(min(max(9*took, shortRest), longRest))
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-ctx.Done():
	}
	select {
	case <-s.stale:
		return ctx.Err() != nil
	default:
		return true
	}
}

func (s *Site) refresh(ctx context.Context) {
	first, err := s.firstJobs(ctx)
	if err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "find the pages to make ready", "error", err)
	}
	for _, path := range s.pages.paths(first) {
		if ctx.Err() != nil {
			return
		}
		if at, ok := route(path); ok && !s.pages.fresh(at, path, s.now()) {
			if _, err := s.page(ctx, at, path); err != nil {
				s.log.WarnContext(ctx, "make a page ready", "path", path, "error", err)
			}
		}
	}
}

// firstJobs are the pages of the jobs at the top of the list.
func (s *Site) firstJobs(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.db.Select(ctx, &schema.JobListings, store.Query{Fields: fields("slug"), Order: order(&schema.JobListings), Limit: store.Limit(readyJobs)})
	paths := make([]string, len(rows))
	for i, row := range rows {
		paths[i] = careersPath + "/" + row.Text("slug")
	}
	return paths, err
}
