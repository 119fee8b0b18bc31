package rest_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/rest"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// guarded is the table interface behind a shield, on a clock set by hand.
type guarded struct {
	*site
	guard *shield.Shield
	now   *time.Time
	n     int
}

func eachGuarded(t *testing.T, test func(t *testing.T, g *guarded)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := noon
		clock := func() time.Time { return now }
		limits := limit.New(clock)
		g := &guarded{site: &site{TB: t, store: s, mux: http.NewServeMux()}, now: &now}
		g.guard = shield.New(shield.Options{Secret: []byte("secret"), Limits: limits, Now: clock, Log: slog.New(slog.DiscardHandler)})
		rest.New(rest.Options{Store: s, Limits: limits, Shield: g.guard, Log: slog.New(slog.DiscardHandler)}).Routes(g.mux)
		test(t, g)
	})
}

// insert sends a row from a new address, with the header when there is one.
func (g *guarded) insert(table, body, form string) answer {
	g.Helper()
	g.n++
	c := call{as: schema.Actor{Role: schema.Visitor, Address: fmt.Sprintf("192.0.%d.1", g.n)}, method: "POST", path: table, body: body}
	if form != "" {
		c.header = []string{shield.Header + ": " + form}
	}
	return g.ask(c)
}

// form is a header filled in for so long.
func (g *guarded) form(took time.Duration, trap string) string {
	token := g.guard.Token()
	*g.now = g.now.Add(took)
	return url.Values{"token": {token}, "trap": {trap}}.Encode()
}

func (g *guarded) last(t *schema.Table) store.Row {
	g.Helper()
	rows := g.stored(t)
	if len(rows) == 0 {
		g.Fatal("nothing is stored")
	}
	return rows[len(rows)-1]
}

const honest = `{"name":"Ann","email":"ann@example.com","subject":"Hello","message":"I have a question about number %d."}`

func TestWhatLooksLikeSpamIsStoredInQuarantine(t *testing.T) {
	eachGuarded(t, func(t *testing.T, g *guarded) {
		for i, c := range []struct {
			name, body string
			form       func() string
			reason     string // "" means not held
		}{
			{"a plain client", fmt.Sprintf(honest, 1), func() string { return "" }, ""},
			{"a person", fmt.Sprintf(honest, 2), func() string { return g.form(10*time.Second, "") }, ""},
			{"a form filled in at once", strings.Replace(honest, "question", "remark", 1), func() string { return g.form(time.Second, "") }, "faster than a person"},
			{"a filled trap", strings.Replace(honest, "question", "wish", 1), func() string { return g.form(10*time.Second, "http://x") }, "no person sees"},
			{"spam in the text", `{"name":"Bot","email":"b@example.com","subject":"SEO services","message":"We put you on the first page of google with backlinks"}`, func() string { return g.form(10*time.Second, "") }, "Typical phrase: backlinks"},
		} {
			a := g.insert("contact_form_submissions", c.body, c.form())
			if a.status != 201 || a.body != "" {
				t.Errorf("%s: %d %s", c.name, a.status, a.body)
			}
			row := g.last(&schema.ContactFormSubmissions)
			reasons := fmt.Sprintf("%s", row["spam_reasons"])
			if len(g.stored(&schema.ContactFormSubmissions)) != i+1 || (row["quarantined_at"] != nil) != (c.reason != "") || !strings.Contains(reasons, c.reason) {
				t.Errorf("%s: held %v, because of %s", c.name, row["quarantined_at"], reasons)
			}
		}
	})
}

func TestASuspiciousSubscriptionIsStoredAndOnlyStaffSeeTheMark(t *testing.T) {
	eachGuarded(t, func(t *testing.T, g *guarded) {
		if a := g.insert("newsletter_subscriptions", `{"email":"bot@example.com"}`, g.form(time.Minute, "x")); a.status != 201 {
			t.Errorf("%d %s", a.status, a.body)
		}
		if row := g.last(&schema.NewsletterSubscriptions); row["quarantined_at"] == nil {
			t.Error("it has no mark")
		}
		find := "newsletter_subscriptions?select=*&email=eq.bot@example.com"
		if a := g.ask(call{as: visitor, method: "GET", path: find}); a.status != 200 || strings.Contains(a.body, "quarantine") || !strings.Contains(a.body, "bot@example.com") {
			t.Errorf("a visitor sees %d %s", a.status, a.body)
		}
		if a := g.ask(call{as: visitor, method: "GET", path: find + "&quarantined_at=not.is.null"}); a.status != 400 || !strings.Contains(a.body, "42703") {
			t.Errorf("a visitor asks for the mark: %d %s", a.status, a.body)
		}
		if a := g.ask(call{as: editor, method: "GET", path: "newsletter_subscriptions?quarantined_at=not.is.null"}); !strings.Contains(a.body, "no person sees") {
			t.Errorf("staff see %s", a.body)
		}
		if a := g.insert("newsletter_subscriptions", `{"email":"BOT@example.com"}`, ""); a.status != 409 {
			t.Errorf("a second time: %d %s", a.status, a.body)
		}
	})
}

