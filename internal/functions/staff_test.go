package functions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// staff calls a procedure as an editor.
func (x *site) staff(name, args string) ([]delivery, error) {
	x.t.Helper()
	v, err := x.fn.Procedures().Call(x.t.Context(), x.s.As(schema.Actor{Role: schema.Editor, UserID: "u"}), name, json.RawMessage(args))
	list, _ := v.([]delivery)
	return list, err
}

// sees describes the letters of a message as staff see them.
func (x *site) sees(id int64) string {
	x.t.Helper()
	list, err := x.staff("message_mail", fmt.Sprintf(`{"ids":[%d]}`, id))
	if err != nil {
		x.t.Fatal(err)
	}
	return describe(list)
}

func describe(list []delivery) string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%s %s %d", d.Kind, d.State, d.Attempts))
	}
	return strings.Join(out, ", ")
}

func (x *site) same(what, got, want string) {
	x.t.Helper()
	if got != want {
		x.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestStaffSeeHowFarTheLettersOfAMessageAre(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.smtp.Refuse(errors.New("greylisted ann@example.org"))
		x.write(message(1))
		x.same("while refused", x.sees(1), "studio queued 1, confirmation queued 1")
		list, err := x.staff("message_mail", `{"ids":[1,2]}`)
		if err != nil || len(list) != 2 || list[0].NextTryAt == nil || list[0].SentAt != nil || !strings.Contains(list[1].LastError, "greylisted the recipient") {
			t.Errorf("%+v, %v", list, err)
		}
		x.smtp.Refuse(nil)
		x.Pass(time.Minute)
		x.drain()
		x.same("after a minute", x.sees(1), "studio sent 2, confirmation sent 2")
		if list, _ = x.staff("message_mail", `{"ids":[1]}`); list[0].SentAt == nil || list[0].NextTryAt != nil || list[0].LastError != "" {
			t.Errorf("%+v", list)
		}
		if _, err := x.staff("message_mail", `{"ids":[`+strings.TrimSuffix(strings.Repeat("1,", 201), ",")+`]}`); !fault.Is(err, fault.Invalid) {
			t.Errorf("201 ids: %v", err)
		}
		if _, err := x.staff("message_mail", `{"id":1}`); !fault.Is(err, fault.UnknownProcedure) {
			t.Errorf("another signature: %v", err)
		}
		if list, err := x.staff("message_mail", `{"ids":[]}`); err != nil || list == nil || len(list) != 0 {
			t.Errorf("no ids: %v, %v", list, err)
		}
	})
}

func TestALetterIsSentAgainWhenStaffAsk(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.write(message(1))
		x.wantRecipients("ann@example.org", "studio@example.com")
		x.Pass(time.Second)
		list, err := x.staff("resend_mail", `{"id":1,"kind":"studio"}`)
		x.same("sent again", describe(list), "studio sent 1, confirmation sent 1")
		x.wantRecipients("ann@example.org", "studio@example.com", "studio@example.com")
		ids := map[string]bool{}
		for _, l := range x.smtp.Letters() {
			ids[l.Parse(t).Header.Get("Message-Id")] = true
		}
		if err != nil || len(ids) != 3 {
			t.Errorf("the second letter would be taken for the first: %v", err)
		}

		stored := x.add(&schema.ContactFormSubmissions, message(2))
		list, err = x.staff("resend_mail", fmt.Sprintf(`{"id":%d,"kind":"confirmation"}`, stored.Int("id")))
		x.same("never mailed before", describe(list), "confirmation sent 1")
		if err != nil {
			t.Error(err)
		}

		x.smtp.Refuse(errors.New("no"))
		if list, err = x.staff("resend_mail", `{"id":1,"kind":"studio"}`); err != nil {
			t.Error(err)
		}
		x.same("refused now", describe(list), "studio queued 1, confirmation sent 1")
		x.Pass(3 * 24 * time.Hour)
		x.drain()
		x.same("given up", x.sees(1), "studio given up 2, confirmation sent 1")
		x.smtp.Refuse(nil)
		list, _ = x.staff("resend_mail", `{"id":1,"kind":"studio"}`)
		x.same("sent after all", describe(list), "studio sent 1, confirmation sent 1")
	})
}

func TestALetterSentAgainCountsForItsRecipient(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.write(message(1))
		for _, want := range []string{"studio sent 1, confirmation sent 1", "studio sent 1, confirmation sent 1", "studio sent 1, confirmation queued 0"} {
			list, err := x.staff("resend_mail", `{"id":1,"kind":"confirmation"}`)
			if err != nil {
				t.Fatal(err)
			}
			x.same("three a day", describe(list), want)
			x.Pass(time.Hour)
		}
		x.wantRecipients("ann@example.org", "ann@example.org", "ann@example.org", "studio@example.com")
	})
}

func TestALetterNeverGoesOutTwiceAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		row := x.add(&schema.ContactFormSubmissions, message(1))
		err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error {
			_, err := x.fn.RecordContact(t.Context(), tx, row)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		sending := store.Row{"last_error": "being sent", "attempts": 1, "next_try_at": x.Now().Add(2 * time.Minute)}
		if _, err := s.AsSystem().Update(t.Context(), &schema.Mails, store.Eq("reason", "contact 1 studio"), sending); err != nil {
			t.Fatal(err)
		}
		if _, err := x.staff("resend_mail", `{"id":1,"kind":"studio"}`); !fault.Is(err, fault.Invalid) {
			t.Errorf("while it is being sent: %v", err)
		}
		x.Pass(2 * time.Minute)
		if _, err := x.staff("resend_mail", `{"id":1,"kind":"studio"}`); err != nil {
			t.Error(err)
		}
		x.wantRecipients("studio@example.com")
		x.same("it went out once", x.sees(1), "studio sent 1, confirmation queued 0")
		for args, kind := range map[string]fault.Kind{
			`{"id":1,"kind":"boss"}`:              fault.Invalid,
			`{"id":99,"kind":"studio"}`:           fault.NotOne,
			`{"id":"x","kind":"studio"}`:          fault.BadValue,
			`{"id":1,"kind":"studio","to":"a@b"}`: fault.UnknownProcedure,
		} {
			if _, err := x.staff("resend_mail", args); !fault.Is(err, kind) {
				t.Errorf("%s: %v", args, err)
			}
		}
	})
}

func TestQuarantineKeepsLettersUntilStaffReleaseTheMessage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		m := message(1)
		m["quarantined_at"], m["spam_reasons"] = x.Now(), []string{"odd"}
		body := message(1)
		x.add(&schema.ContactFormSubmissions, m)
		a := x.do("POST", "send-contact-notification", body)
		x.want(a, 200)
		x.same("the answer gives nothing away", string(a.body), `{"success":true}`)
		x.drain()
		x.wantRecipients()
		x.same("no letters", x.sees(1), "")
		if _, err := x.staff("resend_mail", `{"id":1,"kind":"studio"}`); !fault.Is(err, fault.Invalid) {
			t.Errorf("resend: %v", err)
		}

		x.add(&schema.ContactFormSubmissions, message(1))
		x.want(x.do("POST", "send-contact-notification", body), 200)
		x.same("one alike that is not held", x.sees(2), "studio sent 1, confirmation sent 1")

		x.Pass(48 * time.Hour)
		list, err := x.staff("release_message", `{"id":1}`)
		if err != nil {
			t.Fatal(err)
		}
		x.same("released", describe(list), "studio sent 1, confirmation sent 1")
		row, err := s.AsSystem().One(t.Context(), &schema.ContactFormSubmissions, store.Eq("id", 1))
		if err != nil || row["quarantined_at"] != nil || row["spam_reasons"] == nil || row.Text("state") != schema.MessageNew {
			t.Errorf("%v, %v", row, err)
		}
		x.staff("release_message", `{"id":1}`)
		x.wantRecipients("ann@example.org", "ann@example.org", "studio@example.com", "studio@example.com")
		if _, err := x.staff("release_message", `{"id":99}`); !fault.Is(err, fault.NotOne) {
			t.Errorf("an unknown message: %v", err)
		}
	})
}

func TestASuspiciousSubscriptionIsKeptAndNotMailedAbout(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.NewsletterSubscriptions, store.Row{"email": "bot@example.org", "quarantined_at": x.Now()})
		x.want(x.do("POST", "send-newsletter-notification", map[string]any{"email": "bot@example.org"}), 200)
		x.drain()
		x.wantRecipients()
	})
}

func TestTheStudioHearsOnceADayOfTheQuarantine(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		tell := func() {
			t.Helper()
			if err := x.fn.tellOfQuarantine(t.Context()); err != nil {
				t.Fatal(err)
			}
			x.drain()
		}
		tell()
		x.wantRecipients()
		m := message(1)
		m["state"] = schema.MessageSpam
		x.add(&schema.ContactFormSubmissions, m)
		tell()
		x.wantRecipients() // staff themselves called it so
		m = message(2)
		m["quarantined_at"], m["spam_reasons"] = x.Now(), []string{"odd"}
		x.add(&schema.ContactFormSubmissions, m)
		tell()
		tell()
		x.wantRecipients("studio@example.com")
		if text := textOf(t, x.smtp.Letters()[0]); !strings.Contains(text, "/admin/messages?show=3Dheld") && !strings.Contains(text, "/admin/messages?show=held") || strings.Contains(text, "Hello") {
			t.Errorf("the letter says %q", text)
		}
		x.Pass(30 * time.Hour)
		tell()
		x.wantRecipients("studio@example.com")
	})
}

