package site_test

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"image/png"
	"net/http/httptest"
	"regexp"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/picture"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// darkroom makes parts of pictures, all of one colour, and notes of which.
type darkroom struct {
	t    *testing.T
	err  error
	url  string
	want picture.Want
}

func (d *darkroom) lend(o *site.Options) {
	black := file(d.t, 1200, 614, color.RGBA{A: 255}, color.RGBA{A: 255})
	o.Part = func(_ context.Context, address string, want picture.Want) ([]byte, error) {
		d.url, d.want = address, want
		return black, d.err
	}
}

func TestASharedLinkShowsThePhotograph(t *testing.T) {
	s := storetest.SQLite(t)
	library, dark := large(), &darkroom{t: t}
	v := open(t, s, withReact, library.lend, dark.lend)
	job := v.addJob(store.Row{"title": "Lamplighter", "location": "Porto"})
	card := func() *httptest.ResponseRecorder {
		t.Helper()
		w := httptest.NewRecorder()
		v.site.ServeCached(w, httptest.NewRequestWithContext(t.Context(), "GET", "/og.png", nil), schema.Actor{})
		return w
	}
	isPhotograph := func(w *httptest.ResponseRecorder) bool {
		t.Helper()
		img, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
		if err != nil {
			t.Fatal(w.Code, err)
		}
		left, middle := color.GrayModel.Convert(img.At(5, 600)).(color.Gray).Y, color.GrayModel.Convert(img.At(600, 600)).(color.Gray).Y
		return left < 80 && middle < 80
	}
	shared := regexp.MustCompile(`property="og:image" content="[^"]*(/cards/[0-9a-f]{20}\.png)"`)
	jobCard := func() string {
		t.Helper()
		found := shared.FindStringSubmatch(v.get(job).Body.String())
		if found == nil {
			t.Fatal("the job names no card")
		}
		return found[1]
	}

	choose(t, s, pictured(6), map[string]any{})
	if !isPhotograph(card()) {
		t.Error("the card shows something else")
	}
	// As wide as the picture, 614 for each 1200, with the focal point in the middle.
	if at := dark.want; at.Width != 1200 || at.Height != 614 || at.Part.Dx() != 2000 || at.Part.Dy() != 1023 || at.Part.Min.Y != 238 || dark.url != "/storage/v1/object/public/media/0.jpg" {
		t.Errorf("%+v of %s", at, dark.url)
	}
	was := jobCard()
	if !isPhotograph(v.get(was)) {
		t.Error("the card of a job shows something else")
	}
	library.FocalY = 1
	libraryChanged(t, s)
	if now := jobCard(); now == was || !isPhotograph(v.get(now)) || dark.want.Part.Max.Y != 1500 {
		t.Errorf("another part in view: %s, %+v", now, dark.want)
	}

	dark.err = errors.New("away")
	choose(t, s, pictured(7), map[string]any{})
	if w := card(); w.Code == 200 && !isPhotograph(w) {
		t.Error("a picture that cannot be read now is taken for none")
	}
	dark.err = fault.New(fault.NotOne, "gone")
	choose(t, s, pictured(8), map[string]any{})
	if isPhotograph(card()) {
		t.Error("a photograph that is gone")
	}
	dark.err, dark.url = nil, ""
	choose(t, s, pictured(5), map[string]any{})
	if isPhotograph(card()) || dark.url != "" {
		t.Error("pages show drawings, and the card a photograph")
	}
}
