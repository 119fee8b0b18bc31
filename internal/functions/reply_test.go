package functions

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func (x *site) replies() []store.Row {
	x.t.Helper()
	rows, err := x.s.AsSystem().Select(x.t.Context(), &schema.MessageReplies, store.Query{})
	if err != nil {
		x.t.Fatal(err)
	}
	return rows
}

func TestAnAnswerGoesOutAndIsKeptBesideTheMessage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.ContactFormSubmissions, message(1))
		list, err := x.staff("reply_message", `{"id":1,"text":"  Dear Ann,\n\nyes.  "}`)
		if err != nil {
			t.Fatal(err)
		}
		x.same("its state", describe(list), "reply sent 1")
		if list[0].ReplyID == nil || *list[0].ReplyID != x.replies()[0].Int("id") {
			t.Errorf("the state names no answer: %+v", list)
		}
		x.same("what is kept", x.replies()[0].Text("text"), "Dear Ann,\n\nyes.")
		x.wantRecipients("ann@example.org")
		letter := x.smtp.Letters()[0]
		head := letter.Parse(t).Header
		x.same("where answers go", head.Get("Reply-To"), "<studio@example.com>")
		x.same("the subject", head.Get("Subject"), "Re: Subject 1")
		x.same("in answer to", head.Get("In-Reply-To"), "")
		text := strings.ReplaceAll(textOf(t, letter), "\r\n", "\n")
		if !strings.HasPrefix(text, "Dear Ann,\n\nyes.\n\n-- \nVitrine\nhttps://studio.example.com\n") || !strings.Contains(text, "\n> Hello\n> there\n") {
			t.Errorf("the mail says %q", text)
		}
	})
}

func TestAnAnswerThatIsRefusedIsTriedAgainAndSaysWhy(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		m := message(1)
		m["subject"] = "RE:  Subject"
		x.add(&schema.ContactFormSubmissions, m)
		x.smtp.Refuse(errors.New("greylisted"))
		list, err := x.staff("reply_message", `{"id":1,"text":"Yes."}`)
		if err != nil || !strings.Contains(list[0].LastError, "greylisted") {
			t.Errorf("%+v, %v", list, err)
		}
		x.same("while refused", describe(list), "reply queued 1")
		x.Pass(3 * 24 * time.Hour)
		x.drain()
		x.same("after three days", x.sees(1), "reply given up 2")
		x.smtp.Refuse(nil)
		again := fmt.Sprintf(`{"id":1,"kind":"reply","reply_id":%d}`, x.replies()[0].Int("id"))
		if list, err = x.staff("resend_mail", again); err != nil {
			t.Fatal(err)
		}
		x.same("sent again", describe(list), "reply sent 1")
		x.same("the subject", x.smtp.Letters()[0].Parse(t).Header.Get("Subject"), "Re: Subject")
		for _, other := range []string{`{"id":2,"kind":"reply","reply_id":1}`, `{"id":1,"kind":"reply","reply_id":99}`} {
			if _, err := x.staff("resend_mail", other); !fault.Is(err, fault.NotOne) {
				t.Errorf("%s: %v", other, err)
			}
		}
		if _, err := x.staff("resend_mail", `{"id":1,"kind":"reply"}`); !fault.Is(err, fault.Invalid) {
			t.Errorf("without the answer: %v", err)
		}
	})
}

func TestWhatCannotBeAnsweredFromHereLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.ContactFormSubmissions, message(1))
		held := message(2)
		held["state"] = schema.MessageSpam
		x.add(&schema.ContactFormSubmissions, held)
		for args, kind := range map[string]fault.Kind{
			`{"id":1,"text":"  "}`: fault.Invalid, `{"id":2,"text":"Yes."}`: fault.Invalid, `{"id":99,"text":"Yes."}`: fault.NotOne,
			`{"id":1,"text":"` + strings.Repeat("x", schema.MaxText+1) + `"}`: fault.Invalid,
		} {
			if _, err := x.staff("reply_message", args); !fault.Is(err, kind) {
				t.Errorf("%.40s: %v", args, err)
			}
		}
		nowhere, err := mail.Open(mail.Options{Dir: t.TempDir(), Now: x.Now})
		if err != nil {
			t.Fatal(err)
		}
		x.fn.sender = nowhere
		_, err = x.staff("reply_message", `{"id":1,"text":"Yes."}`)
		if f := fault.From(err); f.Kind != fault.Invalid || !strings.Contains(f.Hint, "There is no mail server") {
			t.Errorf("without a mail server: %v", err)
		}
		if len(x.replies()) != 0 {
			t.Errorf("kept: %v", x.replies())
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.Mails); n != 0 || err != nil {
			t.Errorf("%d mails, %v", n, err)
		}
	})
}

func TestAnAnswerOutlivesItsMessageInTrashAndTheCapsOfVisitors(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.ContactFormSubmissions, message(1))
		for range 5 { // to one address, more than visitors may cause
			if _, err := x.staff("reply_message", `{"id":1,"text":"Yes."}`); err != nil {
				t.Fatal(err)
			}
		}
		x.smtp.Refuse(errors.New("later"))
		x.staff("reply_message", `{"id":1,"text":"Last."}`)
		if _, err := s.As(schema.Actor{Role: schema.Editor, UserID: "u"}).Delete(t.Context(), &schema.ContactFormSubmissions, store.Eq("id", 1)); err != nil {
			t.Fatal(err)
		}
		x.smtp.Refuse(nil)
		x.Pass(time.Hour)
		x.drain()
		if n := len(x.smtp.Letters()); n != 6 {
			t.Errorf("%d of 6 answers went out", n)
		}
		// The state stays as long as the answer does; its text is not kept twice.
		x.Pass(mail.Retention + time.Hour)
		if err := x.fn.Tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
		rows, err := s.AsSystem().Select(t.Context(), &schema.Mails, store.Query{})
		if err != nil || len(rows) != 6 || rows[0].Text("body") != "" {
			t.Errorf("%d mails, the first says %q, %v", len(rows), rows[0].Text("body"), err)
		}
	})
}
