package site

import (
	"context"
	"errors"
	"net/http"
	"time"

	"vitrine/internal/application"
	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// appliedFor is what the form for a job shows of it.
var appliedFor = &piece{
	key:    oneJob.key,
	byPath: true,
	tables: []*schema.Table{&schema.JobListings, &schema.MailSettings},
	read: func(ctx context.Context, db store.Session, path string) (any, error) {
		columns := []string{"id", "slug", "title", "location", "how_to_apply", "closes_on", "is_open", "apply_form"}
		rows, err := db.Select(ctx, &schema.JobListings, store.Query{Fields: store.Fields(columns...), Where: store.All{store.Eq("slug", slugOf(path))}})
		switch {
		case err != nil:
			return nil, err
		case len(rows) == 0:
			return nil, errNoPage
		case !rows[0].Bool("apply_form"):
			return nil, moved{jobOf(path)} // the job takes applications in another way
		}
		return shown(&schema.JobListings, rows)[0], nil
	},
}

func trimApply(page data, path string, at time.Time) {
	trimJob(page, path, at)
	if isReceived(path) {
		page["received"] = true
	}
}

// tellMail says where no mail will follow.
func (s *Site) tellMail(_ context.Context, page data) {
	if s.Mail != nil && s.Mail.Mode()["mailed"] == false {
		page["no_mail"] = true
	}
}

// posts is how often one address may send a form with a file.
var posts = limit.Rate{Name: "applications without JavaScript", Count: 10, Per: time.Minute}

// postApply takes the application of a visitor without JavaScript. It leads on to
// a page of its own, so that loading that again sends nothing again.
func (s *Site) postApply(w http.ResponseWriter, r *http.Request) {
	path, ctx := r.URL.Path, r.Context()
	form, err := s.page(ctx, applyKind, path)
	if err != nil || form.status != http.StatusOK || s.Applications == nil {
		s.answer(w, r, applyKind, path) // says what there is instead
		return
	}
	if !s.ours(r) {
		s.returnApply(w, r, http.StatusForbidden, nil, nil, s.Say(ctx, "apply_failed"))
		return
	}
	typed, err := s.apply(w, r)
	var wrong application.Refusals
	switch {
	case err == nil:
		received := jobOf(path) + receivedSuffix
		s.redirect(w, r, received+"?sent="+s.Shield.Receipt(received), http.StatusSeeOther)
	case errors.As(err, &wrong):
		fields := wrong.Fields()
		if typed["cv"] != "" && fields["cv"] == "" {
			fields["cv"] = s.Say(ctx, "apply_cv_again", "file", typed["cv"])
		}
		s.returnApply(w, r, wrong.Status(), typed, fields, fields["job"])
	case fault.Is(err, fault.TooLarge):
		s.returnApply(w, r, http.StatusRequestEntityTooLarge, nil, nil, s.Say(ctx, "form_too_long"))
	case fault.Is(err, fault.BadBody):
		s.returnApply(w, r, http.StatusBadRequest, nil, nil, s.Say(ctx, "form_unreadable"))
	default:
		s.notStored(ctx, "an application", err)
		s.returnApply(w, r, refusal(w, err), typed, nil, s.Say(ctx, "apply_failed"))
	}
}

// serveReceived says that an application was received to whom it was, for a while:
// without a receipt the address leads to the job.
func (s *Site) serveReceived(w http.ResponseWriter, r *http.Request) {
	if !s.Shield.IsReceipt(r.URL.Query().Get("sent"), r.URL.Path) {
		s.redirect(w, r, jobOf(r.URL.Path), http.StatusSeeOther)
		return
	}
	s.answer(w, r, applyKind, r.URL.Path)
}

// apply reads and stores an application, and gives back what was typed in it.
func (s *Site) apply(w http.ResponseWriter, r *http.Request) (typed map[string]string, err error) {
	address := s.Address(r)
	if err := s.Limits.Allow(posts, address); err != nil {
		return nil, err
	}
	a, err := s.Applications.ReadApplication(w, r)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	typed = map[string]string{"name": a.Name, "email": a.Email, "links": a.Links, "note": a.Note}
	for name, is := range map[string]bool{"consent": a.Consent, "keep": a.Keep} {
		if is {
			typed[name] = "yes"
		}
	}
	if a.CV != nil {
		typed["cv"] = a.CV.FileName
	}
	_, err = s.Applications.Apply(r.Context(), schema.Actor{Role: schema.Visitor, Label: "visitor", Address: address}, a)
	return typed, err
}

// returnApply shows the form with what the visitor typed. A file does not come
// back: it has to be chosen again.
func (s *Site) returnApply(w http.ResponseWriter, r *http.Request, status int, typed, wrong map[string]string, message string) {
	page, err := s.template(r.Context(), outcome(applyReturned+r.URL.Path))
	if err != nil {
		s.noAnswer(w, r, err)
		return
	}
	errors := map[string]string{}
	for _, name := range applyForm.fields {
		if wrong[name] != "" {
			errors[name] = wrong[name]
		}
	}
	s.sendForm(w, r, status, page, applyForm.typed(func(name string) string { return typed[name] }), errors, message)
}
