package storage

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// harmless looks at an answer with a picture in it, or with the reason for none.
func (x *site) harmless(what string, a answer, mimetypes ...string) {
	x.t.Helper()
	if a.StatusCode >= 500 {
		x.t.Errorf("%s: %d %s", what, a.StatusCode, a.body)
	}
	want := []string{"application/json"}
	if a.StatusCode == http.StatusOK {
		want = mimetypes
		if policy := a.Header.Get("Content-Security-Policy"); want[0] != "application/json" && !strings.Contains(policy, "sandbox") {
			x.t.Errorf("%s comes with the policy %q", what, policy)
		}
	}
	kind, _, _ := strings.Cut(a.Header.Get("Content-Type"), ";")
	if !slices.Contains(want, kind) || a.Header.Get("X-Content-Type-Options") != "nosniff" {
		x.t.Errorf("%s: %d as %q, %q; want %v", what, a.StatusCode, kind, a.Header.Get("X-Content-Type-Options"), want)
	}
	for _, bad := range []string{"<script", "SECRET", "13.40"} {
		if a.StatusCode == http.StatusOK && bytes.Contains(a.body, []byte(bad)) {
			x.t.Errorf("%s holds %q", what, bad)
		}
	}
}

// TestNoUploadToTheLibraryDoesHarm sends the corpus under names that lie, and asks
// for what was taken in several sizes.
func TestNoUploadToTheLibraryDoesHarm(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.handler.renderTime = time.Hour // how fast this machine is does not matter here
		all := corpus()
		script := exifOf(binary.BigEndian, 6)
		for mimetype, content := range told(append(script, "<script>alert(1)</script>"...)) {
			all["metadata of "+mimetype] = sample{content: content, want: mimetype}
		}
		taken := 0
		for what, s := range all {
			name := strings.ReplaceAll(what, " ", "_")
			name = strings.ReplaceAll(name, "/", "_") + ".png"
			name = strings.ReplaceAll(name, "'", "")
			a := x.putMedia(name, s.content)
			x.harmless(what, a, "application/json")
			if (a.StatusCode == http.StatusOK) != (s.want != "") {
				t.Errorf("%s: %d %s", what, a.StatusCode, a.body)
			}
			if s.want != "" {
				taken++
			}
			x.harmless(what, x.do("", "GET", "object/public/media/"+name, nil), s.want)
			for _, query := range []string{"?width=96", "?width=300&height=700", "?width=2500&quality=100"} {
				x.harmless(what+query, x.do("", "GET", "render/image/public/media/"+name+query, nil), "image/jpeg", "image/png", s.want)
			}
		}
		if files, rows := len(x.files()), len(x.library()); files != taken || rows != taken {
			t.Errorf("%d files and %d rows for %d pictures", files, rows, taken)
		}
	})
}

func TestNoNameOfTheLibraryLeadsElsewhere(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.putMedia("a.png", logo)
		for _, name := range []string{
			"..%2fa.png", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e", "%2e%2e%2fportfolio-logos%2fa.png", "%252e%252e%252fa.png", "..%5ca.png", "..%c0%afa.png",
			"%EF%BC%8E%EF%BC%8E%EF%BC%8Fa.png", "a.png%00.html", "%00", "a%0d%0aSet-Cookie:x", "%2fetc%2fpasswd", "a.png%2f", "a.png;x", "a%E2%80%AE.png",
			"%F0%9F%96%BC.png", "~root", "con%3a", strings.Repeat("a", 201), strings.Repeat("%C3%A4", 2000), "a.png/b", "a.png//",
		} {
			for _, c := range [][2]string{{"POST", "object/media/"}, {"GET", "object/public/media/"}, {"GET", "render/image/public/media/"}, {"HEAD", "render/image/public/media/"}, {"GET", "object/info/media/"}} {
				a := x.do("editor", c[0], c[1]+name, bytes.NewReader(logo))
				// The mux itself leads from "//" to "/".
				if a.StatusCode != 400 && a.StatusCode != 404 && a.StatusCode != 405 && a.StatusCode/100 != 3 {
					t.Errorf("%s %s%s: %d %s", c[0], c[1], name, a.StatusCode, a.body)
				}
				if to := a.Header.Get("Location"); to != "" && !strings.HasPrefix(to, "/storage/v1/") {
					t.Errorf("%s leads to %s", name, to)
				}
			}
		}
		if files := x.files(); len(files) != 1 {
			t.Errorf("on disk: %v", files)
		}
		if x.dir == "" {
			return
		}
		if beside, _ := filepath.Glob(filepath.Join(filepath.Dir(x.dir), "*.png")); len(beside) > 0 {
			t.Errorf("beside the folder: %v", beside)
		}
	})
}

