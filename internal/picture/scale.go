// Package picture makes smaller versions of pictures: a part of one, turned as
// it is to be shown, scaled and encoded. It never enlarges.
package picture

import (
	"bytes"
	"fmt"
	"image"
	stddraw "image/draw"
	_ "image/gif"
	_ "image/jpeg"
	_ "image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// Want is a version of a picture. Part, Width and Height speak of the picture
// as it is shown, that is after it was turned.
type Want struct {
	Turned        uint16 // its EXIF orientation
	Part          image.Rectangle
	Width, Height int
}

// Scale decodes a picture and makes the version of it. Of an animation it is
// the first frame.
func Scale(content []byte, w Want) (*image.RGBA, error) {
	src, err := decode(content)
	if err != nil {
		return nil, fmt.Errorf("decode a picture: %w", err)
	}
	size := src.Bounds().Size()
	if w.Turned >= 5 {
		size = image.Pt(size.Y, size.X)
	}
	part := w.stored(w.Part.Intersect(image.Rectangle{Max: size}), src.Bounds())
	if part.Empty() || w.Width < 1 || w.Height < 1 {
		return nil, fmt.Errorf("a picture of %v has no part %v of %d x %d", size, w.Part, w.Width, w.Height)
	}
	width, height := w.Width, w.Height
	if w.Turned >= 5 {
		width, height = height, width
	}
	return turn(scale(src, part, min(width, part.Dx()), min(height, part.Dy())), w.Turned), nil
}

// decode puts what does not fill its canvas, as the frame of a GIF may, onto it.
func decode(content []byte) (image.Image, error) {
	src, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	whole := image.Rect(0, 0, config.Width, config.Height)
	if err != nil || src.Bounds() == whole {
		return src, err
	}
	canvas := image.NewRGBA(whole)
	stddraw.Draw(canvas, src.Bounds(), src, src.Bounds().Min, stddraw.Src)
	return canvas, nil
}

// stored is where a part of what is shown lies in what is stored.
func (w Want) stored(part, b image.Rectangle) image.Rectangle {
	if w.Turned >= 5 {
		part = image.Rect(part.Min.Y, part.Min.X, part.Max.Y, part.Max.X)
	}
	across, down := flips(w.Turned)
	if across {
		part.Min.X, part.Max.X = b.Dx()-part.Max.X, b.Dx()-part.Min.X
	}
	if down {
		part.Min.Y, part.Max.Y = b.Dy()-part.Max.Y, b.Dy()-part.Min.Y
	}
	return part.Add(b.Min)
}

// flips tells which sides of what is stored are swapped to show it, before 5 to
// 8 swap the axes.
func flips(turned uint16) (across, down bool) {
	switch turned {
	case 2, 8:
		return true, false
	case 3, 7:
		return true, true
	case 4, 6:
		return false, true
	}
	return false, false
}

func turn(src *image.RGBA, turned uint16) *image.RGBA {
	if turned < 2 || turned > 8 {
		return src
	}
	across, down := flips(turned)
	size := src.Bounds().Size()
	if turned >= 5 {
		size = image.Pt(size.Y, size.X)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			u, v := x, y
			if turned >= 5 {
				u, v = y, x
			}
			if across {
				u = src.Rect.Dx() - 1 - u
			}
			if down {
				v = src.Rect.Dy() - 1 - v
			}
			copy(out.Pix[out.PixOffset(x, y):][:4], src.Pix[src.PixOffset(u, v):][:4])
		}
	}
	return out
}

// scale averages whole blocks first, some rows at a time, and then goes along one
// direction and along the other, in strips: a kernel over all of a large picture
// would take ten times its memory.
func scale(src image.Image, part image.Rectangle, width, height int) *image.RGBA {
	if n := min(2*part.Dx()/(3*width), 2*part.Dy()/(3*height)); n > 1 {
		src = average(src, part, n)
		part = src.Bounds()
	}
	narrow := image.NewRGBA(image.Rect(0, 0, width, part.Dy()))
	strips(part.Dy(), func(size int) func(at int) {
		scaler := draw.CatmullRom.NewScaler(width, size, part.Dx(), size)
		return func(at int) {
			from := image.Rect(part.Min.X, part.Min.Y+at, part.Max.X, part.Min.Y+at+size)
			scaler.Scale(narrow, image.Rect(0, at, width, at+size), src, from, draw.Src, nil)
		}
	})
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	strips(width, func(size int) func(at int) {
		scaler := draw.CatmullRom.NewScaler(size, height, size, part.Dy())
		return func(at int) {
			scaler.Scale(out, image.Rect(at, 0, at+size, height), narrow, image.Rect(at, 0, at+size, part.Dy()), draw.Src, nil)
		}
	})
	return out
}

const strip = 32

// strips goes through a side: prepare is called for the size of the strips, and
// once more for the rest.
func strips(side int, prepare func(size int) func(at int)) {
	if side >= strip {
		do := prepare(strip)
		for at := 0; at+strip <= side; at += strip {
			do(at)
		}
	}
	if rest := side % strip; rest > 0 {
		prepare(rest)(side - rest)
	}
}

// average makes one pixel of each block of n by n.
func average(src image.Image, part image.Rectangle, n int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, part.Dx()/n, part.Dy()/n))
	band := image.NewRGBA(image.Rect(0, 0, out.Rect.Dx()*n, n))
	sums := make([]uint32, 4*out.Rect.Dx())
	for y := range out.Rect.Dy() {
		stddraw.Draw(band, band.Rect, src, part.Min.Add(image.Pt(0, y*n)), stddraw.Src)
		clear(sums)
		for row := range n {
			line := band.Pix[row*band.Stride:]
			for x := range out.Rect.Dx() {
				sum := sums[4*x : 4*x+4]
				for p := line[4*x*n : 4*(x+1)*n]; len(p) > 0; p = p[4:] {
					sum[0] += uint32(p[0])
					sum[1] += uint32(p[1])
					sum[2] += uint32(p[2])
					sum[3] += uint32(p[3])
				}
			}
		}
		half := uint32(n*n) / 2
		for i, sum := range sums {
			out.Pix[y*out.Stride+i] = uint8((sum + half) / uint32(n*n))
		}
	}
	return out
}
