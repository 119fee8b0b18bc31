package functions

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// applicantProcedures are what staff do with applications.
func (h *Handler) applicantProcedures() procedure.All {
	return procedure.All{
		"save_application":    procedure.Of(h.saveApplication).Changing(),
		"open_application":    procedure.Of(h.openApplication).Changing(),
		"release_application": procedure.Of(h.releaseApplication).Changing(),
		"mail_application":    procedure.Of(h.mailApplication).Changing(),
		"application_mail":    procedure.Of(h.applicationMail),

		"resend_application_mail": procedure.Of(h.resendApplicationMail).Changing(),
	}.ForStaff()
}

// applicationsAtOnce is how many applications one call changes.
const applicationsAtOnce = 200

type stage string

// TypeScript lists the stages.
func (stage) TypeScript() string { return `"new" | "read" | "talking" | "offer" | "closed"` }

type ending string

// TypeScript lists how an application ends; "" is not known.
func (ending) TypeScript() string { return `"" | "hired" | "rejected" | "withdrawn"` }

type applicationChange struct {
	ID         *int64   `json:"id"`
	IDs        *[]int64 `json:"ids"` // several at once
	Stage      *stage   `json:"stage"`
	Outcome    *ending  `json:"outcome"`
	AssignedTo *string  `json:"assigned_to"` // "" is nobody
	Undoes     *string  `json:"undoes"`      // the own move that this takes back, as its event has it
}

// saveApplication moves applications and gives them to somebody, and answers with
// those that it changed. What stays as it is leaves no event.
func (h *Handler) saveApplication(ctx context.Context, db store.Session, c applicationChange) ([]int64, error) {
	ids, err := c.ids()
	if err != nil {
		return nil, err
	}
	changed := []int64{}
	err = db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.JobApplications.Name); err != nil {
			return err
		}
		email, err := c.assignee(ctx, tx)
		if err != nil {
			return err
		}
		rows, err := tx.Select(ctx, &schema.JobApplications, store.Query{Where: store.All{store.In("id", ids...)}, Order: []store.Order{store.Asc("id")}})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			_, err := tx.One(ctx, &schema.JobApplications, store.Eq("id", ids[0]))
			return err
		}
		for _, row := range rows {
			is, err := c.applyTo(ctx, tx, row, email)
			if err != nil {
				return err
			}
			if is {
				changed = append(changed, row.Int("id"))
			}
		}
		return nil
	})
	return changed, err
}

func (c applicationChange) ids() (ids []int64, err error) {
	if c.ID != nil {
		ids = append(ids, *c.ID)
	}
	if c.IDs != nil {
		ids = append(ids, *c.IDs...)
	}
	switch {
	case len(ids) == 0:
		return nil, fault.New(fault.Missing, "null value in argument %q", "id")
	case len(ids) > applicationsAtOnce:
		return nil, fault.New(fault.Invalid, "save_application takes %d ids at a time", applicationsAtOnce)
	}
	return ids, nil
}

// assignee is the address of who is to look after it: a member of the staff.
func (c applicationChange) assignee(ctx context.Context, tx store.Session) (email string, err error) {
	if c.AssignedTo == nil || *c.AssignedTo == "" {
		return "", nil
	}
	nobody := refuse("Applications are given to people who can sign in and edit here.")
	id, err := schema.Users.Column("id").Cast(*c.AssignedTo)
	if err != nil {
		return "", nobody
	}
	staff := store.All{store.Eq("user_id", id), store.In("role", string(schema.Editor), string(schema.Admin))}
	n, err := tx.AsSystem().Count(ctx, &schema.UserProfiles, staff)
	if err != nil {
		return "", err
	}
	if n == 0 {
		return "", nobody
	}
	user, err := tx.AsSystem().One(ctx, &schema.Users, store.Eq("id", id))
	return user.Text("email"), err
}

// applyTo changes one application and writes down what happened to it.
func (c applicationChange) applyTo(ctx context.Context, tx store.Session, row store.Row, email string) (changed bool, err error) {
	if row["quarantined_at"] != nil {
		return false, refuse(heldBack)
	}
	if err := c.checkUndo(ctx, tx, row); err != nil {
		return false, err
	}
	patch, events, err := c.patchOf(row, email)
	if err != nil || len(events) == 0 {
		return false, err
	}
	if _, err := tx.AsSystem().Update(ctx, &schema.JobApplications, store.Eq("id", row.Int("id")), patch); err != nil {
		return false, err
	}
	_, err = tx.AsSystem().Insert(ctx, &schema.ApplicationEvents, events...)
	return true, err
}

// checkUndo keeps what was moved since then, by anybody, where it is.
func (c applicationChange) checkUndo(ctx context.Context, tx store.Session, row store.Row) error {
	if c.Undoes == nil {
		return nil
	}
	last, err := tx.AsSystem().Select(ctx, &schema.ApplicationEvents, store.Query{
		Where: store.All{store.Eq("application_id", row.Int("id")), store.Eq("kind", schema.EventStage)}, Order: []store.Order{store.Desc("id")}, Limit: store.Limit(1),
	})
	if err != nil {
		return err
	}
	isOwn := len(last) == 1 && last[0].Text("user_id") == tx.Actor().UserID && last[0].Text("text") == *c.Undoes
	if !isOwn || standing(row.Text("stage"), row.Text("outcome")) != *c.Undoes {
		return fault.New(fault.Stale, fault.StaleMessage).Hinting(fault.StaleMessage)
	}
	return nil
}

// standing is a stage with its outcome, as an event has it.
func standing(stage, outcome string) string { return strings.TrimSpace(stage + " " + outcome) }

const heldBack = "This application is held back. Say that it is not spam first."

