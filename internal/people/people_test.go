package people_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"vitrine/internal/fault"
	"vitrine/internal/history"
	"vitrine/internal/people"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
	"vitrine/internal/store/storetest"
)

const (
	ada   = "ada.lovelace@mail.example"
	staff = "00000000-0000-4000-8000-00000000000a"
)

var secret = []byte(strings.Repeat("s", 32))

func as(s *store.Store, role schema.Role) store.Session {
	return s.As(schema.Actor{Role: role, UserID: staff, Label: staff})
}

// fill writes of ada wherever a person can be: in rows, in mails, in Trash and in activity.
func fill(t *testing.T, s *store.Store) {
	t.Helper()
	message := store.Row{"name": "Ada", "email": "Ada.Lovelace@mail.example", "subject": "Hello", "message": "A shop window."}
	kept := storetest.Add(t, s, &schema.ContactFormSubmissions, message)
	gone := storetest.Add(t, s, &schema.ContactFormSubmissions, message)
	again := storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": ada})
	db := as(s, schema.Admin)
	if _, err := db.Insert(t.Context(), &schema.Notes, store.Row{"about_table": "contact_form_submissions", "about_id": kept["id"], "text": "Ask " + ada}); err != nil {
		t.Fatal(err)
	}
	storetest.Add(t, s, &schema.MessageReplies, store.Row{"message_id": kept["id"], "text": "Dear " + ada})
	storetest.Add(t, s, &schema.MessageReplies, store.Row{"message_id": gone["id"], "text": "Dear " + ada})
	for table, row := range map[*schema.Table]store.Row{&schema.ContactFormSubmissions: gone, &schema.NewsletterSubscriptions: again} {
		if _, err := db.Delete(t.Context(), table, store.Eq("id", row["id"])); err != nil {
			t.Fatal(err)
		}
	}
	storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": ada})
	storetest.Add(t, s, &schema.Mails, store.Row{"reason": "contact 1", "recipient": "studio@example.com", "reply_to": ada, "body": "From " + ada, "message_id": kept["id"]})
	storetest.Add(t, s, &schema.Mails, store.Row{"reason": "welcome", "recipient": ada})
	storetest.Add(t, s, &schema.LetterDeliveries, store.Row{"letter_id": 1, "email": "Ada.Lovelace@mail.example", "once": "1 " + ada})
}

func call[R any](t *testing.T, p *people.People, db store.Session, name, email string) (out R, err error) {
	t.Helper()
	raw, _ := json.Marshal(map[string]string{"email": email})
	answer, err := p.Procedures().Call(t.Context(), db, name, raw)
	if err == nil {
		text, err := json.Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
	}
	return out, err
}

