package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// knownSlugs are those that lead to a page, as of a version of its kind.
type knownSlugs struct {
	version uint64
	slugs   map[string]bool
}

// leadsNowhere tells that a path surely has no page. The slugs are read once per
// version, so that a flood of made-up ones costs the database nothing.
func (s *Site) leadsNowhere(ctx context.Context, k *kind, path string) bool {
	version := s.pages.version(k)
	if known, ok := s.slugs.Load(k); ok && known.(*knownSlugs).version == version {
		return !known.(*knownSlugs).slugs[slugOf(path)]
	}
	made, err, _ := s.misses.Do(fmt.Sprint(version, " slugs of ", k.name), func() (any, error) {
		var rows any
		err := fault.Guard(s.Log, "read the slugs", func() (err error) {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			rows, err = k.slugs.read(ctx, s.db, path)
			return err
		})
		if err != nil {
			return nil, err
		}
		fresh := &knownSlugs{version, map[string]bool{}}
		for _, row := range rows.([]store.Row) {
			fresh.slugs[row.Text("slug")] = true
		}
		s.slugs.Store(k, fresh)
		return fresh, nil
	})
	return err == nil && !made.(*knownSlugs).slugs[slugOf(path)]
}

var ownSlugs = listOf(&schema.Pages, "slug")

// ownPage is the page of the studio that the path names.
var ownPage = &piece{
	key:    "own_page",
	tables: []*schema.Table{&schema.Pages},
	read: func(ctx context.Context, db store.Session, path string) (any, error) {
		rows, err := db.Select(ctx, &schema.Pages, store.Query{Fields: store.Fields("title", "body"), Where: store.All{store.Eq("slug", slugOf(path))}})
		if err == nil && len(rows) == 0 {
			err = errNoPage
		}
		if err != nil {
			return nil, err
		}
		return shown(&schema.Pages, rows)[0], nil
	},
}

// redirected sends a visitor of an old address to the new one. The answer is
// asked for again each time: an editor may change it.
func (s *Site) redirected(w http.ResponseWriter, r *http.Request) bool {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	to, generation, known := s.redirects.Get("")
	if !known {
		rows, err := s.db.Select(ctx, &schema.Redirects, store.Query{Fields: store.Fields("from_path", "to_path")})
		if err != nil {
			s.Log.WarnContext(ctx, "read the redirects", "error", err)
			return false
		}
		to = make(map[string]string, len(rows))
		for _, row := range rows {
			to[row.Text("from_path")] = row.Text("to_path")
		}
		s.redirects.Put("", to, generation)
	}
	target, found := to[r.URL.Path]
	if found {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, target, http.StatusMovedPermanently)
	}
	return found
}

// studio is whose site it is. When that cannot be read, its name at least is
// known.
func (s *Site) studio(ctx context.Context) (studio.Studio, error) {
	who, generation, known := s.who.Get("")
	if known {
		return who, nil
	}
	who, err := studio.Read(ctx, s.db)
	if err != nil {
		who = studio.Fresh()
		who.Name = s.name()
		return who, err
	}
	s.who.Put("", who, generation)
	return who, nil
}

// say is a sentence for a visitor.
func (s *Site) say(ctx context.Context, key string, pairs ...string) string {
	ctx, cancel := context.WithTimeout(ctx, slowPage)
	defer cancel()
	who, err := s.studio(ctx)
	if err != nil {
		s.Log.WarnContext(ctx, "read the studio's words", "error", err)
	}
	return who.Say(key, pairs...)
}

// manifest tells browsers how to show the site among other programs.
func (s *Site) manifest(ctx context.Context) (*response, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	who, failed := s.studio(ctx)
	icon := func(src, sizes, kind, purpose string) map[string]string {
		out := map[string]string{"src": src, "sizes": sizes, "type": kind}
		if purpose != "" {
			out["purpose"] = purpose
		}
		return out
	}
	raw, err := json.MarshalIndent(map[string]any{
		"name": who.Name, "short_name": who.Name, "description": who.Say("manifest_description"), "lang": who.Language,
		"start_url": "/", "display": "browser", "background_color": "#F3F6F5", "theme_color": "#F3F6F5",
		"icons": []map[string]string{
			icon("/icon-192.png", "192x192", "image/png", ""), icon("/icon-512.png", "512x512", "image/png", ""),
			icon("/icon-maskable-512.png", "512x512", "image/png", "maskable"), icon("/favicon.svg", "any", "image/svg+xml", ""),
		},
	}, "", "  ")
	return newResponse(http.StatusOK, "application/manifest+json", filePolicy, raw), failed != nil, err
}
