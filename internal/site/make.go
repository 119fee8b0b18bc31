package site

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const htmlType = "text/html; charset=utf-8"

// slowPage is how long a visitor waits for the content of a page, and for the
// answer to a form; then the last good one must do.
const slowPage = 1500 * time.Millisecond

// page makes the answer for a path. Callers that ask for the same version at
// the same time share one.
func (s *Site) page(ctx context.Context, k *kind, path string) (*response, error) {
	version := s.pages.version(k)
	key := fmt.Sprint(version, " ", path)
	making := s.misses.DoChan(key, func() (any, error) {
		s.reading.Store(key, true)
		read := func() { s.reading.Delete(key) }
		defer read()
		// Others may be waiting: the page outlives the request that began it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.makingTime())
		defer cancel()
		return s.make(ctx, k, path, version, read)
	})
	slow := time.NewTicker(s.slow)
	defer slow.Stop()
	for {
		select {
		case made := <-making:
			if made.Err != nil {
				return nil, made.Err
			}
			page := made.Val.(*response)
			if version != s.pages.version(k) {
				page = page.withoutEdge() // a commit came meanwhile, and its purges may have passed
			}
			return page, nil
		case <-slow.C:
			// The database may be there and not answer. What it did answer is shown.
			if _, reading := s.reading.Load(key); !reading {
				continue
			}
			if last, _ := s.pages.get(k, path, s.Now()); last != nil && !s.NoCache {
				return last.withoutEdge(), nil
			}
		}
	}
}

// makingTime is more than reading and rendering may take together.
func (s *Site) makingTime() time.Duration {
	return 2*patience + s.render.time + maxInput>>20*renderTimePer
}

func (s *Site) make(ctx context.Context, k *kind, path string, version uint64, read func()) (*response, error) {
	now := s.Now()
	last, fresh := s.pages.get(k, path, now)
	if fresh && !s.NoCache {
		return last, nil // made while this caller was on its way
	}
	var page *response
	var failed bool
	err := fault.Guard(s.Log, "make "+path, func() (err error) {
		page, failed, err = s.build(ctx, k, path, last, read)
		if err == nil && !failed && page.brotli.Body == nil {
			page.pack(false)
		}
		return err
	})
	if errors.Is(err, errNoPage) {
		s.pages.drop(path)
		return nil, err
	}
	switch {
	case err != nil:
		s.Log.ErrorContext(ctx, "render", "path", path, "error", err)
		page, err = s.instead(k, path, last, err)
		return page.withoutEdge(), err
	case failed && k.subject != nil && last != nil:
		return last.withoutEdge(), nil
	case failed:
		return page.withoutEdge(), nil // the next visitor tries again
	}
	page.version = version
	page.until = earliest(page.until, newYear(now))
	if !s.NoCache {
		s.pages.put(k, path, page)
	}
	return page, nil
}

const untilKey = "until" // when the page is wrong by the clock alone; no part of it

// takeUntil takes that moment out of the data of a page.
func (page data) takeUntil() time.Time {
	until, _ := page[untilKey].(time.Time)
	delete(page, untilKey)
	return until
}

// build reads and renders; a page that shows the same as the last one is that
// one. read is called when all was read; failed is set when a read failed and
// the page shows built-in content instead.
func (s *Site) build(ctx context.Context, k *kind, path string, last *response, read func()) (page *response, failed bool, err error) {
	switch {
	case k.write != nil:
		page, failed, err = k.write(s, ctx)
		return s.withEdge(page, k, nil), failed, err
	case k.file != nil:
		page, failed, err = s.drawFile(ctx, k, path, read)
		return s.withEdge(page, k, nil), failed, err
	}
	if k.slugs != nil && last == nil && !s.NoCache && s.leadsNowhere(ctx, k, path) {
		return nil, false, errNoPage
	}
	shown := k
	content, failed, err := s.load(ctx, k, path)
	if errors.Is(err, errNoSubject) {
		shown = k.instead
		content, _, err = s.load(ctx, shown, path)
		failed = true
	}
	if err == nil && k.gone != nil && shown == k && k.isGone(content, s.atStudio(ctx)) {
		shown = k.gone
		content, failed, err = s.load(ctx, shown, path)
	}
	if err != nil {
		return nil, false, err
	}
	if !failed {
		read()
	}
	until := content.takeUntil()
	state, err := json.Marshal(content)
	if err != nil {
		return nil, failed, err
	}
	input := sha256.Sum256(state)
	if last != nil && last.input == input && !s.NoCache {
		same := *last
		same.until = until
		return s.withEdge(&same, shown, content), failed, nil
	}
	out, err := shown.render(s, ctx, k.name, content, state)
	if err != nil {
		return nil, failed, err
	}
	if !failed && fixed[path] != nil {
		s.lastPages.put(path, out, state)
	}
	around := s.assets.frameOf(content)
	page = newResponse(shown.status, htmlType, around.policy, around.document(out, state))
	page.input, page.until = input, until
	return s.withEdge(page, shown, content), failed, nil
}

const (
	shortRest = 100 * time.Millisecond
	longRest  = 2 * time.Second
	readyJobs = 30 // pages of jobs that are made before anyone asks
)

// Run makes the pages ready: all fixed ones and the first jobs, and after a
// change those that it touched. It returns when ctx ends.
func (s *Site) Run(ctx context.Context) {
	go s.keepSaving(ctx)
	if s.NoCache {
		return
	}
	for {
		began := time.Now()
		s.refresh(ctx)
		if !s.pause(ctx, time.Since(began)) {
			continue // the pages changed again
		}
		if s.pages.shrink(ctx) {
			s.Settled()
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
		s.Log.WarnContext(ctx, "find the pages to make ready", "error", err)
	}
	for _, path := range s.pages.paths(first) {
		if ctx.Err() != nil {
			return
		}
		at, ok := route(path)
		if drawn[path] != nil {
			at, ok = s.fileAt(ctx, path)
		}
		if ok && !s.pages.fresh(at, path, s.Now()) {
			if _, err := s.page(ctx, at, path); err != nil {
				s.Log.WarnContext(ctx, "make a page ready", "path", path, "error", err)
			}
		}
	}
}

// firstJobs are the pages of the jobs at the top of the list.
func (s *Site) firstJobs(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rows, err := s.db.Select(ctx, &schema.JobListings, store.Query{Fields: store.Fields("slug"), Order: order(&schema.JobListings), Limit: store.Limit(readyJobs)})
	paths := make([]string, len(rows))
	for i, row := range rows {
		paths[i] = careersPath + "/" + row.Text("slug")
	}
	return paths, err
}
