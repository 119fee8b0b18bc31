package rest_test

import (
	"encoding/json"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestAVisitorKeepsAnAnswerUntilItChanges(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		first := s.ask(call{as: visitor, method: "GET", path: "team_members"})
		tag := first.header.Get("ETag")
		if first.status != 200 || tag == "" || first.header.Get("Cache-Control") != "no-cache" {
			t.Fatalf("status %d, ETag %q, Cache-Control %q", first.status, tag, first.header.Get("Cache-Control"))
		}
		for _, name := range []string{"Authorization", "apikey", "Accept", "Prefer", "Range"} {
			if !strings.Contains(first.header.Get("Vary"), name) {
				t.Errorf("Vary is %q and lacks %s", first.header.Get("Vary"), name)
			}
		}
		for _, known := range []string{tag, strings.TrimPrefix(tag, "W/"), `"x", ` + tag} {
			again := s.ask(call{as: visitor, method: "GET", path: "team_members", header: []string{"If-None-Match: " + known}})
			if again.status != 304 || again.body != "" || again.header.Get("ETag") != tag {
				t.Errorf("If-None-Match %s: status %d %q", known, again.status, again.body)
			}
		}
		if other := s.ask(call{as: visitor, method: "GET", path: "team_members?select=id", header: []string{"If-None-Match: " + tag}}); other.status != 200 {
			t.Errorf("another question has the same tag: status %d", other.status)
		}
		s.ask(call{as: editor, method: "PATCH", path: "team_members?id=eq.1", body: `{"position":"New"}`})
		if changed := s.ask(call{as: visitor, method: "GET", path: "team_members", header: []string{"If-None-Match: " + tag}}); changed.status != 200 || !strings.Contains(changed.body, "New") {
			t.Errorf("after a change: status %d %s", changed.status, changed.body)
		}
	})
}

func TestAnswersToUsersAndFailuresAreNotKept(t *testing.T) {
	s := onSQLite(t)
	for _, c := range []call{
		{as: editor, method: "GET", path: "team_members"},
		{as: viewer, method: "GET", path: "team_members"},
		{as: admin, method: "GET", path: "contact_form_submissions"},
		{as: visitor, method: "GET", path: "nope"},
		{as: visitor, method: "GET", path: "newsletter_subscriptions?email=eq.ann@example.com"},
		{as: visitor, method: "POST", path: "newsletter_subscriptions", body: `{"email":"n@example.com"}`},
		{as: visitor, method: "POST", path: "team_members", body: `{}`},
	} {
		a := s.ask(c)
		if a.header.Get("ETag") != "" || a.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s %s as %s: ETag %q, Cache-Control %q", c.method, c.path, c.as.Role, a.header.Get("ETag"), a.header.Get("Cache-Control"))
		}
	}
}

func TestRefusalsOfVisitorsAskForACredential(t *testing.T) {
	s := onSQLite(t)
	if a := s.ask(call{as: visitor, method: "DELETE", path: "team_members?id=eq.1"}); a.status != 401 || a.header.Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("status %d, WWW-Authenticate %q", a.status, a.header.Get("WWW-Authenticate"))
	}
	for kind, want := range map[fault.Kind]string{fault.BadToken: "PGRST301", fault.ExpiredToken: "PGRST303", fault.NoSession: "PGRST301"} {
		for _, path := range []string{"/rest/v1/team_members", "/rest/v1/", "/rest/v1"} {
			w := httptest.NewRecorder()
			r := httptest.NewRequest("GET", path, nil)
			s.mux.ServeHTTP(w, r.WithContext(schema.WithActor(r.Context(), schema.Actor{}, fault.New(kind, "no"))))
			if w.Code != 401 || !strings.Contains(w.Body.String(), want) || w.Header().Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("%s with a %s: status %d %s", path, kind, w.Code, w.Body)
			}
		}
	}
}

