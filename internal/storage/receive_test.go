package storage

import (
	"bytes"
	"io"
	"net/http/httptest"
	"testing"

	"vitrine/internal/fault"
)

func TestTheAgeOfABareBodyComesFromItsHeader(t *testing.T) {
	for header, want := range map[string]int{
		"max-age=3600": 3600, "max-age=0": 0, "no-cache": defaultAge, "": defaultAge, "public, max-age=60": 60, "max-age=99999999999": defaultAge, "max-age=x": defaultAge,
	} {
		if got := ageFromHeader(header); got != want {
			t.Errorf("%q: got %d, want %d", header, got, want)
		}
	}
}

// FuzzReceive looks for a body that is neither taken nor refused in words
// that a client understands.
func FuzzReceive(f *testing.F) {
	body, kind := form([2]string{"cacheControl", "3600"}, [2]string{"", "content"})
	raw, err := io.ReadAll(body)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(kind, "", raw)
	f.Add("image/png", "max-age=3600", []byte("content"))
	f.Add("multipart/form-data; boundary=b", "", []byte("--b\r\nContent-Disposition: form-data; name=\"\"; filename=\"a\"\r\n\r\nabc\r\n--b--"))
	f.Fuzz(func(t *testing.T, kind, age string, body []byte) {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", kind)
		r.Header.Set("Cache-Control", age)
		sent, err := receive(httptest.NewRecorder(), r, maxUpload)
		if err != nil && !fault.Is(err, fault.BadBody) && !fault.Is(err, fault.TooLarge) {
			t.Errorf("refused with %v", err)
		}
		if err == nil && (len(sent.content) > maxUpload || sent.maxAge < 0 || sent.maxAge > maxAgeLimit) {
			t.Errorf("took %d bytes, age %d", len(sent.content), sent.maxAge)
		}
	})
}

// FuzzPath looks for a path that names something outside the bucket.
func FuzzPath(f *testing.F) {
	for _, path := range []string{"object/portfolio-logos/a.png", "object/public/portfolio-logos/..%2fx", "object/info/public/portfolio-logos/a", "object/list/portfolio-logos", "%", "object//"} {
		f.Add("/storage/v1/" + path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		got, err := parsePath(path)
		if err != nil && !fault.Is(err, fault.BadValue) {
			t.Errorf("refused with %v", err)
		}
		if err == nil && got.name != "" && !plain(got.name) {
			t.Errorf("named %q", got.name)
		}
	})
}
