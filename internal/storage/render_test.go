package storage

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/picture"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// gradient goes from black at the left to white at the right, and grows red downwards.
func gradient(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := uint8(255 * x / w)
			m.SetNRGBA(x, y, color.NRGBA{uint8(255 * y / h), v, v, 255})
		}
	}
	return m
}

func (x *site) version(name, query string, headers ...string) (answer, image.Image) {
	x.t.Helper()
	a := x.do("", "GET", "render/image/public/media/"+name+query, nil, headers...)
	if a.StatusCode != 200 {
		return a, nil
	}
	m, _, err := image.Decode(bytes.NewReader(a.body))
	if err != nil {
		x.t.Errorf("%s: %v", query, err)
	}
	return a, m
}

func TestAPictureIsServedInTheSizeThatIsNeeded(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.putMedia("a.jpg", jpegOf(gradient(700, 400)))
		for query, want := range map[string]string{
			"":                                        "700x400",
			"?width=300":                              "320x183",
			"?width=320&quality=20":                   "320x183",
			"?height=200":                             "480x274",
			"?width=2500":                             "700x400", // never more than there is
			"?width=300&height=200":                   "320x213",
			"?width=300&height=200&resize=cover":      "320x213",
			"?width=310&height=198&resize=cover":      "320x213", // the nearest shape
			"?width=300&height=300&resize=contain":    "320x183",
			"?width=300&height=300&resize=fill":       "320x320",
			"?width=2000&height=2000&resize=fill":     "400x400",
			"?width=2000&height=2000&resize=cover":    "400x400",
			"?width=100&height=114":                   "160x183", // 7:8
			"?width=100&format=origin&download=b":     "160x91",
			"?width=100&unknown=1&other=%3Cscript%3E": "160x91",
		} {
			a, m := x.version("a.jpg", query)
			if m == nil || fmt.Sprintf("%dx%d", m.Bounds().Dx(), m.Bounds().Dy()) != want {
				t.Errorf("%s: %d %v, want %s", query, a.StatusCode, m, want)
			}
			if a.Header.Get("Vary") != "Accept" || a.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(a.Header.Get("Content-Security-Policy"), "sandbox") {
				t.Errorf("%s: %v", query, a.Header)
			}
		}
		for _, query := range []string{"?width=0", "?width=2501", "?width=x", "?height=-1", "?width=", "?quality=19", "?quality=101", "?resize=crop", "?format=avif", "?width=1e3", "?width=99999999999999999999"} {
			a, _ := x.version("a.jpg", query)
			x.wantError(a, 400, "InvalidRequest")
		}
		for _, name := range []string{"..%2fa.jpg", "%2e%2e", "a%00.jpg", "a%2f..%2fb"} {
			a, _ := x.version(name, "?width=96")
			x.wantError(a, 400, "InvalidKey")
		}
		a, _ := x.version("none.jpg", "?width=96")
		x.wantError(a, 404, "NoSuchKey")
		x.wantError(x.do("", "GET", "render/image/public/other/a.jpg", nil), 404, "NoSuchBucket")
		signed := x.do("", "GET", "render/image/sign/media/a.jpg?token=x&width=96", nil)
		if x.wantError(signed, 405, "InvalidRequest"); !strings.Contains(signed.field("message"), "render/image/public") {
			t.Errorf("%s", signed.body)
		}
		for role, want := range map[string]int{"viewer": 200, "": 200, "forged": 401} { // as download(name, { transform }) asks
			if a := x.do(role, "GET", "render/image/authenticated/media/a.jpg?width=96", nil); a.StatusCode != want {
				t.Errorf("as %s: %d %s", role, a.StatusCode, a.body)
			}
		}
		x.put("logo.png", logo)
		if a := x.do("", "HEAD", "render/image/public/portfolio-logos/logo.png?width=96", nil); a.StatusCode != 200 {
			t.Errorf("a logo: %d", a.StatusCode)
		}
	})
}

