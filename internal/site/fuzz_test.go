package site

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// FuzzPost reads forms as strangers send them, and what codings they take: a
// form is taken or refused with a reason, and never from another site.
func FuzzPost(f *testing.F) {
	const origin = "https://vitrine.example"
	f.Add("name=Ann&email=ann%40example.org&message=M", "application/x-www-form-urlencoded", origin, "br")
	f.Add("%zz&=&&;", "application/x-www-form-urlencoded; charset=x", "https://evil.example", "gzip;q=0, *")
	f.Add("--b\r\n", "multipart/form-data; boundary=b", "null", ";q=")
	s := &Site{Options: Options{Origin: origin}}
	page := newResponse(http.StatusOK, "text/html; charset=utf-8", filePolicy, []byte(strings.Repeat("page ", 500)))
	f.Fuzz(func(t *testing.T, body, kind, from, accept string) {
		r := httptest.NewRequest("POST", origin+"/contact", strings.NewReader(body))
		r.Header["Content-Type"], r.Header["Origin"] = []string{kind}, []string{from}
		form, status := s.form(httptest.NewRecorder(), r)
		if (form == nil) != (status >= 400 && status < 500) {
			t.Errorf("%q is %v with the status %d", body, form, status)
		}
		if at, err := url.Parse(from); form != nil && from != "" && (err != nil || at.Host != r.Host) {
			t.Errorf("a form from %q is taken", from)
		}
		get := httptest.NewRequest("GET", "/", nil)
		get.Header["Accept-Encoding"] = []string{accept}
		w := httptest.NewRecorder()
		page.write(w, get)
		if w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%q is answered with %d", accept, w.Code)
		}
	})
}
