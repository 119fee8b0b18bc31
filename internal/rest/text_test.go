package rest_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema"
)

// addressColumns hold what a page puts into href or src.
var addressColumns = []string{
	"team_members.image_url", "team_members.linkedin_url", "social_links.url", "footer_content.social_links",
	"footer_links.path", "navigation_links.path", "portfolio_companies.logo_url", "portfolio_companies.website_url",
	"site_settings.icon_url", "site_settings.head_image_url", "page_heads.path", "page_heads.image_url", "redirects.from_path", "redirects.to_path",
}

var hostileAddresses = []string{
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "\tjavascript:alert(1)", "\u0001javascript:alert(1)",
	"java\nscript:alert(1)", "java\tscript:alert(1)", "javascript\t:alert(1)", "javascript://example.com/%0aalert(1)", "javascript&colon;alert(1)",
	"data:text/html,<script>alert(1)</script>", "DATA:text/html;base64,PHNjcmlwdD4=", "data:image/svg+xml,<svg/onload=alert(1)>", "vbscript:msgbox(1)",
	"blob:https://example.com/x", "file:///etc/passwd", "ftp://example.com", "view-source:https://example.com",
	"//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "/\n/evil.example", "/\r/evil.example",
	"https:evil.example", "https:/evil.example", "https:\\\\evil.example", "https://\\evil.example", "http://", "https://", "https:///x", "https://?x", "https://#x",
	"https://user@evil.example", "https://user:pass@evil.example", "https://example.com\\@evil.example", "https://example.com:99999",
	"https://exam ple.com", "https://example.com/a b", "https://example.com/\u0000", "https://example.com/\u0085", "https://example.com/\u007f",
	"https://example.com/\u2028", "https://example.com/\u2029", "https://example.com/\u00a0", "https://example.com/\ufeff", "https://example.com/\u3000",
	"https://exa\"mple.com/", "/\"onclick=alert(1)", "https://example.com/<script>", "example.com", "www.example.com", "about", "#top", "?x",
}

func quoted(t testing.TB, text string) string {
	t.Helper()
	raw, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// asValue is the address as the column holds it.
func asValue(t testing.TB, column *schema.Column, address string) string {
	t.Helper()
	if column.Type == schema.JSON {
		return `[{"platform":"good","url":"https://example.com"},{"platform":"x","url":` + quoted(t, address) + `}]`
	}
	return quoted(t, address)
}

// saidOf are the sentences about addresses that the column refuses.
func saidOf(c *schema.Column) []string {
	return []string{"Must be a valid URL", c.Sentence(schema.Path), c.Sentence(schema.Stored), c.Sentence(schema.Pattern)}
}

func TestHostileAddressesAreRefusedInEveryColumnThatHoldsOne(t *testing.T) {
	var declared []string
	for _, table := range schema.Tables {
		for i := range table.Columns {
			c := &table.Columns[i]
			for _, rule := range []string{schema.Web, schema.Link, schema.Image, schema.Socials, schema.Path, schema.Stored} {
				if c.Rule(rule) != nil {
					declared = append(declared, table.Name+"."+c.Name)
				}
			}
			if strings.HasSuffix(c.Name, "url") && !slices.Contains(declared, table.Name+"."+c.Name) {
				t.Errorf("%s.%s has no rule for addresses", table.Name, c.Name)
			}
		}
	}
	for _, name := range append(slices.Clone(declared), addressColumns...) {
		if !slices.Contains(addressColumns, name) || !slices.Contains(declared, name) {
			t.Errorf("%s is not in both lists of addresses", name)
		}
	}
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(schema.Tables...)
		for _, name := range addressColumns {
			tableName, columnName, _ := strings.Cut(name, ".")
			table, err := schema.Lookup(tableName)
			if err != nil {
				t.Fatal(err)
			}
			for _, address := range hostileAddresses {
				if c := table.Column(columnName); c.Clean == schema.Pathed && schema.AsPath(address) != address {
					continue // understood as a path
				}
				value := asValue(t, table.Column(columnName), address)
				for _, insert := range []bool{true, false} {
					a := s.attempt(admin, table, insert, columnName, value)
					f := a.fault(t)
					if strings.ContainsRune(address, 0) && a.status == 400 && f["code"] == "22P02" {
						continue // no text holds a NUL
					}
					if a.status != 400 || f["code"] != "23514" || !slices.Contains(saidOf(table.Column(columnName)), f["hint"].(string)) {
						t.Errorf("%s = %q (insert %v): status %d %s", name, address, insert, a.status, a.body)
					}
				}
			}
		}
		if s.snapshot(schema.Tables...) != was {
			t.Error("a refused address was stored")
		}
	})
}

