package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

const (
	// maxJobs bounds the kept pages of jobs, in bytes; the fixed ones are always kept.
	maxJobs = 8 << 20
	// largePage is one that is kept packed only, like those of jobs, and unpacked
	// for the few who ask for it like that. Its smallest form would take a hundred
	// times as long and many times its size to make, for a sixth less.
	largePage = 256 << 10
)

// window is the reach of the codecs, as a power of two: more than a page, and
// small enough that packing one takes little memory.
const window = 18

// coding is a page's bytes in one content coding, with the header lines that
// go with them, made once.
type coding struct {
	body     []byte
	encoding []string // nil: as it is
	length   []string
}

// kept is an answer that is ready to be written.
type kept struct {
	status  int
	kind    []string // Content-Type
	policy  []string
	etag    []string
	input   [sha256.Size]byte // of the data that it shows
	plain   coding
	brotli  coding
	zstd    coding
	gzip    coding
	small   bool // packed as well as can be
	version uint64
	until   time.Time // the turn of the year that it prints
}

// cache holds one answer per path. One that is stale stays until there is a
// better one: it is what a visitor sees when rendering fails.
type cache struct {
	versions map[*kind]*atomic.Uint64
	pages    sync.Map     // path -> *kept
	jobs     atomic.Int64 // bytes of the pages of jobs
	most     int64        // of these
	large    int
}

func newCache() *cache {
	c := &cache{versions: map[*kind]*atomic.Uint64{}, most: maxJobs, large: largePage}
	for _, k := range kinds {
		c.versions[k] = new(atomic.Uint64)
	}
	return c
}

// touch makes the pages built from these tables stale; an empty list means
// any table. It tells whether there were such pages.
func (c *cache) touch(tables []string) bool {
	touched := false
	for k, version := range c.versions {
		if len(tables) == 0 || slices.ContainsFunc(k.tables, func(t string) bool { return slices.Contains(tables, t) }) {
			version.Add(1)
			touched = true
		}
	}
	return touched
}

func (c *cache) version(k *kind) uint64 { return c.versions[k].Load() }

// newYear is when a page prints the wrong year.
func newYear(now time.Time) time.Time {
	return time.Date(now.UTC().Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
}

// get is the answer for a path, and whether it is still right.
func (c *cache) get(k *kind, path string, now time.Time) (*kept, bool) {
	found, ok := c.pages.Load(path)
	if !ok {
		return nil, false
	}
	page := found.(*kept)
	return page, page.version == c.version(k) && now.Before(page.until)
}

func (c *cache) fresh(k *kind, path string, now time.Time) bool {
	_, ok := c.get(k, path, now)
	return ok
}

func (c *cache) put(k *kind, path string, page *kept) {
	before, known := c.pages.Swap(path, page)
	if k != jobKind {
		return
	}
	grown := page.weight()
	if known {
		grown -= before.(*kept).weight()
	}
	if c.jobs.Add(grown) > c.most {
		c.pages.Range(func(other, _ any) bool {
			if p := other.(string); p != path && slugOf(p) != "" {
				c.drop(p)
			}
			return c.jobs.Load() > c.most
		})
	}
}

// weight is what a page takes in memory, or a little less.
func (k *kept) weight() int64 {
	return int64(len(k.plain.body) + len(k.brotli.body) + len(k.zstd.body) + len(k.gzip.body) + 1<<10)
}

// drop forgets the page of a job.
func (c *cache) drop(path string) {
	if page, known := c.pages.LoadAndDelete(path); known {
		c.jobs.Add(-page.(*kept).weight())
	}
}

// paths are the fixed pages, the first jobs, and those that someone asked
// for.
func (c *cache) paths(first []string) []string {
	all := append(slices.Sorted(maps.Keys(fixed)), first...)
	c.pages.Range(func(path, _ any) bool {
		if slugOf(path.(string)) != "" && !slices.Contains(first, path.(string)) {
			all = append(all, path.(string))
		}
		return true
	})
	return all
}

// keep makes an answer of a body.
func keep(status int, contentType, policy string, body []byte) *kept {
	sum := sha256.Sum256(body)
	return &kept{
		status: status,
		kind:   []string{contentType},
		policy: []string{policy},
		// Weak, because it stands for the page in every coding.
		etag:  []string{`W/"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`},
		plain: newCoding(body, ""),
	}
}

// pack adds the compressed forms. A visitor is waiting for the quick ones; the
// small ones take fifty times as long, are a fifth smaller and come after.
func (k *kept) pack(small bool) {
	quality, level, speed := 5, gzip.DefaultCompression, zstd.SpeedDefault
	if small {
		quality, level, speed = 11, gzip.BestCompression, zstd.SpeedBetterCompression
	}
	if small && len(k.plain.body) > largePage {
		quality = 7
	}
	k.small = small
	var b bytes.Buffer
	br := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: window})
	br.Write(k.plain.body)
	br.Close()
	k.brotli = newCoding(b.Bytes(), "br")
	k.gzip = zipped(k.plain.body, level)
	// Not kept between pages: an encoder holds megabytes.
	zs, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(speed), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<window))
	if err != nil {
		panic(err) // the options are constants
	}
	k.zstd = newCoding(zs.EncodeAll(k.plain.body, nil), "zstd")
	zs.Close()
}

// shrink packs again what was packed in a hurry, and tells whether there was
// any.
func (c *cache) shrink(ctx context.Context) (done bool) {
	c.pages.Range(func(path, value any) bool {
		page := value.(*kept)
		if !page.small {
			done = true
			better := *page
			better.pack(true)
			job := slugOf(path.(string)) != ""
			if job || len(better.plain.body) > c.large {
				better.plain.body = nil
			}
			if c.pages.CompareAndSwap(path, value, &better) && job {
				c.jobs.Add(better.weight() - page.weight())
			}
		}
		return ctx.Err() == nil
	})
	return done
}

// unpacked is the page as it is.
func (k *kept) unpacked() coding {
	if k.plain.body != nil || k.gzip.body == nil {
		return k.plain
	}
	c := k.plain
	if r, err := gzip.NewReader(bytes.NewReader(k.gzip.body)); err == nil {
		c.body, _ = io.ReadAll(r) // it is in memory, and we wrote it
	}
	return c
}

func zipped(body []byte, level int) coding {
	var b bytes.Buffer
	gz, _ := gzip.NewWriterLevel(&b, level)
	gz.Write(body)
	gz.Close()
	return newCoding(b.Bytes(), "gzip")
}

func newCoding(body []byte, name string) coding {
	c := coding{body: bytes.Clone(body), length: []string{strconv.Itoa(len(body))}}
	if name != "" {
		c.encoding = []string{name}
	}
	return c
}
