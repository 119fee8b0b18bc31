package storage

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/store/storetest"
)

func TestAnUploadIsServedAsItCame(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		body, kind := form([2]string{"cacheControl", "3600"}, [2]string{"", string(logo)})
		a := x.do("editor", "POST", "object/portfolio-logos/logo_1_a.png", body, "Content-Type", kind, "x-upsert", "false")
		if a.StatusCode != 200 || a.field("Key") != "portfolio-logos/logo_1_a.png" || len(a.field("Id")) != 36 {
			t.Fatalf("upload: %d %s", a.StatusCode, a.body)
		}
		g := x.public("logo_1_a.png")
		if g.StatusCode != 200 || !bytes.Equal(g.body, logo) {
			t.Fatalf("public: %d, %d bytes", g.StatusCode, len(g.body))
		}
		for name, want := range map[string]string{
			"Content-Type": "image/png", "Cache-Control": "max-age=3600", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy":      "default-src 'none'; sandbox; frame-ancestors 'none'",
			"Cross-Origin-Resource-Policy": "same-origin", "Accept-Ranges": "bytes", "Content-Length": fmt.Sprint(len(logo)),
		} {
			if got := g.Header.Get(name); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
		path := "object/public/portfolio-logos/logo_1_a.png"
		if a := x.do("", "GET", path, nil, "If-None-Match", g.Header.Get("ETag")); a.StatusCode != 304 || len(a.body) != 0 {
			t.Errorf("with its ETag: %d", a.StatusCode)
		}
		if a := x.do("", "GET", path, nil, "Range", "bytes=0-7"); a.StatusCode != 206 || !bytes.Equal(a.body, logo[:8]) {
			t.Errorf("a range: %d %q", a.StatusCode, a.body)
		}
		if a := x.do("", "HEAD", path, nil); a.StatusCode != 200 || len(a.body) != 0 || a.ContentLength != int64(len(logo)) {
			t.Errorf("HEAD: %d", a.StatusCode)
		}
		if a := x.do("forged", "GET", path, nil); a.StatusCode != 200 {
			t.Errorf("a public object needs no key, got %d", a.StatusCode)
		}
		if a := x.do("editor", "GET", "object/portfolio-logos/logo_1_a.png", nil); a.StatusCode != 200 || !bytes.Equal(a.body, logo) {
			t.Errorf("download: %d", a.StatusCode)
		}
		if a := x.do("editor", "HEAD", "object/portfolio-logos/logo_1_a.png", nil); a.StatusCode != 200 {
			t.Errorf("exists: %d", a.StatusCode)
		}
		info := x.do("editor", "GET", "object/info/portfolio-logos/logo_1_a.png", nil)
		if info.StatusCode != 200 || info.field("content_type") != "image/png" || info.field("name") != "logo_1_a.png" {
			t.Errorf("info: %d %s", info.StatusCode, info.body)
		}
		if a := x.put("raw.png", logo); a.StatusCode != 200 {
			t.Errorf("a bare body: %d %s", a.StatusCode, a.body)
		}
		if a := x.do("editor", "POST", "object/portfolio-logos/age.png", bytes.NewReader(logo), "Cache-Control", "max-age=60"); a.StatusCode != 200 || x.public("age.png").Header.Get("Cache-Control") != "max-age=60" {
			t.Errorf("another age: %d %s", a.StatusCode, a.body)
		}
		for _, file := range x.files() {
			if strings.Contains(file, ".") {
				t.Errorf("on disk there is %q, not a name of our own", file)
			}
			if x.dir == "" {
				continue
			}
			if stat, err := os.Stat(filepath.Join(x.dir, file)); err != nil || stat.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", file, stat.Mode(), err)
			}
		}
	})
}

