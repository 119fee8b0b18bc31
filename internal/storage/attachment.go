package storage

import (
	"net/http"
	"net/url"
	"strings"
	"unicode"
)

// maxFilename is in bytes; file systems take little more.
const maxFilename = 200

// attachment is the Content-Disposition of a download (RFC 6266): for old
// programs in ASCII, for all others with every letter.
func attachment(name string) string {
	if name = filename(name); name == "" {
		return "attachment"
	}
	plain := strings.Map(func(c rune) rune {
		if c > unicode.MaxASCII || c == '%' {
			return '_'
		}
		return c
	}, name)
	encoded := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + encoded
}

// filename keeps of a name what cannot end a header or name a place.
func filename(name string) string {
	name = strings.Map(func(c rune) rune {
		switch {
		case unicode.Is(unicode.Cf, c): // such as the one that turns text around
			return -1
		case unicode.IsControl(c) || strings.ContainsRune(`"\/`, c):
			return '_'
		}
		return c
	}, strings.ToValidUTF8(name, "_"))
	if len(name) > maxFilename {
		name = strings.ToValidUTF8(name[:maxFilename], "")
	}
	return strings.Trim(name, " .")
}

// ranged keeps the plain text back with which the library refuses a range.
type ranged struct {
	http.ResponseWriter
	refused bool
}

func (w *ranged) WriteHeader(status int) {
	if w.refused = status == http.StatusRequestedRangeNotSatisfiable; !w.refused {
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *ranged) Write(p []byte) (int, error) {
	if w.refused {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}
