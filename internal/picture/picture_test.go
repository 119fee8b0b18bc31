package picture

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

// corners is a picture whose quarters differ: red and green above, blue and
// white below.
func corners(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := [2][2]color.RGBA{{{255, 0, 0, 255}, {0, 255, 0, 255}}, {{0, 0, 255, 255}, {255, 255, 255, 255}}}[2*y/h][2*x/w]
			m.SetRGBA(x, y, c)
		}
	}
	return m
}

func pngOf(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// quarters names the colours of a picture by its quarters.
func quarters(m image.Image) string {
	out, b := "", m.Bounds()
	for _, at := range [4]image.Point{{1, 1}, {3, 1}, {1, 3}, {3, 3}} {
		r, g, bl, _ := m.At(b.Min.X+b.Dx()*at.X/4, b.Min.Y+b.Dy()*at.Y/4).RGBA()
		switch near := func(v uint32) bool { return v > 0xc000 }; {
		case near(r) && near(g) && near(bl):
			out += "w"
		case near(r):
			out += "r"
		case near(g):
			out += "g"
		case near(bl):
			out += "b"
		default:
			out += "?"
		}
	}
	return out
}

func TestAPictureIsTurnedAsItsCameraSays(t *testing.T) {
	file := pngOf(t, corners(40, 20))
	for turned, want := range map[uint16]string{0: "rgbw", 1: "rgbw", 2: "grwb", 3: "wbgr", 4: "bwrg", 5: "rbgw", 6: "brwg", 7: "wgbr", 8: "gwrb"} {
		wide, high := 40, 20
		if turned >= 5 {
			wide, high = high, wide
		}
		m, err := Scale(file, Want{Turned: turned, Part: image.Rect(0, 0, wide, high), Width: wide / 2, Height: high / 2})
		if err != nil || m.Rect.Dx() != wide/2 || m.Rect.Dy() != high/2 || quarters(m) != want {
			t.Errorf("%d: %v is %s, want %s (%v)", turned, m.Rect, quarters(m), want, err)
		}
		// The first quarter alone, however it lies in the file.
		part, err := Scale(file, Want{Turned: turned, Part: image.Rect(0, 0, wide/2, high/2), Width: wide / 2, Height: high / 2})
		if err != nil || quarters(part)[0] != want[0] || quarters(part)[3] != want[0] {
			t.Errorf("%d: the first quarter is %s (%v)", turned, quarters(part), err)
		}
	}
}

func TestAPictureIsNeverEnlarged(t *testing.T) {
	m, err := Scale(pngOf(t, corners(40, 20)), Want{Part: image.Rect(0, 0, 4000, 2000), Width: 400, Height: 200})
	if err != nil || m.Rect.Dx() != 40 || m.Rect.Dy() != 20 {
		t.Errorf("%v, %v", m.Rect, err)
	}
	for _, w := range []Want{{Part: image.Rect(50, 50, 60, 60), Width: 1, Height: 1}, {Part: image.Rect(0, 0, 4, 4)}} {
		if _, err := Scale(pngOf(t, corners(40, 20)), w); err == nil {
			t.Errorf("%v is made", w)
		}
	}
}

func TestALargePictureIsScaledTruly(t *testing.T) {
	for _, size := range [][2]int{{3000, 2000}, {799, 601}, {64, 900}} {
		m, err := Scale(pngOf(t, corners(size[0], size[1])), Want{Part: image.Rect(0, 0, size[0], size[1]), Width: 32, Height: 24})
		if err != nil || quarters(m) != "rgbw" {
			t.Errorf("%v: %s, %v", size, quarters(m), err)
		}
	}
}

// largestOf is the size of the largest piece of memory that a test has asked
// for. A sum would depend on the collector: it empties the pools of scalers.
func largestOf(t *testing.T) int64 {
	runtime.GC()
	runtime.GC() // a profile is complete after the second
	records := make([]runtime.MemProfileRecord, 10_000)
	n, ok := runtime.MemProfile(records, true)
	if !ok {
		t.Fatalf("a profile of %d records", n)
	}
	largest := int64(0)
	for _, r := range records[:n] {
		frames := runtime.CallersFrames(r.Stack())
		for more := true; more && r.AllocObjects > 0; {
			var f runtime.Frame
			if f, more = frames.Next(); strings.Contains(f.Function, t.Name()) {
				largest = max(largest, r.AllocBytes/r.AllocObjects)
			}
		}
	}
	return largest
}

// TestAScaledPictureTakesNotMuchMoreThanItself holds for what is made little
// smaller, too: there all of its pixels are weighed, in 32 bytes each.
func TestAScaledPictureTakesNotMuchMoreThanItself(t *testing.T) {
	for _, size := range [][2]int{{700, 800}, {280, 2000}, {2000, 280}} {
		file := pngOf(t, image.NewRGBA(image.Rect(0, 0, size[0], size[1])))
		if _, err := Scale(file, Want{Part: image.Rect(0, 0, size[0], size[1]), Width: size[0] * 5 / 6, Height: size[1] * 5 / 6}); err != nil {
			t.Error(err)
		}
	}
	if got := largestOf(t); got < 560_000 || got > 6*560_000 {
		t.Errorf("%d bytes at once for 560,000 pixels", got)
	}
}

// TestStripsLeaveNoSeams compares with a kernel over all of the picture.
func TestStripsLeaveNoSeams(t *testing.T) {
	src := wavy(310, 270)
	for _, size := range [][2]int{{200, 150}, {310, 270}, {129, 100}, {31, 33}, {1, 1}} {
		got := scale(src, image.Rect(5, 7, 300, 260), size[0], size[1])
		part := image.Rect(5, 7, 300, 260)
		from := image.Image(src)
		if n := min(2*part.Dx()/(3*size[0]), 2*part.Dy()/(3*size[1])); n > 1 {
			from = average(src, part, n)
			part = from.Bounds()
		}
		want := image.NewRGBA(image.Rect(0, 0, size[0], size[1]))
		draw.CatmullRom.Scale(want, want.Rect, from, part, draw.Src, nil)
		for i := range want.Pix {
			if d := int(want.Pix[i]) - int(got.Pix[i]); d < -2 || d > 2 {
				t.Fatalf("%v: byte %d is %d, want %d", size, i, got.Pix[i], want.Pix[i])
			}
		}
	}
}

func withWebP(t *testing.T) Encoder {
	t.Helper()
	program, err := os.ReadFile("../../web/dist/webp.wasm")
	if err != nil {
		t.Fatal("make build fetches the encoder: ", err)
	}
	e := NewWebP(program)
	t.Cleanup(e.Close)
	return Encoder{WebP: e}
}

// wavy is like a photograph: smooth, and no pixel like the other.
func wavy(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			v := func(f float64) uint8 { return uint8(127 + 90*math.Sin(float64(x)*f/9)*math.Cos(float64(y)*f/13)) }
			m.SetRGBA(x, y, color.RGBA{v(1), v(1.3), v(.7), 255})
		}
	}
	return m
}

