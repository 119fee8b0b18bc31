package draw

import (
	"image"
	"image/color"

	"golang.org/x/image/draw"
)

// Where texts stand, so much of the wall lies over a photograph that they can be
// read on any; below them it thins out. web/src/preview/card.css does the same.
const (
	veil     = .86
	veilEdge = 180.0
)

// PhotoWidth and PhotoHeight are the part of a card that a photograph fills.
const PhotoWidth, PhotoHeight = cardWidth, cardHeight - shelfHeight

// cover fills the card above its shelf with the photograph, under a veil down to
// the foot of the texts.
func (c Card) cover(img *image.RGBA, foot float64) {
	part := image.Rect(0, 0, PhotoWidth, PhotoHeight)
	photo := image.NewRGBA(part)
	draw.CatmullRom.Scale(photo, part, c.Photo, c.Photo.Bounds(), draw.Src, nil)
	tones, wall := twoTones(c.Colours.Tones), hex(c.Colours.Top)
	for y := range PhotoHeight {
		share := veil * min(1, max(0, 1-(float64(y)-foot)/veilEdge))
		var line [256]color.RGBA
		for grey, tone := range tones {
			line[grey] = color.RGBA{mix(tone.R, wall.R, share), mix(tone.G, wall.G, share), mix(tone.B, wall.B, share), 255}
		}
		for x := range PhotoWidth {
			img.SetRGBA(x, y, line[grey(photo.RGBAAt(x, y))])
		}
	}
}

// twoTones is what becomes of each grey, as web/src/identity/families/families.css
// paints photographs: more contrast, the light tone multiplied, the dark one screened.
func twoTones(tones []string) (of [256]color.RGBA) {
	light, dark := color.RGBA{255, 255, 255, 255}, color.RGBA{A: 255}
	if len(tones) == 2 {
		light, dark = hex(tones[0]), hex(tones[1])
	}
	for i := range of {
		grey := max(0, min(1, (float64(i)/255-.5)*1.06+.5))
		tone := func(light, dark uint8) uint8 {
			return uint8(255 - (255-grey*float64(light))*(255-float64(dark))/255 + .5)
		}
		of[i] = color.RGBA{tone(light.R, dark.R), tone(light.G, dark.G), tone(light.B, dark.B), 255}
	}
	return of
}

func grey(c color.RGBA) uint8 {
	return uint8(.2126*float64(c.R) + .7152*float64(c.G) + .0722*float64(c.B) + .5)
}

func mix(a, b uint8, share float64) uint8 {
	return uint8(float64(a) + (float64(b)-float64(a))*share + .5)
}
