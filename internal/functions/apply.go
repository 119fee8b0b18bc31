package functions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"vitrine/internal/application"
	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// CVs is where the files of applications lie.
type CVs interface {
	// AcquireCV waits until a body of so many bytes may be in memory; less than 0 is
	// any number.
	AcquireCV(ctx context.Context, announced int64) (release func(), err error)
	// PutCV keeps the bytes; the file is swept unless InsertCV follows.
	PutCV(ctx context.Context, content []byte) (file string, err error)
	// InsertCV makes the file that of an application, and gives the name for it.
	InsertCV(ctx context.Context, tx store.Session, application int64, file string, content []byte) (name string, err error)
	// IsCV tells whether one has these bytes.
	IsCV(ctx context.Context, name string, content []byte) (bool, error)
	// OpenCV reads one; fs.ErrNotExist when there is none.
	OpenCV(ctx context.Context, name string) (io.ReadCloser, error)
	// DropCVs removes those of applications that are gone for good.
	DropCVs(ctx context.Context) error
	// Discard removes files that became nobody's.
	Discard(ctx context.Context, files ...string)
}

// submitApplication takes an application from the form.
func (h *Handler) submitApplication(w http.ResponseWriter, r *http.Request, actor schema.Actor) error {
	if err := h.limits.Allow(calls, actor.Address); err != nil {
		return err
	}
	a, err := h.ReadApplication(w, r)
	if err != nil {
		return err
	}
	defer a.Close()
	done, err := h.Apply(r.Context(), actor, a)
	if err != nil {
		return err
	}
	body := h.Mode()
	body["success"], body["mailed"] = true, done.Mailed
	return client.Answer(w, http.StatusOK, body)
}

// Apply stores an application with its CV and the letters about it: all of it or
// nothing. What can be mended at a field is refused as application.Refusals. A repeat
// changes nothing and is answered like the first; see correct for one with the same
// key that says something else.
func (h *Handler) Apply(ctx context.Context, actor schema.Actor, a *application.Form) (application.Applied, error) {
	if h.cvs == nil {
		return application.Applied{}, fault.New(fault.UnknownProcedure, "There is no such function.")
	}
	db := h.store.AsSystem()
	done, was, err := h.appliedBefore(ctx, db, a)
	if done.Again || err != nil {
		return done, err
	}
	who, err := h.writer(ctx, db)
	if err != nil {
		return application.Applied{}, err
	}
	row, err := h.check(ctx, db, who, a)
	if err != nil {
		return application.Applied{}, err
	}
	visit, verdict := (*shield.Visit)(nil), shield.Verdict{}
	text := shield.Text{Name: row.Text("name"), Email: row.Text("email"), Message: row.Text("note")}
	if h.shield != nil {
		if visit, err = h.shield.Admit(shield.Application, actor.Address, a.Filled); err != nil {
			return application.Applied{}, err
		}
		verdict = visit.Judge(text)
	}
	if verdict.Suspicious() {
		for name, value := range verdict.Marks(db.Now()) {
			row[name] = value
		}
	}
	done, err = h.insert(ctx, who, a, row, was)
	if fault.Is(err, fault.Duplicate) { // it came in by another request meanwhile
		return h.Apply(ctx, actor, a)
	}
	if err == nil && visit != nil {
		visit.Remember(text)
	}
	return done, err
}

// ReadApplication reads the form of an application, which the caller closes.
func (h *Handler) ReadApplication(w http.ResponseWriter, r *http.Request) (*application.Form, error) {
	if h.cvs == nil {
		return nil, fault.New(fault.UnknownProcedure, "There is no such function.")
	}
	return application.Read(w, r, h.cvs.AcquireCV)
}

