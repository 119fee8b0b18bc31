package functions

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/quotedprintable"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// clock is set by hand.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// site is a server with the functions and nothing else. The header "role"
// says who asks, "address" from where.
type site struct {
	*httptest.Server
	*clock
	t    *testing.T
	fn   *Handler
	s    *store.Store
	smtp *mailtest.Server
}

func start(t *testing.T, s *store.Store, change ...func(*Options)) *site {
	t.Helper()
	x := &site{t: t, s: s, smtp: mailtest.Start(t), clock: &clock{now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}}
	sender, err := mail.Open(mail.Options{SMTPURL: x.smtp.URL(), From: "site@example.com", Now: x.Now})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Store: s, Sender: sender, MailTo: "studio@example.com", PublicURL: "https://studio.example.com/",
		Limits: limit.New(x.Now), Now: x.Now, Log: slog.New(slog.DiscardHandler),
	}
	for _, f := range change {
		f(&o)
	}
	if x.fn, err = New(o); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	x.fn.Routes(mux)
	x.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor, err := schema.Actor{Role: schema.Role(r.Header.Get("role")), Address: r.Header.Get("address")}, error(nil)
		switch actor.Role {
		case "":
			actor.Role = schema.Visitor
		case "forged":
			err = fault.New(fault.BadToken, "No suitable key was found to decode the JWT")
		case "away":
			err = fault.New(fault.Unavailable, "The database is not available.")
		}
		mux.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), actor, err)))
	}))
	t.Cleanup(x.Close)
	return x
}

type answered struct {
	*http.Response
	body []byte
}

func (a answered) json() map[string]any {
	var m map[string]any
	json.Unmarshal(a.body, &m)
	return m
}

func (x *site) do(method, function string, body any, headers ...string) answered {
	x.t.Helper()
	raw, ok := body.(string)
	if !ok {
		b, err := json.Marshal(body)
		if err != nil {
			x.t.Fatal(err)
		}
		raw = string(b)
	}
	r, err := http.NewRequest(method, x.URL+prefix+function, strings.NewReader(raw))
	if err != nil {
		x.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("address", fmt.Sprint(time.Now().UnixNano())) // a stranger each time
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		x.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		x.t.Fatal(err)
	}
	return answered{res, b}
}

func (x *site) want(a answered, status int) {
	x.t.Helper()
	if a.StatusCode != status || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
		x.t.Errorf("got %d %s %s, want %d", a.StatusCode, a.Header.Get("Content-Type"), a.body, status)
	}
	if text, _ := a.json()["error"].(string); (status == 200) == (text != "") {
		x.t.Errorf("the error of %d is %q", status, text)
	}
}

func (x *site) add(table *schema.Table, row store.Row) store.Row {
	x.t.Helper()
	if table.Column("created_at") != nil && row["created_at"] == nil {
		row["created_at"] = x.Now()
	}
	rows, err := x.s.Itself().Insert(x.t.Context(), table, row)
	if err != nil {
		x.t.Fatal(err)
	}
	return rows[0]
}

func message(n int) store.Row {
	return store.Row{"name": "Ann", "email": "ann@example.org", "subject": fmt.Sprintf("Subject %d", n), "message": "Hello\nthere"}
}

// write stores a message and asks for its mail, as the contact page does.
func (x *site) write(m store.Row) answered {
	x.t.Helper()
	body := store.Row{"timestamp": 1763000000000}
	for k, v := range m {
		body[k] = v
	}
	x.add(&schema.ContactFormSubmissions, m)
	return x.do("POST", "send-contact-notification", body)
}

func (x *site) subscribe(email string) answered {
	x.t.Helper()
	x.add(&schema.NewsletterSubscriptions, store.Row{"email": email})
	return x.do("POST", "send-newsletter-notification", map[string]any{"email": email})
}

// recipients are whom the letters went to so far.
func (x *site) recipients() []string {
	out := []string{}
	for _, l := range x.smtp.Letters() {
		out = append(out, l.To)
	}
	slices.Sort(out)
	return out
}

func (x *site) wantRecipients(want ...string) {
	x.t.Helper()
	if got := x.recipients(); !slices.Equal(got, want) {
		x.t.Errorf("letters went to %v, want %v", got, want)
	}
}

func (x *site) drain() {
	x.t.Helper()
	if err := x.fn.drain(x.t.Context()); err != nil {
		x.t.Fatal(err)
	}
}

func textOf(t *testing.T, l mailtest.Letter) string {
	t.Helper()
	b, err := io.ReadAll(quotedprintable.NewReader(l.Parse(t).Body))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

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
		if err != nil || len(states) != 2 || states["contact 1 studio"].State != Queued || states["contact 1 studio"].Attempts != 1 || !strings.Contains(states["contact 1 studio"].Error, "mailbox full") {
			t.Errorf("%+v, %v", states, err)
		}
		x.smtp.Refuse(nil)
		x.drain()
		x.wantRecipients()
		x.pass(time.Minute)
		x.drain()
		x.wantRecipients("ann@example.org", "studio@example.com")
		x.want(x.do("POST", "send-contact-notification", message(1)), 200)
		x.pass(24 * time.Hour)
		x.drain()
		x.wantRecipients("ann@example.org", "studio@example.com")
	})
}

