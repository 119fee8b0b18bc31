package site

import (
	"context"
	"net/http"
	"strings"

	"vitrine/internal/draw"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// drawn are the files that show a studio's sign, by path; a fresh site has those
// of the build.
var drawn = map[string]*kind{
	"/favicon.svg":           drawnKind(func(_ context.Context, _ *Site, l *look) ([]byte, error) { return []byte(l.Favicon), nil }),
	"/favicon.ico":           drawnKind(favicon),
	"/apple-touch-icon.png":  drawnKind(icon(180)),
	"/icon-192.png":          drawnKind(icon(192)),
	"/icon-512.png":          drawnKind(icon(512)),
	"/icon-maskable-512.png": drawnKind(icon(512)),
	cardPath:                 drawnKind(card, &schema.HeroContent),
}

const cardPath = "/og.png"

type drawing func(ctx context.Context, s *Site, l *look) ([]byte, error)

var drawnTypes = map[string]string{"svg": "image/svg+xml", "ico": "image/x-icon", "png": "image/png"}

func drawnKind(make drawing, tables ...*schema.Table) *kind {
	k := newKind(kind{})
	for _, t := range tables {
		k.tables = append(k.tables, t.Name)
	}
	k.file = make
	return k
}

func icon(size int) drawing {
	return func(_ context.Context, _ *Site, l *look) ([]byte, error) { return draw.Icon(l.Plain, l.Colours, size) }
}

func favicon(_ context.Context, _ *Site, l *look) ([]byte, error) {
	file, err := draw.Bare(l.Plain, 32)
	return draw.ICO(file, 32), err
}

// card is what a shared link shows: the headline of the homepage, and whose it is.
func card(ctx context.Context, s *Site, l *look) ([]byte, error) {
	hero, err := s.db.Select(ctx, &schema.HeroContent, store.Query{Limit: store.Limit(1)})
	if err != nil {
		return nil, err
	}
	c := draw.Card{Name: l.of.Name, Place: l.of.City, Font: l.Face, Mark: l.Plain, Colours: l.Colours}
	if len(hero) > 0 {
		for _, sentence := range strings.SplitAfter(hero[0].Text("title"), ".") {
			if sentence = strings.TrimSpace(sentence); sentence != "" && len(c.Lines) < 3 {
				c.Lines = append(c.Lines, sentence)
			}
		}
	}
	return c.PNG()
}

// drawFile makes one of the files.
func (s *Site) drawFile(ctx context.Context, k *kind, path string) (*response, bool, error) {
	l, err := s.looked(ctx)
	if err != nil {
		return nil, false, err
	}
	body, err := k.file(ctx, s, l)
	if err != nil {
		return nil, false, err
	}
	_, ending, _ := strings.Cut(path, ".")
	return newResponse(http.StatusOK, drawnTypes[ending], filePolicy, body), false, nil
}

// serveDrawn answers for the files of a studio that chose a look; those of a
// fresh site are served like any other.
func (s *Site) serveDrawn(w http.ResponseWriter, r *http.Request) bool {
	k := drawn[r.URL.Path]
	if k == nil || s.NoCache {
		return false
	}
	who, err := s.studio(r.Context())
	if err != nil || !who.HasLook() && !(r.URL.Path == cardPath && who.Name != studio.Fresh().Name) {
		return false
	}
	page, err := s.page(r.Context(), k, r.URL.Path)
	if err != nil {
		s.Log.WarnContext(r.Context(), "draw a file", "path", r.URL.Path, "error", err)
		return false
	}
	page.write(w, r)
	return true
}
