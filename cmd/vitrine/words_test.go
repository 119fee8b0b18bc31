package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/schema"
	"vitrine/internal/words/wordstest"
)

// TestNoSentenceThatAVisitorCanReadIsSourceCode marks every row of words and all
// content, reads every surface and names whatever else is said there.
func TestNoSentenceThatAVisitorCanReadIsSourceCode(t *testing.T) {
	t.Parallel()
	smtp := mailtest.Start(t)
	dir := t.TempDir()
	env := settings(dir, "VITRINE_SMTP_URL="+smtp.URL(), "VITRINE_MAIL_TO=studio@mail.example", "VITRINE_PUBLIC_URL=http://localhost:8080")
	c := &crawl{server: start(t, env), seen: map[string]bool{}}
	c.token = c.signIn(boss, bossWord)
	c.markWords()
	c.markContent()
	c.pages()
	c.files()
	c.forms(smtp)
	c.refusals()
	c.applications()
	c.accounts()
	c.subscribed(smtp)
	c.restartedWithSpam(env, func() { c.letThreeDaysPass(dir) })
	c.left(smtp)
	c.letters(smtp)
	c.emptied()
	marked := wordstest.Marked()
	t.Logf("%d surfaces say %d of %d sentences", c.count, len(c.seen), len(marked))
	for key := range marked {
		if !c.seen[key] && !elsewhere.MatchString(key) {
			t.Errorf("nothing that was read says %s", key)
		}
	}
}

// elsewhere are the sentences that something else says.
var elsewhere = regexp.MustCompile(`^(` +
	// Pages whose reads failed, and other modes of mail: internal/site/words_test.go.
	`(page|answer)_unavailable|error_title|jobs_failed|try_again|newsletter_lookup_failed|newsletter_one_more_later|contact_received|contact_test_mode|` +
	// JavaScript: web/e2e/visitor-words.spec.ts.
	`contact_(sending|countdown|countdown_one|test_mode_no_address)|unexpected_error|dismiss|` +
	`newsletter_(pending|done|already_form|unavailable|error|bad_email_title)|` +
	`apply_(cv_progress|cv_remove|sending|sent_text)|` +
	// Other times than the usual, and a form that is switched off meanwhile: internal/functions.
	`time_days|apply_off|` +
	// What staff send applicants: web/e2e/admin-applicants.spec.ts.
	`mail_applicant_.*|` +
	// Facts of jobs, closed ones and filters: internal/site/openjobs_test.go.
	`jobs_(apply_by|closed.*|closes|count|lakh|open_now|salary.*|per_.*|remote|hybrid|on_site|internship|contract|part_time|full_time|search|filter_.*|no_match|clear))$`)

type crawl struct {
	*server
	token string
	count int
	seen  map[string]bool   // by key
	data  *strings.Replacer // takes out what is neither sentence nor address
}

// country is data too: a job without one has no structured data.
const country = "Portugal"

func (c *crawl) do(method, path string, body any) {
	c.Helper()
	if a := c.ask(method, path, c.token, body); a.status >= 300 {
		c.Fatalf("%s %s: %d %s", method, path, a.status, a.body)
	}
}

func (c *crawl) rows(table string) (rows []map[string]any) {
	c.Helper()
	a := c.ask("GET", "/rest/v1/"+table+"?select=*", c.token, nil)
	if err := json.Unmarshal([]byte(a.body), &rows); err != nil {
		c.Fatalf("%s: %s", table, a.body)
	}
	return rows
}

func (c *crawl) markWords() {
	c.Helper()
	for key, text := range wordstest.Marked() {
		c.do("POST", "/rest/v1/site_words", map[string]string{"key": key, "text": text})
	}
}

// unspoken are columns that take no sentence.
var unspoken = regexp.MustCompile(`^(employment_type|workplace|salary_currency|salary_period|closes_on|icon|role|robots|language|time_zone|section_name)$|(email|url|path|slug)$`)

