package site_test

import (
	"log/slog"
	"net/url"
	"path/filepath"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
	"vitrine/internal/words/wordstest"
)

// mark has every sentence of the site marked.
func (v visit) mark() map[string]string {
	v.t.Helper()
	marked := wordstest.Marked()
	for key, text := range marked {
		storetest.Add(v.t, v.store, &schema.SiteWords, store.Row{"key": key, "text": text})
	}
	return marked
}

func TestASiteWithoutItsDatabaseStillSpeaksItsWords(t *testing.T) {
	s, err := engines.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	v := open(t, s, withReact, func(o *site.Options) { o.LastContent = filepath.Join(t.TempDir(), "last.json") })
	marked := v.mark()
	v.shows(v.get("/contact"), 200, marked["contact_title"])
	if err := v.site.SaveSeen(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	again, err := site.New(v.options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	for name, v := range map[string]visit{"": v, "after a restart": v.with(again)} {
		t.Run(name, func(t *testing.T) {
			v.t = t
			v.shows(v.get("/careers"), 200, marked["jobs_failed"], marked["try_again"], marked["error_title"])
			v.shows(v.get("/nowhere"), 404, marked["not_found_title"])
			v.shows(v.post("/contact", message()), 503, marked["contact_failed"])
			v.shows(v.post("/newsletter", url.Values{"email": {"a@example.com"}}), 503, marked["newsletter_lookup_failed"])
		})
	}
}

func TestWhatBecomesOfTheMailIsSaidInTheStudiosWords(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s)
	marked := v.mark()
	for key, mode := range map[string]map[string]any{
		"contact_sent": nil, "contact_received": {"mailed": false}, "contact_test_mode": {"testMode": true, "testEmail": "{test_email}"},
	} {
		v := open(t, s, withReact, func(o *site.Options) { o.Mail = postbox{sent: true, mode: mode} })
		v.shows(v.post("/contact", message()), 200, marked[key])
	}
	if _, err := s.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"double_opt_in": true}); err != nil {
		t.Fatal(err)
	}
	v = withLetters(t, s)
	v.site.Mail = postbox{sent: true, mode: map[string]any{"mailed": false}}
	v.shows(v.post("/newsletter", url.Values{"email": {"new@mail.example"}}), 200, marked["newsletter_thanks"], marked["newsletter_one_more_later"])
}
