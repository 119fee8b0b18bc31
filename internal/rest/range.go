package rest

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
)

// contentRange says which rows an answer holds; total below 0 is not known.
func contentRange(offset, rows int, total int64) string {
	out := "*"
	if rows > 0 {
		out = strconv.Itoa(offset) + "-" + strconv.Itoa(offset+rows-1)
	}
	if total < 0 {
		return out + "/*"
	}
	return out + "/" + strconv.FormatInt(total, 10)
}

// tagOf names the content of an answer, however it is compressed.
func tagOf(out reply) string {
	sum := sha256.New()
	sum.Write([]byte(out.ranges))
	sum.Write([]byte{0})
	sum.Write(out.body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:15]) + `"`
}

var (
	askAgain    = []string{"no-cache"}
	visitorVary = []string{"Authorization, apikey, Accept, Accept-Encoding, Prefer, Range, Accept-Profile"}
)

// visitorHeaders let a visitor keep an answer and ask whether it changed.
func visitorHeaders(h http.Header, tag string) {
	h["Cache-Control"] = askAgain
	h["Etag"] = []string{tag}
	vary(h)
}

// vary names what an answer to a visitor depends on, beside what the front
// door named.
func vary(h http.Header) {
	if before := h["Vary"]; before != nil {
		h["Vary"] = append(before, visitorVary...)
		return
	}
	h["Vary"] = visitorVary
}
