package functions

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAMessageIsMailedToTheStudioAndConfirmed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		m := store.Row{"name": " <b>Ann</b> ", "email": "Ann@example.org", "subject": "1 < 2 <script>x</script>", "message": "Hello & <i>welcome</i>"}
		body := store.Row{"timestamp": 1, "to": "victim@example.org", "testEmail": "victim@example.org", "from": "victim@example.org"}
		for k, v := range m {
			body[k] = v
		}
		x.add(&schema.ContactFormSubmissions, m)
		a := x.do("POST", "send-contact-notification", body)
		x.want(a, 200)
		if string(a.body) != `{"success":true}` {
			t.Errorf("answer %s", a.body)
		}
		x.wantRecipients("ann@example.org", "studio@example.com")
		for _, l := range x.smtp.Letters() {
			h, text := l.Parse(t).Header, textOf(t, l)
			if l.To == "studio@example.com" {
				if h.Get("Reply-To") != "<Ann@example.org>" || h.Get("Subject") != "New message: 1 < 2 x" || !strings.Contains(text, "Hello & welcome") || !strings.Contains(text, "https://studio.example.com/admin/messages") {
					t.Errorf("to the studio: %s", l.Raw)
				}
				continue
			}
			if h.Get("Reply-To") != "<studio@example.com>" || h.Get("Subject") != "We received your message" {
				t.Errorf("to the visitor: %s", l.Raw)
			}
			for _, typed := range []string{"Hello", "welcome", "1 < 2", "Name"} {
				if strings.Contains(text, typed) {
					t.Errorf("to the visitor: what was typed, %q", text)
				}
			}
		}
		x.want(x.do("POST", "send-contact-notification", body), 200)
		if n := len(x.smtp.Letters()); n != 2 {
			t.Errorf("after a repetition there are %d letters", n)
		}
	})
}

func TestASubscriptionIsMailedToTheStudio(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.NewsletterSubscriptions, store.Row{"email": "New@example.org"})
		for range 2 {
			x.want(x.do("POST", "send-newsletter-notification", map[string]any{"email": "new@Example.org", "to": "victim@example.org"}), 200)
		}
		x.wantRecipients("studio@example.com")
		if text := textOf(t, x.smtp.Letters()[0]); !strings.Contains(text, "New@example.org") {
			t.Errorf("letter %q", text)
		}
	})
}

func TestNothingIsMailedThatIsNotStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.ContactFormSubmissions, message(1))
		old := message(2)
		old["created_at"] = x.Now().Add(-11 * time.Minute)
		x.add(&schema.ContactFormSubmissions, old)
		delete(old, "created_at")
		for key, value := range map[string]string{"name": "Bob", "email": "victim@example.org", "subject": "Subject", "message": "Buy"} {
			other := message(1)
			other[key] = value
			x.want(x.do("POST", "send-contact-notification", other), 404)
		}
		x.want(x.do("POST", "send-contact-notification", old), 404)
		x.want(x.do("POST", "send-newsletter-notification", map[string]any{"email": "victim@example.org"}), 404)
		x.wantRecipients()
	})
}

func TestOfRowsAlikeEachIsMailedOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.want(x.write(message(1)), 200)
		x.want(x.write(message(1)), 200)
		x.want(x.do("POST", "send-contact-notification", message(1)), 200)
		x.wantRecipients("ann@example.org", "ann@example.org", "studio@example.com", "studio@example.com")
	})
}

func TestCallsAtOnceSendOneLetter(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.add(&schema.ContactFormSubmissions, message(1))
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() { x.want(x.do("POST", "send-contact-notification", message(1)), 200) })
		}
		all.Wait()
		x.wantRecipients("ann@example.org", "studio@example.com")
	})
}

func TestAnOutageLosesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.smtp.Refuse(errors.New("mailbox full"))
		x.want(x.write(message(1)), 502)
		x.want(x.do("POST", "send-contact-notification", message(1)), 502)
		x.drain()
		states, err := x.fn.States(t.Context(), "contact 1 studio", "contact 1 confirmation", "contact 9 studio")
		if err != nil || len(states) != 2 || states["contact 1 studio"].State != mail.Queued || states["contact 1 studio"].Attempts != 1 || !strings.Contains(states["contact 1 studio"].Error, "mailbox full") {
			t.Errorf("%+v, %v", states, err)
		}
		x.smtp.Refuse(nil)
		x.drain()
		x.wantRecipients()
		x.Pass(time.Minute)
		x.drain()
		x.wantRecipients("ann@example.org", "studio@example.com")
		x.want(x.do("POST", "send-contact-notification", message(1)), 200)
		x.Pass(24 * time.Hour)
		x.drain()
		x.wantRecipients("ann@example.org", "studio@example.com")
	})
}

func TestAHangingMailServerDoesNotHoldTheVisitor(t *testing.T) {
	hanging := mailtest.Start(t)
	hanging.Hang(true)
	x := start(t, storetest.SQLite(t), func(o *Options) {
		var err error
		if o.Sender, err = mail.Open(mail.Options{SMTPURL: hanging.URL(), Now: o.Now}); err != nil {
			t.Fatal(err)
		}
	})
	start := time.Now()
	x.want(x.write(message(1)), 502)
	if took := time.Since(start); took > storetest.Busy(6*time.Second) {
		t.Errorf("the answer took %v", took)
	}
}

