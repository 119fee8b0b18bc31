package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"
)

// On the shelf of a card stand the things, and the mark where there are none; an
// uploaded mark stands before the name.
func TestACardShowsWhatItIsGiven(t *testing.T) {
	square := func(colour string) string {
		return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 280"><rect width="420" height="280" fill="` + colour + `"/></svg>`
	}
	card := Card{
		Name: "Kolbenhof", Lines: []string{"Cells keep notes."}, Font: "newsreader-display", Mark: square("#0000ff"),
		Colours: Colours{Top: "#ffffff", Foot: "#ffffff", Ink: "#000000", Quiet: "#000000", Dot: "#000000", Shelf: []string{"#ffffff", "#ffffff"}},
	}
	at := func(x, y int) color.RGBA {
		t.Helper()
		file, err := card.PNG()
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(file))
		if err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 630 {
			t.Fatal(img.Bounds(), err)
		}
		return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
	}
	blue, red, white := color.RGBA{0, 0, 255, 255}, color.RGBA{255, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	if got := at(1000, 400); got != blue {
		t.Errorf("without things: %v", got)
	}
	if got := at(80, 60); got != blue {
		t.Errorf("before the name: %v", got)
	}
	card.Things = []string{square("#ff0000"), square("#ff0000"), square("#ff0000")}
	if near, between := at(300, 500), at(1000, 330); near != red || between != white {
		t.Errorf("the things: %v, above them %v", near, between)
	}
	sign := image.NewRGBA(image.Rect(0, 0, 300, 100))
	draw.Draw(sign, sign.Bounds(), image.NewUniform(red), image.Point{}, draw.Src)
	raw, err := encode(sign)
	if err == nil {
		card.Sign, err = ReadPicture(raw)
	}
	if err != nil {
		t.Fatal(err)
	}
	if start, end := at(70, 60), at(64+120, 85); start != red || end != red {
		t.Errorf("an uploaded mark: %v to %v", start, end)
	}
}
