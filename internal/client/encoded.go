package client

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
)

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
