package functions

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vitrine/internal/letters"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// asking is a site where addresses are confirmed.
func asking(t *testing.T, s *store.Store) *site {
	t.Helper()
	storetest.Add(t, s, &schema.SiteSettings, store.Row{"name": "Atelier", "double_opt_in": true})
	return start(t, s, func(o *Options) {
		l, err := letters.New(t.Context(), letters.Options{Store: s, Sender: o.Sender, PublicURL: o.PublicURL, Now: o.Now})
		if err != nil {
			t.Fatal(err)
		}
		o.Letters = l
	})
}

// due has the row's mail written and sent, as the worker does.
func (x *site) due(email string) {
	x.t.Helper()
	if _, err := x.s.AsSystem().Update(x.t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", email), store.Row{"mail_due_at": x.Now()}); err != nil {
		x.t.Fatal(err)
	}
	if _, err := x.fn.recordDue(x.t.Context()); err != nil {
		x.t.Fatal(err)
	}
	if err := x.fn.Drain(x.t.Context()); err != nil {
		x.t.Fatal(err)
	}
}

func TestANewAddressIsAskedAndTheStudioHearsOfItLater(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ann@mail.example", "status": schema.Pending, "created_at": x.Now()})
		x.due("ann@mail.example")
		x.smtp.WantRecipients(t, "ann@mail.example")
		raw := strings.ReplaceAll(x.smtp.Letters()[0].Raw, "=\r\n", "")
		_, token, found := strings.Cut(raw, "https://studio.example.com/newsletter/confirm?t=3D")
		if !found || strings.Contains(strings.ToLower(token), "ann@") {
			t.Fatalf("the mail is %s", raw)
		}
		token, _, _ = strings.Cut(token, "\r\n")
		row, err := s.AsSystem().One(t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "ann@mail.example"))
		var consent schema.Consent
		record, _ := row["consent"].(json.RawMessage)
		if err != nil || json.Unmarshal(record, &consent) != nil || consent.Source != schema.ByForm || consent.Text == "" || consent.At == "" {
			t.Errorf("what was agreed to is not known: %v %v", row, err)
		}
		if _, err := x.fn.letters.Confirm(t.Context(), strings.TrimSpace(token)); err != nil {
			t.Fatal(err)
		}
		x.due("ann@mail.example")
		x.smtp.WantRecipients(t, "ann@mail.example", "studio@example.com")
	})
}

func TestOneAddressIsNotFloodedWithQuestions(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ann@mail.example", "status": schema.Pending, "created_at": x.Now()})
		for range 12 {
			x.due("ann@mail.example")
			x.Pass(time.Minute)
		}
		if n := len(x.smtp.Letters()); n != 3 {
			t.Errorf("%d mails in a day", n)
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.Mails); err != nil || n != 3 {
			t.Errorf("%d wait for the next day, %v", n, err)
		}
		x.Pass(25 * time.Hour)
		x.due("ann@mail.example")
		if n := len(x.smtp.Letters()); n != 4 {
			t.Errorf("%d mails on the next day", n)
		}
	})
}

func TestTheFunctionTellsNobodyWhoIsOnTheList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ann@mail.example", "created_at": x.Now().Add(-time.Hour)})
		for _, email := range []string{"ann@mail.example", "stranger@mail.example"} {
			if a := x.do("POST", "send-newsletter-notification", map[string]string{"email": email}, "Content-Type", "application/json"); a.StatusCode != 200 || a.json()["success"] != true {
				t.Errorf("%s: %d %s", email, a.StatusCode, a.body)
			}
		}
	})
}

func TestThoseFromBeforeConsentWasRecordedAreAskedOnceAndStay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		before := json.RawMessage(`{"source":"` + schema.Earlier + `"}`)
		for _, email := range []string{"ann@mail.example", "bo@mail.example"} {
			storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": email, "created_at": x.Now(), "consent": before})
		}
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "new@mail.example", "created_at": x.Now()})
		editor := s.As(schema.Actor{Role: schema.Editor, UserID: "u"})
		for _, want := range []string{`{"asked":2}`, `{"asked":0}`} {
			for _, args := range []string{`{"dry_run":true}`, `{}`} {
				answer, err := x.fn.letters.Procedures().Call(t.Context(), editor, "ask_again", json.RawMessage(args))
				if err != nil {
					t.Fatal(err)
				}
				if said, _ := json.Marshal(answer); string(said) != want {
					t.Errorf("%s answers %s, want %s", args, said, want)
				}
			}
			if _, err := x.fn.recordDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := x.fn.Drain(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		x.smtp.WantRecipients(t, "ann@mail.example", "bo@mail.example")
		_, token, _ := strings.Cut(strings.ReplaceAll(x.smtp.Letters()[0].Raw, "=\r\n", ""), "?t=3D")
		token, _, _ = strings.Cut(token, "\r\n")
		link, err := x.fn.letters.Confirm(t.Context(), strings.TrimSpace(token))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := s.AsSystem().Select(t.Context(), &schema.NewsletterSubscriptions, store.Query{Where: store.All{store.Eq("status", schema.Confirmed)}})
		if err != nil || len(rows) != 3 {
			t.Fatalf("%d are on the list, %v", len(rows), err)
		}
		for _, row := range rows {
			if answered := row.Text("email") == link.Email; answered != (row["confirmed_at"] != nil) {
				t.Errorf("%s is confirmed at %v", row.Text("email"), row["confirmed_at"])
			}
		}
	})
}
