package site

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/store"
)

const (
	// maxJobs bounds the cached pages of jobs, in bytes; the fixed ones are never evicted.
	maxJobs = 8 << 20
	// largePage is one that is cached packed only, like those of jobs, and unpacked
	// for the few who ask for it like that. Its smallest form would take a hundred
	// times as long and many times its size to make, for a sixth less.
	largePage = 256 << 10
)

// cache holds one answer per path. One that is stale stays until there is a
// better one: it is what a visitor sees when rendering fails.
type cache struct {
	versions map[*kind]*store.Generation
	pages    sync.Map     // path -> *response
	jobs     atomic.Int64 // bytes of the pages of jobs
	most     int64        // of these
	large    int
}

// newCache calls stale after a commit that some pages show.
func newCache(s *store.Store, stale func()) *cache {
	c := &cache{versions: map[*kind]*store.Generation{}, most: maxJobs, large: largePage}
	for _, k := range slices.AppendSeq(slices.Clone(kinds), maps.Values(drawn)) {
		c.versions[k] = s.Generation(stale, k.tables...)
	}
	return c
}

func (c *cache) version(k *kind) uint64 { return c.versions[k].Now() }

// earliest is the first of two moments, of which one may be none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// newYear is when a page prints the wrong year.
func newYear(now time.Time) time.Time {
	return time.Date(now.UTC().Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
}

// get is the answer for a path, and whether it is still right.
func (c *cache) get(k *kind, path string, now time.Time) (*response, bool) {
	found, ok := c.pages.Load(path)
	if !ok {
		return nil, false
	}
	page := found.(*response)
	return page, page.version == c.version(k) && now.Before(page.until)
}

func (c *cache) fresh(k *kind, path string, now time.Time) bool {
	_, ok := c.get(k, path, now)
	return ok
}

func (c *cache) put(k *kind, path string, page *response) {
	before, known := c.pages.Swap(path, page)
	if !isBounded(path) {
		return
	}
	grown := page.weight()
	if known {
		grown -= before.(*response).weight()
	}
	if c.jobs.Add(grown) > c.most {
		c.evict(path)
	}
}

// isBounded tells of pages that are as many as visitors and editors make them:
// those of jobs with their cards, and lists by what a visitor looks for.
func isBounded(path string) bool {
	return slugOf(path) != "" || strings.Contains(path, "?") || strings.HasPrefix(path, jobCardsPath)
}

// evict drops pages of jobs, any but one, until the others are within the bound.
func (c *cache) evict(except string) {
	c.pages.Range(func(other, _ any) bool {
		if path := other.(string); path != except && isBounded(path) {
			c.drop(path)
		}
		return c.jobs.Load() > c.most
	})
}

// drop forgets the page of a job.
func (c *cache) drop(path string) {
	if page, known := c.pages.LoadAndDelete(path); known {
		c.jobs.Add(-page.(*response).weight())
	}
}

// paths are the fixed pages, the first jobs, and those that someone asked
// for, drawn files among them; last the sharing card, which takes longest.
func (c *cache) paths(first []string) []string {
	all := append(slices.Sorted(maps.Keys(fixed)), first...)
	c.pages.Range(func(path, _ any) bool {
		isFile := drawn[path.(string)] != nil && path != cardPath
		if isFile || slugOf(path.(string)) != "" && !slices.Contains(first, path.(string)) {
			all = append(all, path.(string))
		}
		return true
	})
	return append(all, cardPath)
}

// shrink packs again what was packed in a hurry, and tells whether there was
// any.
func (c *cache) shrink(ctx context.Context) (done bool) {
	c.pages.Range(func(path, value any) bool {
		page := value.(*response)
		if !page.small {
			done = true
			better := *page
			better.pack(true)
			job := isBounded(path.(string))
			if job || len(better.plain.Body) > c.large {
				better.plain.Body = nil
			}
			if c.pages.CompareAndSwap(path, value, &better) && job {
				c.jobs.Add(better.weight() - page.weight())
			}
		}
		return ctx.Err() == nil
	})
	return done
}