func TestAHangingMailServerDoesNotHoldTheVisitor(t *testing.T) {
	x := start(t, storetest.SQLite(t))
	x.smtp.Hang(true)
	start := time.Now()
	x.want(x.write(message(1)), 502)
	if took := time.Since(start); took > 6*time.Second {
		t.Errorf("the answer took %v", took)
	}
}

func TestTestModeIsInTheAnswer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		dir := t.TempDir()
		files, err := mail.Open(mail.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		redirected, err := mail.Open(mail.Options{Dir: dir, TestAddress: "test@example.com"})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range []struct {
			sender *mail.Sender
			mailTo string
			want   string
		}{
			{files, "studio@example.com", "studio@example.com"}, {files, "", "vitrine@vitrine.local"},
			{redirected, "studio@example.com", "test@example.com"}, {files, "", "hello@example.com"},
		} {
			if c.want == "hello@example.com" {
				if _, err := s.Itself().Insert(t.Context(), &schema.ContactInfo, store.Row{"email": c.want}); err != nil {
					t.Fatal(err)
				}
			}
			x := start(t, s, func(o *Options) { o.Sender, o.MailTo = c.sender, c.mailTo })
			a := x.subscribe(fmt.Sprintf("s%d@example.org", i))
			x.want(a, 200)
			if got := a.json(); got["success"] != true || got["testMode"] != true || got["testEmail"] != c.want {
				t.Errorf("%s, want %s", a.body, c.want)
			}
		}
		if letters, _ := os.ReadDir(dir); len(letters) != 4 {
			t.Errorf("%d files", len(letters))
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
	x.pass(12 * time.Second)
	x.want(x.do("POST", "send-newsletter-notification", `{"email":"a@example.org"}`, "address", "192.0.2.1"), 404)
}

func TestTheExportIsForStaff(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.want(x.do("GET", "export-subscribers", ""), 401)
		x.want(x.do("GET", "export-subscribers", "", "role", "viewer"), 403)
		a := x.do("GET", "export-subscribers", "", "role", "admin")
		if a.StatusCode != 200 || string(a.body) != "\"Email\",\"Signup Date\"\r\n" {
			t.Errorf("an empty list: %d %q", a.StatusCode, a.body)
		}
		for name, want := range map[string]string{
			"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="newsletter-subscribers-2026-11-15.csv"`,
			"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
		} {
			if got := a.Header.Get(name); got != want {
				t.Errorf("%s: got %q, want %q", name, got, want)
			}
		}
	})
}

func TestTheExportHoldsEverySubscriberOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		var rows []store.Row
		for i := range 5000 {
			// Many share a moment, so that pages end between them.
			rows = append(rows, store.Row{"email": fmt.Sprintf("s%04d@example.org", i), "created_at": x.Now().Add(-time.Duration(i/700) * 24 * time.Hour)})
		}
		rows = append(rows, store.Row{"email": "=1+1@example.org", "created_at": time.Date(2026, 1, 2, 23, 59, 0, 0, time.UTC)}, store.Row{"email": "+x'y@example.org", "created_at": time.Date(2025, 12, 23, 0, 0, 0, 0, time.UTC)})
		if _, err := s.Itself().Insert(t.Context(), &schema.NewsletterSubscriptions, rows...); err != nil {
			t.Fatal(err)
		}
		a := x.do("GET", "export-subscribers", "", "role", "editor")
		lines := strings.Split(strings.TrimSuffix(string(a.body), "\r\n"), "\r\n")
		if len(lines) != 5003 {
			t.Fatalf("%d lines", len(lines))
		}
		if !slices.Equal(lines[len(lines)-2:], []string{`"'=1+1@example.org","January 2nd, 2026"`, `"'+x'y@example.org","December 23rd, 2025"`}) {
			t.Errorf("the last are %v", lines[len(lines)-2:])
		}
		if lines[1] != `"s0699@example.org","November 15th, 2026"` {
			t.Errorf("the first is %s", lines[1])
		}
		slices.Sort(lines)
		if n := len(slices.Compact(lines)); n != 5003 {
			t.Errorf("%d different lines", n)
		}
		if a.ContentLength != -1 {
			t.Error("it was not streamed")
		}
	})
}

func TestCellsAreQuotedAndDefused(t *testing.T) {
	for cell, want := range map[string]string{
		"a": `"a"`, "": `""`, `say "hi", ok`: `"say ""hi"", ok"`, "=1": `"'=1"`, "+1": `"'+1"`, "-1": `"'-1"`, "@a": `"'@a"`, "\tx": "\"'\tx\"", "\rx": "\"'\rx\"", "1=2": `"1=2"`,
	} {
		var b bytes.Buffer
		w := bufio.NewWriter(&b)
		line(w, cell)
		w.Flush()
		if got := strings.TrimSuffix(b.String(), "\r\n"); got != want {
			t.Errorf("%q: got %s, want %s", cell, got, want)
		}
	}
	for day, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 23: "23rd", 30: "30th", 31: "31st"} {
		if got := longDate(time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC)); got != "January "+want+", 2026" {
			t.Errorf("%d: %s", day, got)
		}
	}
	if got := longDate(time.Date(2026, 1, 1, 1, 0, 0, 0, time.FixedZone("", 2*3600))); got != "December 31st, 2025" {
		t.Errorf("not in UTC: %s", got)
	}
}
