package storage

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"vitrine/internal/fault"
)

// allocated is how many bytes a function asks for, whether or not it gives them back.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// noisy is a picture that does not compress away.
func noisy(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range m.Pix {
		m.Pix[i] = byte(r.Uint32())
	}
	return m
}

func encoded(encode func(*bytes.Buffer) error) []byte {
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func pngOf(m image.Image) []byte {
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoded(func(b *bytes.Buffer) error { return fast.Encode(b, m) })
}

func jpegOf(m image.Image) []byte {
	return encoded(func(b *bytes.Buffer) error { return jpeg.Encode(b, m, nil) })
}

func gifOf(frames, side int) []byte {
	g := &gif.GIF{}
	for range frames {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.Black, color.White}))
		g.Delay = append(g.Delay, 1)
	}
	return encoded(func(b *bytes.Buffer) error { return gif.EncodeAll(b, g) })
}

// wideGIF announces frames and brings no pixels.
func wideGIF(frames int, side uint16) []byte {
	size := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, side), side)
	frame := slices.Concat([]byte{0x2c, 0, 0, 0, 0}, size, []byte{0, 2, 0})
	return slices.Concat([]byte("GIF89a"), size, []byte{0, 0, 0}, slices.Repeat(frame, frames), []byte{0x3b})
}

func unbase64(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

var (
	losslessWebP = unbase64("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	lossyWebP    = unbase64("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=")
)

// riff wraps chunks as a WebP file.
func riff(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), slices.Concat(chunks...)...)
	return slices.Concat([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(body))), body)
}

func webpChunk(kind string, data ...byte) []byte {
	out := slices.Concat([]byte(kind), binary.LittleEndian.AppendUint32(nil, uint32(len(data))), data)
	if len(data)%2 == 1 {
		out = append(out, 0)
	}
	return out
}

