package functions

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// withoutServer is the same site before somebody set up a mail server.
func (x *site) withoutServer(t *testing.T) *site {
	t.Helper()
	before := *x
	sender, err := mail.Open(mail.Options{Dir: t.TempDir(), Now: x.Now})
	if err != nil {
		t.Fatal(err)
	}
	if before.fn, err = New(Options{Store: x.s, Sender: sender, Letters: x.fn.letters, Limits: x.fn.limits, Now: x.Now, Log: x.fn.log}); err != nil {
		t.Fatal(err)
	}
	return &before
}

// waits leaves an address that is to be confirmed, and has its link written.
func (x *site) waits(emails ...string) {
	x.t.Helper()
	for _, email := range emails {
		x.leave(&schema.NewsletterSubscriptions, store.Row{"email": email, "status": schema.Pending})
	}
	x.writeOut()
	x.drain()
}

// many are more visitors than an hour may send links that were kept.
func many() (visitors []string) {
	for i := range 2*keptInAnHour["newsletter"] + 5 {
		visitors = append(visitors, fmt.Sprintf("v%02d@mail.example", i))
	}
	return visitors
}

func (x *site) subscription(email string, patch store.Row) {
	x.t.Helper()
	rows, err := x.s.AsSystem().Update(x.t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", email), patch)
	if err != nil || len(rows) != 1 {
		x.t.Fatalf("%s: %v, %v", email, rows, err)
	}
}

func TestALinkThatWasOnlyKeptIsSentOnceWhenThereIsAMailServer(t *testing.T) {
	run := func(t *testing.T, o store.Options) {
		s := storetest.Open(t, o)
		x := asking(t, s)
		before := x.withoutServer(t)
		before.waits("ann@mail.example", "yes@mail.example", "left@mail.example", "bounced@mail.example", "held@mail.example", "erased@mail.example")
		before.subscription("yes@mail.example", store.Row{"status": schema.Confirmed, "confirmed_at": x.Now()})
		before.subscription("left@mail.example", store.Row{"status": schema.Unsubscribed})
		before.subscription("bounced@mail.example", store.Row{"status": schema.Bounced})
		before.subscription("held@mail.example", store.Row{"quarantined_at": x.Now()})
		if _, err := s.AsSystem().Delete(t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "erased@mail.example")); err != nil {
			t.Fatal(err)
		}
		x.Pass(4 * 24 * time.Hour)
		before.subscription("ann@mail.example", store.Row{"reminded_at": x.Now(), schema.MailDue: x.Now()}) // as a reminder does, kept too
		before.writeOut()
		before.drain()
		x.Pass(mail.Retention)
		if err := before.fn.Tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
		x.wantRecipients()

		second, err := New(Options{Store: storetest.Open(t, o), Sender: x.fn.sender, Letters: x.fn.letters, Now: x.Now})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for _, h := range []*Handler{x.fn, second} {
			all.Go(func() {
				if err := errors.Join(writeOut(t.Context(), h), h.Drain(t.Context())); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for range 3 {
			x.writeOut()
			x.drain()
			x.Pass(2 * time.Hour)
		}
		x.wantRecipients("ann@mail.example")
		x.subscription("held@mail.example", store.Row{"quarantined_at": nil})
		x.writeOut()
		x.drain()
		x.wantRecipients("ann@mail.example", "held@mail.example")
		if t.Failed() {
			return
		}
		letter := x.smtp.Letters()[0]
		if subject := letter.Parse(t).Header.Get("Subject"); subject != "Please confirm your address" {
			t.Errorf("the first link that ann gets is called %q", subject)
		}
		_, token, _ := strings.Cut(strings.ReplaceAll(letter.Raw, "=\r\n", ""), "/newsletter/confirm?t=3D")
		token, _, _ = strings.Cut(token, "\r\n")
		if _, err := x.fn.letters.Confirm(t.Context(), strings.TrimSpace(token)); err != nil {
			t.Errorf("the link does not work: %v", err)
		}
	}
	t.Run("sqlite", func(t *testing.T) { run(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { run(t, store.Options{URL: storetest.PostgresURL(t)}) })
}

// TestWhoseLinkCameLateIsNotRemindedAtOnce sets the server up a few days after the sign-up.
func TestWhoseLinkCameLateIsNotRemindedAtOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		x.withoutServer(t).waits("ann@mail.example")
		x.Pass(4 * 24 * time.Hour)
		x.writeOut()
		row, err := s.AsSystem().One(t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "ann@mail.example"))
		if err != nil || row["reminded_at"] == nil {
			t.Errorf("a reminder is to follow: %v, %v", row, err)
		}
	})
}

// TestManyKeptLinksDoNotHoldUpWhoSignsUpNow leaves more than an hour may send.
func TestManyKeptLinksDoNotHoldUpWhoSignsUpNow(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		before := x.withoutServer(t)
		var imported []string
		visitors := many()
		before.waits(visitors...)
		for i := range 40 { // by staff, who know them
			imported = append(imported, fmt.Sprintf("i%02d@mail.example", i))
			x.leave(&schema.NewsletterSubscriptions, store.Row{"email": imported[i], "status": schema.Pending, "consent": json.RawMessage(`{"source":"` + schema.ByImport + `"}`)})
		}
		before.writeOut()
		for range 3 { // files are as many an hour as letters
			x.Pass(2 * time.Hour)
			before.drain()
		}
		x.Pass(2 * time.Hour)
		got := func() (n int) {
			for _, to := range x.smtp.Recipients() {
				if strings.HasPrefix(to, "v") {
					n++
				}
			}
			return n
		}
		x.writeOut()
		x.drain()
		if n := len(x.smtp.Letters()); got() != 20 || n != 20+len(imported) {
			t.Errorf("%d letters in the first hour, %d of them to visitors", n, got())
		}
		x.waits("new@mail.example")
		if !slices.Contains(x.smtp.Recipients(), "new@mail.example") {
			t.Error("who signs up now waits behind them")
		}
		for range 3 {
			x.Pass(time.Hour + time.Second)
			x.writeOut()
			x.drain()
		}
		x.wantRecipients(slices.Sorted(slices.Values(slices.Concat(visitors, imported, []string{"new@mail.example"})))...)
	})
}

