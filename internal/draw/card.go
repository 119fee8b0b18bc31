package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"vitrine/web/src/identity"
)

// Card is what a shared link shows: who, what they say, and a photograph, or things
// or the sign on a shelf.
type Card struct {
	Name, Place string
	Lines       []string    // the headline
	Below       string      // in smaller letters; "" for none
	Font        string      // of the display face
	Mark        string      // as SVG, in plain colours
	Sign        *Picture    // the mark as a file, before the name; nil for none
	Things      []string    // what stands on the shelf, as SVG, and last the ball; none means the mark
	Photo       image.Image // fills the card instead; nil for none
	Colours     Colours
}

// Colours are #RRGGBB.
type Colours struct {
	Top   string   `json:"top"`
	Foot  string   `json:"foot"`
	Ink   string   `json:"ink"`
	Quiet string   `json:"quiet"`
	Dot   string   `json:"dot"`
	Tones []string `json:"tones"` // the light and the dark one of photographs
	Shelf []string `json:"shelf"`
}

const (
	cardWidth, cardHeight = 1200, 630
	margin                = 64
	shelfHeight           = 16
	headline              = 84.0
	firstLine, leading    = 196.0, .97
)

// PNG draws the card, 1200 by 630.
func (c Card) PNG() ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, cardWidth, cardHeight))
	gradient(img, img.Bounds(), c.Colours.Top, c.Colours.Foot)
	faces, err := readFaces(c.Font)
	if err != nil {
		return nil, err
	}
	t := text{img, faces}
	size := t.fitting(c.Lines)
	if c.Photo != nil {
		c.cover(img, c.foot(size))
	} else if err := c.fillShelf(img); err != nil {
		return nil, err
	}
	head := image.Rect(margin, 50, margin+42, 50+42)
	if c.Sign != nil {
		head = c.Sign.into(img, head)
	} else if err := rasterise(c.Mark, head, img); err != nil {
		return nil, err
	}
	t.write(c.Name, float64(head.Max.X+20), 84, 36, c.Colours.Ink)
	t.write(c.Place, cardWidth-margin-t.width(c.Place, 24), 80, 24, c.Colours.Quiet)
	for i, line := range c.Lines {
		y := firstLine + float64(i)*size*leading
		end := t.write(strings.TrimSuffix(line, "."), margin-2, y, size, c.Colours.Ink)
		if strings.HasSuffix(line, ".") {
			t.write(".", end, y, size, c.Colours.Dot)
		}
	}
	t.write(c.Below, margin, c.below(size), 36, c.Colours.Quiet)
	for i, stop := range c.Colours.Shelf[:len(c.Colours.Shelf)-1] {
		part := shelfHeight / (len(c.Colours.Shelf) - 1)
		top := cardHeight - shelfHeight + i*part
		gradient(img, image.Rect(0, top, cardWidth, top+part+1), stop, c.Colours.Shelf[i+1])
	}
	if c.Photo != nil {
		return encodeAt(img, png.DefaultCompression) // the best takes four times as long for 2 % of the bytes
	}
	return encode(img)
}

// below is the base of the smaller line.
func (c Card) below(size float64) float64 {
	return firstLine + (float64(len(c.Lines))-.45)*size*leading + 36
}

// foot is where the texts end.
func (c Card) foot(size float64) float64 {
	if c.Below != "" {
		return c.below(size) + 12
	}
	return firstLine + (float64(len(c.Lines))-1)*size*leading + .28*size
}

// Wrap breaks a text into lines as wide as the card, at most so many: what is left
// stands in the last, in smaller letters.
func (c Card) Wrap(s string, most int) (lines []string) {
	faces, err := readFaces(c.Font)
	if err != nil {
		return []string{s}
	}
	t := text{faces: faces}
	for _, word := range strings.Fields(s) {
		last := len(lines) - 1
		if last < 0 || len(lines) < most && t.width(lines[last]+" "+word, headline) > cardWidth-2*margin {
			lines = append(lines, word)
		} else {
			lines[last] += " " + word
		}
	}
	return lines
}

// The box of a thing on the card, and where it stands in it.
const (
	thingWidth, thingHeight = 353, 235
	thingFoot               = 208
	ballWidth, ballHeight   = 48, 32
)

