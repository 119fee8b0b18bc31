package functions

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/application"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

func TestHowLongApplicationsAreKept(t *testing.T) {
	day := 24 * time.Hour
	eachJobs(t, func(t *testing.T, x *jobs) {
		keep := application.Keep{Closed: 30 * day, Agreed: 60 * day}
		x.fn.keep = keep
		at := time.Now()
		x.fn.now = func() time.Time { return at }
		x.want(x.apply(x.form("email", "plain@example.org")), 200)
		x.want(x.apply(x.form("email", "agreed@example.org", "keep", "on")), 200)
		plain := func() store.Row { return x.applications()[0] }
		follow := func() {
			t.Helper()
			if err := x.fn.KeepApplications(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		job := func(patch store.Row) {
			t.Helper()
			if _, err := x.s.AsSystem().Update(t.Context(), &schema.JobListings, store.Eq("id", x.job.Int("id")), patch); err != nil {
				t.Fatal(err)
			}
			follow()
		}
		within := func(what string, want time.Time) {
			t.Helper()
			if got := plain(); got["keep_until"] == nil || got.Time("keep_until").Sub(want).Abs() > time.Minute {
				t.Errorf("%s: kept until %v, want %v", what, got["keep_until"], want)
			}
		}
		if plain()["keep_until"] != nil {
			t.Errorf("while the job is open: %v", plain()["keep_until"])
		}
		if got := x.applications()[1].Time("keep_until"); got.Sub(at.Add(60*day)).Abs() > time.Minute {
			t.Errorf("who agreed is kept until %v", got)
		}
		job(store.Row{"is_open": false})
		within("closed", at.Add(30*day))
		first := plain().Time("keep_until")
		at = at.Add(5 * day)
		job(store.Row{"title": "Other"})
		within("closed and edited", first)
		job(store.Row{"is_open": true})
		if plain()["keep_until"] != nil {
			t.Errorf("open again: %v", plain()["keep_until"])
		}
		closes := at.UTC().Add(10 * day).Truncate(day)
		job(store.Row{"closes_on": closes.Format(time.DateOnly)})
		within("with a date", closes.Add(31*day))
		if _, err := x.s.AsSystem().Delete(t.Context(), &schema.JobListings, store.Eq("id", x.job.Int("id"))); err != nil {
			t.Fatal(err)
		}
		follow()
		within("deleted", at.Add(30*day))
		x.add(&schema.Notes, store.Row{"about_table": "job_applications", "about_id": plain().Int("id"), "text": "Fits"})
		x.add(&schema.ApplicationEvents, store.Row{"application_id": plain().Int("id"), "kind": schema.EventOpened})
		at = at.Add(30*day - time.Hour)
		follow()
		if n := len(x.applications()); n != 2 {
			t.Errorf("%d are left before the time is over", n)
		}
		at = at.Add(2 * time.Hour)
		follow()
		rows := x.applications()
		if len(rows) != 1 || rows[0].Text("email") != "agreed@example.org" || len(x.stored()) != 1 {
			t.Errorf("left: %v, %v", rows, x.stored())
		}
		for _, table := range []*schema.Table{&schema.Notes, &schema.ApplicationEvents, &schema.Revisions} {
			n, err := x.s.AsSystem().Count(t.Context(), table, about(table)...)
			if err != nil || n != 0 {
				t.Errorf("%d rows of %s are left, %v", n, table.Name, err)
			}
		}
		mails, err := x.s.AsSystem().Count(t.Context(), &schema.Mails, store.Eq("recipient", "plain@example.org"))
		if err != nil || mails != 0 {
			t.Errorf("%d mails are left, %v", mails, err)
		}
		at = at.Add(60 * day)
		follow()
		if len(x.applications()) != 0 || len(x.stored()) != 0 {
			t.Errorf("in the end: %v, %v", x.applications(), x.stored())
		}
	})
}

// about are the rows of a table that speak of applications.
func about(t *schema.Table) []store.Cond {
	if t == &schema.Revisions {
		return []store.Cond{store.Eq("document", "application")}
	}
	return nil
}

func TestWhatIsInTrashIsRemovedInTimeToo(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		at := time.Now()
		x.fn.now = func() time.Time { return at }
		x.want(x.apply(x.form()), 200)
		if _, err := x.s.As(schema.Actor{Role: schema.Editor}).Delete(t.Context(), &schema.JobApplications, store.Eq("id", x.applications()[0].Int("id"))); err != nil {
			t.Fatal(err)
		}
		for _, left := range []int{1, 0} {
			if err := x.fn.KeepApplications(t.Context()); err != nil {
				t.Fatal(err)
			}
			n, err := x.s.AsSystem().Count(t.Context(), &schema.Revisions, store.Eq("document", "application"))
			if err != nil || int(n) != left || len(x.stored()) != left {
				t.Errorf("%d in Trash and %v, want %d; %v", n, x.stored(), left, err)
			}
			at = at.Add(366 * 24 * time.Hour)
		}
	})
}

func TestTheTimesThatApplicantsAreToldFollowTheKnob(t *testing.T) {
	for keep, want := range map[application.Keep]string{
		application.UsualKeep: "after 6 months keep 12 months", {Closed: 30 * 24 * time.Hour, Agreed: 365 * 24 * time.Hour}: "after 30 days keep 12 months",
	} {
		if got := strings.Join(keep.Told(studio.Fresh()), " "); got != want {
			t.Errorf("%v: %s", keep, got)
		}
	}
}
