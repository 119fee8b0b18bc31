package client

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
)

// NoStore is said of what nobody is to keep: some shared caches store what is only no-store.
const NoStore = "private, no-store"

// Answer writes JSON that nobody keeps.
func Answer(w http.ResponseWriter, status int, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("write an answer: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", NoStore)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(raw)))
	w.WriteHeader(status)
	w.Write(raw) // a client that went away is no fault of ours
	return nil
}

// SetRefusal sets the header lines of a refusal: how to sign in, and when to try
// again where that is known.
func SetRefusal(h http.Header, status int, retry time.Duration) {
	if status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if retry > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(retry.Seconds()))))
	}
}

// Encoded is a body in one coding, ready to be sent. Its header lines are made
// once and shared between answers; nobody may change them.
type Encoded struct {
	Body     []byte
	encoding []string // nil: as it is
	length   []string
}

// Encode takes a body that is in the coding already; "" is as it is.
func Encode(body []byte, coding string) Encoded {
	e := Encoded{Body: body, length: []string{strconv.Itoa(len(body))}}
	if coding != "" {
		e.encoding = []string{coding}
	}
	return e
}

// Gzip compresses a body.
func Gzip(body []byte, level int) Encoded {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, level)
	w.Write(body)
	w.Close()
	return Encode(bytes.Clone(b.Bytes()), "gzip")
}

// Describe sets the header lines that go with the body.
func (e Encoded) Describe(h http.Header) {
	if e.encoding != nil {
		h["Content-Encoding"] = e.encoding
	}
	h["Content-Length"] = e.length
}
