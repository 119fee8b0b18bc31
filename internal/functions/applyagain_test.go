package functions

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const formKey = "0123456789abcdef"

// wantCV reads the CV of an application.
func (x *jobs) wantCV(row store.Row, want string) {
	x.t.Helper()
	file, err := x.files.OpenCV(x.t.Context(), row.Text("cv_name"))
	if err != nil {
		x.t.Fatal(err)
	}
	defer file.Close()
	if raw, err := io.ReadAll(file); err != nil || !bytes.Equal(raw, []byte(want)) {
		x.t.Errorf("the CV is %q, %v; want %q", raw, err, want)
	}
}

// TestWhatIsCorrectedAndSentAgainIsWhatStaffRead is about somebody who heard nothing,
// corrects the form and sends it again with its key.
func TestWhatIsCorrectedAndSentAgainIsWhatStaffRead(t *testing.T) {
	other := strings.Replace(string(cv), "endobj", "endobj % the right one", 1)
	for what, change := range map[string][]string{
		"a note": {"note", "I finished two bridges."}, "another CV": {"cv", other}, "no CV": {"cv", ""}, "an address": {"email", "ann.lee@example.org"},
		"a name": {"name", "Ann Leigh"}, "to be kept": {"keep", "on"}, "several": {"cv", other, "note", "", "links", ""},
	} {
		t.Run(what, func(t *testing.T) {
			eachJobs(t, func(t *testing.T, x *jobs) {
				x.want(x.apply(x.form("key", formKey)), 200)
				x.drain()
				came := x.applications()[0]
				f := x.form(append([]string{"key", formKey}, change...)...)
				for range 2 { // the second is a repeat of what is there now
					a := x.apply(f)
					x.want(a, 200)
					if a.json()["mailed"] != true {
						t.Errorf("the answer is %s", a.body)
					}
				}
				rows := x.applications()
				if len(rows) != 1 || rows[0].Int("id") != came.Int("id") || !rows[0].Time("created_at").Equal(came.Time("created_at")) {
					t.Fatalf("stored: %v, at first %v", rows, came)
				}
				row := rows[0]
				for _, name := range []string{"name", "email", "note", "links"} {
					if row.Text(name) != f[name] {
						t.Errorf("%s is %q, want %q", name, row.Text(name), f[name])
					}
				}
				if (row["keep_until"] != nil) != (f["keep"] != "") || row.Int("cv_bytes") != int64(len(f["cv"])) {
					t.Errorf("stored: %v", row)
				}
				files := 0
				if f["cv"] != "" {
					files = 1
					x.wantCV(row, f["cv"])
				}
				if n := len(x.stored()); n != files {
					t.Errorf("%d files are left of %d", n, files)
				}
				x.drain()
				want := []string{"ann@example.org", "studio@example.com"}
				if f["email"] != "ann@example.org" || f["name"] != "Ann Lee" { // the first were not about this person
					want = append(want, f["email"], "studio@example.com")
				}
				slices.Sort(want)
				x.wantRecipients(want...)
			})
		})
	}
}

// TestWhatStaffSawStaysAndTheCorrectionComesBesideIt also holds for whoever is
// somebody else with the same key.
func TestWhatStaffSawStaysAndTheCorrectionComesBesideIt(t *testing.T) {
	for what, c := range map[string]struct {
		meanwhile func(x *jobs, id int64) error
		change    []string
	}{
		"opened": {func(x *jobs, id int64) error {
			_, err := x.fn.openApplication(x.t.Context(), x.s.As(schema.Actor{Role: schema.Editor, UserID: "u"}), oneApplication{id})
			return err
		}, []string{"note", "Other"}},
		"moved": {func(x *jobs, id int64) error {
			to := stage(schema.ApplicationTalking)
			_, err := x.fn.saveApplication(x.t.Context(), x.s.As(schema.Actor{Role: schema.Editor, UserID: "u"}), applicationChange{ID: &id, Stage: &to})
			return err
		}, []string{"cv", ""}},
		"somebody else": {func(*jobs, int64) error { return nil }, []string{"name", "Bob", "email", "bob@example.org"}},
		"another job": {func(x *jobs, _ int64) error {
			x.job = x.add(&schema.JobListings, store.Row{"title": "Other"})
			return nil
		}, nil},
	} {
		t.Run(what, func(t *testing.T) {
			eachJobs(t, func(t *testing.T, x *jobs) {
				x.want(x.apply(x.form("key", formKey)), 200)
				if err := c.meanwhile(x, x.applications()[0].Int("id")); err != nil {
					t.Fatal(err)
				}
				before := x.applications()[0]
				f := x.form(append([]string{"key", formKey}, c.change...)...)
				for range 2 {
					x.want(x.apply(f), 200)
				}
				rows := x.applications()
				if len(rows) != 2 || rows[0].Text("note") != before.Text("note") || rows[0].Text("email") != before.Text("email") || rows[0].Text("stage") != before.Text("stage") {
					t.Fatalf("stored: %v", rows)
				}
				if rows[1].Text("note") != f["note"] || rows[1].Text("email") != f["email"] || rows[1].Int("cv_bytes") != int64(len(f["cv"])) {
					t.Errorf("beside it: %v", rows[1])
				}
				x.wantCV(rows[0], string(cv))
			})
		})
	}
}

func TestACorrectionForAJobThatClosedIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := startJobs(t, s, nil)
		x.want(x.apply(x.form("key", formKey, "cv", "")), 200)
		if _, err := s.AsSystem().Update(t.Context(), &schema.JobListings, store.Eq("id", x.job.Int("id")), store.Row{"is_open": false}); err != nil {
			t.Fatal(err)
		}
		x.want(x.apply(x.form("key", formKey, "cv", "", "note", "Other")), 422)
		if rows := x.applications(); len(rows) != 1 || rows[0].Text("note") != "I finished a bridge." {
			t.Errorf("stored: %v", rows)
		}
	})
}

// TestTwoVersionsAtOnceAreOneApplication sends both with the same key.
func TestTwoVersionsAtOnceAreOneApplication(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		notes := []string{"One", "Two"}
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() { x.want(x.apply(x.form("key", formKey, "note", notes[i%2])), 200) })
		}
		all.Wait()
		rows := x.applications()
		if len(rows) != 1 || !slices.Contains(notes, rows[0].Text("note")) || len(x.stored()) != 1 {
			t.Errorf("stored: %v, %v", rows, x.stored())
		}
	})
}
