package site_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/application"
	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// applicants are what is sent, and how it is answered.
type applicants struct {
	form   application.Form
	unread error // why it could not be read
	err    error
	read   int
}

func (a *applicants) ReadApplication(http.ResponseWriter, *http.Request) (*application.Form, error) {
	a.read++
	return &a.form, a.unread
}

func (a *applicants) Apply(context.Context, schema.Actor, *application.Form) (application.Applied, error) {
	return application.Applied{}, a.err
}

func (a *applicants) option(o *site.Options) { o.Applications = a }

func refused(field, text string) error {
	return application.Refusals{{Field: field, Text: text}}
}

func (v visit) switchJob(title string, patch store.Row) {
	v.t.Helper()
	if _, err := v.store.AsSystem().Update(v.t.Context(), &schema.JobListings, store.Eq("title", title), patch); err != nil {
		v.t.Fatal(err)
	}
}

func TestAJobHasAFormWithAnAddressOfItsOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		clock := &hands{}
		clock.set("2026-12-12T12:00:00Z")
		v := open(t, s, withReact, clock.option)
		job := v.addJob(store.Row{"title": "Lamplighter", "location": "Pune, India", "about": "<p>Light all lamps.</p>", "closes_on": "2026-12-12", "how_to_apply": `<p>Write to <a href="mailto:lamps@vitrine.example">us</a>.</p>`})
		v.shows(v.get(job), 200, `href="`+job+`/apply">Apply for this job</a>`, "Takes about five minutes", `href="`+job+`/apply">Apply</a>`, `"directApply":true`)
		form := v.get(job + "/apply")
		v.shows(form, 200, "Lamplighter", "Pune, India. Apply by 12 December 2026. A person reads every application.",
			`action="`+job+`/apply"`, `method="post"`, `encType="multipart/form-data"`, `type="file"`, "Vitrine may use what I send here to decide about this job.", "Erased 6 months after the job closes, or 12 months from now if it stays open.", "after 12 months if it stays open, or when you ask.",
			"keep it for 12 months", "Send application", "What happens next", "Your data", "Rather write?", `href="mailto:lamps@vitrine.example"`, `content="noindex"`, "<title>Apply: Lamplighter")
		v.hides(form, "Light all lamps.", "JobPosting", "canonical", ` checked=""`)
		v.hides(v.get("/sitemap.xml"), "/apply")

		v.switchJob("Lamplighter", store.Row{"apply_form": false})
		v.hides(v.get(job), job+"/apply", "directApply")
		for _, path := range []string{job + "/apply", job + "/apply/received"} {
			w := v.get(path)
			v.shows(w, 303)
			if to := w.Header().Get("Location"); to != job {
				t.Errorf("%s leads to %s", path, to)
			}
		}
		v.switchJob("Lamplighter", store.Row{"apply_form": true})
		v.shows(v.get(job+"/apply"), 200, "Send application")

		clock.set("2026-12-13T00:00:00Z")
		over := v.get(job + "/apply")
		v.shows(over, 410, "This job is closed.", "Open now", `content="noindex"`)
		v.hides(over, "Send application")
		v.shows(v.ask("POST", job+"/apply", ""), 410, "This job is closed.")
		for _, path := range []string{"/careers/nobody/apply", job + "/apply/else", "/careers/apply/apply"} {
			v.shows(v.get(path), 404)
		}
	})
}

func TestAnApplicationArrivesWithoutJavaScript(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, (&applicants{}).option)
		job := v.addJob(store.Row{"title": "Lamplighter"})
		w := v.ask("POST", job+"/apply", "", "Origin", origin)
		v.shows(w, 303)
		to := w.Header().Get("Location")
		if !strings.HasPrefix(to, job+"/apply/received?sent=") {
			t.Errorf("it leads to %s", to)
		}
		for range 2 { // loading it again says the same
			v.shows(v.get(to), 200, `"received":true`)
		}
		v.shows(v.ask("POST", "/careers/nobody/apply", ""), 404)
	})
}

