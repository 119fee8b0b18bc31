package storage

import "encoding/binary"

const tagOrientation = 0x0112

// onlyOrientation is EXIF that says how a picture is turned and nothing else;
// nil when it is not turned.
func onlyOrientation(exif []byte) []byte {
	turned := orientation(exif)
	if turned < 2 || turned > 8 {
		return nil
	}
	return append(binary.BigEndian.AppendUint16(beforeTurned(), turned), 0, 0, 0, 0, 0, 0) // and no directory follows
}

// beforeTurned is all of it up to how the picture is turned.
func beforeTurned() []byte {
	out := []byte("MM\x00\x2a\x00\x00\x00\x08\x00\x01")      // big-endian, the first directory at 8, one entry
	out = binary.BigEndian.AppendUint16(out, tagOrientation) // which is this,
	return append(out, 0, 3, 0, 0, 0, 1)                     // one short number
}

// orientation looks into the first directory; 0 when it is not said.
func orientation(exif []byte) uint16 {
	if len(exif) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	switch string(exif[:4]) {
	case "MM\x00\x2a":
	case "II\x2a\x00":
		order = binary.LittleEndian
	default:
		return 0
	}
	at := uint64(order.Uint32(exif[4:]))
	if at+2 > uint64(len(exif)) {
		return 0
	}
	entries := exif[at+2:]
	for n := order.Uint16(exif[at:]); n > 0 && len(entries) >= 12; n-- {
		if order.Uint16(entries) == tagOrientation && order.Uint16(entries[2:]) == 3 {
			return order.Uint16(entries[8:])
		}
		entries = entries[12:]
	}
	return 0
}
