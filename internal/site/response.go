package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/client"
)

var (
	noCache = []string{"no-cache"}
	varies  = []string{"Accept-Encoding"}
)

// window is the reach of the codecs, as a power of two: more than a page, and
// small enough that packing one takes little memory.
const window = 18

// coding is a page's bytes in one content coding, with the header lines that
// go with them, made once.
type coding struct {
	body     []byte
	encoding []string // nil: as it is
	length   []string
}

// kept is an answer that is ready to be written.
type kept struct {
	status  int
	kind    []string // Content-Type
	policy  []string
	etag    []string
	input   [sha256.Size]byte // of the data that it shows
	plain   coding
	brotli  coding
	zstd    coding
	gzip    coding
	small   bool // packed as well as can be
	version uint64
	until   time.Time // the turn of the year that it prints
}

// keep makes an answer of a body.
func keep(status int, contentType, policy string, body []byte) *kept {
	sum := sha256.Sum256(body)
	return &kept{
		status: status,
		kind:   []string{contentType},
		policy: []string{policy},
		// Weak, because it stands for the page in every coding.
		etag:  []string{`W/"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`},
		plain: newCoding(body, ""),
	}
}

// pack adds the compressed forms. A visitor is waiting for the quick ones; the
// small ones take fifty times as long, are a fifth smaller and come after.
func (k *kept) pack(small bool) {
	quality, level, speed := 5, gzip.DefaultCompression, zstd.SpeedDefault
	if small {
		quality, level, speed = 11, gzip.BestCompression, zstd.SpeedBetterCompression
	}
	if small && len(k.plain.body) > largePage {
		quality = 7
	}
	k.small = small
	var b bytes.Buffer
	br := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: window})
	br.Write(k.plain.body)
	br.Close()
	k.brotli = newCoding(b.Bytes(), "br")
	k.gzip = zipped(k.plain.body, level)
	// Not kept between pages: an encoder holds megabytes.
	zs, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(speed), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<window))
	if err != nil {
		panic(err) // the options are constants
	}
	k.zstd = newCoding(zs.EncodeAll(k.plain.body, nil), "zstd")
	zs.Close()
}

// write sends the page in a coding that the client takes. The header lines
// are shared between answers and must not be changed.
func (k *kept) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Content-Security-Policy"] = k.policy
	h["Cache-Control"] = noCache
	h["Vary"] = varies
	h["Etag"] = k.etag
	if k.status == http.StatusOK && client.Has(r, k.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	c := k.accepted(r)
	if c.encoding != nil {
		h["Content-Encoding"] = c.encoding
	}
	h["Content-Type"] = k.kind
	h["Content-Length"] = c.length
	w.WriteHeader(k.status)
	if r.Method != http.MethodHead {
		w.Write(c.body)
	}
}

// accepted picks the smallest coding that the client takes.
func (k *kept) accepted(r *http.Request) coding {
	if k.brotli.body == nil {
		return k.unpacked()
	}
	switch client.Coding(r, "br", "zstd", "gzip") {
	case "br":
		return k.brotli
	case "zstd":
		return k.zstd
	case "gzip":
		return k.gzip
	}
	return k.unpacked()
}

// weight is what a page takes in memory, or a little less.
func (k *kept) weight() int64 {
	return int64(len(k.plain.body) + len(k.brotli.body) + len(k.zstd.body) + len(k.gzip.body) + 1<<10)
}

// unpacked is the page as it is.
func (k *kept) unpacked() coding {
	if k.plain.body != nil || k.gzip.body == nil {
		return k.plain
	}
	c := k.plain
	if r, err := gzip.NewReader(bytes.NewReader(k.gzip.body)); err == nil {
		c.body, _ = io.ReadAll(r) // it is in memory, and we wrote it
	}
	return c
}

func zipped(body []byte, level int) coding {
	var b bytes.Buffer
	gz, _ := gzip.NewWriterLevel(&b, level)
	gz.Write(body)
	gz.Close()
	return newCoding(b.Bytes(), "gzip")
}

func newCoding(body []byte, name string) coding {
	c := coding{body: bytes.Clone(body), length: []string{strconv.Itoa(len(body))}}
	if name != "" {
		c.encoding = []string{name}
	}
	return c
}
