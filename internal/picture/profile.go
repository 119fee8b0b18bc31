package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// maxProfile is more than cameras and programs write.
const maxProfile = 64 << 10

const iccHead = "ICC_PROFILE\x00"

// Profile is the colour profile of a picture whose numbers mean other colours
// than sRGB; nil for all others. Versions of the picture take it along.
func Profile(mimetype string, content []byte) []byte {
	var out []byte
	switch mimetype {
	case "image/jpeg":
		out = jpegProfile(content)
	case "image/png":
		out = pngProfile(content)
	case "image/webp":
		out = webpProfile(content)
	}
	// What is not of RGB (such as CMYK) does not fit what is made of it.
	if len(out) < 128 || len(out) > maxProfile || string(out[16:20]) != "RGB " || bytes.Contains(out, []byte("sRGB")) {
		return nil
	}
	return out
}

func jpegProfile(b []byte) (out []byte) {
	for at := 2; at+4 < len(b) && b[at] == 0xff && b[at+1] != 0xda; {
		size := int(binary.BigEndian.Uint16(b[at+2:]))
		if at+2+size > len(b) {
			return nil
		}
		if data, is := bytes.CutPrefix(b[at+4:at+2+size], []byte(iccHead)); is && b[at+1] == 0xe2 && len(data) > 2 {
			out = append(out, data[2:]...) // encoders write the parts in order
		}
		at += 2 + size
	}
	return out
}

func pngProfile(b []byte) []byte {
	for at := 8; at+12 <= len(b); {
		size := int(binary.BigEndian.Uint32(b[at:]))
		if size < 0 || at+12+size > len(b) || string(b[at+4:at+8]) == "IDAT" {
			return nil
		}
		if data := b[at+8 : at+8+size]; string(b[at+4:at+8]) == "iCCP" {
			name := bytes.IndexByte(data, 0)
			if name < 0 || name+2 > len(data) {
				return nil
			}
			r, err := zlib.NewReader(bytes.NewReader(data[name+2:]))
			if err != nil {
				return nil
			}
			out, err := io.ReadAll(io.LimitReader(r, maxProfile+1))
			if err != nil {
				return nil
			}
			return out
		}
		at += 12 + size
	}
	return nil
}

func webpProfile(b []byte) []byte {
	for at := 12; at+8 <= len(b); {
		size := int(binary.LittleEndian.Uint32(b[at+4:]))
		if size < 0 || at+8+size > len(b) {
			return nil
		}
		if string(b[at:at+4]) == "ICCP" {
			return b[at+8 : at+8+size]
		}
		at += 8 + size + size&1
	}
	return nil
}

// withJPEGProfile puts it into one segment or two, after the two bytes with
// which every JPEG begins.
func withJPEGProfile(file, profile []byte) []byte {
	const most = 65519
	parts := (len(profile) + most - 1) / most
	if parts == 0 {
		return file
	}
	out := append([]byte{}, file[:2]...)
	for n := range parts {
		part := profile[n*most : min((n+1)*most, len(profile))]
		out = binary.BigEndian.AppendUint16(append(out, 0xff, 0xe2), uint16(2+len(iccHead)+2+len(part)))
		out = append(append(out, iccHead...), byte(n+1), byte(parts))
		out = append(out, part...)
	}
	return append(out, file[2:]...)
}

// withPNGProfile puts it after the header, which is always the first 33 bytes.
func withPNGProfile(file, profile []byte) []byte {
	if profile == nil {
		return file
	}
	chunk := bytes.NewBufferString("iCCPICC\x00\x00")
	z := zlib.NewWriter(chunk)
	z.Write(profile)
	z.Close()
	out := append([]byte{}, file[:33]...)
	out = binary.BigEndian.AppendUint32(out, uint32(chunk.Len()-4))
	out = append(out, chunk.Bytes()...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(chunk.Bytes()))
	return append(out, file[33:]...)
}
