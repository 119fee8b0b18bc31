package functions

import (
	"context"
	"maps"
	"strings"

	"vitrine/internal/application"
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// appliedBefore finds what became of a form that is sent again. When it says
// something else now, was is the application that it made before.
func (h *Handler) appliedBefore(ctx context.Context, db store.Session, a *application.Form) (done application.Applied, was store.Row, err error) {
	rows, err := db.Select(ctx, &schema.JobApplications, store.Query{Where: store.All{store.In("once", a.Once(), a.Same())}})
	if err != nil {
		return done, nil, err
	}
	for _, row := range rows {
		same := a.Says(row)
		if same && a.CV != nil {
			if same, err = h.cvs.IsCV(ctx, row.Text("cv_name"), a.CV.Content); err != nil {
				return done, nil, err
			}
		}
		if same {
			done = application.Applied{ID: row.Int("id"), Again: true}
			done.Mailed, err = h.isConfirmed(ctx, done.ID)
			return done, nil, err
		}
		if row.Text("once") == a.Once() {
			was = row
		}
	}
	return done, was, nil
}

// isConfirmed tells whether the applicant has a mail, or one is on its way.
func (h *Handler) isConfirmed(ctx context.Context, id int64) (bool, error) {
	reason := applicationReason(id, toConfirm)
	states, err := h.States(ctx, reason)
	if err != nil {
		return false, err
	}
	switch states[reason].State {
	case mail.Sent:
		return true, nil
	case mail.Queued, mail.Sending:
		return h.sender.Leaves(), nil
	}
	return false, nil
}

// recording is how a mail gets into the outbox.
type recording = func(ctx context.Context, tx store.Session, reason string, l mail.Letter, about store.Row) error

// place stores an application. One that was sent before with the same key is
// corrected as long as nobody has looked at it; later both are there, so that
// nothing that staff saw changes and nothing that was sent is lost.
func (h *Handler) place(ctx context.Context, tx store.Session, a *application.Form, row, was store.Row) (store.Row, recording, error) {
	if was != nil {
		if err := tx.Lock(ctx, schema.JobApplications.Name); err != nil {
			return nil, nil, err
		}
		rows, err := tx.Select(ctx, &schema.JobApplications, store.Query{Where: store.All{store.Eq("id", was.Int("id"))}})
		if err != nil {
			return nil, nil, err
		}
		if len(rows) == 1 {
			fresh, err := h.isUntouched(ctx, tx, rows[0])
			if err != nil {
				return nil, nil, err
			}
			if fresh && isSamePerson(rows[0], row) {
				return h.correct(ctx, tx, rows[0], row)
			}
			row["once"] = a.Same()
		}
	}
	rows, err := tx.Insert(ctx, &schema.JobApplications, row)
	if err != nil {
		return nil, nil, err
	}
	return rows[0], h.RecordAbout, nil
}

// isSamePerson keeps a client with one key for everything from writing over what
// others sent.
func isSamePerson(was, row store.Row) bool {
	return was.Int("job_id") == row.Int("job_id") && (strings.EqualFold(was.Text("email"), row.Text("email")) || was.Text("name") == row.Text("name"))
}

// isUntouched tells whether no staff saw, moved or released an application, and no
// mail about it is being sent, which could not be corrected.
func (h *Handler) isUntouched(ctx context.Context, tx store.Session, row store.Row) (bool, error) {
	released := row["quarantined_at"] == nil && row["spam_reasons"] != nil
	if released || row.Text("stage") != schema.ApplicationNew || row["assigned_to"] != nil {
		return false, nil
	}
	id := row.Int("id")
	if n, err := tx.Count(ctx, &schema.ApplicationEvents, store.Eq("application_id", id)); err != nil || n > 0 {
		return false, err
	}
	busy, err := h.IsSending(ctx, tx, applicationReason(id, toConfirm), applicationReason(id, toStudio))
	return !busy, err
}

// correct puts what was sent last in the place of what was sent before. Mails go out
// again only if they named or reached somebody else.
func (h *Handler) correct(ctx context.Context, tx store.Session, was, row store.Row) (store.Row, recording, error) {
	patch := store.Row{"cv_name": "", "cv_file_name": "", "cv_bytes": 0, "scan_note": "", "quarantined_at": nil, "spam_reasons": nil}
	maps.Copy(patch, row)
	delete(patch, "created_at") // when it came first
	rows, err := tx.Update(ctx, &schema.JobApplications, store.Eq("id", was.Int("id")), patch)
	if err != nil {
		return nil, nil, err
	}
	record := h.RecordAbout
	if was.Text("email") != rows[0].Text("email") || was.Text("name") != rows[0].Text("name") {
		record = h.Requeue
	}
	return rows[0], record, nil
}