// TestEachLimitHoldsAndSaysWhenToComeBack follows the table of limits; the
// clock stands still until the test moves it.
func TestEachLimitHoldsAndSaysWhenToComeBack(t *testing.T) {
	subscribe := func(n int) call {
		return call{as: visitor, method: "POST", path: "newsletter_subscriptions", body: `{"email":"n` + strconv.Itoa(n) + `@example.com"}`}
	}
	message := func(n int) call {
		return call{as: visitor, method: "POST", path: "contact_form_submissions", body: `{"name":"N","email":"n@example.com","subject":"S","message":"M"}`}
	}
	from := func(make func(int) call) func(int) call {
		return func(n int) call { c := make(n); c.as.Address = "198.51." + strconv.Itoa(n) + ".1"; return c }
	}
	s := onSQLite(t)
	for _, c := range []struct {
		name   string
		allows int
		make   func(n int) call
		back   int // seconds until one more is allowed
	}{
		{"a visitor subscribes 5 times a minute", 5, subscribe, 12},
		{"a visitor writes 5 messages a minute", 5, message, 12},
		{"all visitors write 60 messages a minute", 60, from(message), 1},
		{"a visitor looks up 10 addresses a minute", 10, func(n int) call {
			return call{as: visitor, method: "GET", path: "newsletter_subscriptions?email=eq.x@example.com"}
		}, 6},
		{"a viewer looks up 10 addresses a minute", 10, func(n int) call {
			return call{as: viewer, method: "HEAD", path: "newsletter_subscriptions?email=eq.x@example.com"}
		}, 6},
		{"an address reads 200 times at once", 200, func(n int) call { return call{as: visitor, method: "GET", path: "homepage_sections"} }, 1},
		{"a user writes 600 times a minute", 600, func(n int) call { return call{as: editor, method: "PATCH", path: "team_members"} }, 1},
		{"a user calls procedures 600 times a minute", 600, func(n int) call {
			return call{as: editor, method: "POST", path: "rpc/delete_job", body: `{}`}
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			now := noon
			s.limited(limit.New(func() time.Time { return now }))
			s.reset(&schema.NewsletterSubscriptions)
			for n := range c.allows {
				if a := s.ask(c.make(n)); a.status == 429 {
					t.Fatalf("request %d is refused: %s", n+1, a.body)
				}
			}
			was := s.snapshot(&schema.NewsletterSubscriptions, &schema.ContactFormSubmissions)
			last := c.make(c.allows)
			a := s.ask(last)
			if a.status != 429 || a.header.Get("Retry-After") != strconv.Itoa(c.back) {
				t.Fatalf("one too many: status %d, Retry-After %q, want 429 and %d", a.status, a.header.Get("Retry-After"), c.back)
			}
			if last.method != "HEAD" && a.fault(t)["message"] != "Too many requests. Please try again later." {
				t.Errorf("one too many: %s", a.body)
			}
			s.unchanged(t, "a refused request was stored", was, &schema.NewsletterSubscriptions, &schema.ContactFormSubmissions)
			now = now.Add(time.Duration(c.back) * time.Second)
			if a := s.ask(last); a.status == 429 {
				t.Errorf("after %d s still refused", c.back)
			}
		})
	}
}

// TestAVisitorWritesThirtyMessagesAnHour spreads them, so that the limit of a
// minute is never in the way.
func TestAVisitorWritesThirtyMessagesAnHour(t *testing.T) {
	now := noon
	s := newSite(t, store.Options{Dir: t.TempDir()}, limit.New(func() time.Time { return now }))
	sent := 0
	for ; sent < 60; sent++ {
		a := s.ask(call{as: visitor, method: "POST", path: "contact_form_submissions", body: `{"name":"N","email":"n@example.com","subject":"S","message":"M"}`})
		if a.status == 429 {
			if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 60 || wait > 120 {
				t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
			}
			break
		}
		now = now.Add(12 * time.Second)
	}
	// In the six minutes that this takes, three come back.
	if sent < 30 || sent > 34 {
		t.Errorf("%d messages were taken", sent)
	}
}

func TestOneVisitorDoesNotUseUpAnothersLimit(t *testing.T) {
	s := newSite(t, store.Options{Dir: t.TempDir()}, limit.New(func() time.Time { return noon }))
	ask := func(address string) int {
		c := call{as: visitor, method: "GET", path: "newsletter_subscriptions?email=eq.x@example.com"}
		c.as.Address = address
		return s.ask(c).status
	}
	for range 11 {
		ask("192.0.2.1")
	}
	if got := ask("192.0.2.1"); got != 429 {
		t.Errorf("the one who asked too often gets %d", got)
	}
	if got := ask("192.0.2.2"); got != 200 {
		t.Errorf("another visitor gets %d", got)
	}
	if a := s.ask(call{as: visitor, method: "GET", path: "team_members"}); a.status != 200 {
		t.Errorf("another question of the one who asked too often gets %d", a.status)
	}
}

func TestAListOfRowsIsNoWayAroundTheLimits(t *testing.T) {
	s := newSite(t, store.Options{Dir: t.TempDir()}, limit.New(func() time.Time { return noon }))
	was := s.snapshot(&schema.NewsletterSubscriptions)
	six := `[{"email":"a@x.co"},{"email":"b@x.co"},{"email":"c@x.co"},{"email":"d@x.co"},{"email":"e@x.co"},{"email":"f@x.co"}]`
	if a := s.ask(call{as: visitor, method: "POST", path: "newsletter_subscriptions", body: six}); a.status != 429 || a.header.Get("Retry-After") == "" {
		t.Errorf("six addresses at once: status %d %s", a.status, a.body)
	}
	s.unchanged(t, "six addresses at once", was, &schema.NewsletterSubscriptions)
	if a := s.ask(call{as: editor, method: "POST", path: "newsletter_subscriptions", body: six}); a.status != 201 {
		t.Errorf("an editor imports six addresses: status %d %s", a.status, a.body)
	}
}

