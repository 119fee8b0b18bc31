package functions

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"vitrine/internal/people"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestAPersonIsExportedWithTheirCVs(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		x.fn.person = people.New(x.s, []byte("secret")).Everything
		x.want(x.apply(x.form()), 200)
		x.want(x.apply(x.form("email", "other@example.org")), 200)
		x.want(x.apply(x.form("note", "In Trash")), 200)
		rows := x.applications()
		x.add(&schema.ApplicationEvents, store.Row{"application_id": rows[0].Int("id"), "kind": schema.EventOpened})
		if _, err := x.s.As(schema.Actor{Role: schema.Editor}).Delete(t.Context(), &schema.JobApplications, store.Eq("id", rows[2].Int("id"))); err != nil {
			t.Fatal(err)
		}
		for role, status := range map[string]int{"": 401, "viewer": 403} {
			x.want(x.do("POST", "export-person", map[string]string{"email": "ann@example.org"}, "role", role), status)
		}
		x.want(x.do("GET", "export-person", "", "role", "admin"), 405)
		x.want(x.do("POST", "export-person", map[string]string{"email": "ann"}, "role", "editor"), 400)
		a := x.do("POST", "export-person", map[string]string{"email": "Ann@example.org"}, "role", "editor")
		if a.StatusCode != 200 || a.Header.Get("Content-Type") != "application/zip" || a.Header.Get("Cache-Control") != "private, no-store" {
			t.Fatalf("%d %v", a.StatusCode, a.Header)
		}
		z, err := zip.NewReader(bytes.NewReader(a.body), int64(len(a.body)))
		if err != nil {
			t.Fatal(err)
		}
		members := map[string]string{}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			raw, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			members[f.Name] = string(raw)
		}
		if len(members) != 3 || members["cvs/"+rows[0].Text("cv_name")] != string(cv) || members["cvs/"+rows[2].Text("cv_name")] != string(cv) {
			t.Errorf("the zip holds %d files", len(members))
		}
		for _, part := range []string{`"job_applications"`, `"application_events"`, "In Trash", `"kind": "opened"`} {
			if !strings.Contains(members["person.json"], part) {
				t.Errorf("%s is missing: %s", part, members["person.json"])
			}
		}
		if strings.Contains(members["person.json"], "other@example.org") {
			t.Error("somebody else is in it")
		}
		n, err := x.s.AsSystem().Count(t.Context(), &schema.Activity, store.Eq("action", schema.Exported), store.Eq("document", schema.PersonDocument))
		if err != nil || n != 1 {
			t.Errorf("it is noted %d times, %v", n, err)
		}
	})
}

// TestAnErasedPersonLeavesNoCV also erases what is in Trash.
func TestAnErasedPersonLeavesNoCV(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		all := people.New(x.s, []byte("secret"))
		all.Purge = x.files.Purge
		x.want(x.apply(x.form()), 200)
		x.want(x.apply(x.form("note", "In Trash")), 200)
		x.want(x.apply(x.form("email", "other@example.org")), 200)
		rows := x.applications()
		for _, row := range rows {
			x.add(&schema.ApplicationEvents, store.Row{"application_id": row.Int("id"), "kind": schema.EventOpened})
			x.add(&schema.Notes, store.Row{"about_table": "job_applications", "about_id": row.Int("id"), "text": "Fits"})
		}
		if _, err := x.s.As(schema.Actor{Role: schema.Editor}).Delete(t.Context(), &schema.JobApplications, store.Eq("id", rows[1].Int("id"))); err != nil {
			t.Fatal(err)
		}
		if _, err := all.Procedures().Call(t.Context(), x.s.As(schema.Actor{Role: schema.Admin}), "erase_person", []byte(`{"email":"ann@example.org"}`)); err != nil {
			t.Fatal(err)
		}
		if n := len(x.stored()); n != 1 || len(x.applications()) != 1 {
			t.Errorf("%d files and %d applications are left", n, len(x.applications()))
		}
		for _, table := range []*schema.Table{&schema.ApplicationEvents, &schema.Notes, &schema.StorageObjects} {
			if n, err := x.s.AsSystem().Count(t.Context(), table); err != nil || n != 1 {
				t.Errorf("%d rows of %s are left, %v", n, table.Name, err)
			}
		}
		if n, err := x.s.AsSystem().Count(t.Context(), &schema.Revisions, store.Eq("document", "application")); err != nil || n != 0 {
			t.Errorf("%d are left in Trash, %v", n, err)
		}
	})
}