func TestWhatMustStayInViewDoes(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.putMedia("a.jpg", jpegOf(gradient(900, 300)))
		lightness := func() uint32 {
			_, m := x.version("a.jpg", "?width=96&height=96")
			_, g, _, _ := m.At(48, 48).RGBA()
			return g >> 8
		}
		describe := func(row store.Row) {
			t.Helper()
			if _, err := x.handler.Store.As(storetest.Editor).Update(t.Context(), &schema.Media, store.Eq("name", "a.jpg"), row); err != nil {
				t.Fatal(err)
			}
		}
		middle := lightness()
		describe(store.Row{"focal_x": 0})
		left := lightness()
		describe(store.Row{"focal_x": 1.0})
		right := lightness()
		if left > 60 || middle < 100 || middle > 150 || right < 200 {
			t.Errorf("the focal point shows %d, %d and %d", left, middle, right)
		}
		describe(store.Row{"crops": map[string]any{"logo": map[string]any{"x": 0, "y": 0, "width": .1, "height": .3}}})
		if cropped := lightness(); cropped > 30 {
			t.Errorf("a crop shows %d", cropped)
		}
		_, other := x.version("a.jpg", "?width=96&height=128") // which the crop is not for
		if _, g, _, _ := other.At(48, 60).RGBA(); g>>8 < 200 {
			t.Errorf("another shape shows %d", g>>8)
		}
	})
}

func TestAVersionIsCachedForAsLongAsItsAddressIsTrue(t *testing.T) {
	x := open(t, storetest.SQLite(t), keeping)
	x.putMedia("a.jpg", jpegOf(gradient(700, 400)))
	x.put("a.png", pngOf(gradient(50, 50)))
	row := x.library()["media/a.jpg"]
	stored, err := x.handler.Store.AsSystem().One(t.Context(), &schema.StorageObjects, store.Eq("name", "media/a.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	look := Look(stored, row)
	for query, want := range map[string]string{"?width=96": "max-age=3600", "?width=96&v=" + look: "max-age=31536000", "?width=96&v=other": "max-age=3600"} {
		a, _ := x.version("a.jpg", query)
		if got := a.Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: %s", query, got)
		}
		if again, _ := x.version("a.jpg", query, "If-None-Match", a.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: %d", query, again.StatusCode)
		}
	}
	before, _ := x.version("a.jpg", "?width=96&height=96")
	if _, err := x.handler.Store.As(storetest.Editor).Update(t.Context(), &schema.Media, store.Eq("name", "a.jpg"), store.Row{"focal_x": .1}); err != nil {
		t.Fatal(err)
	}
	after, _ := x.version("a.jpg", "?width=96&height=96&v="+look)
	if after.Header.Get("ETag") == before.Header.Get("ETag") || after.Header.Get("Cache-Control") != "max-age=3600" {
		t.Errorf("after a change: %v", after.Header)
	}
}

func TestAnAnimationStaysOne(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	moving, still := gifOf(3, 200), gifOf(1, 200)
	x.putMedia("moving.gif", moving)
	x.putMedia("still.gif", still)
	if a, _ := x.version("moving.gif", "?width=96"); !bytes.Equal(a.body, moving) || a.Header.Get("Content-Type") != "image/gif" {
		t.Errorf("%s, %d bytes", a.Header.Get("Content-Type"), len(a.body))
	}
	if _, m := x.version("still.gif", "?width=96"); m.Bounds().Dx() != 96 {
		t.Errorf("%v", m.Bounds())
	}
}

func webpEncoder(t *testing.T) picture.Encoder {
	t.Helper()
	program, err := os.ReadFile("../../web/dist/webp.wasm")
	if err != nil {
		t.Fatal("make build fetches the encoder: ", err)
	}
	e := picture.NewWebP(program)
	t.Cleanup(e.Close)
	return picture.Encoder{WebP: e}
}

func TestWhoAcceptsWebPGetsIt(t *testing.T) {
	x := open(t, storetest.SQLite(t), func(o *Options) { o.Encoder = webpEncoder(t) })
	x.putMedia("a.jpg", jpegOf(gradient(700, 400)))
	plain, _ := x.version("a.jpg", "?width=320", "Accept", "image/png,*/*")
	small, m := x.version("a.jpg", "?width=320", "Accept", "image/avif,image/webp,image/*;q=0.8")
	if plain.Header.Get("Content-Type") != "image/jpeg" || small.Header.Get("Content-Type") != "image/webp" || m.Bounds().Dx() != 320 {
		t.Errorf("%s and %s", plain.Header.Get("Content-Type"), small.Header.Get("Content-Type"))
	}
	if len(small.body) >= len(plain.body) || small.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("%d and %d bytes, %s and %s", len(small.body), len(plain.body), small.Header.Get("ETag"), plain.Header.Get("ETag"))
	}
}