func TestTheDescriptionNamesEveryTableColumnAndProcedure(t *testing.T) {
	s := onSQLite(t)
	for _, as := range everybody {
		a := s.ask(call{as: as, method: "GET", path: ""})
		var doc struct {
			Swagger, BasePath string
			Paths             map[string]map[string]any
			Definitions       map[string]struct {
				Properties map[string]struct{ Type, Format string }
				Required   []string
			}
		}
		if err := json.Unmarshal([]byte(a.body), &doc); err != nil || a.status != 200 {
			t.Fatalf("status %d: %v", a.status, err)
		}
		if doc.Swagger != "2.0" || doc.BasePath != "/rest/v1" || len(doc.Definitions) != len(schema.Tables) {
			t.Errorf("swagger %q at %q with %d definitions", doc.Swagger, doc.BasePath, len(doc.Definitions))
		}
		for _, table := range schema.Tables {
			for _, verb := range []string{"get", "post", "patch", "delete"} {
				if doc.Paths["/"+table.Name][verb] == nil {
					t.Errorf("%s %s is not described", verb, table.Name)
				}
			}
			for i := range table.Columns {
				if p := doc.Definitions[table.Name].Properties[table.Columns[i].Name]; p.Type == "" || p.Format == "" {
					t.Errorf("%s.%s has no type", table.Name, table.Columns[i].Name)
				}
			}
		}
		for _, table := range schema.InternalTables {
			if strings.Contains(strings.NewReplacer(schema.SiteSettings.Name, "", schema.MailSettings.Name, "").Replace(a.body), table.Name) {
				t.Errorf("the description gives %s away", table.Name)
			}
		}
		if got := doc.Definitions["portfolio_companies"]; !slices.Equal(got.Required, []string{"name", "description", "website_url"}) || got.Properties["id"].Format != "bigint" {
			t.Errorf("portfolio_companies is described as %+v", got)
		}
		if doc.Paths["/rpc/save_job"]["post"] == nil || doc.Paths["/rpc/increment_job_ranks"]["post"] == nil {
			t.Error("the procedures are not described")
		}
	}
}

func TestAnAnswerHoldsAtMostAThousandRows(t *testing.T) {
	s := onSQLite(t)
	rows := make([]store.Row, 1100)
	for i := range rows {
		rows[i] = store.Row{"name": "N" + strconv.Itoa(i)}
	}
	if _, err := s.store.AsSystem().Insert(t.Context(), &schema.TeamMembers, rows...); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"?select=id", "?select=id&limit=1100", "?select=id&limit=9000000000000000000", "?select=id&order=id.desc"} {
		a := s.ask(call{as: editor, method: "GET", path: "team_members" + query, header: []string{"Prefer: count=exact"}})
		if got := len(a.rows(t)); got != 1000 || a.status != 206 || a.header.Get("Content-Range") != "0-999/1104" {
			t.Errorf("%s: %d rows, status %d, range %s", query, got, a.status, a.header.Get("Content-Range"))
		}
	}
	if got := len(s.ask(call{as: visitor, method: "GET", path: "team_members?select=id&offset=1000"}).rows(t)); got != 104 {
		t.Errorf("the next page holds %d rows", got)
	}
	if got := len(s.ask(call{as: visitor, method: "GET", path: "team_members?select=id", header: []string{"Range: 0-9223372036854775807"}}).rows(t)); got != 1000 {
		t.Errorf("the widest Range gives %d rows", got)
	}
}

// TestFewRowsCannotMakeAHugeAnswer asks for a long text once per child.
func TestFewRowsCannotMakeAHugeAnswer(t *testing.T) {
	s := onSQLite(t)
	if _, err := s.store.AsSystem().Update(t.Context(), &schema.JobListings, store.Eq("id", 1), store.Row{"about": strings.Repeat("x", schema.MaxHTML)}); err != nil {
		t.Fatal(err)
	}
	items := make([]store.Row, 500)
	for i := range items {
		items[i] = store.Row{"job_id": 1, "description": "d"}
	}
	if _, err := s.store.AsSystem().Insert(t.Context(), &schema.JobPreferred, items...); err != nil {
		t.Fatal(err)
	}
	a := s.ask(call{as: visitor, method: "GET", path: "job_preferred?select=id,job_listings(about)"})
	if f := a.fault(t); a.status != 400 || f["code"] != "PGRST100" {
		t.Errorf("status %d and %d bytes", a.status, len(a.body))
	}
}
