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
func (p postbox) Try(context.Context, ...string) (bool, error) { return p.sent, nil }
func (p postbox) Mode() map[string]any                         { return p.mode }

func TestAMessageArrivesWithoutJavaScript(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, c := range []struct {
			mail postbox
			said string
		}{
			{postbox{sent: true}, "Your message has been sent successfully! You will also receive a confirmation email shortly."},
			{postbox{}, "Your message has been received, but there was an issue sending the confirmation email."},
			{postbox{sent: true, mode: map[string]any{"testMode": true, "testEmail": "t@example.com"}}, "Your message has been received. Emails are in test mode and go to t@example.com."},
			{postbox{sent: true, mode: map[string]any{"mailed": false}}, "Your message has been received.\""},
		} {
			v := open(t, s, func(o *site.Options) { o.Mail = c.mail })
			w := v.post("/contact", message())
			v.shows(w, 200, `"ok":true`, c.said)
			if w.Header().Get("Cache-Control") != "private, no-store" {
				t.Error("a result may be cached")
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
	form.Set("name", " \t ")
	form.Set("email", "r&d@example.com")
	form.Set("subject", " <i></i> ")
	w := v.post("/contact", form)
	v.shows(w, 422, "Please enter your name.", "Please enter a valid email address.", "Please enter a subject.", "1 &lt; 2", `value="r&amp;d@example.com"`)
	if strings.Contains(w.Body.String(), "required</p>") {
		t.Error("what is wrong is said twice")
	}
}

func TestEveryRefusedMessageSaysWhy(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	for _, c := range [][3]string{
		{"name", " \t ", "Please enter your name."},
		{"name", "<b></b>", "Please enter your name."},
		{"email", "r&d@example.com", "Please enter a valid email address."},
		{"subject", "<<b>b>", "Please enter a subject."},
		{"subject", "a\x00b", "characters that cannot be read"},
		{"message", "\xff", "Please enter a message."},
		{"message", strings.Repeat("\U0001f6cd", 10_001), "Please use at most 10,000 characters."},
	} {
		form := message()
		form.Set(c[0], c[1])
		v.shows(v.post("/contact", form), 422, c[2])
	}
	v.shows(v.post("/newsletter", url.Values{"email": {"a\x00@example.com"}}), 422, "Please enter a valid email address.")
	v.shows(v.post("/contact", url.Values{"message": {strings.Repeat("x", 200<<10)}}), 413, "Your text is too long.")
}

func TestTheLongestMessageFitsInEveryScript(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	form := message()
	form.Set("message", strings.Repeat("\U0001f6cd", 9_999)+"\r\n"+"!")
	v.shows(v.post("/contact", form), 422)
	form.Set("message", strings.Repeat("\U0001f6cd", 9_998)+"\r\n"+"!")
	form.Set("name", strings.Repeat("न", 200))
	form.Set("subject", strings.Repeat("न", 300))
	v.shows(v.post("/contact", form), 200)
}

func TestFormsOfOthersAreRefused(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	for _, header := range [][]string{
		{"Origin", "https://evil.example"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"},
	} {
		v.shows(v.post("/contact", message(), header...), 403)
	}
	v.shows(v.post("/contact", message(), "Content-Type", "application/json"), 415)
	if n, _ := v.store.AsSystem().Count(t.Context(), &schema.ContactFormSubmissions); n != 0 {
		t.Errorf("%d messages were stored", n)
	}
}

func TestAnAddressSaysWhatItTakes(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	for path, want := range map[string]string{"/about": "GET, HEAD", "/contact": "GET, HEAD, POST", "/newsletter": "GET, HEAD, POST"} {
		w := v.ask("DELETE", path, "")
		v.shows(w, 405)
		if got := w.Header().Get("Allow"); got != want {
			t.Errorf("%s allows %s", path, got)
		}
	}
	w := v.get("/newsletter")
	v.shows(w, 303)
	if to := w.Header().Get("Location"); to != "/#newsletter-title" {
		t.Errorf("the newsletter leads to %s", to)
	}
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