// TestOnlyWhoAppliedReadsThatItWasReceived opens the address without having sent
// anything, after somebody else did.
func TestOnlyWhoAppliedReadsThatItWasReceived(t *testing.T) {
	clock := &hands{}
	clock.set("2026-12-12T12:00:00Z")
	v := open(t, storetest.SQLite(t), withReact, (&applicants{}).option, clock.option, func(o *site.Options) { o.EdgeLifetime = time.Hour })
	job, other := v.addJob(store.Row{"title": "Lamplighter"}), v.addJob(store.Row{"title": "Gardener"})
	to := v.ask("POST", job+"/apply", "", "Origin", origin).Header().Get("Location")
	page := v.get(to)
	v.shows(page, 200, "Application received", "You hear from us either way.", `content="noindex"`)
	v.hides(page, "Send application", "You get a mail that it arrived.")
	if page.Header().Get("CDN-Cache-Control") != "" {
		t.Error("a shared cache may keep it")
	}
	_, sent, _ := strings.Cut(to, "?")
	later := func() { clock.set("2026-12-12T14:00:01Z") }
	for _, c := range []struct {
		path, job string
		before    func()
	}{
		{job + "/apply/received", job, func() {}}, {job + "/apply/received?sent=", job, func() {}},
		{to + "x", job, func() {}}, {to + "%0A", job, func() {}}, {other + "/apply/received?" + sent, other, func() {}}, {to, job, later},
	} {
		c.before()
		w := v.get(c.path)
		v.shows(w, 303)
		if w.Header().Get("Location") != c.job {
			t.Errorf("%s leads to %s", c.path, w.Header().Get("Location"))
		}
	}
}

func TestAnApplicationThatIsRefusedComesBackWithItsText(t *testing.T) {
	asha := &applicants{
		form: application.Form{Name: `Asha "<b>`, Email: "asha@", Note: "\n1 < 2", Links: "a.example", Keep: true, CV: &application.CV{FileName: "cv & more.pdf"}},
		err: application.Refusals{
			{Field: "email", Text: "Please enter a valid email address."}, {Field: "consent", Text: "Please tick this so that we may read what you send."},
		},
	}
	v := open(t, storetest.SQLite(t), withReact, asha.option)
	job := v.addJob(store.Row{"title": "Lamplighter"})
	w := v.ask("POST", job+"/apply", "", "Origin", origin)
	v.shows(w, 422, `value="Asha &quot;&lt;b&gt;"`, "1 &lt; 2</textarea>", `value="a.example"`,
		`aria-describedby="apply-email-error"`, "Please enter a valid email address.</", "Please tick this so that we may read what you send.</",
		"Please choose cv &amp; more.pdf again.</", `name="keep" checked="" value="yes"`)
	v.hides(w, `name="consent" checked`, "could not be sent")
	if w.Header().Get("Cache-Control") != "private, no-store" {
		t.Error("what somebody typed may be cached")
	}
	v.hides(v.get(job+"/apply"), "Asha")
}

func TestEveryFailedApplicationSaysWhy(t *testing.T) {
	for _, c := range []struct {
		unread, err error
		status      int
		said        string
	}{
		{nil, refused("job", "This job is closed."), 422, "This job is closed."},
		{fault.New(fault.TooLarge, "x"), nil, 413, "Your text is too long."},
		{fault.New(fault.BadBody, "x"), nil, 400, "cannot be read"},
		{nil, fault.New(fault.Crowded, "x"), 429, "Nothing is lost: please try again."},
		{nil, errors.New("x"), 503, "Nothing is lost: please try again."},
	} {
		asha := &applicants{form: application.Form{Name: "Asha"}, unread: c.unread, err: c.err}
		v := open(t, storetest.SQLite(t), withReact, asha.option)
		job := v.addJob(store.Row{"title": "Lamplighter"})
		w := v.ask("POST", job+"/apply", "", "Origin", origin)
		v.shows(w, c.status, `role="alert"`, c.said)
		if c.unread == nil {
			v.shows(w, c.status, `value="Asha"`)
		}
	}
}

