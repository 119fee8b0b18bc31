package functions

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// leave stores what a visitor left, as the table interface does.
func (x *site) leave(table *schema.Table, row store.Row) store.Row {
	x.t.Helper()
	row["mail_due_at"] = x.Now()
	return x.add(table, row)
}

func (x *site) writeOut() {
	x.t.Helper()
	if err := writeOut(x.t.Context(), x.fn); err != nil {
		x.t.Fatal(err)
	}
}

// writeOut records the letters about everything that visitors left.
func writeOut(ctx context.Context, h *Handler) error {
	for {
		if more, err := h.recordDue(ctx); err != nil || !more {
			return err
		}
	}
}

func TestWhatAVisitorLeftIsMailedAboutOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.leave(&schema.ContactFormSubmissions, message(1))
		x.leave(&schema.NewsletterSubscriptions, store.Row{"email": "reader@example.org"})
		x.add(&schema.ContactFormSubmissions, message(2)) // imported, or entered by staff
		held := message(3)
		held["quarantined_at"] = x.Now()
		x.leave(&schema.ContactFormSubmissions, held)
		for range 2 {
			x.writeOut()
			x.drain()
			x.wantRecipients("ann@example.org", "studio@example.com", "studio@example.com")
		}
		x.want(x.do("POST", "send-contact-notification", message(1)), 200)
		x.want(x.do("POST", "send-newsletter-notification", map[string]any{"email": "reader@example.org"}), 200)
		x.wantRecipients("ann@example.org", "studio@example.com", "studio@example.com")
		for _, table := range []*schema.Table{&schema.ContactFormSubmissions, &schema.NewsletterSubscriptions} {
			if n, err := s.AsSystem().Count(t.Context(), table, store.Not{Cond: store.IsNull("mail_due_at")}, store.IsNull("quarantined_at")); n != 0 || err != nil {
				t.Errorf("%d %s still owe letters, %v", n, table.Name, err)
			}
		}
	})
}

// TestACallHurriesWhatIsDueAnyway makes the call before the worker looks.
func TestACallHurriesWhatIsDueAnyway(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		for range 2 { // two rows alike are two messages
			x.leave(&schema.ContactFormSubmissions, message(1))
		}
		x.want(x.do("POST", "send-contact-notification", message(1)), 200)
		x.wantRecipients("ann@example.org", "studio@example.com")
		x.writeOut()
		x.drain()
		x.wantRecipients("ann@example.org", "ann@example.org", "studio@example.com", "studio@example.com")
		x.smtp.Refuse(errors.New("full"))
		x.leave(&schema.ContactFormSubmissions, message(2))
		x.want(x.do("POST", "send-contact-notification", message(2)), 502)
		x.smtp.Refuse(nil)
		x.Pass(time.Minute)
		x.writeOut()
		x.drain()
		if n := len(x.smtp.Letters()); n != 6 {
			t.Errorf("%d letters", n)
		}
	})
}

// TestAFloodOwesLettersAndLosesNone leaves more than an hour may send.
func TestAFloodOwesLettersAndLosesNone(t *testing.T) {
	const perHour = 30
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		for i := range perHour + 10 {
			x.leave(&schema.NewsletterSubscriptions, store.Row{"email": fmt.Sprintf("s%d@example.org", i)})
		}
		x.writeOut()
		x.drain()
		if n := len(x.smtp.Letters()); n != perHour {
			t.Errorf("%d letters within the hour", n)
		}
		x.want(x.do("POST", "send-newsletter-notification", map[string]any{"email": fmt.Sprintf("s%d@example.org", perHour+9)}), 502)
		x.Pass(time.Hour + time.Second)
		x.drain()
		if n := len(x.smtp.Letters()); n != perHour+10 {
			t.Errorf("%d letters in the end", n)
		}
	})
}

func TestServersAndCallsAtOnceMailAboutAVisitorOnce(t *testing.T) {
	run := func(t *testing.T, o store.Options) {
		x := start(t, storetest.Open(t, o), func(o *Options) { o.Limits = nil })
		second, err := New(Options{Store: storetest.Open(t, o), Sender: x.fn.sender, MailTo: "studio@example.com", Now: x.Now})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 10 {
			x.leave(&schema.ContactFormSubmissions, message(i))
		}
		var all sync.WaitGroup
		for _, h := range []*Handler{x.fn, second, x.fn, second} {
			all.Go(func() {
				if err := errors.Join(writeOut(t.Context(), h), h.Drain(t.Context())); err != nil {
					t.Error(err)
				}
			})
		}
		for i := range 10 {
			all.Go(func() { x.want(x.do("POST", "send-contact-notification", message(i)), 200) })
		}
		all.Wait()
		x.drain()
		if n := len(x.smtp.Letters()); n != 20 {
			t.Errorf("%d letters about 10 messages", n)
		}
	}
	t.Run("sqlite", func(t *testing.T) { run(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { run(t, store.Options{URL: storetest.PostgresURL(t)}) })
}

func TestTheWorkerHearsOfWhatVisitorsLeave(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { x.fn.Run(ctx); close(done) }()
		for i := range 2 {
			x.leave(&schema.NewsletterSubscriptions, store.Row{"email": fmt.Sprintf("s%d@example.org", i)})
			for end := time.Now().Add(storetest.Busy(14 * time.Second)); len(x.smtp.Letters()) == i && time.Now().Before(end); {
				time.Sleep(10 * time.Millisecond)
			}
		}
		stop()
		<-done
		x.wantRecipients("studio@example.com", "studio@example.com")
	})
}

func TestAChangeOfAnyTableWakesTheWorker(t *testing.T) {
	for want, changes := range map[bool][][]string{
		true:  {nil, {schema.NewsletterSubscriptions.Name}, {schema.HeroContent.Name, schema.ContactFormSubmissions.Name}},
		false: {{schema.HeroContent.Name}},
	} {
		for _, tables := range changes {
			if mayBeVisitors(tables) != want {
				t.Errorf("%v: want %v", tables, want)
			}
		}
	}
}
