package identity

import (
	"embed"
	"fmt"
)

//go:embed card-fonts/*.ttf
var cardFonts embed.FS

// CardFont is a display face with which sharing cards are written: its Latin
// letters and the extended ones.
func CardFont(name string) (latin, extended []byte, err error) {
	if latin, err = cardFonts.ReadFile(fmt.Sprintf("card-fonts/%s.ttf", name)); err == nil {
		extended, err = cardFonts.ReadFile(fmt.Sprintf("card-fonts/%s-ext.ttf", name))
	}
	return latin, extended, err
}
