package storage

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/storage/s3test"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// site is a server with the bucket and nothing else. The header "role" says
// who asks.
type site struct {
	*httptest.Server
	t       *testing.T
	handler *Handler
	dir     string // of the files; "" when they lie in a bucket
	now     time.Time
}

// each runs test on both engines with files in a folder, and once with files
// in a bucket.
func each(t *testing.T, test func(t *testing.T, x *site)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, open(t, s)) })
	t.Run("s3", func(t *testing.T) { test(t, inBucket(t, s3test.Start(t))) })
}

func inBucket(t *testing.T, server *s3test.Server) *site {
	t.Helper()
	disk, err := OpenS3(t.Context(), server.URL("logos"))
	if err != nil {
		t.Fatal(err)
	}
	x := open(t, storetest.SQLite(t), func(o *Options) { o.Disk = disk })
	x.dir = ""
	return x
}

func open(t *testing.T, s *store.Store, change ...func(*Options)) *site {
	t.Helper()
	x := &site{t: t, dir: t.TempDir(), now: time.Now()}
	disk, err := OpenFolder(x.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { disk.Close() })
	o := Options{Store: s, Disk: disk, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return x.now }}
	for _, f := range change {
		f(&o)
	}
	x.handler = New(o)
	mux := http.NewServeMux()
	x.handler.Routes(mux)
	x.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, err := schema.Actor{Role: schema.Role(r.Header.Get("role")), UserID: "u-" + r.Header.Get("role")}, error(nil)
		switch actor.Role {
		case "":
			actor.Role = schema.Visitor
		case "forged":
			err = fault.New(fault.BadToken, "No suitable key was found to decode the JWT")
		}
		mux.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), actor, err)))
	}))
	t.Cleanup(x.Close)
	return x
}

type answer struct {
	*http.Response
	body []byte
}

func (a answer) field(name string) string {
	var m map[string]any
	json.Unmarshal(a.body, &m)
	s, _ := m[name].(string)
	return s
}

func (x *site) do(role, method, path string, body io.Reader, headers ...string) answer {
	x.t.Helper()
	r, err := http.NewRequest(method, x.URL+"/storage/v1/"+path, body)
	if err != nil {
		x.t.Fatal(err)
	}
	r.Header.Set("role", role)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return x.send(r)
}

func (x *site) send(r *http.Request) answer {
	x.t.Helper()
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		x.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	return answer{res, b}
}

// put uploads as supabase-js does with a Buffer.
func (x *site) put(name string, content []byte) answer {
	x.t.Helper()
	return x.do("editor", "POST", "object/portfolio-logos/"+name, bytes.NewReader(content), "Content-Type", "text/plain;charset=UTF-8", "Cache-Control", "max-age=3600")
}

// form is what supabase-js sends for a File: the file has no field name.
func form(parts ...[2]string) (io.Reader, string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		if p[0] != "" {
			w.WriteField(p[0], p[1])
			continue
		}
		part, _ := w.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {`form-data; name=""; filename="a b.png"`}, "Content-Type": {"image/png"},
		})
		part.Write([]byte(p[1]))
	}
	w.Close()
	return &b, w.FormDataContentType()
}

func (x *site) public(name string) answer {
	x.t.Helper()
	return x.do("", "GET", "object/public/portfolio-logos/"+name, nil)
}

func (x *site) files() []string {
	x.t.Helper()
	out := []string{}
	err := x.handler.disk.Each(x.t.Context(), func(file string, _ time.Time) error {
		out = append(out, file)
		return nil
	})
	if err != nil {
		x.t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func (x *site) wantError(a answer, status int, code string) {
	x.t.Helper()
	if a.StatusCode != status || a.field("statusCode") != fmt.Sprint(status) || a.field("code") != code || a.field("message") == "" || a.field("error") == "" {
		x.t.Errorf("got %d %s, want %d %s", a.StatusCode, a.body, status, code)
	}
	if kind := a.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		x.t.Errorf("an error came as %q", kind)
	}
}

var logo = pngOf(noisy(12, 9))

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

func TestOnlyStaffChangeTheBucket(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("kept.png", logo)
		calls := [][3]string{
			{"POST", "object/portfolio-logos/new.png", string(logo)},
			{"PUT", "object/portfolio-logos/kept.png", string(logo)},
			{"DELETE", "object/portfolio-logos", `{"prefixes":["kept.png"]}`},
			{"POST", "object/list/portfolio-logos", `{"prefix":""}`},
		}
		for _, role := range []string{"", "viewer"} {
			for _, c := range calls {
				x.wantError(x.do(role, c[0], c[1], strings.NewReader(c[2])), 403, "AccessDenied")
			}
			if a := x.do(role, "GET", "object/portfolio-logos/kept.png", nil); a.StatusCode != 200 {
				t.Errorf("%q downloads: %d", role, a.StatusCode)
			}
		}
		for _, c := range calls {
			x.wantError(x.do("forged", c[0], c[1], strings.NewReader(c[2])), 401, "InvalidJWT")
		}
		x.wantError(x.public("new.png"), 404, "NoSuchKey")
		if !bytes.Equal(x.public("kept.png").body, logo) {
			t.Error("the kept object changed")
		}
	})
}

