package site

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
)

// maxForm holds the longest message that the table takes, of characters that
// are four bytes long and sent as "%XX" each.
var maxForm = func() int64 {
	n := 4 << 10 // the names of the fields, and the trap
	for _, name := range contactFields {
		n += 4 * len("%XX") * schema.ContactFormSubmissions.Column(name).Rule(schema.Max).Limit
	}
	return int64(n)
}()

var contactFields = []string{"name", "email", "subject", "message"}

// postContact takes the message form of a visitor without JavaScript.
func (s *Site) postContact(w http.ResponseWriter, r *http.Request) {
	form, status := s.form(w, r)
	if status != 0 {
		s.result(w, r, status, "contact", false, s.Say(r.Context(), refused(status, "contact_failed")))
		return
	}
	ctx := r.Context()
	row := store.Row{}
	for _, name := range contactFields {
		row[name] = form.Get(name)
	}
	said, err := s.sendMessage(ctx, s.Address(r), form.Get(shield.Trap), row)
	var f *fault.Error
	switch {
	case err == nil:
		s.result(w, r, http.StatusOK, "contact", true, said)
	case errors.As(err, &f) && (f.Kind == fault.Invalid || f.Kind == fault.Missing):
		s.returnForm(w, r, http.StatusUnprocessableEntity, form, s.Say(ctx, "contact_failed"))
	case errors.As(err, &f) && f.Kind == fault.BadValue:
		s.returnForm(w, r, http.StatusUnprocessableEntity, form, s.Say(ctx, "form_unreadable"))
	default:
		s.notStored(ctx, "a message", err)
		s.returnForm(w, r, refusal(w, err), form, s.Say(ctx, "contact_failed"))
	}
}

// sendMessage stores a message together with the letters about it, then
// sends these, and tells what the visitor should know. Letters about a message
// in quarantine wait for staff; the visitor is told the same.
func (s *Site) sendMessage(ctx context.Context, address, trap string, row store.Row) (string, error) {
	visit, err := s.Shield.Admit(shield.Contact, address, shield.Form{Trap: trap})
	if err != nil {
		return "", err
	}
	letters, err := s.submit(ctx, visit, &schema.ContactFormSubmissions, row)
	if err != nil || s.Mail == nil {
		return s.Say(ctx, "contact_sent"), err
	}
	if len(letters) > 0 {
		if sent, err := s.Mail.Try(ctx, letters...); err != nil || !sent {
			return s.Say(ctx, "contact_sent_no_mail"), nil
		}
	}
	mode := s.Mail.Mode()
	if to, _ := mode["testEmail"].(string); to != "" {
		return s.Say(ctx, "contact_test_mode", "test_email", to), nil
	}
	if mode["mailed"] == false {
		return s.Say(ctx, "contact_received"), nil
	}
	return s.Say(ctx, "contact_sent"), nil
}

// postNewsletter takes the signup of a visitor without JavaScript.
func (s *Site) postNewsletter(w http.ResponseWriter, r *http.Request) {
	form, status := s.form(w, r)
	if status != 0 {
		said := "newsletter_failed"
		if status == http.StatusForbidden {
			said = "newsletter_denied"
		}
		s.result(w, r, status, "newsletter", false, s.Say(r.Context(), refused(status, said)))
		return
	}
	err := s.subscribe(r.Context(), s.Address(r), form.Get(shield.Trap), strings.TrimSpace(form.Get("email")), form.Get("wants_jobs") != "")
	switch {
	case err == nil:
		said := s.Say(r.Context(), "newsletter_thanks")
		if s.Letters != nil && s.Letters.Asks(r.Context()) {
			said += " " + s.Say(r.Context(), s.nextStep())
		}
		s.result(w, r, http.StatusOK, "newsletter", true, said)
	case fault.Is(err, fault.Duplicate):
		s.result(w, r, http.StatusOK, "newsletter", true, s.Say(r.Context(), "newsletter_already"))
	case fault.Is(err, fault.Invalid), fault.Is(err, fault.Missing), fault.Is(err, fault.BadValue):
		s.result(w, r, http.StatusUnprocessableEntity, "newsletter", false, s.Say(r.Context(), "newsletter_bad_email"))
	case fault.Is(err, fault.Denied):
		s.result(w, r, http.StatusForbidden, "newsletter", false, s.Say(r.Context(), "newsletter_denied"))
	default:
		s.notStored(r.Context(), "a subscription", err)
		said := "newsletter_failed"
		if errors.Is(err, errUnverified) {
			said = "newsletter_lookup_failed"
		}
		s.result(w, r, refusal(w, err), "newsletter", false, s.Say(r.Context(), said))
	}
}

// nextStep is what who confirms an address reads: no mail is claimed that reaches
// nobody, or the test address.
func (s *Site) nextStep() string {
	if s.Mail != nil {
		if mode := s.Mail.Mode(); mode["mailed"] == false || mode["testMode"] == true {
			return "newsletter_one_more_later"
		}
	}
	return "newsletter_one_more"
}

// errUnverified tells that it could not be looked up whether an address is
// subscribed already.
var errUnverified = errors.New("look up the subscription")

