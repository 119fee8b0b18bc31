package site_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// deaf fails the test when a letter is recorded.
type deaf struct {
	postbox
	t *testing.T
}

func (d deaf) RecordContact(context.Context, store.Session, store.Row) ([]string, error) {
	d.t.Error("a letter was recorded")
	return nil, nil
}

func (d deaf) RecordNewsletter(context.Context, store.Session, store.Row) ([]string, error) {
	d.t.Error("a letter was recorded")
	return nil, nil
}

func TestAFilledTrapIsThankedAndHeldInQuarantine(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, func(o *site.Options) { o.Mail = deaf{t: t} })
		filled := message()
		filled.Set("leave_empty", "bot")
		v.shows(v.post("/contact", filled), 200, `"ok":true`, "Your message has been sent successfully!")
		if row := v.first(&schema.ContactFormSubmissions); row["quarantined_at"] == nil || row["spam_reasons"] == nil {
			t.Errorf("stored %v", row)
		}
		v.shows(v.post("/newsletter", url.Values{"email": {"bot@example.com"}, "leave_empty": {"x"}}), 200, "Thank you for subscribing to our newsletter!")
		if row := v.first(&schema.NewsletterSubscriptions); row["quarantined_at"] == nil {
			t.Errorf("stored %v", row)
		}
	})
}

func TestAPersonWithoutJavaScriptIsHeard(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := time.Now()
		v := open(t, s, func(o *site.Options) {
			o.Mail, o.Limits = postbox{sent: true}, limit.New(func() time.Time { return now })
			o.Address = func(*http.Request) string { return "192.0.2.1" }
		})
		for i := range 6 {
			status := 200
			if i == 5 {
				status = 429
			}
			w := v.post("/contact", message())
			if w.Code != status || (status == 429) != (w.Header().Get("Retry-After") != "") {
				t.Errorf("message %d: %d %v", i, w.Code, w.Header())
			}
		}
		if row := v.first(&schema.ContactFormSubmissions); row["quarantined_at"] != nil {
			t.Errorf("held %v", row)
		}
		v.shows(v.get("/contact"), 200)
	})
}