func TestApplicationsOfOtherSitesAreRefused(t *testing.T) {
	others := &applicants{}
	v := open(t, storetest.SQLite(t), withReact, others.option)
	job := v.addJob(store.Row{"title": "Lamplighter"})
	v.shows(v.ask("POST", job+"/apply", "", "Origin", "https://evil.example"), 403, "Nothing is lost: please try again.")
	v.shows(v.ask("POST", job+"/apply", "", "Sec-Fetch-Site", "cross-site"), 403)
	if others.read != 0 {
		t.Error("it was read")
	}
	w := v.ask("DELETE", job+"/apply", "")
	v.shows(w, 405)
	if got := w.Header().Get("Allow"); got != "GET, HEAD, POST" {
		t.Errorf("it allows %s", got)
	}
}

func TestOneVisitorSendsFewApplicationsAMinute(t *testing.T) {
	eager := &applicants{}
	v := open(t, storetest.SQLite(t), withReact, eager.option, func(o *site.Options) {
		o.Limits = limit.New(time.Now)
		o.Address = func(*http.Request) string { return "192.0.2.1" }
	})
	job := v.addJob(store.Row{"title": "Lamplighter"})
	refused := 0
	for range 40 {
		if w := v.ask("POST", job+"/apply", "", "Origin", origin); w.Code == 429 {
			refused++
			if w.Header().Get("Retry-After") == "" {
				t.Error("it does not say when to try again")
			}
		}
	}
	if refused == 0 || eager.read+refused != 40 {
		t.Errorf("%d were read, %d refused", eager.read, refused)
	}
}

func TestAnApplicationThatComesBackIsWhatReactWouldRender(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	path := v.addJob(store.Row{"title": "Lamplighter"}) + "/apply"
	all := []string{"name", "email", "cv", "note", "links", "consent", "keep"}
	for _, text := range []string{"", "yes", "\n'Two' & \"lines\"\n"} {
		for _, said := range []string{"", "Something <is> wrong."} {
			values, wrong := map[string]string{}, map[string]string{}
			for _, name := range all {
				values[name] = text
				if said != "" {
					wrong[name] = said
				}
			}
			if strings.HasPrefix(text, "\n") {
				values["consent"], values["keep"] = "yes", ""
			}
			whole, filled, err := v.site.ReturnedApply(t.Context(), path, values, wrong, said)
			if err != nil || whole != filled {
				t.Errorf("%q %q: %v, want\n%s\ngot\n%s", text, said, err, whole, filled)
			}
		}
	}
}

func TestFewFormsOfJobsAreKeptReadyToBeGivenBack(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact, (&applicants{err: refused("name", "x")}).option)
	for i := range 20 {
		job := v.addJob(store.Row{"title": fmt.Sprint("Lamplighter ", i)})
		v.shows(v.ask("POST", job+"/apply", "", "Origin", origin), 422, fmt.Sprint("Lamplighter ", i))
	}
	if n := v.site.ApplyForms(); n != 16 {
		t.Errorf("%d forms are kept", n)
	}
}

// mailSwitch is mail that has a server or none.
type mailSwitch struct {
	postbox
	leaves atomic.Bool
}

func (m *mailSwitch) Mode() map[string]any { return map[string]any{"mailed": m.leaves.Load()} }

func TestNobodyIsPromisedAMailThatCannotBeSent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		mail := &mailSwitch{}
		v := open(t, s, withReact, func(o *site.Options) { o.Mail = mail })
		form := v.addJob(store.Row{"title": "Lamplighter"}) + "/apply"
		const promise = "You get a mail that it arrived."
		v.shows(v.get(form), 200, "Someone from the team reads it.")
		v.hides(v.get(form), promise)
		mail.leaves.Store(true)
		if _, err := s.AsSystem().Insert(t.Context(), &schema.MailSettings, store.Row{"host": "mail.vitrine.example", "port": 587}); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get(form), 200, promise)
	})
}
