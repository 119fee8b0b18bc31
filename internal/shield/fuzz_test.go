package shield

import (
	"net/http/httptest"
	"testing"
	"unicode/utf8"

	"vitrine/internal/limit"
)

// FuzzForm reads headers as strangers send them: none is taken for a token of
// ours unless it is one.
func FuzzForm(f *testing.F) {
	g := open()
	f.Add("token=" + g.Token() + "&trap=")
	f.Add("token=&trap=x")
	f.Add("%zz;;&&=")
	f.Fuzz(func(t *testing.T, header string) {
		r := httptest.NewRequest("POST", "/", nil)
		r.Header["X-Vitrine-Form"] = []string{header}
		form := FormOf(r)
		s := New(Options{Secret: []byte("another"), Limits: limit.New(g.Shield.now), Now: g.Shield.now})
		if p := s.prove(form, 0); p != absent && p != forged || (p == absent) != (header == "") {
			t.Errorf("%q proves %v", header, p)
		}
	})
}

// FuzzRead judges any text, and says why in words that can be stored.
func FuzzRead(f *testing.F) {
	f.Add("Ann", "a@example.com", "Hi", "Look at https://a.example and [url=x] pаypаl BITCOIN INVEST!!!")
	f.Add("\xff", "@", "", "\x00")
	f.Fuzz(func(t *testing.T, name, email, subject, message string) {
		var v Verdict
		read(Text{name, email, subject, message}, &v)
		for _, reason := range v.Reasons {
			if !utf8.ValidString(reason) || reason == "" || len(reason) > 300 {
				t.Errorf("the reason %q", reason)
			}
		}
		if (v.Score == 0) != (len(v.Reasons) == 0) {
			t.Errorf("%d without a word: %q", v.Score, v.Reasons)
		}
	})
}
