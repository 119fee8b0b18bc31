// Package site is what an anonymous visitor sees: pages that React renders
// inside this process, from content read as a visitor would read it. A page
// is rendered once per version of its content and then served from memory,
// already compressed. There is always an answer: when a read fails its piece
// comes from the built-in content, when rendering fails the last good page is
// shown, that of before the start too, and without one the page that the build made.
//
// The engine is QuickJS, translated to Go. Goja was tried with the same
// bundle and took ten times as long for a page and minutes for a list of a
// thousand jobs, because it copies strings where QuickJS chains them; and
// QuickJS can be held to a limit of memory.
package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"vitrine/internal/application"
	"vitrine/internal/letters"
	"vitrine/internal/limit"
	"vitrine/internal/picture"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// Mail tells the studio about what visitors left without JavaScript.
type Mail interface {
	RecordContact(ctx context.Context, tx store.Session, row store.Row) ([]string, error)
	RecordNewsletter(ctx context.Context, tx store.Session, row store.Row) ([]string, error)
	Try(ctx context.Context, reasons ...string) (bool, error)
	Mode() map[string]any
}

// Applications takes those that visitors send without JavaScript.
type Applications interface {
	ReadApplication(w http.ResponseWriter, r *http.Request) (*application.Form, error)
	Apply(ctx context.Context, actor schema.Actor, a *application.Form) (application.Applied, error)
}

// Options are what the site stands on.
type Options struct {
	Store       *store.Store
	Dist        fs.FS   // what the front-end build made
	Bundle      *Bundle // of Dist, if it is being compiled already
	Builtin     []byte  // the built-in content
	Origin      string  // of canonical links, without a slash at the end
	AnonKey     string
	LastContent string // file for the last content that was read; "" for none
	Mail        Mail
	Letters     *letters.Letters // nil: nobody confirms an address, and no link of a letter is known
	Keep        application.Keep // how long applications are kept

	Applications Applications // nil takes none without JavaScript
	// Pictures tells how large pictures of the library are; nil knows none.
	Pictures func(ctx context.Context, of []schema.Upload) (map[schema.Upload]schema.SizedPicture, error)
	// Part is a part of a public picture as a file; nil knows none.
	Part         func(ctx context.Context, address string, want picture.Want) ([]byte, error)
	Upload       func(ctx context.Context, address string) ([]byte, error) // what was uploaded; nil knows nothing
	Limits       *limit.Limiter                                            // nil allows everything
	Shield       *shield.Shield                                            // judges what visitors send; nil makes one with these limits
	Address      func(*http.Request) string                                // where a request came from, as limits count it
	NoCache      bool                                                      // render every time, for measuring
	EdgeLifetime time.Duration                                             // how long shared caches may keep pages; 0 is not at all
	Time         time.Duration                                             // for rendering a page; 0 means five seconds
	Now          func() time.Time
	Log          *slog.Logger
	// Served hears whether a page was in memory, Rendered how long making which
	// page took and whether it failed. Both may be nil.
	Served   func(cached bool)
	Rendered func(page string, took time.Duration, err error)
	// Settled is called when pages have been made ready, which leaves many
	// times their size behind; nil frees memory.
	Settled func()
}

// Site answers for every path that is neither a file, nor the back-office,
// nor the backend.
type Site struct {
	Options
	db        store.Session
	builtin   builtin
	seen      *seen
	lastPages *lastPages
	assets    assets
	render    *renderer
	pages     *cache
	forms     templates
	misses    singleflight.Group
	reading   sync.Map // the misses whose content is still being read
	slugs     sync.Map // kind -> *knownSlugs
	redirects *store.Cache[string, map[string]string]
	who       *store.Cache[string, studio.Studio]
	looks     *store.Cache[string, *look]
	themes    *store.Cache[string, *response]
	drawings  *store.Cache[[sha256.Size]byte, []string]
	lastTheme atomic.Pointer[[]string] // the files that pages named until now
	stale     chan struct{}
	fallback  map[string]fallbackPage
	slow      time.Duration
}

// New reads the build and makes the first engine. It renders nothing yet.
func New(o Options) (*Site, error) {
	if o.Bundle == nil {
		o.Bundle = Compile(o.Dist)
	}
	s := &Site{
		Options: o,
		db:      o.Store.As(schema.Actor{Role: schema.Visitor, Label: "visitor"}),
		stale:   make(chan struct{}, 1),
		slow:    max(slowPage, o.Time),
	}
	s.Origin, s.Log = strings.TrimSuffix(o.Origin, "/"), cmp.Or(o.Log, slog.Default())
	if s.Settled == nil {
		s.Settled = debug.FreeOSMemory
	}
	if s.Served == nil {
		s.Served = func(bool) {}
	}
	if s.Rendered == nil {
		s.Rendered = func(string, time.Duration, error) {}
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Shield == nil {
		s.Shield = shield.New(shield.Options{Limits: o.Limits, Now: o.Now, Log: s.Log})
	}
	if s.Address == nil {
		s.Address = func(r *http.Request) string { return r.RemoteAddr }
	}
	var err error
	if s.builtin, err = readBuiltin(o.Builtin); err != nil {
		return nil, err
	}
	if s.seen, err = newSeen(o.LastContent); err != nil {
		s.Log.Warn("read the last content", "error", err)
	}
	s.lastPages = newLastPages(o.LastContent)
	if s.assets, s.fallback, err = readBuild(o.Dist); err != nil {
		return nil, err
	}
	if s.render, err = newRenderer(o.Bundle, o.Time, s.Log); err != nil {
		return nil, err
	}
	s.who = store.NewCache(o.Store, 1, func(string, studio.Studio) int { return 1 }, schema.SiteSettings.Name, schema.SiteWords.Name)
	s.looks = store.NewCache(o.Store, 1, func(string, *look) int { return 1 }, schema.SiteSettings.Name, schema.Media.Name)
	s.themes = store.NewCache(o.Store, maxThemes, func(string, *response) int { return 1 })
	s.drawings = store.NewCache(o.Store, maxDrawings, weighDrawing)
	s.redirects = store.NewCache(o.Store, 1, func(string, map[string]string) int { return 1 }, schema.Redirects.Name)
	s.pages = newCache(o.Store, s.refreshSoon) // after the caches that pages are made from
	return s, nil
}

// Close frees the engines.
func (s *Site) Close() { s.render.close() }

// refreshSoon has pages that a commit made stale made again before a visitor asks.
func (s *Site) refreshSoon() {
	select {
	case s.stale <- struct{}{}:
	default: // a refresh is due already
	}
}