func TestGoodAddressesAreStoredAsGiven(t *testing.T) {
	web := []string{"https://example.com", "http://example.com:8080/a?b=c&d=e#f", "HTTPS://EXAMPLE.COM/", "https://exämple.de/ü", "http://[::1]:8080/", "https://example.com/it's"}
	path := []string{"/", "/about", "/a/b?c=d#e", "/storage/v1/object/public/portfolio-logos/a.png"}
	mail := []string{"mailto:a@b.co", "tel:+91-11-2345"}
	good := map[string][]string{
		"team_members.image_url": append(slices.Concat(web, path), ""), "team_members.linkedin_url": append(slices.Concat(web, path, mail), ""),
		"social_links.url": slices.Concat(web, path, mail), "footer_content.social_links": slices.Concat(web, path, mail),
		"footer_links.path": slices.Concat(web, path, mail), "navigation_links.path": slices.Concat(web, path, mail),
		"site_settings.icon_url":       {"/storage/v1/object/public/media/a.png", ""},
		"site_settings.head_image_url": append(slices.Concat(web, path), ""), "page_heads.image_url": append(slices.Concat(web, path), ""),
		"page_heads.path": path, "redirects.from_path": {"/a", "/b/c"}, "redirects.to_path": {"/", "/about", "/x/y?c=d#e"},
		"portfolio_companies.logo_url": slices.Concat(web, path), "portfolio_companies.website_url": web,
	}
	s := onSQLite(t)
	for _, name := range addressColumns {
		tableName, columnName, _ := strings.Cut(name, ".")
		table, err := schema.Lookup(tableName)
		if err != nil {
			t.Fatal(err)
		}
		for _, address := range good[name] {
			if a := s.attempt(editor, table, false, columnName, asValue(t, table.Column(columnName), address)); a.status != 204 {
				t.Errorf("%s = %q: status %d %s", name, address, a.status, a.body)
			}
			got := s.ask(call{as: visitor, method: "GET", path: tableName + "?select=" + columnName + "&" + table.Key().Name + "=eq.1"})
			if !strings.Contains(got.body, `"`+address+`"`) {
				t.Errorf("%s = %q is stored as %s", name, address, got.body)
			}
		}
	}
}

func TestLengthsAreCountedInCharacters(t *testing.T) {
	limits := []struct {
		column string
		most   int
		hint   string
		make   func(n int) string
	}{
		{"hero_content.title", 300, "Title must be at most 300 characters.", letters},
		{"hero_content.subtitle", 100_000, "Subtitle must be at most 100000 characters.", letters},
		{"hero_content.cta_primary_text", 300, "Primary button must be at most 300 characters.", letters},
		{"team_members.name", 300, "Name must be at most 300 characters.", letters},
		{"team_members.image_url", 2048, "Photo URL must be at most 2048 characters.", path},
		{"portfolio_companies.description", 10_000, "Description must be at most 10000 characters.", letters},
		{"portfolio_companies.website_url", 2048, "Website URL must be at most 2048 characters.", web},
		{"navigation_links.path", 2048, "Link Path must be at most 2048 characters.", path},
		{"job_listings.about", 100_000, "About must be at most 100000 characters.", letters},
		{"job_responsibilities.description", 10_000, "Responsibility must be at most 10000 characters.", letters},
		{"newsletter_subscriptions.email", 254, "Email must be at most 254 characters.", mailbox},
		{"contact_form_submissions.name", 200, "Name must be at most 200 characters.", letters},
		{"contact_form_submissions.email", 254, "Email must be at most 254 characters.", mailbox},
		{"contact_form_submissions.subject", 300, "Subject must be at most 300 characters.", letters},
		{"contact_form_submissions.message", 10_000, "Message must be at most 10000 characters.", letters},
	}
	each(t, func(t *testing.T, s *site) {
		for _, l := range limits {
			tableName, columnName, _ := strings.Cut(l.column, ".")
			table, err := schema.Lookup(tableName)
			if err != nil {
				t.Fatal(err)
			}
			if a := s.attempt(admin, table, false, columnName, quoted(t, l.make(l.most))); a.status != 204 {
				t.Errorf("%s with %d characters: status %d %.200s", l.column, l.most, a.status, a.body)
			}
			for _, insert := range []bool{true, false} {
				s.wantFault(t, l.column+" one too long", s.attempt(admin, table, insert, columnName, quoted(t, l.make(l.most+1))), 400, badCheck, messageOf(badCheck, tableName, columnName), l.hint)
			}
		}
	})
}

