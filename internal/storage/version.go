package storage

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"image"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/internal/picture"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// A version is asked for in any size and made in few, so that many who ask are
// answered by one: sizes and qualities are rounded up to these steps, and shapes
// to the nearest of these.
var (
	widths    = []int{96, 160, 240, 320, 480, 640, 800, 960, 1200, 1600, 2000, 2500}
	qualities = []int{50, 65, 80, 90}
	shapes    = append(slices.Sorted(maps.Values(schema.CropShapes)), 4./3, 3./2, 16./9, 3./4, 2./3, 9./16)
)

const (
	maxVersionSide = 2500
	usualQuality   = 80
)

// asked is a version as a caller wants it.
type asked struct {
	width, height int // 0 is as it comes
	resize        string
	quality       int
}

func readAsked(q url.Values) (asked, error) {
	a := asked{resize: "cover", quality: usualQuality}
	for name, of := range map[string]struct {
		into      *int
		low, high int
	}{"width": {&a.width, 1, maxVersionSide}, "height": {&a.height, 1, maxVersionSide}, "quality": {&a.quality, 20, 100}} {
		if !q.Has(name) {
			continue
		}
		n, err := strconv.Atoi(q.Get(name))
		if err != nil || n < of.low || n > of.high {
			return a, fault.New(fault.BadBody, "%s must be a number from %d to %d", name, of.low, of.high)
		}
		*of.into = n
	}
	if q.Has("resize") {
		a.resize = q.Get("resize")
	}
	if !slices.Contains([]string{"cover", "contain", "fill"}, a.resize) {
		return a, fault.New(fault.BadBody, "resize must be cover, contain or fill")
	}
	if format := q.Get("format"); format != "" && format != "origin" {
		return a, fault.New(fault.BadBody, "format must be origin")
	}
	return a, nil
}

// stepUp is the first step that is not below n, or the last one.
func stepUp(steps []int, n int) int {
	at, _ := slices.BinarySearch(steps, n)
	return steps[min(at, len(steps)-1)]
}

func nearestShape(ratio float64) float64 {
	away := func(shape float64) float64 { return math.Abs(math.Log(shape / ratio)) }
	return slices.MinFunc(shapes, func(a, b float64) int { return int(math.Copysign(1, away(a)-away(b))) })
}

// version is what is made of a picture for a caller.
type version struct {
	picture.Want
	quality int
	webp    bool
}

// of is the version of a picture of the library.
func (a asked) of(media store.Row) version {
	w, h := int(media.Int("width")), int(media.Int("height"))
	whole := image.Rect(0, 0, w, h)
	out := version{quality: stepUp(qualities, a.quality)}
	out.Part = whole
	if a.width == 0 || a.height == 0 || a.resize == "contain" {
		wide := w
		if a.width > 0 {
			wide = a.width
		}
		if a.height > 0 {
			wide = min(wide, ceil(float64(a.height)*float64(w)/float64(h)))
		}
		out.Width = min(stepUp(widths, wide), w)
		out.Height = max(1, round(float64(out.Width)*float64(h)/float64(w)))
		return out
	}
	shape := nearestShape(float64(a.width) / float64(a.height))
	if a.resize == "cover" {
		out.Part = partOf(media, shape)
	}
	out.Width = min(stepUp(widths, a.width), out.Part.Dx())
	if a.resize == "fill" {
		out.Width = min(out.Width, int(float64(h)*shape))
	}
	out.Width = max(1, out.Width)
	out.Height = max(1, min(round(float64(out.Width)/shape), out.Part.Dy()))
	return out
}

func round(f float64) int { return int(math.Round(f)) }

func ceil(f float64) int { return int(math.Ceil(f)) }

// partOf is the crop that somebody made for the shape, else the largest part of
// the shape around what must stay in view.
func partOf(media store.Row, shape float64) image.Rectangle {
	w, h := float64(media.Int("width")), float64(media.Int("height"))
	for name, of := range schema.CropShapes {
		if part := cropOf(media, name); of == shape && !part.Empty() {
			return part
		}
	}
	wide, high := min(w, h*shape), min(h, w/shape)
	place := func(side, part, focal float64) int { return round(max(0, min(side-part, focal*side-part/2))) }
	at := image.Pt(place(w, wide, media.Float("focal_x")), place(h, high, media.Float("focal_y")))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(max(1, int(wide)), max(1, int(high))))}
}

// cropOf is the part that somebody chose for a place; empty where nobody did.
func cropOf(media store.Row, name string) image.Rectangle {
	w, h := float64(media.Int("width")), float64(media.Int("height"))
	var crops map[string]struct{ X, Y, Width, Height float64 }
	raw, _ := media["crops"].(json.RawMessage)
	_ = json.Unmarshal(raw, &crops) // the schema has checked it
	crop := crops[name]
	return image.Rect(round(crop.X*w), round(crop.Y*h), round((crop.X+crop.Width)*w), round((crop.Y+crop.Height)*h)).Intersect(image.Rect(0, 0, int(w), int(h)))
}

// String names the version among those of a picture.
func (v version) String() string {
	name := fmt.Sprintf("%d-%d-%d-%d-%dx%d-%d", v.Part.Min.X, v.Part.Min.Y, v.Part.Max.X, v.Part.Max.Y, v.Width, v.Height, v.quality)
	if v.webp {
		name += "-webp"
	}
	return name
}

// Look is a mark of a picture as it is now: an address that names it shows the
// same for ever.
func Look(object, media store.Row) string {
	sum := fnv.New32a()
	fmt.Fprint(sum, object["etag"], media["focal_x"], media["focal_y"], string(schema.UnescapedJSON(media["crops"].(json.RawMessage))))
	return strconv.FormatUint(uint64(sum.Sum32()), 36)
}
