package functions

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store/storetest"
)

// FuzzCall sends any body to the functions that strangers call. Nothing is
// stored that it could be about, so nothing may be mailed.
func FuzzCall(f *testing.F) {
	f.Add(`{"name":"Ann","email":"ann@example.org","subject":"S","message":"M","timestamp":1}`)
	f.Add(`{"email":"ann@example.org","testEmail":"x@example.org"}`)
	f.Add(`{"email":{"$ne":null}}`)
	s := storetest.SQLite(f)
	sender, err := mail.Open(mail.Options{Dir: f.TempDir()})
	if err != nil {
		f.Fatal(err)
	}
	h, err := New(Options{Store: s, Sender: sender, MailTo: "studio@example.com", PublicURL: "https://studio.example.com", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.Fatal(err)
	}
	mux := http.NewServeMux()
	h.Routes(mux)
	f.Fuzz(func(t *testing.T, body string) {
		for _, function := range []string{"send-contact-notification", "send-newsletter-notification", "export-subscribers", "form-token"} {
			r := httptest.NewRequestWithContext(schema.WithActor(t.Context(), schema.Actor{Role: schema.Visitor, Address: "192.0.2.1"}, nil), "POST", prefix+function, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, r)
			if w.Code >= 500 {
				text, _ := io.ReadAll(w.Body)
				t.Errorf("%s %q: %d %s", function, body, w.Code, text)
			}
		}
		if waiting, _, err := h.Lengths(t.Context()); err != nil || waiting > 0 {
			t.Errorf("%q: %d letters wait, %v", body, waiting, err)
		}
	})
}
