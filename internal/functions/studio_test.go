package functions

import (
	"testing"

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
