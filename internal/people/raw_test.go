package people_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"vitrine/internal/people"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

// erased fills a database, has ada erased and closes it. known is called in between.
func erased(t *testing.T, o store.Options, known func()) {
	t.Helper()
	s, err := engines.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	// Somebody else stays, in the same tables.
	bo := storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Bo", "email": "bo@mail.example", "subject": "Hi", "message": "Hello."})
	storetest.Add(t, s, &schema.MessageReplies, store.Row{"message_id": bo["id"], "text": "Dear Bo"})
	storetest.Add(t, s, &schema.Mails, store.Row{"reason": "welcome bo", "recipient": "bo@mail.example", "reply_to": "studio@example.com", "body": "Hello"})
	storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "bo@mail.example"})
	storetest.Add(t, s, &schema.LetterDeliveries, store.Row{"letter_id": 1, "email": "bo@mail.example", "once": "1 bo"})
	storetest.Add(t, s, &schema.Revisions, store.Row{"document": "hero", "document_id": "1", "action": schema.Saved, "user_email": "bo@mail.example", "snapshot": json.RawMessage(`{"title":"Hello."}`)})
	known()
	if _, err := call[any](t, people.New(s, secret), as(s, schema.Admin), "erase_person", ada); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func holdsAda(raw []byte) bool { return bytes.Contains(bytes.ToLower(raw), []byte("lovelace")) }

func TestTheFileHoldsNothingOfAnErasedPersonOnceItIsCompacted(t *testing.T) {
	dir := storetest.Folder(t)
	erased(t, store.Options{Dir: dir}, func() {})
	path := filepath.Join(dir, "vitrine.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("VACUUM")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil || holdsAda(raw) {
		t.Errorf("the address is in the file (%v)", err)
	}
}

// TestPostgreSQLHoldsNothingOfAnErasedPersonOnceItIsCompacted reads the files of
// every table and index. The planner's samples of columns are rows of PostgreSQL's own.
func TestPostgreSQLHoldsNothingOfAnErasedPersonOnceItIsCompacted(t *testing.T) {
	url := storetest.PostgresDatabase(t)
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	names := func(query string) (out []string) {
		t.Helper()
		rows, err := db.Query(query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			out = append(out, name)
		}
		return out
	}
	each := func(command string) {
		t.Helper()
		for _, table := range names(`SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema()`) {
			if _, err := db.Exec(command + " " + table); err != nil {
				t.Fatal(err)
			}
		}
	}
	// What a commit announced to other instances is there for ten minutes, and sampled anew with what follows.
	const sampled = `SELECT tablename || '.' || attname FROM pg_stats WHERE schemaname = current_schema() AND tablename <> 'changes'
		AND concat(most_common_vals::text, histogram_bounds::text) ILIKE '%lovelace%'`
	erased(t, store.Options{URL: url}, func() {
		each("ANALYZE")
		if len(names(sampled)) == 0 {
			t.Fatal("nothing was sampled")
		}
	})
	var last int64
	if err := db.QueryRow("WITH gone AS (DELETE FROM changes) SELECT pg_current_xact_id()::text::bigint").Scan(&last); err != nil {
		t.Fatal(err)
	}
	// VACUUM leaves what a transaction from before may still see, here by its snapshot and elsewhere by its number.
	storetest.Eventually(t, time.Minute, "whoever saw the rows has ended", func() (over bool) {
		err := db.QueryRow(`SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > $1 AND NOT EXISTS (
			SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xmin::text::bigint <= $1)`, last).Scan(&over)
		return err == nil && over
	})
	each("VACUUM FULL")
	if _, err := db.Exec("CHECKPOINT"); err != nil {
		t.Fatal(err)
	}
	if held := names(sampled); len(held) > 0 {
		t.Errorf("the planner has the address from %v", held)
	}
	for _, file := range names(`SELECT pg_relation_filepath(c.oid) FROM pg_class c LEFT JOIN pg_class o ON o.reltoastrelid = c.oid
		WHERE c.relkind IN ('r', 'i', 't') AND current_schema()::regnamespace IN (c.relnamespace, o.relnamespace)`) {
		var raw []byte
		if err := db.QueryRow("SELECT pg_read_binary_file($1)", file).Scan(&raw); err != nil {
			t.Fatal(err)
		}
		if holdsAda(raw) {
			t.Errorf("the address is in %s", file)
		}
	}
}
