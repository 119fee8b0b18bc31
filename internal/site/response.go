package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"regexp"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/client"
)

var (
	noCache   = []string{"no-cache"}
	immutable = []string{"public, max-age=31536000, immutable"}
	varies    = []string{"Accept-Encoding"}
	// speculation has a browser make ready what does not open in place: links to a part of another page. A document
	// without one does not name the rules, since they would be fetched beside its fonts; pages that open in place of
	// it go by what it named.
	speculation = []string{`"/speculation-rules.json"`}
	partOfOther = regexp.MustCompile(`<a [^>]*href="/[^"#]*#`)
)

// window is the reach of the codecs, as a power of two: more than a page, and
// small enough that packing one takes little memory.
const window = 18

// response is an answer that is ready to be written.
type response struct {
	status  int
	kind    []string // Content-Type
	policy  []string
	rules   []string // Speculation-Rules
	etag    []string
	input   [sha256.Size]byte // of the data that it shows
	plain   client.Encoded
	brotli  client.Encoded
	zstd    client.Encoded
	gzip    client.Encoded
	small   bool // packed as well as can be
	version uint64
	until   time.Time // when it is wrong by the clock alone
	forever bool      // its address changes with it
	edge    *forEdge  // nil where there is none to tell
}

// newResponse is an answer with a body.
func newResponse(status int, contentType, policy string, body []byte) *response {
	sum := sha256.Sum256(body)
	var rules []string
	if contentType == htmlType && partOfOther.Match(body) {
		rules = speculation
	}
	return &response{
		status: status,
		kind:   []string{contentType},
		policy: []string{policy},
		rules:  rules,
		// Weak, because it stands for the page in every coding.
		etag:  []string{`W/"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`},
		plain: client.Encode(bytes.Clone(body), ""),
	}
}

// pack adds the compressed forms. A visitor is waiting for the quick ones; the
// small ones take fifty times as long, are a fifth smaller and come after.
func (p *response) pack(small bool) {
	quality, level, speed := 5, gzip.DefaultCompression, zstd.SpeedDefault
	if small {
		quality, level, speed = 11, gzip.BestCompression, zstd.SpeedBetterCompression
	}
	if small && len(p.plain.Body) > largePage {
		quality = 7
	}
	p.small = small
	var b bytes.Buffer
	br := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: window})
	br.Write(p.plain.Body)
	br.Close()
	p.brotli = client.Encode(bytes.Clone(b.Bytes()), "br")
	p.gzip = client.Gzip(p.plain.Body, level)
	// Not reused between pages: an encoder holds megabytes.
	zs, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(speed), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<window))
	if err != nil {
		panic(err) // the options are constants
	}
	p.zstd = client.Encode(bytes.Clone(zs.EncodeAll(p.plain.Body, nil)), "zstd")
	zs.Close()
}

// write sends the page in a coding that the client takes. The header lines
// are shared between answers and must not be changed.
func (p *response) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Content-Security-Policy"] = p.policy
	h["Cache-Control"] = noCache
	if p.forever {
		h["Cache-Control"] = immutable
	}
	if p.edge != nil {
		p.edge.describe(h, p.until)
	}
	if p.kind[0] == "image/png" {
		client.ShowAnywhere(h)
	}
	h["Vary"] = varies
	h["Etag"] = p.etag
	if p.status == http.StatusOK && client.Has(r, p.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	c := p.accepted(r)
	c.Describe(h)
	h["Content-Type"] = p.kind
	if p.rules != nil {
		h["Speculation-Rules"] = p.rules
	}
	w.WriteHeader(p.status)
	if r.Method != http.MethodHead {
		w.Write(c.Body)
	}
}

// accepted picks the smallest coding that the client takes.
func (p *response) accepted(r *http.Request) client.Encoded {
	if p.brotli.Body == nil {
		return p.unpacked()
	}
	switch client.Coding(r, "br", "zstd", "gzip") {
	case "br":
		return p.brotli
	case "zstd":
		return p.zstd
	case "gzip":
		return p.gzip
	}
	return p.unpacked()
}

// weight is what a page takes in memory, or a little less.
func (p *response) weight() int64 {
	return int64(len(p.plain.Body) + len(p.brotli.Body) + len(p.zstd.Body) + len(p.gzip.Body) + 1<<10)
}

// unpacked is the page as it is.
func (p *response) unpacked() client.Encoded {
	if p.plain.Body != nil || p.gzip.Body == nil {
		return p.plain
	}
	c := p.plain
	if r, err := gzip.NewReader(bytes.NewReader(p.gzip.Body)); err == nil {
		c.Body, _ = io.ReadAll(r) // it is in memory, and we wrote it
	}
	return c
}
