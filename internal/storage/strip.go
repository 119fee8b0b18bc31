package storage

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// Strip takes out of a judged picture what says where, when and by whom it was
// made: EXIF, XMP, IPTC, comments, and whatever else drawing it does not need.
// The picture is not encoded again. Its orientation and colour profile stay,
// and a file with nothing to take out is returned as it is.
func Strip(mimetype string, content []byte) []byte {
	var out []byte
	switch mimetype {
	case "image/jpeg":
		out = stripJPEG(content)
	case "image/png":
		out = stripPNG(content)
	case "image/gif":
		out = stripGIF(content)
	case "image/webp":
		out = stripWebP(content)
	}
	if out == nil || bytes.Equal(out, content) {
		return content
	}
	return out
}

const exifHead = "Exif\x00\x00"

// stripJPEG keeps the application segments that a decoder needs.
func stripJPEG(b []byte) []byte {
	out, oriented := append(make([]byte, 0, len(b)+64), b[:2]...), false
	for at := 2; ; {
		if b[at+1] == 0xff { // a fill byte
			out, at = append(out, 0xff), at+1
			continue
		}
		marker := b[at+1]
		if marker == 0xd9 {
			return append(out, b[at:]...)
		}
		end := at + 2 + int(binary.BigEndian.Uint16(b[at+2:]))
		data := b[at+4 : end]
		if marker == 0xda {
			end = endOfScan(b, end)
		}
		if exif, found := bytes.CutPrefix(data, []byte(exifHead)); found && marker == 0xe1 && !oriented {
			if kept := onlyOrientation(exif); kept != nil {
				oriented = true
				out = binary.BigEndian.AppendUint16(append(out, 0xff, 0xe1), uint16(2+len(exifHead)+len(kept)))
				out = append(append(out, exifHead...), kept...)
			}
		} else if drawsJPEG(marker, data) {
			out = append(out, b[at:end]...)
		}
		at = end
	}
}

func drawsJPEG(marker byte, data []byte) bool {
	switch {
	case marker == 0xe0:
		return bytes.HasPrefix(data, []byte("JFIF\x00"))
	case marker == 0xe2:
		return bytes.HasPrefix(data, []byte("ICC_PROFILE\x00"))
	case marker == 0xee:
		return bytes.HasPrefix(data, []byte("Adobe"))
	}
	return marker != 0xfe && (marker < 0xe0 || marker > 0xef)
}

// pngDraws are the chunks beside the critical ones, whose names begin with a
// capital, that change how a picture or an animation looks.
var pngDraws = []string{"tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT"}

func stripPNG(b []byte) []byte {
	out, oriented := append(make([]byte, 0, len(b)+64), b[:8]...), false
	for at := 8; at < len(b); {
		end := at + 12 + int(binary.BigEndian.Uint32(b[at:]))
		switch kind := string(b[at+4 : at+8]); {
		case kind == "eXIf" && !oriented:
			if kept := onlyOrientation(b[at+8 : end-4]); kept != nil {
				oriented = true
				out = binary.BigEndian.AppendUint32(out, uint32(len(kept)))
				chunk := append([]byte("eXIf"), kept...)
				out = binary.BigEndian.AppendUint32(append(out, chunk...), crc32.ChecksumIEEE(chunk))
			}
		case kind[0] >= 'A' && kind[0] <= 'Z' || slices.Contains(pngDraws, kind):
			out = append(out, b[at:end]...)
		}
		at = end
	}
	return out
}

// gifDraws are the applications whose extension makes an animation repeat, or
// holds a colour profile.
var gifDraws = []string{"NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"}

func stripGIF(b []byte) []byte {
	start := 13 + colours(b[10])
	out := append(make([]byte, 0, len(b)), b[:start]...)
	for at := start; b[at] != 0x3b; {
		next, keep := at+2, true
		if b[at] == 0x2c {
			next = at + 10 + colours(b[at+9]) + 1
		} else if b[at+1] == 0xfe {
			keep = false
		} else if b[at+1] == 0xff {
			keep = b[at+2] == 11 && slices.Contains(gifDraws, string(b[at+3:at+14]))
		}
		next, _ = subBlocks(b, next)
		if keep {
			out = append(out, b[at:next]...)
		}
		at = next
	}
	return append(out, 0x3b)
}

const (
	webpHasXMP  = 0x04
	webpHasEXIF = 0x08
)

func stripWebP(b []byte) []byte {
	out, head, oriented := append(make([]byte, 0, len(b)+64), b[:12]...), 0, false
	for at := 12; at < len(b); {
		size := int(binary.LittleEndian.Uint32(b[at+4:]))
		end := at + 8 + size + size&1
		switch kind := string(b[at : at+4]); kind {
		case "VP8X":
			head = len(out) + 8
			out = append(out, b[at:end]...)
		case "VP8 ", "VP8L", "ALPH", "ICCP":
			out = append(out, b[at:end]...)
		case "EXIF":
			exif, _ := bytes.CutPrefix(b[at+8:at+8+size], []byte(exifHead)) // some encoders copy it from a JPEG
			if kept := onlyOrientation(exif); kept != nil && !oriented {
				oriented = true
				out = binary.LittleEndian.AppendUint32(append(out, kind...), uint32(len(kept)))
				out = append(out, kept...)
			}
		}
		at = end
	}
	if head > 0 && head < len(out) {
		out[head] &^= webpHasXMP | webpHasEXIF
		if oriented {
			out[head] |= webpHasEXIF
		}
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}
