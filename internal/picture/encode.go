package picture

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"image/png"
)

// Encoder makes files of pictures.
type Encoder struct {
	WebP *WebP // nil makes none
}

// Pixels for which the memory of the WebP encoder is enough.
const (
	maxOpaque      = 11_000_000
	maxTransparent = 5_500_000
	maxLossless    = 3_500_000
)

// Encode makes the smallest file that the reader knows how to show: a WebP for
// who takes them, else a JPEG, or a PNG of what is transparent or a drawing.
func (e Encoder) Encode(ctx context.Context, img *image.RGBA, quality int, profile []byte, takesWebP bool) (content []byte, mimetype string, err error) {
	if takesWebP && e.WebP != nil && fits(img) {
		if content, err = e.webp(ctx, img, quality); err == nil {
			return withWebPProfile(content, profile, img.Rect.Size()), "image/webp", nil
		}
	}
	content, mimetype, again := plain(img, quality, profile)
	if again != nil {
		return nil, "", again
	}
	return content, mimetype, err // why it is no WebP, beside a file that is good
}

func (e Encoder) webp(ctx context.Context, img *image.RGBA, quality int) ([]byte, error) {
	file, err := e.WebP.encode(ctx, img, quality, "lossy")
	if err != nil || pixels(img) > maxLossless || !isFlat(img) {
		return file, err
	}
	exact, err := e.WebP.encode(ctx, img, quality, "lossless")
	if err == nil && len(exact) <= len(file) {
		return exact, nil
	}
	return file, err
}

func pixels(img *image.RGBA) int { return img.Rect.Dx() * img.Rect.Dy() }

// fits tells whether the encoder can hold the picture.
func fits(img *image.RGBA) bool {
	return pixels(img) <= maxTransparent || pixels(img) <= maxOpaque && img.Opaque()
}

func plain(img *image.RGBA, quality int, profile []byte) (content []byte, mimetype string, err error) {
	var lossy, exact bytes.Buffer
	if img.Opaque() {
		if err := jpeg.Encode(&lossy, img, &jpeg.Options{Quality: quality}); err != nil {
			return nil, "", err
		}
	}
	if lossy.Len() == 0 || isFlat(img) {
		if err := png.Encode(&exact, img); err != nil {
			return nil, "", err
		}
	}
	if exact.Len() > 0 && (lossy.Len() == 0 || exact.Len() <= lossy.Len()) {
		return withPNGProfile(exact.Bytes(), profile), "image/png", nil
	}
	return withJPEGProfile(lossy.Bytes(), profile), "image/jpeg", nil
}

// isFlat tells drawings from photographs: most of their pixels are like the one
// before.
func isFlat(img *image.RGBA) bool {
	same := 0
	for i := 4; i+4 <= len(img.Pix); i += 4 {
		if [4]byte(img.Pix[i:]) == [4]byte(img.Pix[i-4:]) {
			same++
		}
	}
	return 8*same > len(img.Pix) // half of them
}
