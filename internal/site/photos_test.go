package site_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// shelf is a library of pictures, all as large and with the same point in view.
type shelf struct {
	schema.SizedPicture
	gone map[string]bool
	err  error
}

func (l *shelf) lend(o *site.Options) {
	o.Pictures = func(_ context.Context, of []schema.Upload) (map[schema.Upload]schema.SizedPicture, error) {
		out := map[schema.Upload]schema.SizedPicture{}
		for _, one := range of {
			if !l.gone[one.Name] {
				out[one] = l.SizedPicture
			}
		}
		return out, l.err
	}
}

func large() *shelf {
	return &shelf{SizedPicture: schema.SizedPicture{Width: 2000, Height: 1500, Look: "k2", FocalX: .25, FocalY: .5}}
}

func pictured(n int) map[string]any {
	photos := make([]any, n)
	for i := range photos {
		photos[i] = map[string]any{"url": fmt.Sprintf("/storage/v1/object/public/media/%d.jpg", i), "alt": fmt.Sprintf(`Quay "%d" <at> dawn`, i)}
	}
	return map[string]any{"art": "photographs", "fallback": "blocks", "photos": photos}
}

// libraryChanged makes a commit that the library is part of.
func libraryChanged(t *testing.T, s *store.Store) {
	t.Helper()
	storetest.Add(t, s, &schema.Media, store.Row{"bucket": "media", "name": fmt.Sprint(t.Name(), len(t.Name())), "file_name": "f", "mime_type": "image/png", "width": 1, "height": 1, "bytes": 1})
}

func TestPhotographsAreDrawnFromTheLibrary(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact, large().lend)
		choose(t, s, pictured(6), map[string]any{})
		const file = "/storage/v1/render/image/public/media/0.jpg?width=1200&amp;quality=65&amp;v=k2 1200w"
		page := v.get("/")
		v.shows(page, 200, `<link rel="preload" as="image" imagesrcset="`, `fetchpriority="high"`,
			`<img class="ph-first" srcset="`, strings.ReplaceAll(file, "&amp;", "&#38;"), `loading="lazy"`,
			`<g role="img" aria-label="Quay &#34;0&#34; &#60;at&#62; dawn">`,
			// As wide as the picture, and its focal point, a quarter from above the middle, is within.
			`viewBox="0 132.7 2000 1234.6"`)
		if body := page.Body.String(); strings.Count(body, `rel="preload" as="image"`) != 1 || strings.Contains(body, ` style=`) {
			t.Error("more is loaded first than the first pane, or a style stands in the page")
		}
		if about := v.get("/about").Body.String(); strings.Contains(about, `as="image"`) || !strings.Contains(about, `<img loading="lazy"`) {
			t.Error("a page without the first pane loads it, or shows no prints")
		}
	})
}

func TestAFocalPointOfTheThemeWins(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, withReact, large().lend)
	theme := pictured(6)
	theme["photos"].([]any)[0].(map[string]any)["y"] = 0
	choose(t, s, theme, map[string]any{})
	v.shows(v.get("/"), 200, `viewBox="0 132.7 2000 1234.6"`) // one of two is none
	theme["photos"].([]any)[0].(map[string]any)["x"] = 0
	choose(t, s, theme, map[string]any{})
	v.shows(v.get("/"), 200, `viewBox="0 0 2000 1234.6"`)
}

func TestTooFewOrTooSmallPhotographsLeaveTheDrawings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		library := large()
		v := open(t, s, withReact, library.lend)
		choose(t, s, pictured(6), map[string]any{})
		if home := v.get("/").Body.String(); !strings.Contains(home, "ph-first") {
			t.Fatal("the photographs are not shown")
		}
		mask := themeOf(t, v)
		library.gone = map[string]bool{"3.jpg": true}
		libraryChanged(t, s)
		for _, path := range []string{"/", "/about", "/careers", "/contact", "/nowhere"} {
			if page := v.get(path).Body.String(); strings.Contains(page, "<img ") || strings.Contains(page, "ph-frame") || strings.Contains(page, "3.jpg") {
				t.Errorf("%s shows photographs of which one is gone", path)
			}
		}
		if themeOf(t, v) == mask {
			t.Error("the row above the footer is still that of the photographs")
		}
		v.shows(v.get("/"), 200, `class="v v-solid"`)
		library.gone, library.Width = nil, 1200
		choose(t, s, pictured(7), map[string]any{})
		if home := v.get("/").Body.String(); strings.Contains(home, "<img ") {
			t.Error("pictures that are too small for a pane are shown")
		}
	})
}

func themeOf(t *testing.T, v visit) string {
	t.Helper()
	found := themeLink.FindStringSubmatch(v.get("/").Body.String())
	if found == nil {
		t.Fatal("the page has no theme")
	}
	return found[1]
}

func TestALibraryThatCannotBeReadLeavesTheLastLook(t *testing.T) {
	s := storetest.SQLite(t)
	library := large()
	v := open(t, s, withReact, library.lend)
	choose(t, s, pictured(6), map[string]any{})
	v.shows(v.get("/"), 200, "ph-first")
	library.err = errors.New("away")
	libraryChanged(t, s)
	v.shows(v.get("/"), 200, "ph-first")
}