func TestVisitorsCannotNameTheMarks(t *testing.T) {
	eachGuarded(t, func(t *testing.T, g *guarded) {
		for _, key := range []string{`"quarantined_at":null`, `"spam_reasons":[]`, `"state":"done"`, `"assigned_to":null`} {
			body := `{"name":"n","email":"n@example.com","subject":"s","message":"m",` + key + `}`
			if a := g.insert("contact_form_submissions", body, ""); a.status != 401 || !strings.Contains(a.body, "42501") {
				t.Errorf("%s: %d %s", key, a.status, a.body)
			}
			if schema.NewsletterSubscriptions.Column(strings.Split(key, `"`)[1]) == nil {
				continue
			}
			if a := g.insert("newsletter_subscriptions", `{"email":"n@example.com",`+key+`}`, ""); a.status != 401 {
				t.Errorf("%s: %d %s", key, a.status, a.body)
			}
		}
	})
}

// TestAFloodOnTheTableInterfaceLeavesPeopleAlone sends 300 messages within a
// minute from as many networks, then a person writes.
func TestAFloodOnTheTableInterfaceLeavesPeopleAlone(t *testing.T) {
	eachGuarded(t, func(t *testing.T, g *guarded) {
		taken := 0
		for i := range 300 {
			switch a := g.insert("contact_form_submissions", fmt.Sprintf(`{"name":"Bot","email":"b%d@example.com","subject":"s%d","message":"Buy now"}`, i, i), ""); a.status {
			case 201:
				taken++
			case 429:
				if a.header.Get("Retry-After") == "" {
					t.Fatal("a refusal without a time to wait")
				}
			default:
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		held := 0
		for _, row := range g.stored(&schema.ContactFormSubmissions) {
			if row["quarantined_at"] != nil {
				held++
			}
		}
		if taken != 60 || held != 57 || len(g.stored(&schema.ContactFormSubmissions)) != taken {
			t.Errorf("%d taken, %d held, %d stored", taken, held, len(g.stored(&schema.ContactFormSubmissions)))
		}
		if a := g.insert("contact_form_submissions", fmt.Sprintf(honest, 7), g.form(4*time.Second, "")); a.status != 201 || g.last(&schema.ContactFormSubmissions)["quarantined_at"] != nil {
			t.Errorf("the person: %d %s, %v", a.status, a.body, g.last(&schema.ContactFormSubmissions))
		}
		if a := g.ask(call{as: visitor, method: "GET", path: "hero_content"}); a.status != 200 {
			t.Errorf("reading: %d", a.status)
		}
	})
}

// TestARowOfAVisitorSaysThatItsLettersAreDue: whoever stores it need not make
// a second call for the mail about it.
func TestARowOfAVisitorSaysThatItsLettersAreDue(t *testing.T) {
	eachGuarded(t, func(t *testing.T, g *guarded) {
		due := func(what string, table *schema.Table, want bool) {
			t.Helper()
			if row := g.last(table); (row["mail_due_at"] != nil) != want {
				t.Errorf("%s: the letters are due at %v", what, row["mail_due_at"])
			}
		}
		contact, newsletter := &schema.ContactFormSubmissions, &schema.NewsletterSubscriptions
		for i, prefer := range []string{"", "resolution=ignore-duplicates"} {
			ask := call{as: schema.Actor{Role: schema.Visitor, Address: fmt.Sprintf("198.51.100.%d", i)}, method: "POST", header: []string{"Prefer: " + prefer}}
			ask.path, ask.body = "contact_form_submissions", fmt.Sprintf(honest, i)
			if a := g.ask(ask); a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			due("a message, "+prefer, contact, true)
			ask.path, ask.body = "newsletter_subscriptions", fmt.Sprintf(`[{"email":"a%d@example.com"},{"email":"b%d@example.com"}]`, i, i)
			if a := g.ask(ask); a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			due("a subscription, "+prefer, newsletter, true)
			ask.as = editor
			ask.body = fmt.Sprintf(`{"email":"staff%d@example.com"}`, i)
			if a := g.ask(ask); a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			due("what staff enter, "+prefer, newsletter, false)
		}
		g.insert("contact_form_submissions", strings.Replace(honest, "question", "wish", 1), g.form(time.Minute, "x"))
		due("what is held back", contact, false)
		if a := g.insert("newsletter_subscriptions", `{"email":"n@example.com","mail_due_at":null}`, ""); a.status != 401 {
			t.Errorf("a visitor names the mark: %d %s", a.status, a.body)
		}
	})
}
