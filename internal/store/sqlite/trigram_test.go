package sqlite_test

import (
	"bytes"
	"database/sql"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// While it fills, the index leaves a lock of another process alone, and
// notices what that wrote.
func TestTheIndexIsFilledBesideAnotherProcess(t *testing.T) {
	dir := t.TempDir()
	s, e := openIn(t, dir)
	storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Ada", "email": "a@example.com", "subject": "s", "message": "m"})
	storetest.Eventually(t, 30*time.Second, "the index holds the message", func() bool {
		var left int
		err := e.DB().QueryRow("SELECT count(*) FROM contact_form_submissions WHERE id > (SELECT upto FROM contact_form_submissions_searched)").Scan(&left)
		return err == nil && left == 0
	})
	var log bytes.Buffer
	f := e.Filler(slog.New(slog.NewTextHandler(&log, nil)))
	other, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec("INSERT INTO team_members (name, version, updated_at) VALUES ('Ada', 1, 1)"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if !f.Fill() {
			t.Error("the index has nothing left to do, though another process writes")
		}
	}
	if n := strings.Count(log.String(), "the trigram index of messages is behind"); n != 1 {
		t.Errorf("the log says %d times that it waits, want once:\n%s", n, &log)
	}
	var wait int
	if err := e.Writer().QueryRow("PRAGMA busy_timeout").Scan(&wait); err != nil || wait != 5000 {
		t.Errorf("a write waits for %d ms (%v), want 5000", wait, err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if f.Fill(); f.Noticed != 1 {
		t.Errorf("the other's write was noticed %d times, want once", f.Noticed)
	}
}
