package functions

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/mail"
	"vitrine/internal/mail/mailtest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// site is a server with the functions and nothing else.
type site struct {
	*httptest.Server
	*storetest.Clock
	t    *testing.T
	fn   *Handler
	s    *store.Store
	smtp *mailtest.Server
}

func start(t *testing.T, s *store.Store, change ...func(*Options)) *site {
	t.Helper()
	x := &site{t: t, s: s, smtp: mailtest.Start(t), Clock: storetest.NewClock()}
	sender, err := mail.Open(mail.Options{SMTPURL: x.smtp.URL(), From: "site@example.com", Patience: time.Minute, Now: x.Now}) // a busy machine has its letters too
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
	x.Server = storetest.Serve(t, mux)
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
	rows, err := x.s.AsSystem().Insert(x.t.Context(), table, row)
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

func (x *site) wantRecipients(want ...string) {
	x.t.Helper()
	x.smtp.WantRecipients(x.t, want...)
}

func (x *site) drain() {
	x.t.Helper()
	if err := x.fn.Drain(x.t.Context()); err != nil {
		x.t.Fatal(err)
	}
}

func (x *site) state(reason string) mail.Status {
	x.t.Helper()
	states, err := x.fn.States(x.t.Context(), reason)
	if err != nil {
		x.t.Fatal(err)
	}
	return states[reason]
}

func textOf(t *testing.T, l mailtest.Letter) string {
	t.Helper()
	text, _ := l.Parts(t)
	return text
}
