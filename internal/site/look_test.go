package site_test

import (
	"bytes"
	"image/png"
	"net/http/httptest"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

var themeLink = regexp.MustCompile(`<link rel="stylesheet" href="(/theme-[0-9a-f]{20}\.css)">`)

func choose(t *testing.T, s *store.Store, theme, mark map[string]any) {
	t.Helper()
	editor := s.As(schema.Actor{Role: schema.Editor, UserID: "u"})
	if _, err := editor.Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"name": "Barlavento", "theme": theme, "mark": mark}); err != nil {
		t.Fatal(err)
	}
}

func TestALookReachesEveryPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Now()
		v := open(t, s, withReact, func(o *site.Options) { o.Now = func() time.Time { return now } })
		if themeLink.MatchString(v.get("/").Body.String()) {
			t.Error("a fresh site has a theme of its own")
		}
		choose(t, s, map[string]any{"hue_glass": 242, "hue_dot": 92, "type": "survey", "art": "blocks", "seed": 4}, map[string]any{"frame": "square", "initial": "B"})
		first := ""
		for _, path := range []string{"/", "/about", "/careers", "/contact", "/nowhere"} {
			w := v.get(path)
			found := themeLink.FindStringSubmatch(w.Body.String())
			if found == nil {
				t.Fatalf("%s has no theme", path)
			}
			first = found[1]
			v.shows(w, w.Code, `class="mk-own"`, `instrument-display`)
		}
		css := v.get(first)
		v.shows(css, 200, "--edge:", "@font-face", "--backstock:url(")
		if css.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" || css.Header().Get("Content-Type") != "text/css; charset=utf-8" {
			t.Errorf("the theme comes with %v", css.Header())
		}
		row := regexp.MustCompile(`/theme-[0-9a-f]{20}\.svg`).FindString(css.Body.String())
		v.shows(v.get(row), 200, "<svg")
		now = now.Add(200 * 24 * time.Hour)
		choose(t, s, map[string]any{"hue_glass": 10}, map[string]any{})
		v.shows(v.get("/"), 200)
		now = now.Add(89 * 24 * time.Hour)
		choose(t, s, map[string]any{"hue_glass": 20}, map[string]any{})
		v.shows(v.get("/"), 200)
		v.shows(v.get(first), 200)
		now = now.Add(2 * 24 * time.Hour)
		choose(t, s, map[string]any{"hue_glass": 30}, map[string]any{})
		v.shows(v.get("/"), 200)
		v = open(t, s, withReact) // another instance has it in no cache
		if w := v.get(first); w.Code != 404 {
			t.Errorf("a theme of 91 days ago is %d", w.Code)
		}
	})
}

func TestTheSignIsDrawnInAllSizes(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, withReact)
	choose(t, s, map[string]any{"hue_glass": 242, "type": "ledger"}, map[string]any{"frame": "tile", "initial": "Ł"})
	pages := v.site
	draw := func(path string) *httptest.ResponseRecorder {
		t.Helper()
		w := httptest.NewRecorder()
		if !pages.ServeCached(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil), schema.Actor{}) {
			t.Fatalf("%s is not drawn", path)
		}
		return w
	}
	for path, size := range map[string][2]int{"/og.png": {1200, 630}, "/icon-512.png": {512, 512}, "/icon-192.png": {192, 192}, "/apple-touch-icon.png": {180, 180}, "/icon-maskable-512.png": {512, 512}} {
		w := draw(path)
		img, err := png.Decode(w.Body)
		if err != nil || img.Bounds().Dx() != size[0] || img.Bounds().Dy() != size[1] {
			t.Errorf("%s: %v", path, err)
		}
	}
	if !strings.Contains(draw("/favicon.svg").Body.String(), "prefers-color-scheme:dark") {
		t.Error("the icon of the tab does not follow the browser")
	}
	if ico := draw("/favicon.ico").Body.Bytes(); !bytes.HasPrefix(ico, []byte{0, 0, 1, 0, 1, 0, 32, 32}) || !bytes.Contains(ico, []byte("PNG")) {
		t.Error("favicon.ico is none")
	}
}

