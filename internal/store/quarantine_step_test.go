package store_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

// stepsUpTo are the migrations as a program of that time knew them.
func stepsUpTo(t *testing.T, last string) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(store.MigrationFiles(), ".", func(path string, entry fs.DirEntry, err error) error {
		name := path[strings.LastIndexByte(path, '/')+1:]
		if err != nil || entry.IsDir() || name > last+"~" {
			return err
		}
		raw, err := fs.ReadFile(store.MigrationFiles(), path)
		out[path] = &fstest.MapFile{Data: raw}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestOldLettersFindTheirMessages brings a database of before the quarantine
// up to date: letters whose message is gone go too.
func TestOldLettersFindTheirMessages(t *testing.T) {
	run := func(t *testing.T, o store.Options, now string) {
		back := store.SetMigrations(stepsUpTo(t, "0003"))
		old, err := engines.Open(t.Context(), o)
		back()
		if err != nil {
			t.Fatal(err)
		}
		exec := func(text string, args ...any) {
			t.Helper()
			if _, err := old.SQL().ExecContext(t.Context(), fmt.Sprintf(strings.ReplaceAll(text, "NOW", now), args...)); err != nil {
				t.Fatal(err)
			}
		}
		exec(`INSERT INTO contact_form_submissions (id, name, email, subject, message, created_at) VALUES (12, 'n', 'n@example.com', 's', 'm', NOW)`)
		exec(`INSERT INTO newsletter_subscriptions (id, email, created_at) VALUES (3, 'n@example.com', NOW)`)
		for _, reason := range []string{"contact 12 studio", "contact 12 confirmation", "contact 13 studio", "newsletter 3 studio", "newsletter 12 studio", "recovery 12 a@example.com"} {
			exec(`INSERT INTO mails (reason, recipient, reply_to, subject, body, created_at, next_try_at, attempts, last_error) VALUES ('%s', 'a@example.com', '', '', 'b', NOW, NOW, 0, '')`, reason)
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		s := storetest.Open(t, o)
		rows, err := s.AsSystem().Select(t.Context(), &schema.Mails, store.Query{Order: []store.Order{store.Asc("id")}})
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, row := range rows {
			got = append(got, fmt.Sprintf("%s: %v %v", row.Text("reason"), row["message_id"], row["subscription_id"]))
		}
		storetest.Same(t, "letters", got, []string{
			"contact 12 studio: 12 <nil>", "contact 12 confirmation: 12 <nil>", "newsletter 3 studio: <nil> 3", "recovery 12 a@example.com: <nil> <nil>",
		})
		message, err := s.AsSystem().One(t.Context(), &schema.ContactFormSubmissions, store.Eq("id", 12))
		if err != nil || message["quarantined_at"] != nil || message["spam_reasons"] != nil {
			t.Errorf("the message is %v, %v", message, err)
		}
	}
	t.Run("sqlite", func(t *testing.T) { run(t, store.Options{Dir: t.TempDir()}, "1700000000000000") })
	t.Run("postgres", func(t *testing.T) { run(t, store.Options{URL: storetest.PostgresURL(t)}, "now()") })
}
