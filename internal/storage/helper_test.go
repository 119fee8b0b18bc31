package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/s3/s3test"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// site is a server with the bucket and nothing else.
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
	x.Server = storetest.Serve(t, mux)
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
	err := x.handler.Disk.Each(x.t.Context(), func(file string, _ time.Time) error {
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
	if status == 503 && a.Header.Get("Retry-After") == "" {
		x.t.Error("a 503 does not say when to try again")
	}
	if kind := a.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		x.t.Errorf("an error came as %q", kind)
	}
}

var logo = pngOf(noisy(12, 9))