func TestALookThatCannotBeMadeIsTheLastOneAndNotCached(t *testing.T) {
	s := storetest.SQLite(t)
	cached := false
	v := open(t, s, func(o *site.Options) {
		dist := withBundle(t, plain)
		dist["server/identity.js"] = &fstest.MapFile{Data: []byte(`look = (json) => {
			const { theme } = JSON.parse(json)
			if (theme.hue_dot === 13) throw new Error("no such hue")
			return JSON.stringify({ css: ":root{--hue:" + theme.hue_dot + "}", colouring: "" })
		}`)}
		o.Dist, o.Served = dist, func(hit bool) { cached = hit }
	})
	css := regexp.MustCompile(`/theme-[0-9a-f]{20}\.css`)
	look := func(hue int) string {
		t.Helper()
		choose(t, s, map[string]any{"hue_dot": hue}, map[string]any{})
		return css.FindString(v.get("/").Body.String())
	}
	first := look(12)
	if first == "" {
		t.Fatal("there is no look at all")
	}
	if now := look(13); now != first {
		t.Errorf("a look that cannot be made is %q, and was %q", now, first)
	}
	if v.get("/"); cached {
		t.Error("a page with the look of yesterday is cached")
	}
	if now := look(14); now == first || now == "" {
		t.Errorf("the next look is %q", now)
	}
	if v.get("/"); !cached {
		t.Error("a page with its look is made again")
	}
}

func TestMailsAndTheManifestTakeTheColours(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact)
		v.shows(v.get("/site.webmanifest"), 200, `"background_color": "#F3F6F5"`, `"theme_color": "#F3F6F5"`)
		if v.site.MailColours() != mail.Fresh {
			t.Error("a fresh site has mails in other colours")
		}
		choose(t, s, map[string]any{"type": "survey"}, map[string]any{})
		if v.site.MailColours() != mail.Fresh {
			t.Error("other faces changed the colours of mails")
		}
		choose(t, s, map[string]any{"hue_glass": 20, "tint": 2}, map[string]any{})
		got := v.site.MailColours()
		v.shows(v.get("/site.webmanifest"), 200, `"background_color": "`+got.Light.Page+`"`, `"theme_color": "`+got.Light.Page+`"`)
		v.shows(v.get("/"), 200, `content="`+got.Light.Page+`" media="(prefers-color-scheme: light)"`)
		for _, tones := range []mail.Tones{got.Light, got.Dark} {
			for part := range reflect.ValueOf(tones).NumField() {
				if one := reflect.ValueOf(tones).Field(part).String(); !regexp.MustCompile(`^#[0-9a-f]{6}$`).MatchString(one) {
					t.Errorf("part %d of %v is no colour", part, tones)
				}
			}
		}
		if got.Light.Link == mail.Fresh.Light.Link {
			t.Error("links of mails stay green")
		}
	})
}

// card is the sharing card of the site.
func (v visit) card() string {
	v.t.Helper()
	w := httptest.NewRecorder()
	v.site.ServeCached(w, httptest.NewRequestWithContext(v.t.Context(), "GET", "/og.png", nil), schema.Actor{})
	if h := w.Header(); w.Code != 200 || h.Get("Content-Type") != "image/png" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
		v.t.Errorf("the card is %d with %v", w.Code, w.Header())
	}
	return w.Body.String()
}

func TestTheCardIsDrawnBeforeAnybodySharesALink(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, withReact)
	running(t, v.site)
	was := ""
	for _, hue := range []int{20, 200} {
		choose(t, s, map[string]any{"hue_glass": hue}, map[string]any{})
		storetest.Eventually(t, 30*time.Second, "the card is drawn", func() bool { return v.site.HasDrawn("/og.png") })
		now := v.card()
		if now == was {
			t.Error("the card is that of before")
		}
		was = now
	}
}

func TestACardThatIsSlowToDrawIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.SQLite(t)
		v := open(t, s, withReact)
		choose(t, s, map[string]any{"hue_glass": 20}, map[string]any{})
		was := v.card()
		free := v.site.HoldTurns()
		choose(t, s, map[string]any{"hue_glass": 200}, map[string]any{})
		seen := make(chan string)
		go func() { seen <- v.card() }()
		time.Sleep(3 * time.Second)
		synctest.Wait()
		free()
		if now := <-seen; now == was {
			t.Error("the card is that of before")
		}
	})
}
