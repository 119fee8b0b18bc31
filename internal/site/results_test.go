package site_test

import (
	"net/http"
	"net/http/httptest"
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
	v := open(t, storetest.SQLite(t), func(o *site.Options) {
		o.Limits = limit.New(time.Now)
		o.Address = func(*http.Request) string { return "192.0.2.1" }
		o.Rendered = func(page string, _ time.Duration, _ error) { rendered = append(rendered, page) }
	})
	for range 5 {
		v.shows(v.post("/contact", message()), 200)
	}
	for range 20 {
		v.shows(v.post("/contact", message()), 429, "Failed to submit your message.", "Asha &lt;b&gt;Rao", "1 &lt; 2</textarea>")
	}
	if len(rendered) != 1 {
		t.Errorf("rendered %v", rendered)
	}
}

func TestAnswersToFormsLeaveATurnForPages(t *testing.T) {
	s := storetest.SQLite(t)
	pages := plainPages(t, s)
	mux := http.NewServeMux()
	pages.Routes(mux)
	v := visit{t, s, mux}
	v.shows(v.get("/"), 200)
	free := pages.HoldAnswers()
	v.shows(v.post("/contact", message(), "Origin", "https://evil.example"), 403, "<p role=\"alert\">Failed to submit your message.")
	incomplete := message()
	incomplete.Set("subject", "")
	incomplete.Set("message", `</textarea><script>"&`)
	w := v.post("/contact", incomplete)
	v.shows(w, 422, "Subject is required", "Asha &lt;b&gt;Rao", "&lt;/textarea&gt;&lt;script&gt;")
	if w.Header().Get("Cache-Control") != "no-store" || strings.Contains(w.Body.String(), "<script") {
		t.Errorf("answered %v %s", w.Header(), w.Body)
	}
	v.change(&schema.HeroContent, store.Row{"title": "While answers are rendered"})
	v.shows(v.get("/"), 200, "While answers are rendered")
	free()
	v.shows(v.post("/contact", incomplete), 422, `"subject":""`)
}