func TestNamesCannotLeaveTheBucket(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	outside := filepath.Join(filepath.Dir(x.dir), "outside.png")
	if err := os.WriteFile(outside, logo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"..%2foutside.png", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%2e", "a%2fb.png", "a/b.png", "a%5cb.png", "a%00.png", "a%0d%0a.png",
		".hidden.png", "-dash.png", "a%20b.png", "%C3%A9.png", "%ff.png", "a%25.png", strings.Repeat("a", 201) + ".png", strings.Repeat("a", 600),
		"con%3a.png", "a%3fb.png", "%E2%80%AEgnp.exe",
	} {
		for _, method := range []string{"POST", "GET"} {
			a := x.do("editor", method, "object/portfolio-logos/"+name, bytes.NewReader(logo))
			x.wantError(a, 400, "InvalidKey")
		}
		x.wantError(x.do("", "GET", "object/public/portfolio-logos/"+name, nil), 400, "InvalidKey")
	}
	if len(x.files()) != 0 {
		t.Errorf("on disk: %v", x.files())
	}
	for _, name := range []string{"logo_1763000000000_wt-abc_my_logo.png", "zz-1_a.png", "_a", strings.Repeat("a", 200)} {
		if a := x.put(name, logo); a.StatusCode != 200 {
			t.Errorf("%s: %d %s", name, a.StatusCode, a.body)
		}
	}
}

func TestWhatIsNotOfferedIsSaid(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	for _, c := range [][2]string{
		{"POST", "object/sign/portfolio-logos/a.png"}, {"POST", "object/move"}, {"POST", "object/copy"}, {"GET", "bucket"}, {"POST", "bucket"},
		{"GET", "render/image/public/portfolio-logos/a.png"}, {"POST", "upload/resumable"}, {"POST", "object/list-v2/portfolio-logos"},
		{"DELETE", "object/portfolio-logos/a.png"}, {"POST", "object/public/portfolio-logos/a.png"}, {"GET", "object"}, {"PATCH", "object/portfolio-logos/a.png"},
	} {
		x.wantError(x.do("admin", c[0], c[1], nil), 405, "InvalidRequest")
	}
	for _, c := range [][2]string{
		{"POST", "object/no-such-bucket/a.png"}, {"GET", "object/public/no-such-bucket/a.png"}, {"POST", "object/list/no-such-bucket"}, {"DELETE", "object/no-such-bucket"},
	} {
		a := x.do("admin", c[0], c[1], strings.NewReader("{}"))
		x.wantError(a, 404, "NoSuchBucket")
		if a.field("message") != "Bucket not found" {
			t.Errorf("%v: %s", c, a.body)
		}
	}
}

