package site

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"

	"vitrine/internal/draw"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// drawn are the files that show a studio's sign, by path; a fresh site has those
// of the build.
var drawn = map[string]*kind{
	"/favicon.svg":           drawnKind(tabIcon),
	"/favicon.ico":           drawnKind(favicon),
	"/apple-touch-icon.png":  drawnKind(icon(180)),
	"/icon-192.png":          drawnKind(icon(192)),
	"/icon-512.png":          drawnKind(icon(512)),
	"/icon-maskable-512.png": drawnKind(icon(512)),
	cardPath:                 drawnKind(card, &schema.HeroContent),
}

const cardPath = "/og.png"

type drawing func(ctx context.Context, s *Site, l *look, path string) ([]byte, error)

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
	return func(ctx context.Context, s *Site, l *look, _ string) ([]byte, error) {
		if light, _ := s.iconFiles(ctx, l); light != nil {
			return light.Icon(l.Colours, size)
		}
		return draw.Icon(l.Plain, l.Colours, size)
	}
}

func favicon(ctx context.Context, s *Site, l *look, _ string) ([]byte, error) {
	var file []byte
	var err error
	if light, _ := s.tabFiles(ctx, l); light != nil {
		file, err = light.Bare(32)
	} else {
		file, err = draw.Bare(l.Plain, 32)
	}
	return draw.ICO(file, 32), err
}

func tabIcon(ctx context.Context, s *Site, l *look, _ string) ([]byte, error) {
	light, dark := s.tabFiles(ctx, l)
	if light == nil {
		return []byte(l.Favicon), nil
	}
	plate := l.Card
	if l.of.Icon != "" {
		plate = "" // whoever gives an icon wants it as it is
	}
	return draw.TabIcon(light, dark, plate)
}

// iconFiles are the uploads that icons are made from; nil where there are none,
// or they cannot be read: then the generated mark is the icon.
func (s *Site) iconFiles(ctx context.Context, l *look) (light, dark *draw.Picture) {
	one, other := l.of.IconFiles()
	return s.picture(ctx, one), s.picture(ctx, other)
}

func (s *Site) picture(ctx context.Context, address string) *draw.Picture {
	if address == "" || s.Upload == nil {
		return nil
	}
	file, err := s.Upload(ctx, address)
	var p *draw.Picture
	if err == nil {
		p, err = draw.ReadPicture(file)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "read the file of the icon", "address", address, "error", err)
		return nil
	}
	return p
}

// tabFiles are those for the tab of a browser. A mark that cannot be told at 16
// pixels is none.
func (s *Site) tabFiles(ctx context.Context, l *look) (light, dark *draw.Picture) {
	light, dark = s.iconFiles(ctx, l)
	if l.of.Icon == "" && light != nil && (!light.Legible(draw.LightTab) || dark != nil && !dark.Legible(draw.DarkTab)) {
		return nil, nil
	}
	return light, dark
}

// card is what a shared link shows: the headline of the homepage, and whose it is.
func card(ctx context.Context, s *Site, l *look, _ string) ([]byte, error) {
	hero, err := s.db.Select(ctx, &schema.HeroContent, store.Query{Limit: store.Limit(1)})
	if err != nil {
		return nil, err
	}
	c, err := s.emptyCard(ctx, l)
	if err != nil {
		return nil, err
	}
	if len(hero) > 0 {
		for _, sentence := range strings.SplitAfter(hero[0].Text("title"), ".") {
			if sentence = strings.TrimSpace(sentence); sentence != "" && len(c.Lines) < 3 {
				c.Lines = append(c.Lines, sentence)
			}
		}
	}
	return c.PNG()
}

// emptyCard says nothing yet but whose it is.
func (s *Site) emptyCard(ctx context.Context, l *look) (c draw.Card, err error) {
	c = draw.Card{Name: l.of.Name, Place: l.of.City, Font: l.Face, Mark: l.Plain, Sign: s.picture(ctx, l.of.MarkFile()), Colours: l.Colours}
	if c.Photo, err = s.cardPhoto(ctx, l); err != nil || c.Photo != nil {
		return c, err
	}
	if err := s.render.call(ctx, "drawCard", true, l.choices, &c.Things); err != nil {
		s.Log.WarnContext(ctx, "draw what stands on the sharing card", "error", err) // then it is the mark
	}
	return c, nil
}

// drawFile makes one of the files. Once the database has answered, whoever waits
// waits for the drawing: who shares a link is shown the card for weeks.
func (s *Site) drawFile(ctx context.Context, k *kind, path string, read func()) (*response, bool, error) {
	if _, err := s.studio(ctx); err == nil {
		read()
	}
	l, err := s.looked(ctx)
	if err != nil {
		return nil, false, err
	}
	body, err := k.file(ctx, s, l, path)
	if err != nil {
		return nil, false, err
	}
	ending := strings.TrimPrefix(filepath.Ext(path), ".")
	return newResponse(http.StatusOK, drawnTypes[ending], filePolicy, body), false, nil
}

// isOwn tells whether a file is not that of a fresh site: the card says the name
// of the studio, the others show its sign.
func isOwn(path string, who studio.Studio) bool {
	if path == cardPath {
		return who.HasLook() || who.Name != studio.Fresh().Name
	}
	return who.HasLook() || who.Icon != ""
}

// fileAt is the kind of a file that is drawn for this studio.
func (s *Site) fileAt(ctx context.Context, path string) (*kind, bool) {
	k := drawn[path]
	if k == nil {
		return nil, false
	}
	who, err := s.studio(ctx)
	return k, err == nil && isOwn(path, who)
}

// serveDrawn answers for the files of a studio that chose a look; those of a
// fresh site are served like any other.
func (s *Site) serveDrawn(w http.ResponseWriter, r *http.Request) bool {
	k := drawn[r.URL.Path]
	if k == nil || s.NoCache {
		return false
	}
	who, _ := s.studio(r.Context()) // the name at least is known
	if !isOwn(r.URL.Path, who) {
		return false
	}
	page, err := s.page(r.Context(), k, r.URL.Path)
	if err != nil {
		// Not the file of a fresh site instead: it shows another name.
		s.Log.WarnContext(r.Context(), "draw a file", "path", r.URL.Path, "error", err)
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	page.write(w, r)
	return true
}
