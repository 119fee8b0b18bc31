package storage

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"runtime/debug"
	"strings"

	"golang.org/x/image/webp"

	"vitrine/internal/fault"
)

const (
	maxSide   = 8000
	maxPixels = 25_000_000
	// maxMemory bounds what decoding may take. Common pictures of maxPixels
	// stay below it; interlaced, 16-bit and progressive ones must be smaller.
	maxMemory = 128 << 20
	// Memory beyond this goes back to the system at once, not at leisure.
	muchMemory = 32 << 20
)

// format is one kind of picture that we serve.
type format struct {
	mimetype string
	begins   func(b []byte) bool
	// measure walks the container to its end without decoding. It returns
	// where the picture ends and what decoding takes beyond its size.
	measure func(b []byte) (shape, error)
	config  func(b []byte) (image.Config, error)
	decode  func(b []byte) error
}

// shape is what a walk through a file finds out.
type shape struct {
	end    int
	factor int // bytes that decoding takes per pixel; 0 means by colour
	pixels int // of all frames together; 0 means width x height
	frames int // of an animation
}

var formats = []format{
	{"image/png", begins("\x89PNG\r\n\x1a\n"), measurePNG,
		func(b []byte) (image.Config, error) { return png.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) error { _, err := png.Decode(bytes.NewReader(b)); return err }},
	{"image/jpeg", begins("\xff\xd8\xff"), measureJPEG,
		func(b []byte) (image.Config, error) { return jpeg.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) error { _, err := jpeg.Decode(bytes.NewReader(b)); return err }},
	{"image/gif", begins("GIF8"), measureGIF,
		func(b []byte) (image.Config, error) { return gif.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) error { _, err := gif.DecodeAll(bytes.NewReader(b)); return err }},
	{"image/webp", func(b []byte) bool {
		return len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP"
	}, measureWebP,
		func(b []byte) (image.Config, error) { return webp.DecodeConfig(bytes.NewReader(b)) },
		func(b []byte) error { _, err := webp.Decode(bytes.NewReader(b)); return err }},
}

func begins(magic string) func([]byte) bool {
	return func(b []byte) bool { return bytes.HasPrefix(b, []byte(magic)) }
}

// Judge tells the type of a picture that may be served from its bytes alone, and
// refuses all else. The whole picture must decode and must end where the file
// ends: nothing else hides in it.
func Judge(content []byte) (mimetype string, err error) {
	for _, f := range formats {
		if f.begins(content) {
			if err := f.check(content); err != nil {
				return "", err
			}
			return f.mimetype, nil
		}
	}
	found, _, _ := strings.Cut(http.DetectContentType(content), ";")
	return "", fault.New(fault.Invalid, "mime type %s is not supported", found)
}

func (f format) check(content []byte) error {
	walked, err := f.measure(content)
	if fault.Is(err, fault.TooLarge) {
		return err
	}
	if err != nil {
		return f.broken(err)
	}
	if walked.end != len(content) {
		return f.broken(fmt.Errorf("%d bytes follow the picture", len(content)-walked.end))
	}
	config, err := f.config(content)
	if err != nil {
		return f.broken(err)
	}
	memory, err := weigh(config, walked)
	if err != nil {
		return err
	}
	if memory > muchMemory {
		defer debug.FreeOSMemory()
	}
	if err := f.decode(content); err != nil {
		return f.broken(err)
	}
	return nil
}

// weigh refuses a picture that would take too much to decode.
func weigh(c image.Config, s shape) (memory int, err error) {
	if c.Width < 1 || c.Height < 1 || c.Width > maxSide || c.Height > maxSide || c.Width*c.Height > maxPixels {
		return 0, fault.New(fault.TooLarge, "The picture is %d x %d pixels; at most %d a side and %d million in all are allowed",
			c.Width, c.Height, maxSide, maxPixels/1_000_000)
	}
	pixels, factor := cmp.Or(s.pixels, c.Width*c.Height), cmp.Or(s.factor, 4)
	if c.ColorModel == color.RGBA64Model || c.ColorModel == color.NRGBA64Model {
		factor *= 2
	}
	if memory = pixels * factor; memory > maxMemory {
		return 0, fault.New(fault.TooLarge, "The picture takes too much memory to decode; please make it smaller")
	}
	return memory, nil
}

func (f format) broken(err error) error {
	return fault.New(fault.Invalid, "the file is not a whole and plain %s", f.mimetype).Because(err)
}

var errShort = errors.New("the file ends early")
