package functions

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// Without an address of the studio, letters to it would go nowhere.
func TestWithoutAnAddressOfTheStudioOnlyTheSenderGetsALetter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s, func(o *Options) { o.MailTo = "" })
		x.add(&schema.ContactInfo, store.Row{"email": ""})
		x.want(x.write(message(1)), 200)
		x.want(x.subscribe("reader@example.org"), 200)
		x.wantRecipients(message(1).Text("email"))
		if _, err := x.staff("resend_mail", `{"id":1,"kind":"studio"}`); !fault.Is(err, fault.Invalid) {
			t.Errorf("resending to nobody: %v", err)
		}
		files, err := mail.Open(mail.Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		x = start(t, s, func(o *Options) { o.MailTo, o.Sender = "", files })
		a := x.subscribe("other@example.org")
		if string(a.body) != `{"mailed":false,"success":true}` {
			t.Errorf("%s", a.body)
		}
	})
}

func TestLettersAreDatedInTheLanguageAndTheTimeZoneOfTheStudio(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.SiteSettings, store.Row{"id": 1, "name": "Kolbenhof", "language": "de-AT", "time_zone": "Europe/Vienna"})
		x.Pass(time.Date(2027, 1, 4, 23, 7, 0, 0, time.UTC).Sub(x.Now()))
		x.want(x.write(message(1)), 200)
		for _, letter := range x.smtp.Letters() {
			if m := letter.Parse(t); m.Header.Get("Content-Language") != "de-AT" {
				t.Errorf("the letter is in %q", m.Header.Get("Content-Language"))
			} else if text := textOf(t, letter); letter.To == "studio@example.com" && !strings.Contains(text, "5. Jänner 2027, 00:07 CET") {
				t.Errorf("%s", text)
			}
		}
	})
}