func TestWhoTakesWebPGetsASmallerFile(t *testing.T) {
	e := withWebP(t)
	see := map[string]func([]byte) (image.Image, error){
		"image/webp": func(b []byte) (image.Image, error) { return webp.Decode(bytes.NewReader(b)) },
		"image/jpeg": func(b []byte) (image.Image, error) { return jpeg.Decode(bytes.NewReader(b)) },
		"image/png":  func(b []byte) (image.Image, error) { return png.Decode(bytes.NewReader(b)) },
	}
	clear := corners(200, 100)
	for x := range 50 {
		clear.SetRGBA(x, 90, color.RGBA{})
		clear.SetRGBA(x, 91, color.RGBA{0, 0, 60, 120})
	}
	for name, c := range map[string]struct {
		img       *image.RGBA
		otherwise string
	}{"photo": {wavy(200, 100), "image/jpeg"}, "drawing": {corners(200, 100), "image/png"}, "transparent": {clear, "image/png"}} {
		sizes := map[bool]int{}
		for _, takes := range []bool{false, true} {
			file, mimetype, err := e.Encode(t.Context(), c.img, 80, nil, takes)
			want := map[bool]string{false: c.otherwise, true: "image/webp"}[takes]
			if err != nil || mimetype != want {
				t.Fatalf("%s: %s, %v", name, mimetype, err)
			}
			m, err := see[mimetype](file)
			if err != nil || m.Bounds().Size() != c.img.Rect.Size() {
				t.Fatalf("%s as %s: %v", name, mimetype, err)
			}
			if _, _, _, a := m.At(3, 90).RGBA(); name == "transparent" && a != 0 {
				t.Errorf("as %s it is not transparent", mimetype)
			}
			sizes[takes] = len(file)
		}
		if sizes[true] >= sizes[false] {
			t.Errorf("%s: %d bytes as WebP, %d otherwise", name, sizes[true], sizes[false])
		}
	}
}