func pngChunk(kind string, data []byte) []byte {
	out := slices.Concat(binary.BigEndian.AppendUint32(nil, uint32(len(data))), []byte(kind), data)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngHeader is a PNG that announces a size and brings next to nothing.
func pngHeader(w, h uint32, depth, interlace byte) []byte {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	header = append(header, depth, 6, 0, 0, interlace)
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", header), pngChunk("IDAT", []byte{0x78, 0x9c, 3, 0}), pngChunk("IEND", nil))
}

// resized is a JPEG whose header tells another size, and another process.
func resized(b []byte, w, h uint16, sof byte) []byte {
	b = slices.Clone(b)
	at := bytes.Index(b, []byte{0xff, 0xc0})
	b[at+1] = sof
	binary.BigEndian.PutUint16(b[at+5:], h)
	binary.BigEndian.PutUint16(b[at+7:], w)
	return b
}

// ofRGB is a JPEG whose samples are red, green and blue, which no encoder of ours writes.
func ofRGB(b []byte) []byte {
	b = slices.Clone(b)
	frame, scan := bytes.Index(b, []byte{0xff, 0xc0}), bytes.Index(b, []byte{0xff, 0xda})
	for i, name := range []byte("RGB") {
		b[frame+10+3*i], b[scan+5+2*i] = name, name
	}
	return b
}

// byAdobe is a JPEG that says by Adobe's segment that its samples are no YCbCr.
func byAdobe(b []byte) []byte {
	return slices.Concat(b[:2], segment(0xee, "Adobe\x00\x64\x00\x00\x00\x00\x00"), b[2:])
}

// ofCMYK is a JPEG with a fourth colour.
func ofCMYK(b []byte) []byte {
	frame := bytes.Index(b, []byte{0xff, 0xc0})
	end := frame + 2 + 17
	b = slices.Concat(b[:end], []byte{4, 0x22, 0}, b[end:])
	b[frame+3], b[frame+9] = 20, 4
	return b
}

// scanned is a JPEG that brings its pixels so often.
func scanned(b []byte, often int) []byte {
	at, end := bytes.Index(b, []byte{0xff, 0xda}), len(b)-2
	return slices.Concat(b[:at], bytes.Repeat(b[at:end], often), b[end:])
}

// zeros are so many of them, compressed a thousandfold.
func zeros(n int) []byte {
	return encoded(func(b *bytes.Buffer) error {
		z, err := zlib.NewWriterLevel(b, zlib.BestSpeed)
		if err == nil {
			_, err = z.Write(make([]byte, n))
		}
		if err != nil {
			return err
		}
		return z.Close()
	})
}

// zlibBomb is a small PNG with more pixels than it announces.
func zlibBomb(n int, w, h uint32) []byte {
	head := pngHeader(w, h, 8, 0)
	return slices.Concat(head[:33], pngChunk("IDAT", zeros(n)), pngChunk("IEND", nil))
}

func zipped() []byte {
	return encoded(func(b *bytes.Buffer) error {
		z := zip.NewWriter(b)
		f, err := z.Create("index.html")
		if err == nil {
			_, err = f.Write([]byte("<script>alert(1)</script>"))
		}
		if err != nil {
			return err
		}
		return z.Close()
	})
}

// sample is a file that somebody may upload.
type sample struct {
	content []byte
	want    string // its type; "" when it is refused
	kind    fault.Kind
}

// corpus are pictures, and what is made to look like one.
var corpus = sync.OnceValue(func() map[string]sample {
	picture := noisy(40, 30)
	aPNG, aJPEG, aGIF := pngOf(picture), jpegOf(picture), gifOf(1, 20)
	plus := func(b, more []byte) []byte { return slices.Concat(b, more) }
	vp8 := lossyWebP[12:]
	return map[string]sample{
		"png":                         {aPNG, "image/png", ""},
		"png in grey":                 {pngOf(image.NewGray16(image.Rect(0, 0, 9, 9))), "image/png", ""},
		"png with text":               {slices.Concat(aPNG[:33], pngChunk("tEXt", []byte("Comment\x00made here")), aPNG[33:]), "image/png", ""},
		"jpeg":                        {aJPEG, "image/jpeg", ""},
		"gif":                         {aGIF, "image/gif", ""},
		"animated gif":                {gifOf(12, 20), "image/gif", ""},
		"lossless webp":               {losslessWebP, "image/webp", ""},
		"lossy webp":                  {lossyWebP, "image/webp", ""},
		"webp with alpha":             {riff(webpChunk("VP8X", 16, 0, 0, 0, 0, 0, 0, 0, 0, 0), webpChunk("ALPH", 0, 255), vp8), "image/webp", ""},
		"webp with metadata":          {riff(webpChunk("VP8X", 8, 0, 0, 0, 0, 0, 0, 0, 0, 0), vp8, webpChunk("EXIF", 1, 2, 3)), "image/webp", ""},
		"8000 x 3000 png":             {pngOf(image.NewGray(image.Rect(0, 0, 8000, 3000))), "image/png", ""},
		"nothing":                     {nil, "", fault.Invalid},
		"text":                        {[]byte("hello"), "", fault.Invalid},
		"html":                        {[]byte("<!doctype html><script>alert(1)</script>"), "", fault.Invalid},
		"svg":                         {[]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), "", fault.Invalid},
		"svg with xml head":           {[]byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`), "", fault.Invalid},
		"pdf":                         {[]byte("%PDF-1.4"), "", fault.Invalid},
		"zip":                         {zipped(), "", fault.Invalid},
		"bmp":                         {[]byte("BM\x1e\x00\x00\x00\x00\x00"), "", fault.Invalid},
		"png signature and html":      {plus(aPNG[:8], []byte("<script>alert(1)</script>")), "", fault.Invalid},
		"gif signature and script":    {[]byte("GIF89a/*\x00\x00\x00\x00*/=1;alert(1)//"), "", fault.Invalid},
		"png cut in the middle":       {aPNG[:len(aPNG)/2], "", fault.Invalid},
		"png without its end":         {aPNG[:len(aPNG)-12], "", fault.Invalid},
		"jpeg cut in the middle":      {aJPEG[:len(aJPEG)/2], "", fault.Invalid},
		"jpeg without its end":        {aJPEG[:len(aJPEG)-2], "", fault.Invalid},
		"jpeg with its end only":      {[]byte("\xff\xd8\xff\xd9"), "", fault.Invalid},
		"gif cut in the middle":       {aGIF[:len(aGIF)/2], "", fault.Invalid},
		"gif without its end":         {aGIF[:len(aGIF)-1], "", fault.Invalid},
		"webp cut in the middle":      {lossyWebP[:len(lossyWebP)/2], "", fault.Invalid},
		"webp that lies on its end":   {append(slices.Concat(lossyWebP[:4], []byte{0x26, 0, 0, 0}), lossyWebP[8:]...), "", fault.Invalid},
		"png damaged inside":          {func() []byte { b := slices.Clone(aPNG); b[60] ^= 0xff; return b }(), "", fault.Invalid},
		"png and zip":                 {plus(aPNG, zipped()), "", fault.Invalid},
		"png and one byte":            {plus(aPNG, []byte("x")), "", fault.Invalid},
		"png twice":                   {plus(aPNG, aPNG), "", fault.Invalid},
		"jpeg and zip":                {plus(aJPEG, zipped()), "", fault.Invalid},
		"jpeg twice":                  {plus(aJPEG, aJPEG), "", fault.Invalid},
		"gif and html":                {plus(aGIF, []byte("<script>")), "", fault.Invalid},
		"webp and zip":                {plus(losslessWebP, zipped()), "", fault.Invalid},
		"animated webp":               {riff(webpChunk("VP8X", 2, 0, 0, 0, 0, 0, 0, 0, 0, 0), webpChunk("ANIM", 0, 0, 0, 0, 0, 0)), "", fault.Invalid},
		"png too wide":                {pngHeader(8001, 1, 8, 0), "", fault.TooLarge},
		"png with too many pixels":    {pngHeader(7000, 7000, 8, 0), "", fault.TooLarge},
		"png bomb":                    {pngHeader(1<<30, 1<<30, 8, 0), "", ""},
		"deep png bomb":               {pngHeader(8000, 3000, 16, 0), "", fault.TooLarge},
		"interlaced png bomb":         {pngHeader(8000, 3000, 8, 1), "", fault.TooLarge},
		"jpeg bomb":                   {resized(aJPEG, 65000, 65000, 0xc0), "", fault.TooLarge},
		"progressive jpeg bomb":       {resized(aJPEG, 8000, 3000, 0xc2), "", fault.TooLarge},
		"jpeg of red and green":       {ofRGB(aJPEG), "image/jpeg", ""},
		"jpeg of Adobe":               {byAdobe(aJPEG), "image/jpeg", ""},
		"rgb jpeg bomb":               {resized(ofRGB(aJPEG), 8000, 3000, 0xc0), "", fault.TooLarge},
		"adobe jpeg bomb":             {resized(byAdobe(aJPEG), 8000, 3000, 0xc1), "", fault.TooLarge},
		"cmyk jpeg bomb":              {resized(ofCMYK(aJPEG), 8000, 3000, 0xc0), "", fault.TooLarge},
		"jpeg of too many scans":      {scanned(aJPEG, maxScans+1), "", fault.TooLarge},
		"png of 50000 x 50000":        {pngHeader(50000, 50000, 8, 0), "", fault.TooLarge},
		"png that lies on its size":   {pngHeader(5000, 5000, 8, 0), "", fault.Invalid},
		"png with a zlib bomb":        {zlibBomb(64<<20, 8, 8), "", fault.Invalid},
		"png with a bomb in its text": {slices.Concat(aPNG[:33], pngChunk("zTXt", append([]byte("Comment\x00\x00"), zeros(64<<20)...)), pngChunk("iCCP", append([]byte("ICC\x00\x00"), zeros(64<<20)...)), aPNG[33:]), "image/png", ""},
		"jpeg that lies on its size":  {resized(aJPEG, 5000, 5000, 0xc0), "", fault.Invalid},
		"jpeg and html":               {plus(aJPEG, []byte("<!doctype html><script>alert(1)</script>")), "", fault.Invalid},
		"html in a jpeg's comment":    {slices.Concat(aJPEG[:2], segment(0xfe, "<script>alert(1)</script>"), aJPEG[2:]), "image/jpeg", ""},
		"pdf before a jpeg":           {plus([]byte("%PDF-1.7\n"), aJPEG), "", fault.Invalid},
		"gif and pdf":                 {plus(aGIF, []byte("%PDF-1.7\n")), "", fault.Invalid},
		"webp that lies on its size":  {riff(webpChunk("VP8L", 0x2f, 0xb7, 0xcb, 0xed, 0x02, 0)), "", fault.Invalid},
		"webp of two sizes":           {riff(webpChunk("VP8X", 0, 0, 0, 0, 0x87, 0x13, 0, 0x87, 0x13, 0), vp8), "", fault.Invalid},
		"gif of thousands of frames":  {wideGIF(5000, 1), "", fault.TooLarge},
		"webp bomb":                   {riff(webpChunk("VP8L", 0x2f, 0xff, 0xff, 0xff, 0x0f, 0)), "", fault.TooLarge},
		"webp that hides its size":    {riff(webpChunk("VP8X", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), webpChunk("VP8L", 0x2f, 0xff, 0xff, 0xff, 0x0f, 0)), "", fault.Invalid},
		"gif of too many frames":      {gifOf(maxFrames+1, 1), "", fault.TooLarge},
		"gif of too many pixels":      {wideGIF(3, 5000), "", fault.TooLarge},
	}
})

func TestAPictureIsJudgedByItsBytes(t *testing.T) {
	for name, c := range corpus() {
		t.Run(name, func(t *testing.T) {
			var got string
			var err error
			took := allocated(func() { got, err = Judge(c.content) })
			if limit := uint64(maxMemory); took > limit || c.kind == fault.TooLarge && took > 1<<20 {
				t.Errorf("it took %d bytes", took)
			}
			if c.want != "" {
				if err != nil || got != c.want {
					t.Errorf("got %q, %v; want %q", got, err, c.want)
				}
				return
			}
			if err == nil || c.kind != "" && !fault.Is(err, c.kind) {
				t.Errorf("got %q, %v; want a fault of kind %q", got, err, c.kind)
			}
		})
	}
}

// FuzzJudge looks for a file that makes the judge panic or take memory that
// the limits forbid.
func FuzzJudge(f *testing.F) {
	picture := noisy(8, 8)
	for _, b := range [][]byte{pngOf(picture), jpegOf(picture), gifOf(3, 4), losslessWebP, lossyWebP, pngHeader(9000, 9000, 16, 1), []byte("RIFF\x04\x00\x00\x00WEBP")} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if kind, err := Judge(content); err == nil && kind == "" {
			t.Error("accepted without a type")
		}
	})
}
