// Package studio knows whose site it is: its name and place, its words and how
// it looks.
package studio

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/words"
)

// Studio is who speaks on pages and in mails.
type Studio struct {
	words.Studio
	Country, TimeZone string
	Theme             Theme
	Mark              json.RawMessage
	Icon              string
	Head              Head
	ShowsLetters      bool // that were sent, on the site
	AsksToConfirm     bool // by mail, whether an address is right
}

// Theme is what people chose of the look.
type Theme struct {
	HueGlass int     `json:"hue_glass"`
	HueDot   int     `json:"hue_dot"`
	Tint     float64 `json:"tint"`
	Type     string  `json:"type"`
	Art      string  `json:"art"`
	Seed     *int    `json:"seed"`
	Pack     string  `json:"pack"`
	Fallback string  `json:"fallback"` // what is drawn where no photograph fits
	Photos   []Photo `json:"photos"`
}

// Photo is one of the studio's own pictures. Without X and Y, what must stay in
// view is what the library says.
type Photo struct {
	URL string   `json:"url"`
	X   *float64 `json:"x"`
	Y   *float64 `json:"y"`
	Alt string   `json:"alt"`
}

// ShowsPhotos tells whether the drawings are the studio's own pictures.
func (t Theme) ShowsPhotos() bool { return t.Art == "photographs" }

// Head is what search engines and shared links show where a page says nothing
// else. What is empty is said in words.
type Head struct {
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Keywords    string `json:"keywords,omitempty"`
	Image       string `json:"image,omitempty"`
	Robots      string `json:"robots,omitempty"`
}

// At is a moment on the clock of the studio.
func (s Studio) At(moment time.Time) time.Time {
	zone, err := time.LoadLocation(s.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return moment.In(zone)
}

// Tables are those that it is read from.
var Tables = []*schema.Table{&schema.SiteSettings, &schema.SiteWords}

// Fresh is a site that nobody changed yet.
func Fresh() Studio {
	s, err := of(store.Row{"name": "Vitrine"}, nil)
	if err != nil {
		panic(err) // of what the program itself says
	}
	return s
}

// Read is the studio as it is stored.
func Read(ctx context.Context, db store.Session) (Studio, error) {
	rows, err := db.AsSystem().Select(ctx, &schema.SiteSettings, store.Query{})
	if err != nil {
		return Studio{}, err
	}
	said, err := db.AsSystem().Select(ctx, &schema.SiteWords, store.Query{})
	if err != nil || len(rows) == 0 {
		return Fresh(), err
	}
	return of(rows[0], said)
}

func of(row store.Row, said []store.Row) (Studio, error) {
	s := Studio{
		Studio:  words.Studio{Name: row.Text("name"), City: row.Text("city"), Language: cmp.Or(row.Text("language"), "en"), Own: map[string]string{}},
		Country: row.Text("country"), TimeZone: cmp.Or(row.Text("time_zone"), "UTC"),
		Icon: row.Text("icon_url"),
		Head: Head{row.Text("head_title"), row.Text("head_description"), row.Text("head_keywords"), row.Text("head_image_url"), row.Text("robots")},
	}
	for _, w := range said {
		s.Own[w.Text("key")] = w.Text("text")
	}
	s.ShowsLetters, s.AsksToConfirm = row["letters_public"] == true, row["double_opt_in"] == true
	s.Mark = document(row, "mark")
	if err := json.Unmarshal(document(row, "theme"), &s.Theme); err != nil {
		return Studio{}, fmt.Errorf("the theme of the site: %w", err)
	}
	s.Pack = s.Theme.Pack
	return s, nil
}

func document(row store.Row, name string) json.RawMessage {
	if raw, ok := row[name].(json.RawMessage); ok {
		return raw
	}
	return json.RawMessage(schema.SiteSettings.Column(name).Fallback.(string))
}

// Page is what a page is told of it. What a fresh site has too is left out, so
// that pages stay small.
func (s Studio) Page() map[string]any {
	out := map[string]any{"name": s.Name}
	put := func(key, value string) {
		if value != "" {
			out[key] = value
		}
	}
	put("city", s.City)
	put("country", s.Country)
	if s.Language != "en" {
		put("language", s.Language)
	}
	if s.AsksToConfirm {
		out["asks"] = true
	}
	if s.Icon != "" {
		out["icon"] = true
	}
	if s.Head != (Head{}) {
		out["head"] = s.Head
	}
	if own := s.Differing(); len(own) > 0 {
		out["words"] = own
	}
	return out
}

// HasLook tells whether anything was chosen of how the site looks.
func (s Studio) HasLook() bool {
	fresh := Fresh()
	return !reflect.DeepEqual(s.Theme.choices(), fresh.Theme.choices()) || s.mark() != fresh.mark()
}

// choices leaves out what is no look.
func (t Theme) choices() Theme {
	t.Pack, t.Fallback, t.Photos = "", "", nil
	return t
}

type mark struct {
	Kind, Frame, Dot, Initial, URL string
	DarkURL                        string `json:"dark_url"`
}

func (s Studio) mark() (m mark) {
	_ = json.Unmarshal(s.Mark, &m) // the column has this shape
	return m
}

// IconFiles are the uploads that icons are made from: one for tabs that are light,
// and one for dark ones. Both are "" where the generated mark is the icon.
func (s Studio) IconFiles() (light, dark string) {
	if s.Icon != "" {
		return s.Icon, ""
	}
	if light = s.MarkFile(); light != "" {
		dark = s.mark().DarkURL
	}
	return light, dark
}

// MarkFile is the uploaded mark; "" for a generated one.
func (s Studio) MarkFile() string {
	if m := s.mark(); m.Kind == "uploaded" {
		return m.URL
	}
	return ""
}

// Frame is the shape of the mark, which the drawings take up.
func (s Studio) Frame() string { return s.mark().Frame }
