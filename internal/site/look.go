package site

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine/internal/draw"
	"vitrine/internal/fault"
	"vitrine/internal/mail"
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
	CSS       string   `json:"css"`
	Fonts     []string `json:"fonts"` // to be loaded first, by file name
	Light     string   `json:"light"` // the background of the page
	Dark      string   `json:"dark"`
	Mark      string   `json:"mark"`      // as markup; "" is a fresh site's
	Colouring string   `json:"colouring"` // the custom properties of colours alone
	// Backstock is the row of things above the footer, as a file.
	Backstock string       `json:"backstock"`
	Favicon   string       `json:"favicon"`
	Plain     string       `json:"plain"` // the mark in plain colours
	Card      string       `json:"card"`  // the colour of paper
	Face      string       `json:"face"`  // of headlines
	Colours   draw.Colours `json:"colours"`
	// Mail is nil where the hues are a fresh site's.
	Mail *mail.Colours `json:"mail"`
	// Photo is the picture on sharing cards; nil for drawings.
	Photo *photoPart `json:"photo"`

	of      studio.Studio
	photos  []photo
	choices []byte // as the bundle is told of them
	hash    string
	colours string // the file of the colours alone
}

func (l *look) path() string { return "/theme-" + l.hash + ".css" }

// looked is whose site it is and how it looks, made once per version of the
// identity however many ask. It outlives the one that asked first. The
// stylesheet is stored before any page names it, so that every instance can
// answer for it.
func (s *Site) looked(ctx context.Context) (*look, error) {
	now, generation, known := s.looks.Get("")
	if known {
		return now, nil
	}
	making := s.misses.DoChan(fmt.Sprint(generation, " look"), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.makingTime()+drawTime)
		defer cancel()
		made, err := s.makeLook(ctx)
		if err == nil {
			s.looks.Put("", made, generation)
		}
		return made, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case made := <-making:
		if made.Err != nil {
			return nil, made.Err
		}
		return made.Val.(*look), nil
	}
}

func (s *Site) makeLook(ctx context.Context) (*look, error) {
	who, err := s.studio(ctx)
	if err != nil {
		return nil, err
	}
	made := &look{of: who}
	if made.photos, err = s.photos(ctx, who.Theme); err != nil {
		return nil, err
	}
	if made.choices, err = json.Marshal(map[string]any{"name": who.Name, "theme": who.Theme, "photos": made.photos, "mark": who.Mark, "files": s.assets.Themed.Faces}); err != nil {
		return nil, err
	}
	if err := s.render.call(ctx, "look", true, made.choices, made); err != nil || made.CSS == "" {
		return made, err
	}
	files := map[string]string{}
	if made.Backstock != "" {
		name := hashOf(made.Backstock) + ".svg"
		files[name] = made.Backstock
		made.CSS += fmt.Sprintf(":root:root{--backstock:url(%q)}", "/theme-"+name)
	}
	made.colours = hashOf(made.Colouring) + ".css"
	files[made.colours] = made.Colouring
	made.hash = hashOf(made.CSS)
	files[made.hash+".css"] = made.CSS
	if err := s.keepTheme(ctx, files); err != nil {
		return nil, fmt.Errorf("store the theme: %w", err)
	}
	return made, nil
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:10])
}

// keepTheme stores the file, notes that it and the one before it were used until
// now, and removes those that no page names any more.
func (s *Site) keepTheme(ctx context.Context, files map[string]string) error {
	table, now := &schema.ThemeFiles, s.Now()
	return s.db.AsSystem().Tx(ctx, func(tx store.Session) error {
		if before := s.lastTheme.Load(); before != nil {
			if _, err := tx.Update(ctx, table, store.In("name", *before...), store.Row{"used_at": now}); err != nil {
				return err
			}
		}
		for name, text := range files {
			if _, _, err := tx.Upsert(ctx, table, store.Conflict{}, store.Row{"name": name, "content": text, "used_at": now}); err != nil {
				return err
			}
		}
		names := slices.Collect(maps.Keys(files))
		s.lastTheme.Store(&names)
		_, err := tx.Delete(ctx, table, store.Lt("used_at", now.Add(-themeFor)))
		return err
	})
}

var themeTypes = map[string]string{"css": "text/css; charset=utf-8", "svg": "image/svg+xml"}

// serveTheme answers for the files of the theme of now and of those before it.
func (s *Site) serveTheme(w http.ResponseWriter, r *http.Request) bool {
	name, ok := strings.CutPrefix(r.URL.Path, "/theme-")
	hash, ending, _ := strings.Cut(name, ".")
	if !ok || len(hash) != 20 || themeTypes[ending] == "" {
		return false
	}
	page, generation, known := s.themes.Get(name)
	if !known {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		row, err := s.db.AsSystem().One(ctx, &schema.ThemeFiles, store.Eq("name", name))
		if fault.Is(err, fault.NotOne) {
			return false
		}
		if err != nil {
			s.Log.WarnContext(ctx, "read a theme", "error", err)
			w.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		page = newResponse(http.StatusOK, themeTypes[ending], filePolicy, []byte(row.Text("content")))
		page.pack(true)
		page.forever = true
		s.themes.Put(name, page, generation)
	}
	page.write(w, r)
	return true
}

// lookParts are what a page is told of a look; a fresh site has none of them.
var lookParts = []string{"theme", "mark", "frame", "art"}

// dress adds to what a page is told of the studio how it looks. While that
// cannot be made it is as it was seen last, and the page is not to be cached.
func (s *Site) dress(ctx context.Context, page map[string]any) error {
	who, err := s.studio(ctx)
	if err == nil && !who.HasLook() {
		return nil
	}
	var made *look
	if err == nil {
		made, err = s.looked(ctx)
	}
	if err != nil {
		last, _ := s.seen.get(siteIdentity.key).(store.Row)
		for _, part := range lookParts {
			if last[part] != nil {
				page[part] = last[part]
			}
		}
		return fmt.Errorf("make the look of the site: %w", err)
	}
	who = made.of
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
		art := map[string]any{"family": who.Theme.Art, "seed": who.Theme.Seed, "photos": made.photos}
		if who.Theme.ShowsPhotos() {
			art["fallback"] = who.Theme.Fallback
		}
		page["art"] = art
	}
	return nil
}

// Sign is whose site it is for the back-office: its name, its mark as markup and
// the stylesheet of its colours. The last two are "" where they are a fresh
// site's, or cannot be made in time.
func (s *Site) Sign(ctx context.Context) (name, mark, theme string) {
	ctx, cancel := context.WithTimeout(ctx, slowPage)
	defer cancel()
	who, err := s.studio(ctx)
	if err != nil || !who.HasLook() {
		return who.Name, "", ""
	}
	made, err := s.looked(ctx)
	if err != nil {
		s.Log.ErrorContext(ctx, "make the look of the back-office", "error", err)
		return who.Name, "", ""
	}
	if made.colours != "" {
		theme = "/theme-" + made.colours
	}
	return who.Name, made.Mark, theme
}

// MailColours are those of the look, for mails.
func (s *Site) MailColours() mail.Colours {
	ctx, cancel := context.WithTimeout(context.Background(), slowPage)
	defer cancel()
	who, err := s.studio(ctx)
	if err != nil || !who.HasLook() {
		return mail.Fresh
	}
	made, err := s.looked(ctx)
	if err != nil {
		s.Log.ErrorContext(ctx, "make the colours of mails", "error", err)
		return mail.Fresh
	}
	if made.Mail == nil {
		return mail.Fresh
	}
	return *made.Mail
}