// check gives the row of an application, or all that is wrong with it.
func (h *Handler) check(ctx context.Context, db store.Session, who writer, a *application.Form) (store.Row, error) {
	var wrong application.Refusals
	refuse := func(field, word string, pairs ...string) {
		wrong = append(wrong, application.Refusal{Field: field, Word: word, Text: who.Say(word, pairs...)})
	}
	job, closed, err := h.jobOf(ctx, db, who.Studio, a.JobID)
	if err != nil {
		return nil, err
	}
	if closed != "" {
		refuse("job", closed)
		return nil, wrong
	}
	if a.CV != nil && a.CV.TooBig { // perhaps the rest was not read
		refuse("cv", "apply_cv_too_big", "file", a.CV.FileName)
		return nil, wrong
	}
	now := db.Now()
	row := store.Row{
		"job_id": a.JobID, "job_title": job.Text("title"), "keep_until": h.keep.Until(now, a.Keep, job, who.At(now).Location()), "once": a.Once(),
		"created_at": now, "scan": schema.ScanNone,
	}
	for _, field := range []struct{ name, text, missing, wrong string }{
		{"name", a.Name, "contact_need_name", "form_too_long"}, {"email", a.Email, "contact_need_email", "contact_bad_email"},
		{"links", a.Links, "", "form_too_long"}, {"note", a.Note, "", "form_too_long"},
	} {
		value, word := fitting(field.name, field.text, field.missing, field.wrong)
		if word != "" {
			refuse(field.name, word)
		}
		row[field.name] = value
	}
	if a.CV != nil && !application.IsPDF(a.CV.Content) {
		refuse("cv", "apply_cv_not_pdf", "file", a.CV.FileName)
	}
	if !a.Consent {
		refuse("consent", "apply_need_consent")
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	consent := map[string]any{"text": h.sayRetention(who, "apply_consent") + " " + h.sayRetention(who, "apply_consent_hint"), "keep": a.Keep, "keep_text": "", "at": schema.FormatTime(now)}
	if a.Keep {
		consent["keep_text"] = h.sayRetention(who, "apply_keep")
	}
	row["consent"] = consent
	return row, nil
}

// fitting is what a column keeps of a text, or the word that says why it does not.
func fitting(column, text, missing, wrong string) (any, string) {
	c := schema.JobApplications.Column(column)
	value, err := c.Cast(text)
	if err != nil {
		return nil, "form_unreadable"
	}
	if value == "" && missing != "" {
		return nil, missing
	}
	if value != "" && (schema.JobApplications).Check(map[string]any{column: value}, false) != nil {
		return nil, wrong
	}
	return value, ""
}

// jobOf is the job that is applied for, or the word that says why not.
func (h *Handler) jobOf(ctx context.Context, db store.Session, who studio.Studio, id int64) (job store.Row, closed string, err error) {
	rows, err := db.Select(ctx, &schema.JobListings, store.Query{Where: store.All{store.Eq("id", id)}})
	switch {
	case err != nil:
		return nil, "", err
	case len(rows) == 0 || !studio.IsOpen(rows[0], who.At(h.now())):
		return nil, "jobs_closed", nil
	case rows[0]["apply_form"] == false:
		return nil, "apply_off", nil
	}
	return rows[0], "", nil
}

// insert puts the file on disk, and then the rows beside the others. Of repeats at
// the same time the unique key takes one. Only refused rows are known not to be
// there; after any other failure the file is left to the sweep.
func (h *Handler) insert(ctx context.Context, who writer, a *application.Form, row, was store.Row) (done application.Applied, err error) {
	file := ""
	if a.CV != nil {
		row["scan"], row["scan_note"] = h.scan(ctx, a.CV.Content)
		row["cv_file_name"], row["cv_bytes"] = a.CV.FileName, len(a.CV.Content)
		if file, err = h.cvs.PutCV(ctx, a.CV.Content); err != nil {
			return application.Applied{}, err
		}
	}
	err = h.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		_, closed, err := h.jobOf(ctx, tx, who.Studio, a.JobID)
		if err != nil {
			return err
		}
		if closed != "" {
			return application.Refusals{{Field: "job", Word: closed, Text: who.Say(closed)}}
		}
		stored, record, err := h.place(ctx, tx, a, row, was)
		if err != nil {
			return err
		}
		if file != "" {
			name, err := h.cvs.InsertCV(ctx, tx, stored.Int("id"), file, a.CV.Content)
			if err != nil {
				return err
			}
			if _, err := tx.Update(ctx, &schema.JobApplications, store.Eq("id", stored.Int("id")), store.Row{"cv_name": name}); err != nil {
				return err
			}
		}
		done = application.Applied{ID: stored.Int("id")}
		if stored["quarantined_at"] != nil {
			return nil
		}
		done.Mailed = h.sender.Leaves()
		_, err = h.recordApplication(ctx, tx, stored, record)
		return err
	})
	_, refused := errors.AsType[application.Refusals](err)
	if file != "" && (refused || fault.Is(err, fault.Duplicate)) {
		h.cvs.Discard(ctx, file)
	}
	if err != nil {
		return application.Applied{}, fmt.Errorf("store an application: %w", err)
	}
	if was.Text("cv_name") != "" { // perhaps nobody's now
		if err := h.cvs.DropCVs(ctx); err != nil {
			h.log.WarnContext(ctx, "the CV before a corrected one stays until the next sweep", "error", err)
		}
	}
	return done, nil
}

