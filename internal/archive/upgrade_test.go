package archive

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

// olderExport is an archive from before letters were told whose they are.
func olderExport(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(dir, "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("../store/migrations/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), lettersNamed-1); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`PRAGMA application_id = 0x76697472;
		INSERT INTO contact_form_submissions (id, name, email, subject, message, created_at) VALUES (7, 'N', 'n@mail.example', 'S', 'M', 1700000000000000);
		INSERT INTO newsletter_subscriptions (id, email, created_at) VALUES (8, 'r@mail.example', 1700000000000000);`); err != nil {
		t.Fatal(err)
	}
	for i, reason := range []string{"contact 7", "contact 9", "newsletter 8 confirm", "newsletter 7", "reset"} {
		if _, err := db.Exec(`INSERT INTO mails (id, reason, recipient, reply_to, subject, body, created_at, next_try_at, attempts, last_error)
			VALUES (?, ?, 'a@mail.example', '', '', '', 1700000000000000, 1700000000000000, 0, '')`, i+1, reason); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, older, err := engines.OpenOlder(t.Context(), store.Options{Dir: dir})
	if err != nil || !older {
		t.Fatalf("%v %v", older, err)
	}
	defer s.Close()
	return export(t, s, newShelf())
}

func TestLettersOfAnOlderArchiveAreToldWhoseTheyAre(t *testing.T) {
	path := olderExport(t)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if err := load(t, path, s, newShelf(), false); err != nil {
			t.Fatal(err)
		}
		message, err := s.AsSystem().One(t.Context(), &schema.ContactFormSubmissions, store.Eq("id", 7))
		if err != nil || message.Text("state") != schema.MessageRead {
			t.Errorf("the message of before states were is %q, %v", message.Text("state"), err)
		}
		rows, err := s.AsSystem().Select(t.Context(), &schema.Mails, store.Query{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, row := range rows {
			got[row.Text("reason")] = fmt.Sprint(row["message_id"], row["subscription_id"])
		}
		want := map[string]string{"contact 7": "7 <nil>", "newsletter 8 confirm": "<nil> 8", "reset": "<nil> <nil>"}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}
