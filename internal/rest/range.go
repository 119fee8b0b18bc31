package rest

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
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

// fresh lets a visitor keep an answer and ask whether it changed; false
// means that 304 was written.
func (h *Handler) fresh(w http.ResponseWriter, r *http.Request, out *reply) bool {
	sum := sha256.Sum256(append([]byte(out.ranges+"\x00"), out.body...))
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
	header := w.Header()
	header.Set("Cache-Control", "no-cache")
	header.Set("ETag", tag)
	header.Set("Vary", "Authorization, apikey, Accept, Prefer, Range, Accept-Profile")
	for _, known := range strings.Split(r.Header.Get("If-None-Match"), ",") {
		if strings.TrimPrefix(strings.TrimSpace(known), "W/") == tag {
			header.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return false
		}
	}
	return true
}