// RecordApplication puts the two letters about an application in the outbox, and
// returns their reasons. It belongs in the transaction of the application, or in
// the one in which staff say that it is no spam.
func (h *Handler) RecordApplication(ctx context.Context, tx store.Session, row store.Row) ([]string, error) {
	return h.recordApplication(ctx, tx, row, h.RecordAbout)
}

func (h *Handler) recordApplication(ctx context.Context, tx store.Session, row store.Row, record recording) ([]string, error) {
	from, err := h.writer(ctx, tx)
	if err != nil {
		return nil, err
	}
	id := row.Int("id")
	about := store.Row{"application_id": id}
	reasons := []string{applicationReason(id, toConfirm)}
	if err := record(ctx, tx, reasons[0], h.applicationConfirmed(from, row), about); err != nil {
		return nil, err
	}
	if from.address == "" {
		h.warnNoRecipient(ctx)
		return reasons, nil
	}
	reasons = append(reasons, applicationReason(id, toStudio))
	return reasons, record(ctx, tx, reasons[1], h.aboutApplication(from, row), about)
}

// applicationConfirmed holds nothing that the applicant typed, as confirmation.
func (h *Handler) applicationConfirmed(from writer, row store.Row) mail.Letter {
	text := from.Say("mail_apply_text", "job", row.Text("job_title")) + "\n"
	if h.publicURL != "" {
		text += "\n-- \n" + h.publicURL + "\n"
	}
	return mail.Letter{To: row.Text("email"), ReplyTo: from.address, Subject: from.Say("mail_apply_subject"), Text: text}
}

// aboutApplication says who applied and where to read it. What they wrote stays
// where it is erased in time.
func (h *Handler) aboutApplication(to writer, row store.Row) mail.Letter {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n\n", to.Say("mail_applied_text"))
	for _, line := range [][2]string{{"mail_notice_name", "name"}, {"mail_notice_email", "email"}, {"mail_applied_job", "job_title"}} {
		fmt.Fprintf(&text, "%s: %s\n", to.Say(line[0]), row.Text(line[1]))
	}
	fmt.Fprintf(&text, "%s: %s\n\n-- \n%s\n", to.Say("mail_notice_received"), to.stamp(row), to.Say("mail_applied_foot"))
	h.link(&text, to.Say("mail_applied_open"), fmt.Sprintf("/admin/applicants?open=%d", row.Int("id")))
	return mail.Letter{To: to.address, ReplyTo: row.Text("email"), Subject: to.Say("mail_applied_subject", "job", row.Text("job_title")), Text: text.String()}
}