// TestAThousandSizesAreFew asks for more sizes than anybody needs, at once.
func TestAThousandSizesAreFew(t *testing.T) {
	x := open(t, storetest.SQLite(t), keeping)
	x.putMedia("a.jpg", jpegOf(gradient(300, 200)))
	var wrong atomic.Int32
	var all sync.WaitGroup
	for part := range 10 {
		all.Go(func() {
			for i := range 100 {
				n := 100*part + i + 1
				a := x.do("", "GET", fmt.Sprintf("render/image/public/media/a.jpg?width=%d&height=%d&quality=%d&resize=%s", n, 1+n*7%1000, 20+n%80, []string{"cover", "fill", "contain"}[n%3]), nil)
				if a.StatusCode != 200 && a.StatusCode != http.StatusTooManyRequests {
					wrong.Add(1)
					t.Errorf("%d: %d %s", n, a.StatusCode, a.body)
				}
			}
		})
	}
	all.Wait()
	x.handler.versions.mu.Lock()
	defer x.handler.versions.mu.Unlock()
	if n := len(x.handler.versions.all); n > maxVersions || n == 0 {
		t.Errorf("%d versions are kept", n)
	}
}

func TestManyWhoAskForOneVersionHaveItMadeOnce(t *testing.T) {
	x := open(t, storetest.SQLite(t), keeping)
	x.putMedia("a.jpg", jpegOf(gradient(700, 400)))
	x.handler.decode <- struct{}{} // nobody's turn comes
	var all sync.WaitGroup
	for range 2 * maxRendering {
		all.Go(func() {
			if a := x.do("", "GET", "render/image/public/media/a.jpg?width=320", nil); a.StatusCode != 200 {
				t.Errorf("%d %s", a.StatusCode, a.body)
			}
		})
	}
	for len(x.handler.rendering) == 0 {
		time.Sleep(time.Millisecond)
	}
	if n := len(x.handler.rendering); n != 1 {
		t.Errorf("it is made %d times", n)
	}
	<-x.handler.decode
	all.Wait()
}

func TestWhoHasTooManyVersionsMadeWaits(t *testing.T) {
	at := time.Now()
	x := open(t, storetest.SQLite(t), func(o *Options) { o.Limits = limit.New(func() time.Time { return at }) })
	x.putMedia("a.jpg", jpegOf(gradient(100, 100)))
	use := renders.Count
	for range use {
		if err := x.handler.Limits.Allow(renders, ""); err != nil {
			t.Fatal(err)
		}
	}
	a, _ := x.version("a.jpg", "?width=96")
	x.wantError(a, 429, "SlowDown")
	x.handler.rendering = make(chan struct{}) // as if all places were taken
	x.handler.Limits = nil
	a, _ = x.version("a.jpg", "?width=96")
	x.wantError(a, 429, "SlowDown")
	if a.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
}

func TestTheCacheOfVersionsIsBounded(t *testing.T) {
	var c versionCache
	for i := range 300 {
		c.put(versionName{fmt.Sprint(i), "v"}, made{content: make([]byte, 1<<20)})
	}
	if c.bytes > maxVersionBytes || len(c.all) < 20 {
		t.Errorf("%d bytes in %d versions", c.bytes, len(c.all))
	}
	if _, found := c.get(versionName{"299", "v"}); !found {
		t.Error("the last one is gone")
	}
	for i := range 2 * maxVersions {
		c.put(versionName{"one", fmt.Sprint(i)}, made{})
	}
	if n := c.count(func(n versionName) bool { return n.object == "one" }); n != maxVersions {
		t.Errorf("%d of one picture", n)
	}
}

// Sharing cards are made of parts; many cards of one take one decoding.
func TestAPartOfAPictureIsMadeOnce(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	x.putMedia("a.jpg", jpegOf(gradient(700, 400)))
	const address = "/storage/v1/object/public/media/a.jpg"
	want := picture.Want{Part: image.Rect(350, 0, 700, 200), Width: 175, Height: 100}
	first, err := x.handler.Part(t.Context(), address, want)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := image.Decode(bytes.NewReader(first))
	if err != nil || m.Bounds().Size() != image.Pt(175, 100) {
		t.Fatal(m.Bounds(), err)
	}
	if _, left, _, _ := m.At(2, 2).RGBA(); left>>8 < 110 || left>>8 > 150 {
		t.Errorf("the part begins with %d, which is not the middle of the picture", left>>8)
	}
	release, err := x.handler.decodes(t.Context()) // nothing can be decoded now
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if again, err := x.handler.Part(t.Context(), address, want); err != nil || !bytes.Equal(first, again) {
		t.Errorf("made again: %v", err)
	}
	for _, wrong := range []string{"/storage/v1/object/public/media/b.jpg", "/storage/v1/object/public/applications/a.pdf", "/storage/v1/object/media/a.jpg"} {
		if _, err := x.handler.Part(t.Context(), wrong, want); !fault.Is(err, fault.NotOne) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