func (c *crawl) markContent() {
	c.Helper()
	c.do("POST", "/rest/v1/pages", map[string]any{"title": "Imprint", "slug": "imprint", "body": "<p>x</p>"})
	c.do("POST", "/rest/v1/page_heads", map[string]any{"path": "/imprint", "title": "x", "description": "x"})
	c.do("POST", "/rest/v1/redirects", map[string]any{"from_path": "/old", "to_path": "/imprint"})
	for _, table := range schema.Tables {
		if table.Quiet {
			continue // no visitor reads it
		}
		if table == &schema.SiteWords {
			continue
		}
		for _, row := range c.rows(table.Name) {
			marked := map[string]any{}
			for column := range table.Columns.All() {
				if (column.Type == schema.String || column.Type == schema.JSON) && !unspoken.MatchString(column.Name) {
					marked[column.Name] = markAll(row[column.Name], table.Name[:4]+"."+column.Name)
				}
			}
			if table == &schema.JobListings {
				marked["location"] = wordstest.Mark("town") + ", " + country
			}
			if table == &schema.TeamMembers {
				marked["image_url"], marked["linkedin_url"] = "https://pictures.example/one.png", "https://people.example/one"
			}
			delete(marked, "theme")
			delete(marked, "mark")
			if len(marked) > 0 {
				c.do("PATCH", fmt.Sprintf("/rest/v1/%s?%s=eq.%v", table.Name, table.Key().Name, row[table.Key().Name]), marked)
			}
		}
	}
}

// markAll marks the texts within a value that are no addresses.
func markAll(value any, mark string) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = markAll(v[i], mark)
		}
		return v
	case map[string]any:
		for key := range v {
			if !unspoken.MatchString(key) {
				v[key] = markAll(v[key], mark)
			}
		}
		return v
	}
	return wordstest.Mark(mark)
}

// says checks what an answer says to people, and notes its sentences.
func (c *crawl) says(what string, a answer, status int, said ...string) {
	c.Helper()
	c.count++
	if a.status != status {
		c.Errorf("%s: status %d, want %d", what, a.status, status)
	}
	for _, text := range said {
		for _, key := range wordstest.Seen(text) {
			c.seen[key] = true
		}
		if left := wordstest.Left(c.data.Replace(text)); left != "" {
			c.Errorf("%s says %.200q, which no row of words says", what, left)
		}
	}
}

func (c *crawl) document(what string, a answer, status int) {
	c.Helper()
	said, err := wordstest.Document(a.body)
	if err != nil || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
		c.Fatalf("%s: %v %v", what, a.header, err)
	}
	c.says(what, a, status, said...)
}

func (c *crawl) plain(what string, a answer, status int) {
	c.Helper()
	c.says(what, a, status, a.body)
}

func (c *crawl) pages() {
	c.Helper()
	slug := fmt.Sprint(c.rows("job_listings")[0]["slug"])
	c.data = strings.NewReplacer(country, "", slug, "", "GET, HEAD, POST", "")
	job := "/careers/" + slug
	for _, path := range []string{"/", "/about", "/careers", job, job + "/apply", "/contact", "/imprint"} {
		c.document(path, c.ask("GET", path, "", nil), 200)
	}
	c.do("PATCH", "/rest/v1/job_listings?slug=eq."+slug, map[string]string{"how_to_apply": ""})
	c.document("a job that does not say how to apply", c.ask("GET", job, "", nil), 200)
	for _, path := range []string{"/nowhere", "/careers/nowhere", "/admin/nowhere", "/deep/er"} {
		c.document(path, c.ask("GET", path, "", nil), 404)
	}
}

func (c *crawl) files() {
	c.Helper()
	a := c.ask("GET", "/site.webmanifest", "", nil)
	c.says("the manifest", a, 200, wordstest.JSON(a.body, "name", "short_name", "description")...)
	for _, path := range []string{"/feed.xml", "/sitemap.xml"} {
		a := c.ask("GET", path, "", nil)
		c.says(path, a, 200, wordstest.XML(a.body)...)
	}
	robots := c.ask("GET", "/robots.txt", "", nil)
	robots.body = regexp.MustCompile(`(?m)^(User-agent|Disallow|Sitemap):`).ReplaceAllString(robots.body, "")
	c.plain("/robots.txt", robots, 200)
	c.plain("a file that is not there", c.ask("GET", "/assets/nowhere.js", "", nil), 404)
	for _, path := range []string{"/old", "/newsletter"} {
		c.plain(path, c.send("GET", path, ""), map[string]int{"/old": 301, "/newsletter": 303}[path])
	}
	c.plain("a method that is not taken", c.send("PUT", "/contact", ""), 405)
}