// holding names the tables in which the address is found, whatever the case.
func holding(t *testing.T, s *store.Store, email string) (out []string) {
	t.Helper()
	err := s.Snapshot(t.Context(), func(v store.Snapshot) error {
		for _, table := range slices.Concat(schema.Tables, schema.InternalTables) {
			if err := v.Each(t.Context(), table, func(row store.Row) error {
				if strings.Contains(strings.ToLower(string(row.AppendJSON(nil, table))), email) && !slices.Contains(out, table.Name) {
					out = append(out, table.Name)
				}
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestAPersonWhoIsErasedIsNowhere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := people.New(s, secret)
		fill(t, s)
		// Once she worked here.
		storetest.Add(t, s, &schema.Revisions, store.Row{"document": "hero", "document_id": "1", "action": schema.Saved, "user_email": ada})
		for _, summary := range []string{ada, ada + " as editor", ada + " to admin"} {
			storetest.Add(t, s, &schema.Activity, store.Row{"action": schema.Deleted, "document": "user", "summary": summary, "user_email": ada})
		}
		given := storetest.Add(t, s, &schema.ApplicationEvents, store.Row{"kind": schema.EventAssigned, "text": ada})
		other := storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Bo", "email": "bo@mail.example", "subject": "Hi", "message": "Ask " + ada + " about it."})
		if got := holding(t, s, ada); !slices.Equal(got, []string{"newsletter_subscriptions", "contact_form_submissions", "revisions", "activity", "letter_deliveries", "message_replies", "notes", "application_events", "mails"}) {
			t.Fatalf("it is in %v", got)
		}
		receipt, err := call[people.Receipt](t, p, as(s, schema.Admin), "erase_person", " ADA.lovelace@mail.example ")
		if err != nil {
			t.Fatal(err)
		}
		want := []people.Count{{What: "mails", Rows: 2}, {What: "newsletter_subscriptions", Rows: 1}, {What: "contact_form_submissions", Rows: 1}, {What: "letter_deliveries", Rows: 1}, {What: "job_applications"}, {What: "message_replies", Rows: 2}, {What: "notes", Rows: 1}, {What: "trash", Rows: 2}}
		if !slices.Equal(receipt.Gone, want) {
			t.Errorf("the receipt says %v, want %v", receipt.Gone, want)
		}
		if len(receipt.Stays) != 1 || receipt.Stays[0].Table != "contact_form_submissions" || receipt.Stays[0].Title != "Bo" {
			t.Errorf("mentions are %v", receipt.Stays)
		}
		if _, err := s.AsSystem().Delete(t.Context(), &schema.ContactFormSubmissions, store.Eq("id", other["id"])); err != nil {
			t.Fatal(err)
		}
		if err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error { // what Bo wrote is in Trash by now
			rows, err := tx.Select(t.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("document", "message")}})
			for _, row := range rows {
				if err == nil {
					err = revisions.Forget(t.Context(), tx, row.Int("id"))
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if got := holding(t, s, ada); len(got) > 0 {
			t.Errorf("it is still in %v", got)
		}
		if text := storetest.Get(t, s, &schema.ApplicationEvents, given.Int("id")).Text("text"); text != "someone who left" {
			t.Errorf("an application was given to %q", text)
		}
		notes, err := s.AsSystem().Select(t.Context(), &schema.Activity, store.Query{Where: store.All{store.Eq("action", schema.Erased)}})
		if err != nil || len(notes) != 1 || notes[0].Text("user_id") != staff || notes[0].Text("document") != schema.PersonDocument {
			t.Errorf("activity says %v (%v)", notes, err)
		}
	})
}

// TestAPersonIsNotInActivityOnceTheirMessageIsGoneForGood has one put back before,
// which activity tells as well.
func TestAPersonIsNotInActivityOnceTheirMessageIsGoneForGood(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p, db := people.New(s, secret), as(s, schema.Admin)
		message := storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Zelda Quux", "email": "zelda.q@mail.example", "subject": "Hello", "message": "Hi."})
		trash := func(procedure string) {
			t.Helper()
			if _, err := db.Delete(t.Context(), &schema.ContactFormSubmissions, store.Eq("id", message["id"])); err != nil {
				t.Fatal(err)
			}
			row, err := s.AsSystem().One(t.Context(), &schema.Revisions, store.Eq("action", schema.Deleted), store.IsNull("restored_at"))
			if err != nil {
				t.Fatal(err)
			}
			raw, _ := json.Marshal(map[string]any{"revision_id": row["id"]})
			if _, err := history.Procedures(nil).Call(t.Context(), db, procedure, raw); err != nil {
				t.Fatal(err)
			}
		}
		trash("restore_deleted")
		trash("purge_deleted")
		if _, err := call[people.Receipt](t, p, db, "erase_person", "zelda.q@mail.example"); err != nil {
			t.Fatal(err)
		}
		if got := holding(t, s, "zelda"); len(got) > 0 {
			t.Errorf("she is still in %v", got)
		}
		if n, err := db.Count(t.Context(), &schema.Activity, store.Eq("document", "message")); n != 4 || err != nil {
			t.Errorf("%d things were done with the message (%v)", n, err)
		}
	})
}

func TestOnlyAdministratorsEraseAndOnlyStaffExport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := people.New(s, secret)
		fill(t, s)
		storetest.Add(t, s, &schema.Users, store.Row{"id": staff, "email": "Staff@mail.example"})
		before := holding(t, s, ada)
		for role, name := range map[schema.Role]string{schema.Visitor: "export_person", schema.Viewer: "export_person", schema.Editor: "erase_person"} {
			_, err := call[any](t, p, as(s, role), name, ada)
			storetest.WantFault(t, err, fault.Denied)
		}
		for _, email := range []string{"staff@mail.example", "nobody", ""} {
			_, err := call[any](t, p, as(s, schema.Admin), "erase_person", email)
			storetest.WantFault(t, err, fault.Invalid)
		}
		if after := holding(t, s, ada); !slices.Equal(before, after) {
			t.Errorf("a refusal changed %v to %v", before, after)
		}
		all, err := call[map[string][]map[string]any](t, p, as(s, schema.Editor), "export_person", strings.ToUpper(ada))
		for table, rows := range map[string]int{"contact_form_submissions": 1, "newsletter_subscriptions": 1, "mails": 2, "trash": 2, "message_replies": 2, "notes": 1, "mentioned": 0} {
			if err != nil || len(all[table]) != rows {
				t.Errorf("%s has %v, want %d (%v)", table, all[table], rows, err)
			}
		}
	})
}

