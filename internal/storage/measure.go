package storage

import (
	"encoding/binary"
	"errors"
	"fmt"

	"vitrine/internal/fault"
)

// measurePNG walks the chunks to IEND. An interlaced picture is held twice
// while it is put together.
func measurePNG(b []byte) (shape, error) {
	out := shape{factor: 4}
	for at := 8; ; {
		if len(b)-at < 12 {
			return out, errShort
		}
		size, kind := int(binary.BigEndian.Uint32(b[at:])), string(b[at+4:at+8])
		if size < 0 || size > len(b)-at-12 {
			return out, errShort
		}
		if kind == "IHDR" && size == 13 && b[at+8+12] != 0 {
			out.factor = 8
		}
		at += 12 + size
		if kind == "IEND" {
			out.end = at
			return out, nil
		}
	}
}

// maxScans bounds the time that a JPEG takes: each scan of a few bytes may
// visit every pixel. Encoders write about ten.
const maxScans = 100

// measureJPEG walks the segments to the end marker. A progressive picture
// keeps four bytes for each sample until its last scan; one that is not YCbCr
// is copied once more into four bytes for each pixel.
func measureJPEG(b []byte) (shape, error) {
	out, scans, converted := shape{factor: 4}, 0, false
	for at := 2; ; {
		if len(b)-at < 2 {
			return out, errShort
		}
		if b[at] != 0xff {
			return out, fmt.Errorf("no marker at %d", at)
		}
		marker := b[at+1]
		switch {
		case marker == 0xff: // a fill byte
			at++
			continue
		case marker == 0xd9:
			out.end = at + 2
			if converted {
				out.factor += 4
			}
			return out, nil
		case marker == 0x00 || marker == 0x01 || marker >= 0xd0 && marker <= 0xd8:
			return out, fmt.Errorf("marker %x outside a scan", marker)
		}
		if len(b)-at < 4 {
			return out, errShort
		}
		size := int(binary.BigEndian.Uint16(b[at+2:]))
		if size < 2 || size > len(b)-at-2 {
			return out, errShort
		}
		switch data := b[at+4 : at+2+size]; {
		case marker == 0xc2:
			out.factor = progressive(data)
			fallthrough
		case marker == 0xc0 || marker == 0xc1:
			converted = converted || isCMYK(data) || isRGB(data)
		case marker == 0xee:
			converted = converted || len(data) > 11 && data[11] == 0 // Adobe's word for either
		}
		at += 2 + size
		if marker == 0xda {
			if scans++; scans > maxScans {
				return out, fault.New(fault.TooLarge, "The picture is stored in too many scans; please save it anew")
			}
			at = endOfScan(b, at)
		}
	}
}

// isCMYK tells by the header of a frame whether it has four colours.
func isCMYK(header []byte) bool { return len(header) >= 6+3*4 }

func isRGB(header []byte) bool {
	return len(header) >= 6+3*3 && header[6] == 'R' && header[9] == 'G' && header[12] == 'B'
}

// progressive tells how many bytes decoding takes per pixel: one for each
// sample, and four more for its coefficient.
func progressive(header []byte) int {
	samples, most := 0, 1
	for i := 6; i+2 < len(header); i += 3 {
		h, v := int(header[i+1]>>4), int(header[i+1]&15)
		samples, most = samples+h*v, max(most, h*v)
	}
	return max(4, (5*samples+most-1)/most)
}

// endOfScan finds the first marker after the coded data, in which a 0xff
// stands only before a zero or as a restart marker.
func endOfScan(b []byte, at int) int {
	for at < len(b) {
		if b[at] == 0xff && at+1 < len(b) && b[at+1] != 0 && (b[at+1] < 0xd0 || b[at+1] > 0xd7) {
			return at
		}
		at++
	}
	return at
}

const (
	maxFrames      = 500
	maxFramePixels = 50_000_000
)

// measureGIF walks the blocks to the trailer and adds up the frames, all of
// which decoding holds at once.
func measureGIF(b []byte) (shape, error) {
	out := shape{factor: 1}
	if len(b) < 13 {
		return out, errShort
	}
	at := 13 + colours(b[10])
	for at < len(b) {
		var err error
		switch b[at] {
		case 0x3b:
			out.end = at + 1
			return out, nil
		case 0x21:
			at, err = subBlocks(b, at+2)
		case 0x2c:
			if len(b)-at < 11 {
				return out, errShort
			}
			out.pixels += int(binary.LittleEndian.Uint16(b[at+5:])) * int(binary.LittleEndian.Uint16(b[at+7:]))
			if out.frames++; out.frames > maxFrames || out.pixels > maxFramePixels {
				return out, fault.New(fault.TooLarge, "The animation has too many frames; please make it shorter or smaller")
			}
			at, err = subBlocks(b, at+10+colours(b[at+9])+1)
		default:
			err = fmt.Errorf("unknown block %x", b[at])
		}
		if err != nil {
			return out, err
		}
	}
	return out, errShort
}

// colours is the size of the colour table that the flags announce.
func colours(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

func subBlocks(b []byte, at int) (int, error) {
	for at < len(b) {
		size := int(b[at])
		at += 1 + size
		if size == 0 {
			return at, nil
		}
	}
	return at, errShort
}

// measureWebP takes the length from the container, and walks its chunks so
// that the length is true.
func measureWebP(b []byte) (shape, error) {
	out := shape{factor: 8}
	end := 8 + int(binary.LittleEndian.Uint32(b[4:]))
	if end > len(b) {
		return out, errShort
	}
	at, alpha := 12, false
	for at < end {
		if end-at < 8 {
			return out, errShort
		}
		size := int(binary.LittleEndian.Uint32(b[at+4:]))
		if size > end-at-8 {
			return out, errShort
		}
		switch string(b[at : at+4]) {
		case "ANIM", "ANMF":
			return out, errors.New("an animated WebP cannot be decoded")
		case "VP8 ":
			if !alpha {
				out.factor = 4
			}
		case "ALPH":
			alpha = true
		}
		at += 8 + size + size&1
	}
	if at != end {
		return out, errShort
	}
	out.end = end
	return out, nil
}