// send follows no redirect and sends a form as a browser does without JavaScript.
func (c *crawl) send(method, path, form string, headers ...string) answer {
	c.Helper()
	r, err := http.NewRequest(method, c.url+path, strings.NewReader(form))
	if err != nil {
		c.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		c.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		c.Fatal(err)
	}
	return answer{res.StatusCode, string(body), res.Header}
}

func visitorsMessage() url.Values {
	return url.Values{"name": {wordstest.Mark("name")}, "email": {"visitor@mail.example"}, "subject": {wordstest.Mark("subject")}, "message": {wordstest.Mark("message")}}
}

func (c *crawl) forms(smtp *mailtest.Server) {
	c.Helper()
	c.document("a message", c.send("POST", "/contact", visitorsMessage().Encode()), 200)
	c.document("a subscription", c.send("POST", "/newsletter", "email=reader@mail.example"), 200)
	c.document("a second subscription", c.send("POST", "/newsletter", "email=reader@mail.example"), 200)
	smtp.Refuse(errors.New("451 not now"))
	c.document("a message without mail", c.send("POST", "/contact", visitorsMessage().Encode()), 200)
	smtp.Refuse(nil)
}

func (c *crawl) refusals() {
	c.Helper()
	c.document("an empty message", c.send("POST", "/contact", ""), 422)
	wrong := visitorsMessage()
	wrong.Set("email", "visitor@")
	c.document("a malformed address", c.send("POST", "/contact", wrong.Encode()), 422)
	for name := range visitorsMessage() {
		long := visitorsMessage()
		long.Set(name, wordstest.Mark(strings.Repeat("x", 10_001)))
		c.document("a long "+name, c.send("POST", "/contact", long.Encode()), 422)
	}
	c.document("a malformed subscription", c.send("POST", "/newsletter", "email=reader"), 422)
	for _, path := range []string{"/contact", "/newsletter"} {
		c.document("a form of elsewhere", c.send("POST", path, "", "Origin", "https://evil.example"), 403)
		c.document("a form in another form", c.send("POST", path, "", "Content-Type", "text/plain"), 415)
		c.document("a form that is none", c.send("POST", path, "%zz"), 400)
		c.document("a form without end", c.send("POST", path, "message="+strings.Repeat("x", 1<<20)), 413)
	}
}

// applications sends them as a browser does without JavaScript: a field on each
// line, and a file.
func (c *crawl) applications() {
	c.Helper()
	job := c.rows("job_listings")[0]
	path := fmt.Sprint("/careers/", job["slug"], "/apply")
	send := func(what string, status int, cv string, fields ...string) {
		c.Helper()
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		form.WriteField("job_id", fmt.Sprint(job["id"]))
		for i := 0; i < len(fields); i += 2 {
			form.WriteField(fields[i], fields[i+1])
		}
		if cv != "" {
			file, _ := form.CreateFormFile("cv", wordstest.Mark("cv"))
			io.WriteString(file, cv)
		}
		form.Close()
		a := c.send("POST", path, body.String(), "Content-Type", form.FormDataContentType())
		if status == http.StatusSeeOther {
			c.plain(what, a, status)
			c.document(what+" that was received", c.send("GET", a.header.Get("Location"), ""), 200)
			return
		}
		c.document(what, a, status)
	}
	whole := []string{"name", wordstest.Mark("name"), "email", "applicant@mail.example", "consent", "yes"}
	send("an empty application", 422, "%PDF-1.4\n%%EOF")
	send("a CV that is none", 422, "x", whole...)
	send("a large CV", 413, "%PDF-1.4\n"+strings.Repeat("x", 10<<20)+"%%EOF", whole...)
	send("an application", 303, "%PDF-1.4\n%%EOF", whole...)
	c.document("an application from elsewhere", c.send("POST", path, "", "Origin", "https://evil.example"), 403)
}

