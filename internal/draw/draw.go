// Package draw makes PNG files of a studio's sign: icons and the card that shared
// links show.
package draw

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"regexp"
	"strconv"
	"strings"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// Icon is the mark on glass at a size.
func Icon(mark string, c Colours, size int) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	gradient(img, img.Bounds(), c.Top, c.Foot)
	inset := size / 5 // what a round mask leaves whole
	if err := rasterise(mark, img.Bounds().Inset(inset), img); err != nil {
		return nil, err
	}
	return encode(img)
}

// Bare is the mark alone at a size.
func Bare(mark string, size int) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	if err := rasterise(mark, img.Bounds(), img); err != nil {
		return nil, err
	}
	return encode(img)
}

// ICO is a PNG in the format of favicon.ico, which holds one as it is.
func ICO(file []byte, size int) []byte {
	var b bytes.Buffer
	b.Write([]byte{0, 0, 1, 0, 1, 0, byte(size), byte(size), 0, 0, 1, 0, 32, 0})
	binary.Write(&b, binary.LittleEndian, uint32(len(file)))
	binary.Write(&b, binary.LittleEndian, uint32(b.Len()+4))
	b.Write(file)
	return b.Bytes()
}

var strokes = regexp.MustCompile(`stroke-width="([0-9.]+)"`)

// rasterise draws into a part of an image, which alone is looked at: each line
// costs as much time as the part is large.
func rasterise(svg string, part image.Rectangle, into *image.RGBA) error {
	icon, err := oksvg.ReadIconStream(strings.NewReader(svg))
	if err != nil {
		return fmt.Errorf("read the drawing: %w", err)
	}
	scale := float64(part.Dx()) / icon.ViewBox.W
	// The library scales outlines and not the width of lines.
	wider := strokes.ReplaceAllStringFunc(svg, func(found string) string {
		width, _ := strconv.ParseFloat(strokes.FindStringSubmatch(found)[1], 64)
		return fmt.Sprintf(`stroke-width="%.3f"`, width*scale)
	})
	if icon, err = oksvg.ReadIconStream(strings.NewReader(wider)); err != nil {
		return fmt.Errorf("read the drawing: %w", err)
	}
	w, h := part.Dx(), part.Dy()
	drawn := image.NewRGBA(image.Rect(0, 0, w, h))
	icon.SetTarget(0, 0, float64(w), float64(h))
	icon.Draw(rasterx.NewDasher(w, h, rasterx.NewScannerGV(w, h, drawn, drawn.Bounds())), 1)
	draw.Draw(into, part, drawn, image.Point{}, draw.Over)
	return nil
}

func encode(img image.Image) ([]byte, error) { return encodeAt(img, png.BestCompression) }

func encodeAt(img image.Image, level png.CompressionLevel) ([]byte, error) {
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: level}).Encode(&b, img)
	return b.Bytes(), err
}