func TestWhatIsNoPictureIsRefusedAndLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		big := append(slices.Clone(logo), make([]byte, maxUpload)...)
		var small bytes.Buffer
		z := gzip.NewWriter(&small)
		z.Write(logo)
		z.Close()
		type try struct {
			name    string
			body    io.Reader
			kind    string
			headers []string
			status  int
			code    string
		}
		formed := func(name string, status int, code string, parts ...[2]string) try {
			body, kind := form(parts...)
			return try{name, body, kind, nil, status, code}
		}
		for _, c := range []try{
			{"html renamed png", strings.NewReader("<html>"), "image/png", nil, 415, "InvalidMimeType"},
			{"svg", strings.NewReader("<svg/>"), "image/svg+xml", nil, 415, "InvalidMimeType"},
			{"empty", strings.NewReader(""), "image/png", nil, 415, "InvalidMimeType"},
			{"trailing bytes", bytes.NewReader(append(slices.Clone(logo), 'x')), "image/png", nil, 415, "InvalidMimeType"},
			{"too large by its length", bytes.NewReader(append(big, make([]byte, maxEnvelope)...)), "image/png", nil, 413, "EntityTooLarge"},
			{"too large by a little", bytes.NewReader(big[:maxUpload+1]), "image/png", nil, 413, "EntityTooLarge"},
			{"too large in pieces", io.MultiReader(bytes.NewReader(big), bytes.NewReader(big)), "image/png", nil, 413, "EntityTooLarge"},
			{"too many pixels", bytes.NewReader(pngHeader(8000, 8000, 8, 0)), "image/png", nil, 413, "EntityTooLarge"},
			{"compressed", bytes.NewReader(small.Bytes()), "image/png", []string{"Content-Encoding", "gzip"}, 415, "InvalidMimeType"},
			{"said to be compressed", bytes.NewReader(logo), "image/png", []string{"Content-Encoding", "gzip"}, 415, "InvalidMimeType"},
			{"a form without a boundary", bytes.NewReader(logo), "multipart/form-data", nil, 400, "InvalidRequest"},
			{"a form cut off", strings.NewReader("--b\r\nContent-Disposition: form-data; name=\"\"; filename=\"a\"\r\n\r\nabc"), "multipart/form-data; boundary=b", nil, 400, "InvalidRequest"},
			formed("an empty form", 400, "InvalidRequest"),
			formed("a form without a file", 400, "InvalidRequest", [2]string{"cacheControl", "3600"}),
			formed("an empty file", 415, "InvalidMimeType", [2]string{"", ""}),
			formed("two files", 400, "InvalidRequest", [2]string{"", string(logo)}, [2]string{"", string(logo)}),
			formed("too many parts", 400, "InvalidRequest", slices.Repeat([][2]string{{"x", "y"}}, 20)...),
			formed("an age that is a header", 400, "InvalidRequest", [2]string{"cacheControl", "1\r\nSet-Cookie: a=b"}, [2]string{"", string(logo)}),
			formed("a large file in a form", 413, "EntityTooLarge", [2]string{"", string(big)}),
			formed("a huge field", 413, "EntityTooLarge", [2]string{"x", string(slices.Concat(big, big))}, [2]string{"", string(logo)}),
		} {
			t.Run(c.name, func(t *testing.T) {
				x.t = t
				name := strings.ReplaceAll(c.name, " ", "_") + ".png"
				a := x.do("editor", "POST", "object/portfolio-logos/"+name, c.body, append(c.headers, "Content-Type", c.kind)...)
				x.wantError(a, c.status, c.code)
				x.wantError(x.public(name), 404, "NoSuchKey")
			})
		}
		x.t = t
		if left := x.files(); len(left) != 0 {
			t.Errorf("left on disk: %v", left)
		}
	})
}

func TestATakenNameIsRefusedBeforeTheContent(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		x.wantError(x.put("a.png", append(slices.Clone(logo), 'x')), 409, "KeyAlreadyExists")
		a := x.do("editor", "POST", "object/portfolio-logos/a.png", bytes.NewReader(pngOf(noisy(3, 3))), "x-upsert", "true")
		x.wantError(a, 409, "KeyAlreadyExists")
		if a.field("message") != "The resource already exists" {
			t.Errorf("message: %s", a.body)
		}
		x.wantError(x.do("editor", "PUT", "object/portfolio-logos/a.png", bytes.NewReader(pngOf(noisy(3, 3)))), 405, "InvalidRequest")
		if !bytes.Equal(x.public("a.png").body, logo) || len(x.files()) != 1 {
			t.Error("the first upload did not stay as it was")
		}
	})
}

func TestOfUploadsAtOnceExactlyOneWins(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		var mu sync.Mutex
		var won [][]byte
		var all sync.WaitGroup
		for i := range 8 {
			content := pngOf(noisy(10+i, 10))
			all.Go(func() {
				a := x.put("same.png", content)
				mu.Lock()
				defer mu.Unlock()
				if a.StatusCode == 200 {
					won = append(won, content)
				} else {
					x.wantError(a, 409, "KeyAlreadyExists")
				}
			})
		}
		all.Wait()
		if len(won) != 1 || !bytes.Equal(x.public("same.png").body, won[0]) {
			t.Errorf("%d uploads won", len(won))
		}
		if len(x.files()) != 1 {
			t.Errorf("on disk: %v", x.files())
		}
	})
}

func TestUploadsAreLimitedPerPerson(t *testing.T) {
	x := open(t, storetest.SQLite(t), func(o *Options) { o.Limits = limit.New(o.Now) })
	for range 30 {
		x.put("a.png", logo)
	}
	a := x.put("b.png", logo)
	x.wantError(a, 429, "SlowDown")
	if a.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	if a := x.do("admin", "POST", "object/portfolio-logos/b.png", bytes.NewReader(logo)); a.StatusCode != 200 {
		t.Errorf("someone else: %d %s", a.StatusCode, a.body)
	}
}

// brokenDisk fails where a full or dying disk would.
type brokenDisk struct {
	Disk
	put bool
}

func (d brokenDisk) Put(ctx context.Context, file string, content []byte) error {
	if d.put {
		return errors.New("no space left on device")
	}
	return d.Disk.Put(ctx, file, content)
}

func TestAFullDiskIsSaidAndStoresNothing(t *testing.T) {
	x := open(t, storetest.SQLite(t), func(o *Options) { o.Disk = brokenDisk{o.Disk, true} })
	a := x.put("a.png", logo)
	x.wantError(a, 503, "SlowDown")
	if bytes.Contains(a.body, []byte("device")) {
		t.Errorf("the cause is shown: %s", a.body)
	}
	x.wantError(x.public("a.png"), 404, "NoSuchKey")
}

func TestOnePictureIsDecodedAtATime(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	x.handler.decode <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := x.handler.judge(ctx, &upload{content: pngOf(image.NewGray(image.Rect(0, 0, 2, 2)))}); !fault.Is(err, fault.TimedOut) {
		t.Errorf("a second one did not wait: %v", err)
	}
}