func (s *Site) subscribe(ctx context.Context, address, trap, email string, wantsJobs bool) error {
	visit, err := s.Shield.Admit(shield.Newsletter, address, shield.Form{Trap: trap})
	if err != nil {
		return err
	}
	if s.Letters != nil && s.Letters.Asks(ctx) {
		return s.signUp(ctx, visit, email, wantsJobs)
	}
	known, err := s.db.Select(ctx, &schema.NewsletterSubscriptions, store.Query{Fields: store.Fields("id"), Where: store.All{store.Eq("email", email)}})
	switch {
	case len(known) > 0 && !wantsJobs:
		return fault.New(fault.Duplicate, "the address is subscribed already")
	case err != nil && !fault.Is(err, fault.BadValue):
		return fmt.Errorf("%w: %w", errUnverified, err)
	}
	return s.signUp(ctx, visit, email, wantsJobs)
}

// signUp stores an address. One that is there and gets no letters is new again.
func (s *Site) signUp(ctx context.Context, visit *shield.Visit, email string, wantsJobs bool) error {
	letters, err := s.submit(ctx, visit, &schema.NewsletterSubscriptions, store.Row{"email": email, "wants_jobs": wantsJobs})
	if fault.Is(err, fault.Duplicate) && s.Letters != nil {
		marks := store.Row{schema.MailDue: s.db.Now()}
		if verdict := visit.Judge(shield.Text{Email: email}); verdict.Suspicious() {
			marks = verdict.Marks(s.db.Now())
		}
		if taken, again := s.Letters.Again(ctx, email, wantsJobs, marks); again != nil || taken {
			return again
		}
	}
	if err != nil || len(letters) == 0 {
		return err
	}
	if sent, err := s.Mail.Try(ctx, letters...); err != nil || !sent {
		s.Log.WarnContext(ctx, "the studio was not told about a subscription yet", "error", err)
	}
	return nil
}

// notStored is logged; a flood that is refused must not fill the log.
func (s *Site) notStored(ctx context.Context, what string, err error) {
	level := slog.LevelWarn
	if fault.Is(err, fault.Crowded) {
		level = slog.LevelDebug
	}
	s.Log.Log(ctx, level, what+" without JavaScript was not stored", "error", err)
}

// refused says why a form was not even read, when the visitor can do
// something about it.
func refused(status int, otherwise string) string {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return "form_too_long"
	case http.StatusBadRequest:
		return "form_unreadable"
	}
	return otherwise
}

// form reads a form that came from one of our own pages; status says why not.
func (s *Site) form(w http.ResponseWriter, r *http.Request) (form url.Values, status int) {
	if !s.ours(r) {
		return nil, http.StatusForbidden
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, http.StatusUnsupportedMediaType
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		if _, is := errors.AsType[*http.MaxBytesError](err); is {
			return nil, http.StatusRequestEntityTooLarge
		}
		return nil, http.StatusBadRequest
	}
	for _, values := range r.PostForm {
		for i, value := range values {
			// A browser sends a line end as two characters and counts it as one.
			values[i] = strings.ReplaceAll(value, "\r\n", "\n")
		}
	}
	return r.PostForm, 0
}

// ours tells whether a form was sent from this site. A browser says where it
// comes from; what says nothing is no browser, and has nobody's rights to use.
func (s *Site) ours(r *http.Request) bool {
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" && from != "none" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" || origin == s.Origin {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host
}

// refusal is the status of a write that failed, with the time to wait.
func refusal(w http.ResponseWriter, err error) int {
	f := fault.From(err)
	w.Header().Set("Retry-After", strconv.Itoa(int(f.Retry.Seconds())+1))
	if f.Kind == fault.Crowded {
		return http.StatusTooManyRequests
	}
	return http.StatusServiceUnavailable
}

// submit stores what a visitor sent without JavaScript, judged like what comes
// through the table interface, and returns the letters to be sent about it:
// none when it is in quarantine.
func (s *Site) submit(ctx context.Context, visit *shield.Visit, table *schema.Table, row store.Row) (letters []string, err error) {
	var text shield.Text
	err = s.db.Tx(ctx, func(tx store.Session) error {
		letters = nil
		rows, err := tx.Insert(ctx, table, row)
		if err != nil {
			return err
		}
		stored := rows[0]
		text = shield.TextOf(stored.Text)
		if table == &schema.NewsletterSubscriptions && s.Letters != nil {
			if fresh := s.Letters.Fresh(ctx); fresh != nil {
				changed, err := tx.AsSystem().Update(ctx, table, store.Eq("id", stored.Int("id")), fresh)
				if err != nil {
					return err
				}
				stored = changed[0]
			}
		}
		if verdict := visit.Judge(text); verdict.Suspicious() {
			_, err := tx.AsSystem().Update(ctx, table, store.Eq("id", stored.Int("id")), verdict.Marks(tx.Now()))
			return err
		}
		if s.Mail == nil {
			return nil
		}
		record := s.Mail.RecordContact
		if table == &schema.NewsletterSubscriptions {
			record = s.Mail.RecordNewsletter
		}
		letters, err = record(ctx, tx.AsSystem(), stored)
		return err
	})
	if err == nil {
		visit.Remember(text)
	}
	return letters, err
}
