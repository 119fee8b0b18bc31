package site_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/letters"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func withLetters(t *testing.T, s *store.Store) visit {
	t.Helper()
	return open(t, s, withReact, func(o *site.Options) {
		l, err := letters.New(t.Context(), letters.Options{Store: s, PublicURL: o.Origin})
		if err != nil {
			t.Fatal(err)
		}
		o.Letters = l
	})
}

func (v visit) standing(id int64) string {
	v.t.Helper()
	row, err := v.store.AsSystem().One(v.t.Context(), &schema.NewsletterSubscriptions, store.Eq("id", id))
	if err != nil {
		v.t.Fatal(err)
	}
	return row.Text("status")
}

func TestLinksInMailsAskBeforeTheyAct(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := withLetters(t, s)
		ann := storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ann@mail.example", "status": schema.Pending})
		confirm, leave := v.options.Letters.LinksOf(ann.Int("id"), 0)
		confirm, leave = strings.TrimPrefix(confirm, origin), strings.TrimPrefix(leave, origin)
		for range 3 { // as scanners of mail do
			v.shows(v.get(confirm), 200, "One press to go", "ann@mail.example", "Yes, send me letters", `method="post"`, `class="nf-art"`)
			v.shows(v.get(leave), 200, "Leave the list", "Unsubscribe ann@mail.example", "Still on the shelf", `class="nf-art"`)
			v.ask("HEAD", confirm, "")
			v.ask("HEAD", leave, "")
		}
		if v.standing(ann.Int("id")) != schema.Pending {
			t.Fatal("opening a link is pressing its button")
		}
		page := v.get(confirm)
		if got := page.Header(); got.Get("Cache-Control") != "private, no-store" || got.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(page.Body.String(), "noindex") {
			t.Errorf("its headers are %v", got)
		}
		v.shows(v.post(confirm, url.Values{"do": {"yes"}}), 200, "You are on the list", "ann@mail.example")
		if v.standing(ann.Int("id")) != schema.Confirmed {
			t.Error("it is not confirmed")
		}
		v.shows(v.get(confirm), 200, "You are on the list")
		// One click of a mail program: no origin, or a foreign one, and any number of them.
		for i := range 700 {
			w := v.ask("POST", leave, "List-Unsubscribe=One-Click", "Content-Type", "application/x-www-form-urlencoded", "Origin", "https://mail.example", "Sec-Fetch-Site", "cross-site", "X-Forwarded-For", fmt.Sprint(i))
			if w.Code != 200 {
				t.Fatalf("one click is answered with %d", w.Code)
			}
		}
		if v.standing(ann.Int("id")) != schema.Unsubscribed {
			t.Error("one click does not unsubscribe")
		}
		v.shows(v.get(leave), 200, "You are off the list", "Put me back", "Remove my address too", "Empty, on purpose")
		v.shows(v.get(confirm), 410, "This link has run out")
		v.shows(v.post(leave, url.Values{"do": {"back"}}), 200, "You are on the list")
		v.shows(v.post(leave, url.Values{}), 200, "You are off the list")
		v.shows(v.post(leave, url.Values{"do": {"erase"}}), 200, "The address is removed")
		v.shows(v.post(leave, url.Values{}), 200, "The address is removed")
		for _, path := range []string{"/newsletter/confirm", "/newsletter/confirm?t=x", "/newsletter/unsubscribe?t=" + strings.Repeat("A", 60)} {
			v.shows(v.get(path), 404, "This link is not one of ours")
			v.shows(v.post(path, url.Values{}), 404, "This link is not one of ours")
		}
	})
}

func TestAFormWithoutJavaScriptIsConfirmedToo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := withLetters(t, s)
		if _, err := s.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"double_opt_in": true}); err != nil {
			t.Fatal(err)
		}
		known := storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "known@mail.example"})
		first := v.post("/newsletter", url.Values{"email": {"new@mail.example"}})
		v.shows(first, 200, "Thank you for subscribing", "One more step: click the link in the mail we sent.")
		if again := v.post("/newsletter", url.Values{"email": {"known@mail.example"}}); again.Code != 200 || !strings.Contains(again.Body.String(), "One more step: click") {
			t.Error("it tells who is on the list")
		}
		row, err := s.AsSystem().One(t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "new@mail.example"))
		if err != nil || row.Text("status") != schema.Pending || v.standing(known.Int("id")) != schema.Confirmed {
			t.Errorf("a new one is %v, %v", row, err)
		}
	})
}

func TestWhoSignsUpReadsOfNoMailThatReachesNobody(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := withLetters(t, s)
		if _, err := s.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"double_opt_in": true}); err != nil {
			t.Fatal(err)
		}
		for i, c := range []struct {
			mode map[string]any
			said string
		}{
			{nil, "One more step: click the link in the mail we sent."},
			{map[string]any{"mailed": false}, "Before our first letter we ask you to confirm your address."},
			{map[string]any{"testMode": true, "testEmail": "t@example.com"}, "Before our first letter we ask you to confirm your address."},
		} {
			v.site.Mail = postbox{sent: true, mode: c.mode}
			w := v.post("/newsletter", url.Values{"email": {fmt.Sprintf("new%d@mail.example", i)}})
			v.shows(w, 200, `"ok":true`, "Thank you for subscribing to our newsletter! "+c.said)
			if again := v.post("/newsletter", url.Values{"email": {fmt.Sprintf("new%d@mail.example", i)}}); again.Body.String() != w.Body.String() {
				t.Error("it tells who is on the list")
			}
		}
	})
}

