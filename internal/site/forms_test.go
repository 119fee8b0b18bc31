package site_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func message() url.Values {
	return url.Values{"name": {"Asha <b>Rao</b>"}, "email": {"asha@example.com"}, "subject": {"R&D"}, "message": {"1 < 2"}}
}

type postbox struct {
	sent bool
	mode map[string]any
}

func (p postbox) RecordContact(context.Context, store.Session, store.Row) ([]string, error) {
	return []string{"contact"}, nil
}
func (p postbox) RecordNewsletter(context.Context, store.Session, store.Row) ([]string, error) {
	return []string{"newsletter"}, nil
}
func (p postbox) Try(context.Context, ...string) (bool, error)     { return p.sent, nil }
func (p postbox) TestMode(context.Context) (map[string]any, error) { return p.mode, nil }

func TestAMessageArrivesWithoutJavaScript(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, c := range []struct {
			mail postbox
			said string
		}{
			{postbox{sent: true}, "Your message has been sent successfully! You will also receive a confirmation email shortly."},
			{postbox{}, "Your message has been received, but there was an issue sending the confirmation email."},
			{postbox{sent: true, mode: map[string]any{"testMode": true, "testEmail": "t@example.com"}}, "Your message has been received. Emails are in test mode and go to t@example.com."},
		} {
			v := open(t, s, func(o *site.Options) { o.Mail = c.mail })
			w := v.post("/contact", message())
			v.shows(w, 200, `"ok":true`, c.said)
			if w.Header().Get("Cache-Control") != "no-store" {
				t.Error("a result may be kept")
			}
			row := v.first(&schema.ContactFormSubmissions)
			if row.Text("name") != "Asha Rao" || row.Text("message") != "1 < 2" {
				t.Errorf("stored %v", row)
			}
		}
	})
}

func TestAnIncompleteMessageComesBackWithItsText(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	form := message()
	form.Set("email", "asha@")
	form.Set("subject", " <i></i> ")
	v.shows(v.post("/contact", form), 422, "Please enter a valid email address.", "1 &lt; 2", `value="asha@"`)
}

func TestFormsOfOthersAreRefused(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	for _, header := range [][]string{
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		v.shows(v.post("/contact", message(), header...), 403)
	}
	v.shows(v.post("/contact", message(), "Content-Type", "application/json"), 415)
	v.shows(v.post("/contact", url.Values{"message": {strings.Repeat("x", 80<<10)}}), 413)
	if n, _ := v.store.Itself().Count(t.Context(), &schema.ContactFormSubmissions); n != 0 {
		t.Errorf("%d messages were stored", n)
	}
	v.shows(v.ask("DELETE", "/about", ""), 405)
}

func TestTheNewsletterWithoutJavaScript(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, func(o *site.Options) { o.Mail = postbox{} })
		for _, c := range []struct {
			email  string
			status int
			said   string
		}{
			{"a@example.com", 200, "Thank you for subscribing to our newsletter!"},
			{" A@example.com ", 200, "You're already subscribed to our newsletter!"},
			{"a@b", 422, "Please enter a valid email address."},
			{"", 422, "Please enter a valid email address."},
		} {
			v.shows(v.post("/newsletter", url.Values{"email": {c.email}}), c.status, c.said)
		}
	})
}
