package site

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"regexp"

	"vitrine/internal/draw"
	"vitrine/internal/fault"
	"vitrine/internal/picture"
	"vitrine/internal/schema"
	"vitrine/internal/studio"
)

// photo is one of the studio's own pictures as drawings know it; see
// web/src/identity/families/photographs.ts.
type photo struct {
	URL string  `json:"url"`
	Alt string  `json:"alt"`
	X   float64 `json:"x"`
	Y   float64 `json:"y"`
	schema.SizedPicture
}

// photos are the studio's own pictures that are in the library now, in their
// order. One that is gone is left out; too few, and the drawings stay.
func (s *Site) photos(ctx context.Context, of studio.Theme) ([]photo, error) {
	out := []photo{}
	if !of.ShowsPhotos() || s.Pictures == nil {
		return out, nil
	}
	var wanted []schema.Upload
	for _, one := range of.Photos {
		wanted = append(wanted, schema.UploadsIn(one.URL)...)
	}
	found, err := s.Pictures(ctx, wanted)
	if err != nil {
		return nil, fmt.Errorf("look up the photographs: %w", err)
	}
	sizes := picturesOf{}
	for one, size := range found {
		sizes[one.Address()] = size
	}
	for _, one := range of.Photos {
		size, known := sizes[one.URL]
		if !known {
			continue
		}
		is := photo{URL: one.URL, Alt: one.Alt, X: size.FocalX, Y: size.FocalY, SizedPicture: size}
		if one.X != nil && one.Y != nil {
			is.X, is.Y = *one.X, *one.Y
		}
		out = append(out, is)
	}
	return out, nil
}

// photoPart is a part of one of them, in its pixels: left, top, width and height.
type photoPart struct {
	URL  string `json:"url"`
	Crop [4]int `json:"crop"`
}

// cardPhoto is the photograph of sharing cards; nil where there is none.
func (s *Site) cardPhoto(ctx context.Context, l *look) (image.Image, error) {
	if l.Photo == nil || s.Part == nil {
		return nil, nil
	}
	at := l.Photo.Crop
	part := image.Rect(at[0], at[1], at[0]+at[2], at[1]+at[3])
	file, err := s.Part(ctx, l.Photo.URL, picture.Want{Part: part, Width: draw.PhotoWidth, Height: draw.PhotoHeight})
	if fault.Is(err, fault.NotOne) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the photograph of the sharing card: %w", err)
	}
	photo, _, err := image.Decode(bytes.NewReader(file))
	return photo, err
}

// firstPhoto is the picture that the homepage begins with. Its attributes are
// escaped where it is drawn, and no text of an editor may have a class.
var firstPhoto = regexp.MustCompile(`<img class="ph-first" srcset="([^"]+)" sizes="([^"]+)"`)

// drawHome has a browser ask for that picture before it has read the body.
func (s *Site) drawHome(ctx context.Context, page string, _ data, state []byte) (rendered, error) {
	out, err := s.draw(ctx, page, state)
	if found := firstPhoto.FindStringSubmatch(out.Body); found != nil {
		out.Head += fmt.Sprintf(`<link rel="preload" as="image" imagesrcset="%s" imagesizes="%s" fetchpriority="high">`, found[1], found[2])
	}
	return out, err
}