func TestLettersThatWereSentAreReadOnTheSiteIfTheStudioShowsThem(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := withLetters(t, s)
		sent := storetest.Add(t, s, &schema.Letters, store.Row{"subject": "Notes <b>from</b> November", "preheader": "What is new", "body": `<p>Hello</p><script>alert(1)</script><img src="https://evil.example/p.gif" onerror="alert(1)">`})
		storetest.Add(t, s, &schema.Letters, store.Row{"subject": "A draft", "body": "<p>Secret</p>"})
		path := "/letters/" + sent.Text("slug")
		v.shows(v.get(path), 404)
		err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error {
			sent["status"], sent["sent_at"] = schema.LetterSent, tx.Now()
			_, err := tx.Rewrite(t.Context(), &schema.Letters, sent, "status", "sent_at")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		v.shows(v.get(path), 404)
		v.shows(v.get("/letters"), 404)
		show := func(on bool) {
			if _, err := s.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"letters_public": on}); err != nil {
				t.Fatal(err)
			}
		}
		show(true)
		page := v.get(path)
		v.shows(page, 200, "Notes &lt;b&gt;from&lt;/b&gt; November", "<p>Hello</p>")
		if body := page.Body.String(); strings.Contains(body, "evil.example") || strings.Contains(body, "alert(1)") {
			t.Error("the letter is not inert")
		}
		v.shows(v.get("/sitemap.xml"), 200, path)
		v.shows(v.get("/feed.xml"), 200, path, "What is new")
		if body := v.get("/careers/feed.xml").Body.String(); strings.Contains(body, path) || !strings.Contains(body, "/careers/feed.xml") {
			t.Error("the feed of jobs has letters, or another address")
		}
		v.shows(v.get("/letters/a-draft"), 404)
		list := v.get("/letters")
		v.shows(list, 200, "Notes &lt;b&gt;from&lt;/b&gt; November", "What is new", `href="`+path+`"`)
		if strings.Contains(list.Body.String(), "A draft") || strings.Contains(list.Body.String(), "Hello") {
			t.Error("the list shows drafts, or more than it needs")
		}
		if !v.site.Shows(t.Context(), "/letters") {
			t.Error("visits of the list are not counted")
		}
		v.shows(v.get("/sitemap.xml"), 200, origin+"/letters<")
		show(false)
		v.shows(v.get(path), 404)
		v.shows(v.get("/letters"), 404)
		if v.site.Shows(t.Context(), "/letters") {
			t.Error("a list that is not there is counted")
		}
		if body := v.get("/sitemap.xml").Body.String() + v.get("/feed.xml").Body.String(); strings.Contains(body, path) {
			t.Error("it is still listed")
		}
	})
}

func TestWhoConfirmedReadsTheLastLetterIfTheStudioShowsThem(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := withLetters(t, s)
		ann := storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ann@mail.example"})
		confirm, _ := v.options.Letters.LinksOf(ann.Int("id"), 0)
		confirm = strings.TrimPrefix(confirm, origin)
		const words = "Read the last letter"
		if page := v.get(confirm); page.Code != 200 || strings.Contains(page.Body.String(), words) {
			t.Errorf("there is none to read: %d", page.Code)
		}
		var paths []string
		for i, subject := range []string{"October", "November", "A draft"} {
			row := storetest.Add(t, s, &schema.Letters, store.Row{"subject": subject})
			paths = append(paths, "/letters/"+row.Text("slug"))
			if subject == "A draft" {
				continue
			}
			err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error {
				row["status"], row["is_public"], row["sent_at"] = schema.LetterSent, true, tx.Now().AddDate(0, i, 0)
				_, err := tx.Rewrite(t.Context(), &schema.Letters, row, "status", "is_public", "sent_at")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		v.shows(v.get(confirm), 200, words, `href="`+paths[1]+`"`)
	})
}

func TestAVisitorOfCareersCanAskForLettersAboutJobs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := withLetters(t, s)
		v.shows(v.get("/careers"), 200, "Also write when a job opens", `name="wants_jobs"`)
		if page := v.get("/about"); strings.Contains(page.Body.String(), "wants_jobs") {
			t.Error("it is offered on every page")
		}
		wants := func(email string) bool {
			t.Helper()
			row, err := s.AsSystem().One(t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", email))
			if err != nil {
				t.Fatal(err)
			}
			return row["wants_jobs"] == true
		}
		v.shows(v.post("/newsletter", url.Values{"email": {"ann@mail.example"}}), 200, "Thank you for subscribing")
		v.shows(v.post("/newsletter", url.Values{"email": {"bo@mail.example"}, "wants_jobs": {"yes"}}), 200, "Thank you for subscribing")
		if wants("ann@mail.example") || !wants("bo@mail.example") {
			t.Error("a wish is stored for whoever has it")
		}
		// Who is on the list already has a wish too.
		v.shows(v.post("/newsletter", url.Values{"email": {"ann@mail.example"}, "wants_jobs": {"yes"}}), 200, "already subscribed")
		if !wants("ann@mail.example") {
			t.Error("the wish of a subscriber is lost")
		}
	})
}