// accounts has the mails sent that go to staff, and reads what an authenticator
// app shows.
func (c *crawl) accounts() {
	c.Helper()
	c.document("the sign-in page", c.door(), 200)
	c.do("POST", "/auth/v1/recover", map[string]string{"email": boss})
	c.do("POST", "/rest/v1/rpc/invite_user", map[string]string{"email": "new@mail.example", "role": "editor"})
	var enrolled struct{ TOTP struct{ URI string } }
	a := c.ask("POST", "/auth/v1/factors", c.token, map[string]string{"factor_type": "totp"})
	if err := json.Unmarshal([]byte(a.body), &enrolled); err != nil {
		c.Fatal(err)
	}
	uri, err := url.Parse(enrolled.TOTP.URI)
	if err != nil || uri.Query().Get("issuer") == "" {
		c.Fatalf("no issuer in %s", a.body)
	}
	c.says("the authenticator app", a, 200, uri.Query().Get("issuer"), strings.TrimPrefix(uri.Path, "/"))
}

// door is the sign-in page as the studio's words make it; the rest of it is the
// back-office's.
func (c *crawl) door() answer {
	c.Helper()
	a := c.ask("GET", "/admin/login", "", nil)
	told := regexp.MustCompile(`name="vitrine-studio" content="([^"]*)"`).FindStringSubmatch(a.body)
	var who map[string]any
	if told == nil || json.Unmarshal([]byte(html.UnescapeString(told[1])), &who) != nil {
		c.Fatalf("the sign-in page does not know whose it is: %s", a.body)
	}
	a.body = fmt.Sprint("<p>", who["name"], "<p>", who["login_title"], "<p>", who["login_text"])
	return a
}

// restartedWithSpam has the studio told of a message that was held back, which a
// server does when it starts.
func (c *crawl) restartedWithSpam(env []string, meanwhile func()) {
	c.Helper()
	spam := visitorsMessage()
	spam.Set("leave_empty", "x")
	c.document("a message that is held back", c.send("POST", "/contact", spam.Encode()), 200)
	c.stop()
	meanwhile()
	c.server = start(c.TB, env)
	c.token = c.signIn(boss, bossWord)
}

// asker confirms and leaves; slow does not answer, and is reminded.
const asker, slow = "asker@mail.example", "slow@mail.example"

// subscribed confirms an address by the link of its mail, and schedules a letter.
func (c *crawl) subscribed(smtp *mailtest.Server) {
	c.Helper()
	c.do("PATCH", "/rest/v1/site_settings?id=eq.1", map[string]bool{"double_opt_in": true, "letters_public": true})
	for _, email := range []string{asker, slow} {
		c.document("a subscription to confirm", c.send("POST", "/newsletter", "email="+email), 200)
	}
	confirm := c.linkTo(smtp, asker, "/newsletter/confirm?t=")
	c.linkTo(smtp, slow, "/newsletter/confirm?t=")
	c.document("the question", c.send("GET", confirm, ""), 200)
	c.document("a confirmed address", c.send("POST", confirm, "do=yes"), 200)
	c.document("letters before the first", c.send("GET", "/letters", ""), 200)
	letter := map[string]string{"subject": wordstest.Mark("letter"), "preheader": wordstest.Mark("preview"), "body": "<p>" + wordstest.Mark("body") + "</p>"}
	var saved struct {
		ID      int64 `json:"id"`
		Version int64 `json:"version"`
	}
	if a := c.ask("POST", "/rest/v1/rpc/save_letter", c.token, letter); json.Unmarshal([]byte(a.body), &saved) != nil || saved.ID == 0 {
		c.Fatalf("%d %s", a.status, a.body)
	}
	c.do("POST", "/rest/v1/rpc/send_letter", saved)
}