func TestFiftyUploadsAtOnceAreAllTaken(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		var all sync.WaitGroup
		for i := range 50 {
			content := pngOf(noisy(100+i, 80))
			all.Go(func() {
				name := fmt.Sprintf("many_%d.png", i)
				if a := x.putMedia(name, content); a.StatusCode != http.StatusOK {
					t.Errorf("%s: %d %s", name, a.StatusCode, a.body)
				}
				if a := x.do("", "GET", "object/public/media/"+name, nil); !bytes.Equal(a.body, content) {
					t.Errorf("%s: %d, %d bytes", name, a.StatusCode, len(a.body))
				}
			})
		}
		all.Wait()
		if files, rows := len(x.files()), len(x.library()); files != 50 || rows != 50 {
			t.Errorf("%d files and %d rows", files, rows)
		}
	})
}

// TestEveryPictureHasEveryVersion asks for shapes that fit none of these.
func TestEveryPictureHasEveryVersion(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	// A frame that fills only a corner of its canvas.
	corner := image.NewPaletted(image.Rect(80, 90, 90, 100), color.Palette{color.Black, color.White})
	pictures := map[string][]byte{
		"line.png": pngOf(noisy(3000, 1)), "pole.png": pngOf(noisy(1, 3000)), "dot.png": pngOf(noisy(1, 1)), "two.jpg": jpegOf(noisy(2, 3)),
		"corner.gif": encoded(func(b *bytes.Buffer) error {
			return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{corner}, Delay: []int{0}, Config: image.Config{Width: 100, Height: 100, ColorModel: corner.Palette}})
		}),
		"turned.jpg": turnedJPEG(noisy(30, 7), 6),
	}
	for name, content := range pictures {
		if a := x.putMedia(name, content); a.StatusCode != 200 {
			t.Fatalf("%s: %d %s", name, a.StatusCode, a.body)
		}
		for _, query := range []string{"", "?width=1", "?height=1", "?width=1&height=2500", "?width=2500&height=1", "?width=90&height=90", "?width=1&height=2500&resize=fill", "?width=2500&height=1&resize=fill", "?width=1&height=2500&resize=contain"} {
			if a, _ := x.version(name, query); a.StatusCode != 200 {
				t.Errorf("%s%s: %d %s", name, query, a.StatusCode, a.body)
			}
		}
	}
	if _, m := x.version("corner.gif", "?width=96"); m != nil {
		if b := m.Bounds(); b.Dx() != 96 || b.Dy() != 96 {
			t.Errorf("the canvas became %v", b)
		}
		if _, _, _, alpha := m.At(10, 10).RGBA(); alpha != 0 {
			t.Error("what no frame fills is not transparent")
		}
	}
}

// TestPixelsAreNoOrientation hides what Strip would write among the colours.
func TestPixelsAreNoOrientation(t *testing.T) {
	for _, said := range []uint16{0, 9, 6000, 65535} {
		exif := binary.BigEndian.AppendUint16(beforeTurned(), said)
		profile := append([]byte("ICC\x00\x00"), exif...)
		content := slices.Concat(logo[:33], pngChunk("iCCP", profile), logo[33:])
		if is := turned(content); is != 1 {
			t.Errorf("%d became %d", said, is)
		}
	}
}

func TestAVersionWhoseTurnDoesNotComeIsAskedForAgain(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	x.putMedia("a.jpg", jpegOf(gradient(100, 100)))
	x.handler.decode <- struct{}{} // nobody's turn comes
	x.handler.renderTime = time.Millisecond
	a, _ := x.version("a.jpg", "?width=96")
	x.wantError(a, 429, "SlowDown")
	if a.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	<-x.handler.decode
	x.handler.renderTime = time.Minute
	if a, _ := x.version("a.jpg", "?width=96"); a.StatusCode != 200 {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

// TestAVersionMayTakeLongerThanOtherAnswers has a server whose time for an answer
// is over before it begins.
func TestAVersionMayTakeLongerThanOtherAnswers(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	x.putMedia("a.jpg", jpegOf(gradient(100, 100)))
	reading, handler := make(chan time.Time, 1), x.Config.Handler
	hasty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).SetWriteDeadline(time.Now()); err != nil {
			t.Error(err)
		}
		handler.ServeHTTP(readDeadline{w, reading}, r)
	}))
	t.Cleanup(hasty.Close)
	x.Server = hasty
	if a, _ := x.version("a.jpg", "?width=96"); a.StatusCode != 200 {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
	select {
	case until := <-reading:
		if !until.IsZero() {
			t.Errorf("it is read until %v, which would end the call", until)
		}
	default:
		t.Error("the time for reading goes on, and would end the call")
	}
}

// readDeadline tells what the time for reading was set to. One that ends cancels
// the request, so a real one would end the call before it could be put off.
type readDeadline struct {
	http.ResponseWriter
	set chan<- time.Time
}

func (d readDeadline) SetReadDeadline(until time.Time) error {
	d.set <- until
	return nil
}

func (d readDeadline) Unwrap() http.ResponseWriter { return d.ResponseWriter }