// patchOf is what the change means for a row: an outcome belongs to a closed
// application, and goes when it is opened again.
func (c applicationChange) patchOf(row store.Row, email string) (patch store.Row, events []store.Row, err error) {
	patch = store.Row{}
	event := func(kind, text string) {
		events = append(events, store.Row{"application_id": row.Int("id"), "kind": kind, "text": text})
	}
	to, end := row.Text("stage"), row.Text("outcome")
	if c.Stage != nil {
		to = string(*c.Stage)
	}
	if c.Outcome != nil {
		end = string(*c.Outcome)
	} else if to != schema.ApplicationClosed {
		end = ""
	}
	if end != "" && to != schema.ApplicationClosed {
		return nil, nil, refuse("Only a closed application has an outcome.")
	}
	if to != row.Text("stage") || end != row.Text("outcome") {
		patch["stage"], patch["outcome"] = to, end
		event(schema.EventStage, standing(to, end))
	}
	if c.AssignedTo != nil && *c.AssignedTo != row.Text("assigned_to") {
		patch["assigned_to"] = nil
		if *c.AssignedTo != "" {
			patch["assigned_to"] = *c.AssignedTo
		}
		event(schema.EventAssigned, email)
	}
	return patch, events, nil
}

type oneApplication struct {
	ID int64 `json:"id"`
}

// openApplication writes down that somebody saw an application, once a day for
// each. One that was new is read from then on, which the event tells too.
func (h *Handler) openApplication(ctx context.Context, db store.Session, a oneApplication) (procedure.Nothing, error) {
	return nil, db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.JobApplications.Name); err != nil {
			return err
		}
		row, err := tx.One(ctx, &schema.JobApplications, store.Eq("id", a.ID))
		if err != nil {
			return err
		}
		system := tx.AsSystem()
		seen, err := system.Count(ctx, &schema.ApplicationEvents, store.Eq("application_id", a.ID), store.Eq("kind", schema.EventOpened),
			store.Eq("user_id", db.Actor().UserID), store.Gte("created_at", db.Now().Truncate(24*time.Hour)))
		if err != nil {
			return err
		}
		if seen == 0 {
			if _, err := system.Insert(ctx, &schema.ApplicationEvents, store.Row{"application_id": a.ID, "kind": schema.EventOpened}); err != nil {
				return err
			}
		}
		if row.Text("stage") != schema.ApplicationNew || row["quarantined_at"] != nil {
			return nil
		}
		_, err = system.Update(ctx, &schema.JobApplications, store.Eq("id", a.ID), store.Row{"stage": schema.ApplicationRead})
		return err
	})
}

// releaseApplication says that an application is no spam; the letters about it go
// out as they would have at first.
func (h *Handler) releaseApplication(ctx context.Context, db store.Session, a oneApplication) (procedure.Nothing, error) {
	var reasons []string
	err := db.Tx(ctx, func(tx store.Session) error {
		if _, err := tx.One(ctx, &schema.JobApplications, store.Eq("id", a.ID)); err != nil {
			return err
		}
		held := store.All{store.Eq("id", a.ID), store.Not{Cond: store.IsNull("quarantined_at")}}
		rows, err := tx.AsSystem().Update(ctx, &schema.JobApplications, held, store.Row{"quarantined_at": nil})
		if err != nil || len(rows) == 0 {
			return err
		}
		reasons, err = h.RecordApplication(ctx, tx.AsSystem(), rows[0])
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(reasons) > 0 {
		if _, err := h.Try(ctx, reasons...); err != nil {
			h.log.WarnContext(ctx, "letters about a released application wait", "error", err)
		}
	}
	return nil, nil
}

type toApplicant struct {
	ID      int64  `json:"id"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
}

// mailApplication writes to an applicant. The mail is kept beside the application
// in the transaction that records it, so that there is neither without the other.
func (h *Handler) mailApplication(ctx context.Context, db store.Session, a toApplicant) ([]applicantMail, error) {
	row, err := db.One(ctx, &schema.JobApplications, store.Eq("id", a.ID))
	if err != nil {
		return nil, err
	}
	subject, text := strings.Join(strings.Fields(a.Subject), " "), strings.TrimSpace(a.Text)
	switch {
	case !h.sender.Leaves():
		return nil, refuse("There is no mail server, so no mail can be sent from here. Use Reply via Email.")
	case row["quarantined_at"] != nil:
		return nil, refuse(heldBack)
	case subject == "":
		return nil, refuse("Give the mail a subject first.")
	case text == "":
		return nil, refuse("Write the mail first.")
	}
	reason := ""
	err = db.AsSystem().Tx(ctx, func(tx store.Session) error {
		rows, err := tx.Insert(ctx, &schema.ApplicationEvents, store.Row{"application_id": a.ID, "kind": schema.EventMail, "subject": subject, "text": text})
		if err != nil {
			return err
		}
		from, err := h.writer(ctx, tx)
		if err != nil {
			return err
		}
		reason = applicantReason(rows[0])
		return h.RecordAbout(ctx, tx, reason, h.toApplicant(from, row, rows[0]), store.Row{"application_id": a.ID})
	})
	if err != nil {
		return nil, err
	}
	if _, err := h.Try(ctx, reason); err != nil {
		h.log.WarnContext(ctx, "a mail to an applicant waits to be sent", "error", err)
	}
	return h.mailsTo(ctx, a.ID)
}

// signed is a text with the studio below it.
func (h *Handler) signed(from writer, text string) string {
	foot := "\n\n-- \n" + from.Name + "\n"
	if h.publicURL != "" {
		foot += h.publicURL + "\n"
	}
	return text + foot
}
