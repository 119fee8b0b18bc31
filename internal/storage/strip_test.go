package storage

import (
	"bytes"
	"encoding/binary"
	"image"
	"reflect"
	"slices"
	"testing"
)

// secret stands for whatever a camera or an editor wrote into a file.
const secret = "SECRET 52.5200N 13.4050E"

// exifOf is what a camera writes: an orientation and a text, in either order
// of bytes.
func exifOf(order binary.AppendByteOrder, turned uint16) []byte {
	out := []byte("MM\x00\x2a")
	if order.AppendUint16(nil, 1)[0] == 1 {
		out = []byte("II\x2a\x00")
	}
	out = order.AppendUint16(order.AppendUint32(out, 8), 2)
	entry := func(tag, kind uint16, count uint32, value []byte) {
		out = append(order.AppendUint32(order.AppendUint16(order.AppendUint16(out, tag), kind), count), value...)
	}
	entry(0x010e, 2, uint32(len(secret)), order.AppendUint32(nil, 38))
	entry(tagOrientation, 3, 1, append(order.AppendUint16(nil, turned), 0, 0))
	return append(order.AppendUint32(out, 0), secret...)
}

func segment(marker byte, data string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(2+len(data))), data...)
}

// told is a picture of each kind with all that can be told beside it.
func told(exif []byte) map[string][]byte {
	plain := jpegOf(noisy(8, 8))
	jpeg := slices.Concat(plain[:2], segment(0xe0, "JFXX\x00"+secret), segment(0xe1, exifHead+string(exif)), segment(0xe1, exifHead+string(exif)),
		segment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+secret), segment(0xe2, "MPF\x00"+secret), segment(0xe2, "ICC_PROFILE\x00\x01\x01colours"),
		segment(0xed, "Photoshop 3.0\x00"+secret), segment(0xef, secret), []byte{0xff}, segment(0xfe, secret),
		plain[2:len(plain)-2], segment(0xfe, secret), plain[len(plain)-2:])
	drawn := pngOf(noisy(8, 8))
	png := slices.Concat(drawn[:33], pngChunk("gAMA", []byte{0, 0, 177, 143}), pngChunk("eXIf", exif), pngChunk("tEXt", []byte("Comment\x00"+secret)),
		pngChunk("zTXt", []byte(secret)), pngChunk("iTXt", []byte(secret)), pngChunk("caBX", []byte(secret)),
		drawn[33:len(drawn)-12], pngChunk("tIME", []byte(secret[:7])), drawn[len(drawn)-12:])
	moving := gifOf(3, 4)
	blocks := func(text string) []byte { return append(append([]byte{byte(len(text))}, text...), 0) }
	start := 13 + colours(moving[10])
	gif := slices.Concat(moving[:start], []byte("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"), []byte{0x21, 0xfe}, blocks(secret),
		moving[start:len(moving)-1], []byte("\x21\xff\x0bXMP DataXMP"), blocks(secret), moving[len(moving)-1:])
	webp := riff(webpChunk("VP8X", webpHasEXIF|webpHasXMP, 0, 0, 0, 0, 0, 0, 0, 0, 0), losslessWebP[12:], webpChunk("EXIF", exif...),
		webpChunk("XMP ", []byte(secret+"!")...), webpChunk("note", []byte(secret)...))
	return map[string][]byte{"image/jpeg": jpeg, "image/png": png, "image/gif": gif, "image/webp": webp}
}

func pictureOf(t *testing.T, content []byte) image.Image {
	t.Helper()
	picture, _, err := image.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestAPictureIsServedWithoutWhatTheCameraWrote(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		for mimetype, content := range told(exifOf(binary.LittleEndian, 6)) {
			name := mimetype[len("image/"):]
			if !bytes.Contains(content, []byte("SECRET")) {
				t.Fatalf("%s: nothing to take out", name)
			}
			if a := x.put(name, content); a.StatusCode != 200 {
				t.Fatalf("%s: %d %s", name, a.StatusCode, a.body)
			}
			served := x.public(name)
			if bytes.Contains(served.body, []byte("SECRET")) || bytes.Contains(served.body, []byte("13.40")) {
				t.Errorf("%s tells what the camera wrote", name)
			}
			if kind, err := Judge(served.body); err != nil || kind != mimetype {
				t.Errorf("%s: %s %v", name, kind, err)
			}
			if served.ContentLength != int64(len(served.body)) || served.Header.Get("ETag") == "" {
				t.Errorf("%s: %v", name, served.Header)
			}
			if !reflect.DeepEqual(pictureOf(t, served.body), pictureOf(t, content)) {
				t.Errorf("%s looks different", name)
			}
		}
	})
}

func TestHowAPictureIsDrawnStays(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
		for turned := range uint16(10) {
			for mimetype, content := range told(exifOf(order, turned)) {
				out := Strip(mimetype, content)
				at := bytes.Index(out, []byte("MM\x00\x2a"))
				if want := turned > 1 && turned < 9 && mimetype != "image/gif"; (at >= 0) != want {
					t.Fatalf("%s turned %d: EXIF at %d", mimetype, turned, at)
				} else if want && orientation(out[at:]) != turned {
					t.Errorf("%s turned %d became %d", mimetype, turned, orientation(out[at:]))
				}
				if mimetype == "image/webp" && (out[20]&webpHasXMP != 0 || (out[20]&webpHasEXIF != 0) != (at >= 0)) {
					t.Errorf("turned %d: the flags say %x", turned, out[20])
				}
			}
		}
	}
	all := told(exifOf(binary.BigEndian, 1))
	for mimetype, part := range map[string]string{"image/jpeg": "ICC_PROFILE", "image/png": "gAMA", "image/gif": "NETSCAPE2.0"} {
		if !bytes.Contains(Strip(mimetype, all[mimetype]), []byte(part)) {
			t.Errorf("%s lost %s", mimetype, part)
		}
	}
}

func TestAPictureWithNothingToTakeOutStaysAsItIs(t *testing.T) {
	for _, content := range [][]byte{pngOf(noisy(8, 8)), jpegOf(noisy(8, 8)), gifOf(3, 4), losslessWebP, lossyWebP} {
		mimetype, err := Judge(content)
		if err != nil {
			t.Fatal(err)
		}
		if out := Strip(mimetype, content); !bytes.Equal(out, content) {
			t.Errorf("%s changed", mimetype)
		}
	}
}

// FuzzStrip looks for a picture that panics, or that is no longer the same.
func FuzzStrip(f *testing.F) {
	for _, content := range told(exifOf(binary.BigEndian, 6)) {
		f.Add(content)
	}
	for _, content := range told(exifOf(binary.LittleEndian, 1)) {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		mimetype, err := Judge(content)
		if err != nil {
			return
		}
		before := slices.Clone(content)
		out := Strip(mimetype, content)
		if !bytes.Equal(before, content) {
			t.Fatal("what was sent is changed in place")
		}
		if kind, err := Judge(out); err != nil || kind != mimetype {
			t.Fatalf("%s became %s: %v", mimetype, kind, err)
		}
		if !reflect.DeepEqual(pictureOf(t, out), pictureOf(t, content)) {
			t.Fatal("it looks different")
		}
		if again := Strip(mimetype, out); !bytes.Equal(again, out) {
			t.Fatal("it was not taken out at once")
		}
	})
}