func TestOldLettersLoseTheirText(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.write(message(1))
		x.subscribe("sub@example.org")
		if err := x.fn.Record(t.Context(), s.AsSystem(), "recovery 1 a@example.org", mail.Letter{To: "a@example.org", Subject: "s", Text: "t"}); err != nil {
			t.Fatal(err)
		}
		x.drain()
		letters := func() (rows []store.Row) {
			t.Helper()
			if err := x.fn.Tidy(t.Context()); err != nil {
				t.Fatal(err)
			}
			rows, err := s.AsSystem().Select(t.Context(), &schema.Mails, store.Query{})
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		x.Pass(mail.Retention)
		if rows := letters(); len(rows) != 4 || rows[0].Text("body") == "" {
			t.Errorf("after a month: %v", rows)
		}
		x.Pass(time.Second)
		rows := letters()
		if len(rows) != 2 {
			t.Fatalf("later: %v", rows)
		}
		for _, row := range rows {
			if row.Text("body") != "" || row.Text("subject") != "" || row.Text("reply_to") != "" {
				t.Errorf("kept %v", row)
			}
		}
		x.same("the state stays", x.sees(1), "studio sent 1, confirmation sent 1")
		x.smtp.Letters()
		if _, err := x.staff("resend_mail", `{"id":1,"kind":"studio"}`); err != nil {
			t.Fatal(err)
		}
		all := x.smtp.Letters()
		if text := textOf(t, all[len(all)-1]); !strings.Contains(text, "Hello") {
			t.Errorf("sent again it says %q", text)
		}
	})
}

func TestDeletingAMessageForgetsItsLetters(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.smtp.Refuse(errors.New("no"))
		x.write(message(1))
		x.subscribe("sub@example.org")
		editor := s.As(schema.Actor{Role: schema.Editor})
		for _, table := range []*schema.Table{&schema.ContactFormSubmissions, &schema.NewsletterSubscriptions} {
			if _, err := editor.Delete(t.Context(), table, store.Gt("id", 0)); err != nil {
				t.Fatal(err)
			}
		}
		x.smtp.Refuse(nil)
		x.Pass(time.Hour)
		x.drain()
		x.wantRecipients()
	})
}

func TestAFormGetsItsToken(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		guard := shield.New(shield.Options{Secret: []byte("s")})
		x := start(t, s, func(o *Options) { o.Shield = guard })
		a := x.do("GET", "form-token", "")
		x.want(a, 200)
		token, _ := a.json()["token"].(string)
		if len(token) < 40 || a.json()["expires_in"] != float64(7200) || a.Header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s %v", a.body, a.Header)
		}
		if again := x.do("GET", "form-token", "").json()["token"]; again == token {
			t.Error("two forms got one token")
		}
		x.want(x.do("POST", "form-token", "{}"), 405)
		for range 60 {
			x.do("GET", "form-token", "", "address", "one")
		}
		if a := x.do("GET", "form-token", "", "address", "one"); a.StatusCode != 429 || a.Header.Get("Retry-After") == "" {
			t.Errorf("the 61st: %d %v", a.StatusCode, a.Header)
		}
	})
}

// TestDeletingARowRemovesTheFilesOfItsLetters: without a mail server the letters
// lie in a folder, of each server its own.
func TestDeletingARowRemovesTheFilesOfItsLetters(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		dir := t.TempDir()
		x := start(t, s, func(o *Options) {
			var err error
			if o.Sender, err = mail.Open(mail.Options{Dir: dir, Now: o.Now}); err != nil {
				t.Fatal(err)
			}
		})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { x.fn.Run(ctx); close(done) }()
		t.Cleanup(func() { stop(); <-done })
		x.want(x.write(message(1)), 200)
		x.want(x.write(message(2)), 200)
		x.want(x.subscribe("sub@example.org"), 200)
		if err := os.WriteFile(filepath.Join(dir, "notes-contact-1.eml"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		left := func() string {
			files, err := filepath.Glob(filepath.Join(dir, "*.eml"))
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range files {
				words := strings.Split(strings.TrimSuffix(filepath.Base(f), ".eml"), "-")
				files[i] = strings.Join(words[len(words)-2:], "-")
			}
			slices.Sort(files)
			return strings.Join(files, " ")
		}
		x.same("before", left(), "contact-1 contact-1 contact-1 contact-2 contact-2 newsletter-1")
		editor := s.As(schema.Actor{Role: schema.Editor})
		remove := func(table *schema.Table, want string) {
			t.Helper()
			if _, err := editor.Delete(t.Context(), table, store.Eq("id", 1)); err != nil {
				t.Fatal(err)
			}
			for end := time.Now().Add(storetest.Busy(20 * time.Second)); left() != want && time.Now().Before(end); {
				time.Sleep(5 * time.Millisecond)
			}
			x.same("left", left(), want)
		}
		remove(&schema.ContactFormSubmissions, "contact-1 contact-2 contact-2 newsletter-1") // a file that is not ours stays
		remove(&schema.NewsletterSubscriptions, "contact-1 contact-2 contact-2")
	})
}
