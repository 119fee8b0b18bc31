package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// themeFor is how long a page may be held somewhere and still find its theme.
const themeFor = 90 * 24 * time.Hour

const maxThemes = 20 // in memory

// look is what the bundle makes of a studio's choices.
type look struct {
	// CSS holds the custom properties and faces; "" is a fresh site's, whose
	// stylesheets have them already.
	CSS     string   `json:"css"`
	Fonts   []string `json:"fonts"` // to be loaded first, by file name
	Light   string   `json:"light"` // the background of the page
	Dark    string   `json:"dark"`
	Mark    string   `json:"mark"` // as markup; "" is a fresh site's
	Favicon string   `json:"favicon"`
	Icon    string   `json:"icon"` // as SVG in plain colours

	hash string
}

func (l *look) path() string { return "/theme-" + l.hash + ".css" }

// lookOf is made once per version of the identity. Its stylesheet is stored
// before any page names it, so that every instance can answer for it.
func (s *Site) lookOf(ctx context.Context, who studio.Studio) (*look, error) {
	now, generation, known := s.looks.Get("")
	if known {
		return now, nil
	}
	input, err := json.Marshal(map[string]any{"theme": who.Theme, "mark": who.Mark, "files": s.assets.Themed.Faces})
	if err != nil {
		return nil, err
	}
	made := &look{}
	if err := s.render.call(ctx, "look", true, input, made); err != nil {
		return nil, err
	}
	if made.CSS != "" {
		sum := sha256.Sum256([]byte(made.CSS))
		made.hash = hex.EncodeToString(sum[:10])
		if err := s.keepTheme(ctx, made); err != nil {
			return nil, fmt.Errorf("store the theme: %w", err)
		}
	}
	s.looks.Put("", made, generation)
	return made, nil
}

// keepTheme stores the file, notes that it and the one before it were used until
// now, and removes those that no page names any more.
func (s *Site) keepTheme(ctx context.Context, l *look) error {
	files, now := &schema.ThemeFiles, s.Now()
	return s.db.AsSystem().Tx(ctx, func(tx store.Session) error {
		if before := s.lastTheme.Load(); before != nil && *before != l.hash {
			if _, err := tx.Update(ctx, files, store.Eq("hash", *before), store.Row{"used_at": now}); err != nil {
				return err
			}
		}
		if _, _, err := tx.Upsert(ctx, files, store.Conflict{}, store.Row{"hash": l.hash, "css": l.CSS, "used_at": now}); err != nil {
			return err
		}
		if _, err := tx.Delete(ctx, files, store.Lt("used_at", now.Add(-themeFor))); err != nil {
			return err
		}
		s.lastTheme.Store(&l.hash)
		return nil
	})
}

// serveTheme answers for the theme of now and for those before it.
func (s *Site) serveTheme(w http.ResponseWriter, r *http.Request) bool {
	hash, ok := strings.CutPrefix(r.URL.Path, "/theme-")
	if ok {
		hash, ok = strings.CutSuffix(hash, ".css")
	}
	if !ok || len(hash) != 20 {
		return false
	}
	page, generation, known := s.themes.Get(hash)
	if !known {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		row, err := s.db.AsSystem().One(ctx, &schema.ThemeFiles, store.Eq("hash", hash))
		if fault.Is(err, fault.NotOne) {
			return false
		}
		if err != nil {
			s.Log.WarnContext(ctx, "read a theme", "error", err)
			http.Error(w, "The stylesheet cannot be read right now.", http.StatusServiceUnavailable)
			return true
		}
		page = newResponse(http.StatusOK, "text/css; charset=utf-8", filePolicy, []byte(row.Text("css")))
		page.pack(true)
		page.forever = true
		s.themes.Put(hash, page, generation)
	}
	page.write(w, r)
	return true
}

// dress adds to what a page is told of the studio how it looks. A look that
// cannot be made is that of a fresh site.
func (s *Site) dress(ctx context.Context, page map[string]any) {
	who, err := s.studio(ctx)
	if err != nil || !who.HasLook() {
		return
	}
	made, err := s.lookOf(ctx, who)
	if err != nil {
		s.Log.ErrorContext(ctx, "make the look of the site", "error", err)
		return
	}
	if made.CSS != "" {
		page["theme"] = map[string]any{"css": made.path(), "fonts": made.Fonts, "light": made.Light, "dark": made.Dark}
	}
	if made.Mark != "" {
		page["mark"] = made.Mark
	}
	if frame := who.Frame(); frame != "arch" {
		page["frame"] = frame
	}
	if who.Theme.Art != "vessels" || who.Theme.Seed != nil {
		page["art"] = map[string]any{"family": who.Theme.Art, "seed": who.Theme.Seed, "photos": who.Theme.Photos}
	}
}
