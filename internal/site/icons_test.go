package site_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const uploads = "/storage/v1/object/public/portfolio-logos/"

// file is a PNG of one colour with another in its middle; 0 is see-through.
func file(t *testing.T, w, h int, around, middle color.RGBA) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Bounds(), image.NewUniform(around), image.Point{}, draw.Src)
	side := min(w, h)
	draw.Draw(img, image.Rect((w-side)/2+side/4, side/4, (w+side)/2-side/4, side*3/4), image.NewUniform(middle), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestIconsAreMadeFromWhatWasUploaded(t *testing.T) {
	red, blue, pale, none := color.RGBA{200, 0, 0, 255}, color.RGBA{0, 0, 200, 255}, color.RGBA{240, 240, 240, 255}, color.RGBA{}
	files := map[string][]byte{
		uploads + "icon.png": file(t, 300, 300, red, blue), uploads + "mark.png": file(t, 900, 300, none, blue), uploads + "dark.png": file(t, 300, 300, none, pale),
		uploads + "pale.png": file(t, 300, 300, none, pale), uploads + "broken.png": []byte("\x89PNG\r\n\x1a\nno"),
	}
	s := storetest.SQLite(t)
	v := open(t, s, withReact, func(o *site.Options) {
		o.Upload = func(_ context.Context, address string) ([]byte, error) {
			if files[address] == nil {
				return nil, fmt.Errorf("nothing at %s", address)
			}
			return files[address], nil
		}
	})
	read := func(path string) []byte {
		t.Helper()
		w := httptest.NewRecorder()
		if !v.site.ServeCached(w, httptest.NewRequestWithContext(t.Context(), "GET", path, nil), schema.Actor{}) {
			t.Fatalf("%s is not drawn", path)
		}
		return w.Body.Bytes()
	}
	at := func(path string, x, y int) color.RGBA {
		t.Helper()
		raw := read(path)
		if strings.HasSuffix(path, ".ico") {
			raw = raw[22:]
		}
		img, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
	}
	set := func(icon string, mark map[string]any) {
		t.Helper()
		if _, err := s.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"icon_url": icon, "mark": mark}); err != nil {
			t.Fatal(err)
		}
	}
	uploaded := func(url, dark string) map[string]any {
		return map[string]any{"kind": "uploaded", "url": url, "dark_url": dark}
	}
	tab := func() string { t.Helper(); return string(read("/favicon.svg")) }
	is := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}

	set(uploads+"icon.png", map[string]any{}) // nothing else was chosen
	for path, size := range map[string]int{"/icon-192.png": 192, "/icon-512.png": 512, "/icon-maskable-512.png": 512, "/apple-touch-icon.png": 180, "/favicon.ico": 32} {
		is(path+" at its corner", at(path, 0, 0), red)
		is(path+" in its middle", at(path, size/2, size/2), blue)
	}
	is("the tab has the icon in both themes", strings.Count(tab(), "data:image/png"), 1)

	set("", uploaded(uploads+"mark.png", ""))
	is("the middle of a wide mark", at("/icon-512.png", 256, 256), blue)
	is("the ground of a mark is opaque", at("/icon-512.png", 0, 0).A, uint8(255))
	is("a tab", at("/favicon.ico", 16, 16), blue)
	is("a plate in a dark tab", strings.Contains(tab(), `<rect class="dark"`), true)

	set("", uploaded(uploads+"mark.png", uploads+"dark.png"))
	is("two files for two themes", strings.Count(tab(), "data:image/png"), 2)
	set(uploads+"icon.png", uploaded(uploads+"mark.png", ""))
	is("the icon comes first", at("/icon-512.png", 0, 0), red)

	set("", uploaded(uploads+"pale.png", ""))
	is("a mark that cannot be told at 16 pixels", strings.Contains(tab(), "data:image/png"), false)
	is("is an icon all the same", at("/icon-512.png", 256, 256), pale)
	for _, lost := range []string{"gone.png", "broken.png"} {
		set("", uploaded(uploads+lost, ""))
		is(lost, strings.Contains(tab(), "<path"), true)
		is(lost, at("/icon-512.png", 0, 0).A, uint8(255))
	}
}
