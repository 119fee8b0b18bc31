package site_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAnAnswerThatSaysTheSameIsRenderedOnce(t *testing.T) {
	var rendered int
	v := open(t, storetest.SQLite(t), func(o *site.Options) {
		o.Rendered = func(string, time.Duration, error) { rendered++ }
	})
	refuse := func(times int) (last *httptest.ResponseRecorder) {
		for range times {
			last = v.post("/contact", message(), "Origin", "https://evil.example")
			v.shows(last, 403, "Failed to submit your message. Please try again later.", `"ok":false`)
		}
		return last
	}
	refuse(20)
	if rendered != 1 {
		t.Errorf("rendered %d times", rendered)
	}
	v.shows(v.post("/contact", message()), 200, `"ok":true`)
	v.change(&schema.FooterContent, store.Row{"location": "Elsewhere"})
	v.shows(refuse(5), 403, "Elsewhere")
	if rendered != 3 {
		t.Errorf("rendered %d times", rendered)
	}
}

func TestAFloodOfMessagesIsAnsweredWithoutRendering(t *testing.T) {
	var rendered []string
	var log bytes.Buffer
	v := open(t, storetest.SQLite(t), withReact, func(o *site.Options) {
		o.Limits = limit.New(time.Now)
		o.Address = func(*http.Request) string { return "192.0.2.1" }
		o.Rendered = func(page string, _ time.Duration, _ error) { rendered = append(rendered, page) }
		o.Log = slog.New(slog.NewTextHandler(&log, nil))
	})
	for range 5 {
		v.shows(v.post("/contact", message()), 200)
	}
	for range 20 {
		v.shows(v.post("/contact", message()), 429, "Failed to submit your message.", "Asha &lt;b&gt;Rao", "1 &lt; 2</textarea>", `<link rel="stylesheet"`)
	}
	if got := strings.Join(rendered, " "); got != "result contact" {
		t.Errorf("rendered %s", got)
	}
	if log.Len() > 0 {
		t.Errorf("the flood is in the log: %s", &log)
	}
}

func TestARefusedMessageSaysSoThoughItIsIncompleteToo(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact, func(o *site.Options) {
		o.Limits = limit.New(time.Now)
		o.Address = func(*http.Request) string { return "192.0.2.1" }
	})
	for range 5 {
		v.shows(v.post("/contact", message()), 200)
	}
	incomplete := message()
	incomplete.Set("subject", "")
	v.shows(v.post("/contact", incomplete), 429, "Failed to submit your message. Please try again later.</", "Please enter a subject.</")
}

func TestAnAnswerToAFormIsPackedAndTellsItsLength(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	plain := v.post("/contact", url.Values{})
	packed := v.post("/contact", url.Values{}, "Accept-Encoding", "br, gzip")
	for _, w := range []*httptest.ResponseRecorder{plain, packed} {
		if got := w.Header().Get("Content-Length"); got != strconv.Itoa(w.Body.Len()) || w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%d bytes with the headers %v", w.Body.Len(), w.Header())
		}
	}
	if plain.Header().Get("Content-Encoding") != "" || packed.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("answered %v and %v", plain.Header(), packed.Header())
	}
	r, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if whole, err := io.ReadAll(r); err != nil || string(whole) != plain.Body.String() {
		t.Errorf("the answer is not the same (%v)", err)
	}
}

func TestAnswersToFormsNeedNoEngine(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s, withReact)
	mux := http.NewServeMux()
	pages.Routes(mux)
	v := visit{t: t, store: s, handler: mux, site: pages}
	incomplete := message()
	incomplete.Set("subject", "")
	incomplete.Set("message", `</textarea><script>"&`)
	refused := []string{"Failed to submit your message.", `<link rel="stylesheet"`, "All rights reserved."}
	returned := []string{"Please enter a subject.", "Asha &lt;b&gt;Rao", "&lt;/textarea&gt;&lt;script&gt;", `<link rel="stylesheet"`}
	ask := func(place string) {
		t.Helper()
		v.shows(v.post("/contact", message(), "Origin", "https://evil.example"), 403, append(refused, place)...)
		w := v.post("/contact", incomplete)
		v.shows(w, 422, append(returned, place)...)
		if w.Header().Get("Cache-Control") != "private, no-store" || strings.Contains(w.Body.String(), "<script>") {
			t.Errorf("answered %v", w.Header())
		}
	}
	free := pages.HoldTurns()
	ask("starts AI and eCommerce companies") // of the build
	free()
	v.change(&schema.FooterContent, store.Row{"location": "Elsewhere"})
	ask("Elsewhere")
	free = pages.HoldTurns()
	ask("Elsewhere")
	v.change(&schema.FooterContent, store.Row{"location": "Too late"})
	ask("Elsewhere")
	free()
	ask("Too late")
}

// What is filled in must be what React makes of the same data in the browser.
func TestAFormThatComesBackIsWhatReactWouldRender(t *testing.T) {
	pages := plainPages(t, storetest.SQLite(t), withReact)
	for _, c := range []struct{ name, email, subject, text, message string }{
		{"Asha", "asha@example.com", "R&D", "1 < 2", "Failed to submit your message. Please try again later."},
		{`"Asha" <b>'Rao'</b>`, "asha@", " ", "\n\nTwo lines\n", ""},
		{"Asha", "asha@example.com", "", "1 < 2", "Failed to submit your message. Please try again later."},
		{"", "", "", "", ""},
		{strings.Repeat("न", 201), "r&d@example.com", "<i></i>", strings.Repeat("\U0001f6cd", 10_001), ""},
	} {
		values := map[string]string{"name": c.name, "email": c.email, "subject": c.subject, "message": c.text}
		whole, filled, err := pages.ReturnedForm(t.Context(), values, c.message)
		if err != nil || whole != filled {
			t.Errorf("%.40q: %v, want\n%s\ngot\n%s", c, err, whole, filled)
		}
	}
}