// TestWhatTheEncoderHasNoRoomForIsMadeOtherwise fills its memory as far as it is allowed to.
func TestWhatTheEncoderHasNoRoomForIsMadeOtherwise(t *testing.T) {
	e := withWebP(t)
	for size, want := range map[[2]int]string{{2500, 1400}: "image/webp", {2500, 2200}: "image/webp", {2500, 2300}: "image/png"} {
		clear := image.NewRGBA(image.Rect(0, 0, size[0], size[1]))
		if _, mimetype, err := e.Encode(t.Context(), clear, 80, nil, true); err != nil || mimetype != want {
			t.Errorf("%v: %s, %v", size, mimetype, err)
		}
	}
}

func TestAColourProfileGoesAlong(t *testing.T) {
	e := withWebP(t)
	profile := append(make([]byte, 16), "RGB XYZ "...)
	profile = append(profile, bytes.Repeat([]byte("wide"), 33)...)
	clear := wavy(20, 20)
	clear.SetRGBA(1, 1, color.RGBA{})
	for name, img := range map[string]*image.RGBA{"opaque": wavy(20, 20), "transparent": clear, "drawing": corners(20, 20)} {
		for _, takes := range []bool{false, true} {
			file, mimetype, err := e.Encode(t.Context(), img, 80, profile, takes)
			if err != nil || !bytes.Equal(Profile(mimetype, file), profile) {
				t.Errorf("%s as %s has %d bytes of it, %v", name, mimetype, len(Profile(mimetype, file)), err)
			}
			if _, _, err := image.Decode(bytes.NewReader(file)); err != nil {
				t.Errorf("%s as %s: %v", name, mimetype, err)
			}
		}
	}
	usual := append(bytes.Clone(profile), "sRGB"...)
	for _, other := range [][]byte{usual, bytes.Replace(profile, []byte("RGB "), []byte("CMYK"), 1), profile[:50], make([]byte, maxProfile+1)} {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, wavy(8, 8), nil); err != nil {
			t.Fatal(err)
		}
		if got := Profile("image/jpeg", withJPEGProfile(b.Bytes(), other)); got != nil {
			t.Errorf("%d bytes are kept", len(got))
		}
	}
	for _, broken := range []string{"", "\xff\xd8\xff\xe2", "\xff\xd8\xff\xe2\xff\xff", "RIFF....WEBPICCP\xff\xff\xff\xff"} {
		for _, mimetype := range []string{"image/jpeg", "image/png", "image/webp", "image/gif"} {
			Profile(mimetype, []byte(broken))
		}
	}
}

func TestABrokenEncoderCostsNoPicture(t *testing.T) {
	for _, e := range []Encoder{{}, {WebP: NewWebP([]byte("no program"))}} {
		file, mimetype, err := e.Encode(context.Background(), wavy(20, 20), 80, nil, true)
		if mimetype != "image/jpeg" || len(file) == 0 || (err != nil) != (e.WebP != nil) {
			t.Errorf("%s, %d bytes, %v", mimetype, len(file), err)
		}
	}
}

func TestAnEncoderThatWasForgottenWorksAgain(t *testing.T) {
	e := withWebP(t)
	for range 2 {
		if _, mimetype, err := e.Encode(t.Context(), wavy(20, 20), 80, nil, true); err != nil || mimetype != "image/webp" {
			t.Error(mimetype, err)
		}
		e.WebP.Close()
	}
}

func TestOfAnAnimationTheFirstFrameIsTaken(t *testing.T) {
	frame := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.RGBA{255, 0, 0, 255}})
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	if m, err := Scale(b.Bytes(), Want{Part: image.Rect(0, 0, 8, 8), Width: 4, Height: 4}); err != nil || quarters(m) != "rrrr" {
		t.Error(err)
	}
}