func TestListAndRemove(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		for _, name := range []string{"zz_c.png", "ZZ_a.png", "zz_b.png", "zzxd.png", "other.png"} {
			x.put(name, logo)
		}
		list := func(question string) []string {
			t.Helper()
			a := x.do("editor", "POST", "object/list/portfolio-logos", strings.NewReader(question))
			var rows []struct {
				Name     string
				ID       string
				Metadata struct {
					Size     int
					Mimetype string
				}
			}
			if err := json.Unmarshal(a.body, &rows); err != nil || a.StatusCode != 200 {
				t.Fatalf("%d %s", a.StatusCode, a.body)
			}
			out := []string{}
			for _, r := range rows {
				if r.ID == "" || r.Metadata.Size != len(logo) || r.Metadata.Mimetype != "image/png" {
					t.Errorf("%+v", r)
				}
				out = append(out, r.Name)
			}
			return out
		}
		for question, want := range map[string][]string{
			``: {"ZZ_a.png", "other.png", "zz_b.png", "zz_c.png", "zzxd.png"},
			`{"limit":100,"offset":0,"sortBy":{"column":"name","order":"asc"},"prefix":"","search":"zz_"}`: {"ZZ_a.png", "zz_b.png", "zz_c.png"},
			`{"limit":1,"offset":1,"search":"ZZ_"}`:                                                        {"zz_b.png"},
			`{"sortBy":{"column":"name","order":"desc"},"search":"zz"}`:                                    {"zzxd.png", "zz_c.png", "zz_b.png", "ZZ_a.png"},
			`{"search":"%"}`:    {},
			`{"prefix":"sub/"}`: {},
		} {
			if got := list(question); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", question, got, want)
			}
		}
		for _, bad := range []string{`{"limit":0}`, `{"limit":100000}`, `{"offset":-1}`, `{"sortBy":{"column":"file"}}`, `[]`, `{"limit":"x"}`, `{`} {
			x.wantError(x.do("editor", "POST", "object/list/portfolio-logos", strings.NewReader(bad)), 400, "InvalidRequest")
		}
		a := x.do("editor", "DELETE", "object/portfolio-logos", strings.NewReader(`{"prefixes":["zz_b.png","never.png","../x","zz_b.png"]}`))
		var gone []map[string]any
		if json.Unmarshal(a.body, &gone); a.StatusCode != 200 || len(gone) != 1 || gone[0]["name"] != "zz_b.png" || gone[0]["bucket_id"] != Bucket {
			t.Errorf("remove: %d %s", a.StatusCode, a.body)
		}
		x.wantError(x.public("zz_b.png"), 404, "NoSuchKey")
		if len(x.files()) != 4 {
			t.Errorf("on disk: %v", x.files())
		}
		if a := x.do("editor", "DELETE", "object/portfolio-logos", strings.NewReader(`{"prefixes":["never.png"]}`)); string(a.body) != "[]" {
			t.Errorf("nothing removed: %s", a.body)
		}
		for _, bad := range []string{``, `{}`, `{"prefixes":"a"}`, `{"prefixes":[1]}`} {
			x.wantError(x.do("editor", "DELETE", "object/portfolio-logos", strings.NewReader(bad)), 400, "InvalidRequest")
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

func TestLeftoversOfACrashAreSwept(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		kept := x.files()
		for _, name := range []string{"ORPHAN", "HALF" + unfinished} {
			if err := x.handler.disk.Put(t.Context(), name, logo[:20]); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := x.handler.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("an upload may still be under way: swept %d, %v", n, err)
		}
		x.now = x.now.Add(2 * orphanAge)
		if n, err := x.handler.Sweep(t.Context()); n != 2 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		if got := x.files(); !slices.Equal(got, kept) {
			t.Errorf("on disk: %v, want %v", got, kept)
		}
		if !bytes.Equal(x.public("a.png").body, logo) {
			t.Error("the upload is gone")
		}
	})
}

func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	disk, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	if err := disk.Put(t.Context(), "f", []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "g"+unfinished), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := disk.Put(t.Context(), "g", []byte("two")); err == nil {
		t.Error("a write joined an unfinished one")
	}
	if _, err := disk.Open(t.Context(), "../"+filepath.Base(dir)+"/f"); err == nil {
		t.Error("a path led out of the folder")
	}
	if err := disk.Remove(t.Context(), "never"); err != nil {
		t.Errorf("removing what is gone: %v", err)
	}
}

func TestTheRowOfALostFileIsNotServed(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		if err := x.handler.disk.Remove(t.Context(), x.files()[0]); err != nil {
			t.Fatal(err)
		}
		x.wantError(x.public("a.png"), 404, "NoSuchKey")
	})
}

func TestOnePictureIsDecodedAtATime(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	x.handler.decode <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := x.handler.judge(ctx, pngOf(image.NewGray(image.Rect(0, 0, 2, 2)))); !fault.Is(err, fault.TimedOut) {
		t.Errorf("a second one did not wait: %v", err)
	}
}
