package site_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/content"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	builtin "vitrine/web/src/content"
)

// FuzzPost sends any body to the two forms, and asks for pages by any path
// and in any coding.
func FuzzPost(f *testing.F) {
	f.Add("name=Ann&email=ann%40example.org&subject=S&message=M", "about", "br")
	f.Add("email=ann%40example.org&leave_empty=x", "careers/a-role", "gzip;q=0, *")
	f.Add("%zz&=&&;", "%2e%2e/x", ";q=")
	s := storetest.SQLite(f)
	if err := content.Seed(f.Context(), s.Itself(), builtin.JSON, true); err != nil {
		f.Fatal(err)
	}
	pages, err := site.New(site.Options{Store: s, Dist: withBundle(f, plain), Builtin: builtin.JSON, Origin: origin, AnonKey: "sb_publishable_vitrine", Log: slog.New(slog.DiscardHandler), Mail: nobody{}})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(pages.Close)
	mux := http.NewServeMux()
	pages.Routes(mux)
	f.Fuzz(func(t *testing.T, form, path, accept string) {
		post := func(to string) *http.Request {
			r := httptest.NewRequestWithContext(t.Context(), "POST", to, strings.NewReader(form))
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", origin)
			return r
		}
		page := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		page.URL.Path = "/" + path
		page.Header["Accept-Encoding"] = []string{accept}
		for _, r := range []*http.Request{post("/contact"), post("/newsletter"), page} {
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, r)
			if w.Code >= 500 {
				t.Errorf("%s %q %q: %d", r.Method, r.URL.Path, form, w.Code)
			}
		}
	})
}

// nobody hears of what visitors leave.
type nobody struct{}

func (nobody) RecordContact(context.Context, store.Session, store.Row) ([]string, error) {
	return nil, nil
}

func (nobody) RecordNewsletter(context.Context, store.Session, store.Row) ([]string, error) {
	return nil, nil
}

func (nobody) Try(context.Context, ...string) (bool, error) { return true, nil }

func (nobody) TestMode(context.Context) (map[string]any, error) { return nil, nil }