func TestWhoWasErasedDoesNotComeBackWithAnotherDatabase(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		dir, p := t.TempDir(), people.New(s, secret)
		if _, err := call[any](t, p, as(s, schema.Admin), "erase_person", ada); err != nil {
			t.Fatal(err)
		}
		if err := people.Carry(t.Context(), s, dir); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AsSystem().Delete(t.Context(), &schema.Erasures, store.All{}); err != nil { // the one that comes knows nothing of it
			t.Fatal(err)
		}
		fill(t, s)
		storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Bo", "email": "bo@mail.example", "subject": "Hi", "message": "Hello"})
		other := people.New(s, []byte(strings.Repeat("o", 32)))
		if err := other.Settle(t.Context(), t.TempDir()); err != nil || len(holding(t, s, ada)) == 0 {
			t.Fatalf("nothing was due, and it is in %v (%v)", holding(t, s, ada), err)
		}
		for range 2 {
			if err := p.Settle(t.Context(), dir); err != nil {
				t.Fatal(err)
			}
		}
		if got := holding(t, s, ada); len(got) > 0 {
			t.Errorf("it is in %v again", got)
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.ContactFormSubmissions, store.All{}); err != nil || n != 1 {
			t.Errorf("%d messages are left (%v)", n, err)
		}
	})
}

func TestWhoWorkedHereAndWasErasedDoesNotComeBackEither(t *testing.T) {
	const former, again = "former@mail.example", "again@mail.example"
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		dir, p := t.TempDir(), people.New(s, secret)
		for _, email := range []string{ada, former, again} {
			if _, err := call[any](t, p, as(s, schema.Admin), "erase_person", email); err != nil {
				t.Fatal(err)
			}
		}
		if err := people.Carry(t.Context(), s, dir); err != nil {
			t.Fatal(err)
		}
		storetest.Add(t, s, &schema.Users, store.Row{"id": staff, "email": again})
		var saves []store.Row
		for range 450 { // more than a step takes
			saves = append(saves, store.Row{"document": "hero", "document_id": "1", "action": schema.Saved, "user_email": "Former@mail.example"})
		}
		for _, email := range []string{"bo@mail.example", again} {
			saves = append(saves, store.Row{"document": "hero", "document_id": "1", "action": schema.Saved, "user_email": email})
		}
		if _, err := s.AsSystem().Insert(t.Context(), &schema.Revisions, saves...); err != nil {
			t.Fatal(err)
		}
		storetest.Add(t, s, &schema.Activity, store.Row{"action": schema.Saved, "document": "hero", "user_email": former})
		storetest.Add(t, s, &schema.Activity, store.Row{"action": schema.Removed, "document": "user", "summary": former})
		storetest.Add(t, s, &schema.ApplicationEvents, store.Row{"kind": schema.EventAssigned, "text": "Former@mail.example"})
		storetest.Add(t, s, &schema.Activity, store.Row{"action": schema.Invited, "document": "user", "summary": ada + " as editor"}) // who never came
		if err := p.Settle(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
		for _, email := range []string{former, ada} {
			if got := holding(t, s, email); len(got) > 0 {
				t.Errorf("%s is in %v again", email, got)
			}
		}
		if n, err := s.AsSystem().Count(t.Context(), &schema.Revisions, store.Eq("document", "hero")); n != 452 || err != nil {
			t.Errorf("%d saves are left (%v)", n, err)
		}
		for _, email := range []string{again, "bo@mail.example"} { // who works here, and who asked for nothing
			if got := holding(t, s, email); !slices.Contains(got, "revisions") {
				t.Errorf("%s is only in %v", email, got)
			}
		}
	})
}