func TestKeptLinksWaitWhileMailIsInTestMode(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		x.withoutServer(t).waits("ann@mail.example")
		sender, err := mail.Open(mail.Options{SMTPURL: x.smtp.URL(), From: "site@example.com", TestAddress: "test@example.com", Patience: time.Minute, Now: x.Now})
		if err != nil {
			t.Fatal(err)
		}
		trial, err := New(Options{Store: s, Sender: sender, Letters: x.fn.letters, Now: x.Now})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(writeOut(t.Context(), trial), trial.Drain(t.Context())); err != nil {
			t.Fatal(err)
		}
		x.wantRecipients()
		x.writeOut()
		x.drain()
		x.wantRecipients("ann@mail.example")
	})
}

// TestWhoIsAskedAgainWhileALinkIsKeptGetsOneMail signs up again, or is asked by staff,
// before the turn of the kept link comes.
func TestWhoIsAskedAgainWhileALinkIsKeptGetsOneMail(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		before := x.withoutServer(t)
		before.waits("ann@mail.example")
		for range 2 { // as often as a day allows
			before.subscription("ann@mail.example", store.Row{schema.MailDue: x.Now()})
			before.writeOut()
			before.drain()
		}
		x.fn.askKeptNext = x.Now().Add(time.Hour)
		x.subscription("ann@mail.example", store.Row{schema.MailDue: x.Now()})
		x.writeOut()
		x.drain()
		x.wantRecipients("ann@mail.example")
		x.Pass(2 * time.Hour)
		x.writeOut()
		x.drain()
		x.wantRecipients("ann@mail.example")
	})
}

// TestInstancesShareWhatAnHourMaySendOfKeptLinks looks with one right after the other.
func TestInstancesShareWhatAnHourMaySendOfKeptLinks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := asking(t, s)
		before := x.withoutServer(t)
		before.waits(many()...)
		for range 3 {
			x.Pass(2 * time.Hour)
			before.drain()
		}
		second, err := New(Options{Store: s, Sender: x.fn.sender, Letters: x.fn.letters, Now: x.Now})
		if err != nil {
			t.Fatal(err)
		}
		x.Pass(2 * time.Hour)
		for _, h := range []*Handler{x.fn, second} {
			if err := errors.Join(writeOut(t.Context(), h), h.Drain(t.Context())); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(x.smtp.Letters()); n != keptInAnHour["newsletter"] {
			t.Errorf("%d letters in the first hour", n)
		}
	})
}