// letThreeDaysPass makes what waits for a time due while no server runs.
func (c *crawl) letThreeDaysPass(dir string) {
	c.Helper()
	db := openDB(c.TB, "sqlite", "file:"+filepath.Join(dir, "vitrine.db"))
	defer db.Close()
	for _, change := range []string{
		"UPDATE letters SET scheduled_at = 1700000000000000",
		"UPDATE newsletter_subscriptions SET created_at = created_at - 4 * 86400000000 WHERE email = '" + slow + "'",
	} {
		if _, err := db.Exec(change); err != nil {
			c.Fatal(err)
		}
	}
}

// left reads a letter on the site, and leaves by its link.
func (c *crawl) left(smtp *mailtest.Server) {
	c.Helper()
	confirm, leave := c.linkTo(smtp, asker, "/newsletter/confirm?t="), c.linkTo(smtp, asker, "/newsletter/unsubscribe?t=")
	c.eventually("the letter is sent", func() bool { return c.rows("letters")[0]["status"] == "sent" })
	slug := fmt.Sprint(c.rows("letters")[0]["slug"])
	c.document("a letter on the site", c.send("GET", "/letters/"+slug, ""), 200)
	c.document("the letters on the site", c.send("GET", "/letters", ""), 200)
	c.document("who has confirmed, and a letter to read", c.send("GET", confirm, ""), 200)
	c.document("the question to leave", c.send("GET", leave, ""), 200)
	c.document("who has left", c.send("POST", leave, "do=yes"), 200)
	c.document("a link that is over", c.send("GET", confirm, ""), 410)
	c.document("who comes back", c.send("POST", leave, "do=back"), 200)
	c.document("who leaves again", c.send("POST", leave, ""), 200)
	c.document("who is removed", c.send("POST", leave, "do=erase"), 200)
	c.document("a link that is none of ours", c.send("GET", "/newsletter/confirm?t=x", ""), 404)
}

// linkTo is the path of a link in a mail to somebody, once that is sent.
func (c *crawl) linkTo(smtp *mailtest.Server, to, path string) (link string) {
	c.Helper()
	c.eventually("a mail with a link to "+path, func() bool {
		for _, l := range smtp.Letters() {
			if l.To != to {
				continue
			}
			text, _ := l.Parts(c.TB)
			if _, token, found := strings.Cut(text, path); found {
				link = path + strings.Fields(token)[0]
			}
		}
		return link != ""
	})
	return link
}

func (c *crawl) letters(smtp *mailtest.Server) {
	c.Helper()
	c.eventually("a letter of each sort is sent", func() bool {
		subjects := map[string]bool{}
		for _, l := range smtp.Letters() {
			subjects[l.Parse(c.TB).Header.Get("Subject")] = true
		}
		return len(subjects) == 11
	})
	decoder := new(mime.WordDecoder)
	for _, l := range smtp.Letters() {
		m := l.Parse(c.TB)
		body, page := l.Parts(c.TB)
		c.document("the page of a letter to "+l.To, answer{200, page, http.Header{"Content-Type": {"text/html"}}}, 200)
		for _, name := range []string{"Subject", "From"} {
			head, err := decoder.DecodeHeader(m.Header.Get(name))
			if err != nil {
				c.Fatal(err)
			}
			body += "\n" + head
		}
		c.says("a letter to "+l.To, answer{status: 200}, 200, strings.Split(body, "\n")...)
	}
}

// emptied looks at a site without rows. Where the built-in content stands in for
// them, it is content.
func (c *crawl) emptied() {
	c.Helper()
	for _, table := range []string{"job_listings", "team_members", "portfolio_companies", "process_steps", "footer_links", "social_links", "featured_areas", "focus_areas"} {
		c.do("DELETE", "/rest/v1/"+table+"?id=gt.0", nil)
	}
	c.do("PATCH", "/rest/v1/site_settings?id=eq.1", map[string]string{"head_title": "", "head_description": "", "head_keywords": ""})
	for _, path := range []string{"/", "/about", "/careers", "/contact"} {
		c.document(path+", emptied", c.ask("GET", path, "", nil), 200)
	}
}
