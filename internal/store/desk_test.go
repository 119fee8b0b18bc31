package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

func aMessage(change store.Row) store.Row {
	row := store.Row{"name": "Ann", "email": "ann@example.com", "subject": "s", "message": "m"}
	for name, value := range change {
		row[name] = value
	}
	return row
}

func TestWhenAMessageWasHeldBackFollowsItsState(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table := &schema.ContactFormSubmissions
		editor := s.As(schema.Actor{Role: schema.Editor, UserID: "u"})
		is := func(what string, row store.Row, state string, held bool) {
			t.Helper()
			if row.Text("state") != state || (row["quarantined_at"] != nil) != held {
				t.Errorf("%s: %s, held back %v; want %s, %v", what, row.Text("state"), row["quarantined_at"], state, held)
			}
		}
		at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
		is("a new one", storetest.Add(t, s, table, aMessage(nil)), schema.MessageNew, false)
		is("one that is held back", storetest.Add(t, s, table, aMessage(store.Row{"quarantined_at": at})), schema.MessageSpam, true)
		row := storetest.Add(t, s, table, aMessage(store.Row{"state": schema.MessageSpam}))
		is("spam", row, schema.MessageSpam, true)
		for _, c := range []struct {
			patch store.Row
			state string
			held  bool
		}{
			{store.Row{"state": schema.MessageDone}, schema.MessageDone, false},
			{store.Row{"state": schema.MessageSpam}, schema.MessageSpam, true},
			{store.Row{"subject": "other"}, schema.MessageSpam, true},
			{store.Row{"quarantined_at": nil}, schema.MessageNew, false},
			{store.Row{"quarantined_at": at}, schema.MessageSpam, true},
			{store.Row{"state": schema.MessageRead, "quarantined_at": at}, schema.MessageRead, false},
		} {
			rows, err := editor.Update(t.Context(), table, store.Eq("id", row.Int("id")), c.patch)
			if err != nil {
				t.Fatal(err)
			}
			is(fmt.Sprint(c.patch), rows[0], c.state, c.held)
		}
		_, err := editor.Update(t.Context(), table, store.Eq("id", row.Int("id")), store.Row{"state": "lost"})
		storetest.WantFault(t, err, fault.Invalid)
		_, err = editor.Update(t.Context(), table, store.Eq("id", row.Int("id")), store.Row{"state": nil})
		storetest.WantFault(t, err, fault.Missing)
	})
}

func TestANoteIsSignedAndOnlyItsAuthorDeletesIt(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ann, bo := "00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"
		storetest.Add(t, s, &schema.Users, store.Row{"id": ann, "email": "ann@studio.example"})
		as := func(id string) store.Session { return s.As(schema.Actor{Role: schema.Editor, UserID: id}) }
		note := store.Row{"about_table": "contact_form_submissions", "about_id": 1, "text": "Fits."}
		rows, err := as(ann).Insert(t.Context(), &schema.Notes, note)
		if err != nil {
			t.Fatal(err)
		}
		if rows[0].Text("user_id") != ann || rows[0].Text("user_email") != "ann@studio.example" {
			t.Errorf("it is signed %q, %q", rows[0].Text("user_id"), rows[0].Text("user_email"))
		}
		for _, named := range []string{"user_id", "user_email", "created_at"} {
			forged := store.Row{"about_table": "contact_form_submissions", "about_id": 1, "text": "Fits.", named: ann}
			_, err := as(bo).Insert(t.Context(), &schema.Notes, forged)
			storetest.WantFault(t, err, fault.Denied)
		}
		for id, want := range map[string]int{bo: 0, ann: 1} {
			gone, err := as(id).Delete(t.Context(), &schema.Notes, store.Eq("id", rows[0].Int("id")))
			if id == bo && len(gone) != want || err != nil {
				t.Errorf("%s deletes %d, %v", id, len(gone), err)
			}
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.Notes); n != 0 || err != nil {
			t.Errorf("%d notes are left, %v", n, err)
		}
		for _, wrong := range []store.Row{{"about_table": "users", "about_id": 1, "text": "x"}, {"about_table": "contact_form_submissions", "about_id": 1, "text": " "}} {
			_, err := as(ann).Insert(t.Context(), &schema.Notes, wrong)
			storetest.WantFault(t, err, fault.Invalid)
		}
	})
}

// TestMessagesOfBeforeStatesAreRead brings a database up to date that had none.
func TestMessagesOfBeforeStatesAreRead(t *testing.T) {
	run := func(t *testing.T, o store.Options, now string) {
		back := store.SetMigrations(stepsUpTo(t, "0016"))
		old, err := engines.Open(t.Context(), o)
		back()
		if err != nil {
			t.Fatal(err)
		}
		for id, held := range map[int]string{1: "NULL", 2: now} {
			text := `INSERT INTO contact_form_submissions (id, name, email, subject, message, created_at, quarantined_at) VALUES (%d, 'n', 'n@example.com', 's', 'm', NOW, %s)`
			if _, err := old.SQL().ExecContext(t.Context(), fmt.Sprintf(strings.ReplaceAll(text, "NOW", now), id, held)); err != nil {
				t.Fatal(err)
			}
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		s := storetest.Open(t, o)
		for id, want := range map[int64]string{1: schema.MessageRead, 2: schema.MessageSpam} {
			if row := storetest.Get(t, s, &schema.ContactFormSubmissions, id); row.Text("state") != want || row["assigned_to"] != nil {
				t.Errorf("message %d is %s, with %v; want %s", id, row.Text("state"), row["assigned_to"], want)
			}
		}
	}
	t.Run("sqlite", func(t *testing.T) { run(t, store.Options{Dir: t.TempDir()}, "1700000000000000") })
	t.Run("postgres", func(t *testing.T) { run(t, store.Options{URL: storetest.PostgresURL(t)}, "now()") })
}