// fillShelf puts the things side by side, or the mark alone.
func (c Card) fillShelf(img *image.RGBA) error {
	const top = cardHeight - shelfHeight
	if len(c.Things) == 0 {
		return rasterise(c.Mark, image.Rect(cardWidth-margin-300, top-300, cardWidth-margin, top), img)
	}
	last := len(c.Things) - 1
	each := (cardWidth - 2*margin - ballWidth) / max(1, last)
	for i, thing := range c.Things[:last] {
		at := image.Pt(margin+each*i+(each-thingWidth)/2, top-thingFoot)
		if err := rasterise(thing, image.Rectangle{at, at.Add(image.Pt(thingWidth, thingHeight))}, img); err != nil {
			return err
		}
	}
	return rasterise(c.Things[last], image.Rect(cardWidth-margin-ballWidth, top-ballHeight, cardWidth-margin, top), img)
}

// gradient fills a part from top to bottom.
func gradient(img *image.RGBA, part image.Rectangle, from, to string) {
	a, b := hex(from), hex(to)
	for y := part.Min.Y; y < min(part.Max.Y, img.Bounds().Max.Y); y++ {
		at := float64(y-part.Min.Y) / float64(max(1, part.Dy()-1))
		line := color.RGBA{mix(a.R, b.R, at), mix(a.G, b.G, at), mix(a.B, b.B, at), 255}
		draw.Draw(img, image.Rect(part.Min.X, y, part.Max.X, y+1), image.NewUniform(line), image.Point{}, draw.Src)
	}
}

func hex(text string) color.RGBA {
	c := color.RGBA{A: 255}
	fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	return c
}

// text writes with the first face that has a letter.
type text struct {
	img   *image.RGBA
	faces []*sfnt.Font
}

func readFaces(name string) ([]*sfnt.Font, error) {
	latin, extended, err := identity.CardFont(name)
	if err != nil {
		return nil, fmt.Errorf("the face of the card: %w", err)
	}
	var faces []*sfnt.Font
	for _, file := range [][]byte{latin, extended} {
		f, err := opentype.Parse(file)
		if err != nil {
			return nil, fmt.Errorf("read the face %s: %w", name, err)
		}
		faces = append(faces, f)
	}
	return faces, nil
}

// fitting is the size in which the widest line of a headline has room.
func (t text) fitting(lines []string) float64 {
	size := headline
	for _, line := range lines {
		if w := t.width(line, size); w > cardWidth-2*margin {
			size *= (cardWidth - 2*margin) / w
		}
	}
	return size
}

func (t text) width(s string, size float64) float64 {
	return t.each(s, size, func(font.Face, rune, fixed.Int26_6) {})
}

// write puts a line with its base at y, and tells where it ends.
func (t text) write(s string, x, y, size float64, ink string) float64 {
	return x + t.each(s, size, func(face font.Face, c rune, at fixed.Int26_6) {
		d := font.Drawer{Dst: t.img, Src: image.NewUniform(hex(ink)), Face: face, Dot: fixed.Point26_6{X: fixed.Int26_6(x*64) + at, Y: fixed.Int26_6(y * 64)}}
		d.DrawString(string(c))
	})
}

// each walks over the letters, and tells how wide they are together. What no
// face has is left out.
func (t text) each(s string, size float64, letter func(face font.Face, c rune, at fixed.Int26_6)) float64 {
	opened := make([]font.Face, len(t.faces))
	for i, f := range t.faces {
		face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			return 0
		}
		defer face.Close()
		opened[i] = face
	}
	var at fixed.Int26_6
	var buffer sfnt.Buffer
	before := rune(-1)
	for _, c := range s {
		for i, f := range t.faces {
			if n, err := f.GlyphIndex(&buffer, c); err != nil || n == 0 {
				continue
			}
			if before >= 0 {
				at += opened[i].Kern(before, c)
			}
			letter(opened[i], c, at)
			advance, _ := opened[i].GlyphAdvance(c)
			at += advance - fixed.Int26_6(size*64*.028) // as tight as on the pages
			before = c
			break
		}
	}
	return float64(at) / 64
}
