package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"
)

// Whatever the photograph shows, texts over it have a contrast of 4.5, and below
// them it is seen as it is, in the two tones of the site.
func TestTextsCanBeReadOnAnyPhotograph(t *testing.T) {
	c := Card{
		Name: "Kolbenhof", Place: "Vienna", Font: "newsreader-display", Mark: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`,
		// As the bundle makes them for a fresh site.
		Colours: Colours{Top: "#f4faf8", Foot: "#d7e5e1", Ink: "#06110f", Quiet: "#3d5650", Dot: "#f5450d", Tones: []string{"#f5fcfa", "#002e26"}, Shelf: []string{"#ffffff", "#ffffff"}},
	}
	for _, grey := range []uint8{0, 128, 255} {
		photo := image.NewRGBA(image.Rect(0, 0, PhotoWidth, PhotoHeight))
		draw.Draw(photo, photo.Bounds(), image.NewUniform(color.Gray{grey}), image.Point{}, draw.Src)
		c.Photo = photo
		for below, lines := range map[string][]string{"": {"Cells keep notes.", "We read them.", "Aloud."}, "Vienna, Austria": {"Keeper of a lighthouse", "that nobody has found"}} {
			c.Lines, c.Below = lines, below
			file, err := c.PNG()
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			at := func(y int) color.RGBA { return color.RGBAModel.Convert(img.At(10, y)).(color.RGBA) }
			for y := range int(c.foot(headline)) {
				if got := contrast(at(y), hex(c.Colours.Quiet)); got < 4.5 {
					t.Fatalf("on %d, at %d, texts have a contrast of %.1f", grey, y, got)
				}
			}
			if got, want := at(PhotoHeight-1), twoTones(c.Colours.Tones)[grey]; got != want {
				t.Errorf("%d is %v below the texts, want %v", grey, got, want)
			}
		}
	}
}