func letters(n int) string { return strings.Repeat("é", n) }
func path(n int) string    { return "/" + strings.Repeat("a", n-1) }
func web(n int) string     { return "https://example.com/" + strings.Repeat("a", n-20) }
func mailbox(n int) string { return strings.Repeat("a", n-12) + "@example.com" }

func TestHTMLIsCleanedInEveryColumnThatHoldsIt(t *testing.T) {
	columns := []string{
		"hero_content.subtitle", "featured_areas.description", "team_members.company", "about_content.intro_text", "about_content.approach_text",
		"job_listings.about", "job_listings.how_to_apply", "footer_content.company_description", "pages.body", "letters.body",
	}
	const in, want = `<p onclick=\"x\">Fish &amp; \"chips\"<script>alert(1)</script><a href=\"javascript:x\">y</a>`, `<p>Fish &amp; \"chips\"y</p>`
	each(t, func(t *testing.T, s *site) {
		for _, name := range columns {
			tableName, columnName, _ := strings.Cut(name, ".")
			path := tableName + "?select=" + columnName + "&id=eq.1"
			a := s.ask(call{as: admin, method: "PATCH", path: path, body: `{"` + columnName + `":"` + in + `"}`, header: []string{"Prefer: return=representation"}})
			if a.body != `[{"`+columnName+`":"`+want+`"}]` {
				t.Errorf("%s: status %d %s", name, a.status, a.body)
			}
			reader := visitor
			if tableName == "letters" { // which is a draft
				reader = editor
			}
			if got := s.ask(call{as: reader, method: "GET", path: path}); got.body != a.body {
				t.Errorf("%s is read as %s", name, got.body)
			}
		}
		for _, table := range schema.Tables {
			for i := range table.Columns {
				if table.Columns[i].IsHTML() && !slices.Contains(columns, table.Name+"."+table.Columns[i].Name) {
					t.Errorf("%s.%s is HTML and not in this test", table.Name, table.Columns[i].Name)
				}
			}
		}
	})
}

func TestVisitorsTextIsStoredWithoutTags(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		a := s.ask(call{as: visitor, method: "POST", path: "contact_form_submissions",
			body: `{"name":"  <b>Ann</b> ","email":" ann@example.com ","subject":"1 < 2 & R&D","message":"<<b>script>alert(1)<<b>/script>\n\"it's\""}`})
		if a.status != 201 {
			t.Fatalf("status %d %s", a.status, a.body)
		}
		got := s.ask(call{as: editor, method: "GET", path: "contact_form_submissions?select=name,email,subject,message&order=id.desc&limit=1"})
		want := `[{"name":"Ann","email":"ann@example.com","subject":"1 < 2 & R&D","message":"alert(1)\n\"it's\""}]`
		if got.body != want {
			t.Errorf("stored %s, want %s", got.body, want)
		}
	})
}

// TestAttacksThroughTheInterfaceAreStoredHarmless sends the whole corpus and
// reads it back as a visitor.
func TestAttacksThroughTheInterfaceAreStoredHarmless(t *testing.T) {
	raw, err := os.ReadFile("../schema/testdata/xss.json")
	if err != nil {
		t.Fatal(err)
	}
	var corpus []string
	if err := json.Unmarshal(raw, &corpus); err != nil {
		t.Fatal(err)
	}
	s := onSQLite(t)
	rows := make([]map[string]any, len(corpus))
	for i, payload := range corpus {
		rows[i] = map[string]any{"id": 100 + i, "hero_id": 1, "title": "t", "description": payload}
	}
	body, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	if a := s.ask(call{as: editor, method: "POST", path: "featured_areas", body: string(body)}); a.status != 201 {
		t.Fatalf("status %d %s", a.status, a.body)
	}
	got := s.ask(call{as: visitor, method: "GET", path: "featured_areas?select=description&id=gte.100&order=id"}).rows(t)
	if len(got) != len(corpus) {
		t.Fatalf("%d rows for %d payloads", len(got), len(corpus))
	}
	for i, row := range got {
		text, _ := row["description"].(string)
		if text != schema.SanitiseHTML(corpus[i]) {
			t.Errorf("%q is stored as %q", corpus[i], text)
		}
		for _, sign := range []string{"<script", "<svg", "<img", "<iframe", "<style", "<object", "<form", "<math", "<!--"} {
			if strings.Contains(strings.ToLower(text), sign) {
				t.Errorf("%q is stored with %s: %q", corpus[i], sign, text)
			}
		}
	}
}