// TestAnAnswerSaysWhenMailReachesNobody: test mode is what a set test address
// means, and nothing else.
func TestAnAnswerSaysWhenMailReachesNobody(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		dir := t.TempDir()
		server := mailtest.Start(t)
		for i, c := range []struct {
			options mail.Options
			want    string
			staff   mode
			state   mail.State
		}{
			{mail.Options{Dir: dir}, `{"mailed":false,"success":true}`, mode{false, ""}, mail.Kept},
			{mail.Options{SMTPURL: server.URL()}, `{"success":true}`, mode{true, ""}, mail.Sent},
			{mail.Options{SMTPURL: server.URL(), TestAddress: "test@example.com"}, `{"success":true,"testEmail":"test@example.com","testMode":true}`, mode{true, "test@example.com"}, mail.Sent},
			{mail.Options{Dir: dir, TestAddress: "test@example.com"}, `{"mailed":false,"success":true,"testEmail":"test@example.com","testMode":true}`, mode{false, "test@example.com"}, mail.Kept},
		} {
			c.options.Patience = time.Minute
			sender, err := mail.Open(c.options)
			if err != nil {
				t.Fatal(err)
			}
			x := start(t, s, func(o *Options) { o.Sender = sender })
			m := message(i)
			m["email"] = fmt.Sprintf("ann%d@example.org", i) // below the cap of one address
			for _, a := range []answered{x.subscribe(fmt.Sprintf("s%d@example.org", i)), x.write(m)} {
				if x.want(a, 200); string(a.body) != c.want {
					t.Errorf("%s, want %s", a.body, c.want)
				}
			}
			if got, err := x.fn.mailMode(t.Context(), s.AsSystem(), struct{}{}); err != nil || got != c.staff {
				t.Errorf("staff hear %v, %v", got, err)
			}
			for kind, state := range map[string]mail.State{"studio": c.state, "confirmation": c.state} {
				if got := x.state(fmt.Sprintf("contact %d %s", i+1, kind)); got.State != state || got.SentAt.IsZero() {
					t.Errorf("the %s letter is %+v", kind, got)
				}
			}
		}
	})
}

func TestBadInputIsRefused(t *testing.T) {
	x := start(t, storetest.SQLite(t))
	contact := func(key string, value any) store.Row {
		m := message(1)
		m[key] = value
		return m
	}
	for name, c := range map[string]struct {
		function string
		body     any
		headers  []string
		status   int
	}{
		"no email":              {"send-newsletter-notification", map[string]any{}, nil, 400},
		"null email":            {"send-newsletter-notification", `{"email":null}`, nil, 400},
		"no address":            {"send-newsletter-notification", `{"email":"nonsense"}`, nil, 400},
		"two addresses":         {"send-newsletter-notification", `{"email":"a@example.org,b@example.org"}`, nil, 400},
		"a line break":          {"send-newsletter-notification", `{"email":"a@example.org\r\nBcc: b@example.org"}`, nil, 400},
		"a NUL":                 {"send-newsletter-notification", `{"email":"a\u0000@example.org"}`, nil, 400},
		"a number":              {"send-contact-notification", `{"email":1}`, nil, 400},
		"a missing field":       {"send-contact-notification", contact("message", nil), nil, 400},
		"a blank field":         {"send-contact-notification", contact("name", " <b></b> "), nil, 400},
		"a long field":          {"send-contact-notification", contact("subject", strings.Repeat("x", 301)), nil, 400},
		"no JSON":               {"send-contact-notification", `{`, nil, 400},
		"a list":                {"send-contact-notification", `[]`, nil, 400},
		"two documents":         {"send-contact-notification", `{} {}`, nil, 400},
		"no UTF-8":              {"send-contact-notification", "{\"name\":\"\xff\"}", nil, 400},
		"deep nesting":          {"send-contact-notification", strings.Repeat(`{"a":`, 12000), nil, 400},
		"nothing":               {"send-contact-notification", ``, nil, 400},
		"another content type":  {"send-newsletter-notification", `{"email":"a@example.org"}`, []string{"Content-Type", "text/plain"}, 400},
		"a form":                {"send-newsletter-notification", `email=a@example.org`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 400},
		"a huge body":           {"send-contact-notification", contact("message", strings.Repeat("x", maxBody)), nil, 413},
		"an unknown function":   {"no-such-function", `{}`, nil, 404},
		"no function":           {"", `{}`, nil, 404},
		"a path below":          {"send-contact-notification/x", `{}`, nil, 404},
		"a forged token":        {"send-contact-notification", message(1), []string{"role", "forged"}, 401},
		"a database away":       {"send-contact-notification", message(1), []string{"role", "away"}, 503},
		"export with POST":      {"export-subscribers", `{}`, []string{"role", "editor"}, 405},
		"export with bad token": {"export-subscribers", ``, []string{"role", "forged"}, 401},
	} {
		t.Run(name, func(t *testing.T) {
			x.t = t
			x.want(x.do("POST", c.function, c.body, c.headers...), c.status)
		})
	}
	x.t = t
	x.want(x.do("GET", "send-contact-notification", ""), 405)
	if _, err := New(Options{MailTo: "nonsense"}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("a bad recipient: %v", err)
	}
}

func TestCallsAreLimitedPerAddress(t *testing.T) {
	x := start(t, storetest.SQLite(t))
	for range 5 {
		x.want(x.do("POST", "send-newsletter-notification", `{"email":"a@example.org"}`, "address", "192.0.2.1"), 404)
	}
	a := x.do("POST", "send-contact-notification", message(1), "address", "192.0.2.1")
	x.want(a, 429)
	if a.Header.Get("Retry-After") != "12" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
	x.want(x.do("POST", "send-newsletter-notification", `{"email":"a@example.org"}`, "address", "192.0.2.2"), 404)
	x.Pass(12 * time.Second)
	x.want(x.do("POST", "send-newsletter-notification", `{"email":"a@example.org"}`, "address", "192.0.2.1"), 404)
}
