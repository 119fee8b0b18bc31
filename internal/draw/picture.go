package draw

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"
	_ "image/jpeg"
	"math"
	"slices"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// maxPixels bounds what decoding an upload may take here.
const maxPixels = 8_000_000

// Picture is an uploaded file that icons are made from.
type Picture struct {
	square image.Image // the middle of it
	whole  image.Image
}

// ReadPicture decodes a PNG, JPEG, GIF or WebP file.
func ReadPicture(file []byte) (*Picture, error) {
	size, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	if size.Width*size.Height > maxPixels {
		return nil, fmt.Errorf("a picture of %d by %d pixels is too large for an icon", size.Width, size.Height)
	}
	whole, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	b := whole.Bounds()
	side := min(b.Dx(), b.Dy())
	at := b.Min.Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	square := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(square, square.Bounds(), whole, at, draw.Src)
	return &Picture{square, whole}, nil
}

func (p *Picture) scaled(size int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, size, size))
	draw.CatmullRom.Scale(out, out.Bounds(), p.square, p.square.Bounds(), draw.Src, nil)
	return out
}

// Bare is the square of it alone at a size.
func (p *Picture) Bare(size int) ([]byte, error) { return encode(p.scaled(size)) }

// Icon fills the square; what is not opaque stands on glass, like a mark.
func (p *Picture) Icon(c Colours, size int) ([]byte, error) {
	full := p.scaled(size)
	if full.Opaque() {
		return encode(full)
	}
	out := image.NewRGBA(full.Bounds())
	gradient(out, out.Bounds(), c.Top, c.Foot)
	draw.CatmullRom.Scale(out, out.Bounds().Inset(size/5), p.square, p.square.Bounds(), draw.Over, nil)
	return encode(out)
}

// into draws the whole of it as high as a part of an image is, and tells where.
func (p *Picture) into(img draw.Image, part image.Rectangle) image.Rectangle {
	b := p.whole.Bounds()
	part.Max.X = part.Min.X + part.Dy()*b.Dx()/b.Dy()
	draw.CatmullRom.Scale(img, part, p.whole, b, draw.Over, nil)
	return part
}

// The grounds of a browser's tabs.
var (
	LightTab = color.RGBA{255, 255, 255, 255}
	DarkTab  = color.RGBA{0x20, 0x21, 0x24, 255}
)

// Legible tells whether it can be told from a tab at 16 pixels, by the rule of
// web/src/admin/identity/uploaded.ts: half of what is drawn has a contrast of 3.
func (p *Picture) Legible(tab color.RGBA) bool {
	small := p.scaled(16)
	var seen []float64
	for y := range 16 {
		for x := range 16 {
			at := small.RGBAAt(x, y)
			if at.A < 26 {
				continue
			}
			over := func(part, ground uint8) uint8 { return part + uint8((255-int(at.A))*int(ground)/255) }
			seen = append(seen, contrast(color.RGBA{over(at.R, tab.R), over(at.G, tab.G), over(at.B, tab.B), 255}, tab))
		}
	}
	slices.Sort(seen)
	return len(seen) > 0 && seen[len(seen)/2] >= 3
}

// contrast is that of WCAG.
func contrast(a, b color.RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(c color.RGBA) float64 {
	linear := func(part uint8) float64 {
		v := float64(part) / 255
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return .2126*linear(c.R) + .7152*linear(c.G) + .0722*linear(c.B)
}

// TabIcon is a picture as favicon.svg. A dark browser shows the other one, else
// the same on a plate of the colour; "" is none.
func TabIcon(light, dark *Picture, plate string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>.dark{display:none}@media (prefers-color-scheme:dark){.dark{display:inline}.light{display:none}}</style>`)
	add := func(p *Picture, class string) error {
		file, err := p.Bare(64)
		fmt.Fprintf(&b, `<image class="%s" width="64" height="64" href="data:image/png;base64,%s"/>`, class, base64.StdEncoding.EncodeToString(file))
		return err
	}
	var err error
	switch {
	case dark != nil:
		err = errors.Join(add(light, "light"), add(dark, "dark"))
	case plate != "":
		fmt.Fprintf(&b, `<rect class="dark" width="64" height="64" rx="12" fill="%s"/>`, plate)
		fallthrough
	default:
		err = add(light, "")
	}
	b.WriteString("</svg>")
	return b.Bytes(), err
}
