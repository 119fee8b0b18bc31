package postgres_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// before5 makes a database as it was before there were indexes for searches,
// with rows in it, and upgrades it without serving: a step that changes the
// tables waits for their writers, unlike what this is about.
func before5(t *testing.T) (url string) {
	t.Helper()
	url = storetest.PostgresURL(t)
	db := connect(t, url)
	steps, err := goose.NewProvider(goose.DialectPostgres, db, os.DirFS("../migrations/postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.UpTo(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	execute(t, db, "INSERT INTO newsletter_subscriptions (email, created_at) SELECT 'a' || n || '@example.com', now() FROM generate_series(1, 100) n")
	execute(t, db, "INSERT INTO contact_form_submissions (name, email, subject, message, created_at) VALUES ('Ada', 'a@example.com', 's', 'm', now())")
	storetest.OpenOnce(t, store.Options{URL: url})
	return url
}

func connect(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func execute(t *testing.T, db *sql.DB, text string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// migrated is where an empty database is that is up to date.
func migrated(t *testing.T) (url string) {
	t.Helper()
	url = storetest.PostgresURL(t)
	storetest.OpenOnce(t, store.Options{URL: url})
	return url
}

// ask lists the first column of a question's answer.
func ask(t *testing.T, db *sql.DB, text string) (lines []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	return lines
}

// searches are the sound indexes for searches, without the name of their schema.
func searches(t *testing.T, db *sql.DB) string {
	t.Helper()
	return strings.Join(ask(t, db, `SELECT replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '') FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE c.relname LIKE '%\_search' AND c.relnamespace = current_schema()::regnamespace AND i.indisvalid ORDER BY 1`), "\n")
}

func found(t *testing.T, s *store.Store, part string) int {
	t.Helper()
	rows, err := s.As(storetest.Editor).Select(t.Context(), &schema.NewsletterSubscriptions, store.Query{Where: store.All{store.Compare{Column: "email", Op: store.OpIlike, Value: "%" + part + "%"}}})
	if err != nil {
		t.Fatal(err)
	}
	return len(rows)
}

func TestAnUpgradeBuildsIndexesForSearchesBesideItsWriters(t *testing.T) {
	made := searches(t, connect(t, migrated(t)))
	if strings.Count(made, "\n") != 2 {
		t.Fatalf("a new database has\n%s", made)
	}
	url := before5(t)
	// As long as somebody writes, a build waits before it begins.
	db, other := storetest.Holding(t, url, "INSERT INTO newsletter_subscriptions (email, created_at, status, wants_jobs) VALUES ('other@example.com', now(), 'confirmed', false)")
	s, e := open(t, store.Options{URL: url, Serves: true})
	storetest.Eventually(t, 20*time.Second, "the index is being built", func() bool {
		var n int
		err := db.QueryRow("SELECT count(*) FROM pg_stat_progress_create_index WHERE relid = to_regclass('newsletter_subscriptions') AND lockers_total > lockers_done").Scan(&n)
		return err == nil && n == 1
	})
	if _, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": "meanwhile@example.com"}); err != nil {
		t.Errorf("a write while the index is built: %v", err)
	}
	if n := found(t, s, "meanwhil"); n != 1 {
		t.Errorf("a search while the index is built finds %d", n)
	}
	if err := e.BuildTrigrams(t.Context()); err != nil { // another builds: nothing to do
		t.Error(err)
	}
	other.Rollback()
	storetest.Eventually(t, 20*time.Second, "the indexes are as in a new database", func() bool { return searches(t, e.DB()) == made })
	if n := found(t, s, "meanwhil"); n != 1 {
		t.Errorf("a search with the index finds %d", n)
	}
}

func TestAnIndexForSearchesThatACrashLeftIsReplaced(t *testing.T) {
	made := searches(t, connect(t, migrated(t)))
	url := storetest.PostgresURL(t)
	_, e := open(t, store.Options{URL: url})
	execute(t, e.DB(), "DROP INDEX newsletter_subscriptions_search")
	_, other := storetest.Holding(t, url, "INSERT INTO newsletter_subscriptions (email, created_at, status, wants_jobs) VALUES ('other@example.com', now(), 'confirmed', false)")
	if _, err := connect(t, url+"&lock_timeout=100").Exec("CREATE INDEX CONCURRENTLY newsletter_subscriptions_search ON newsletter_subscriptions (email)"); err == nil {
		t.Fatal("the build was not cut short")
	}
	other.Rollback()
	if left := ask(t, e.DB(), "SELECT indisvalid::text FROM pg_index WHERE indexrelid = 'newsletter_subscriptions_search'::regclass"); left[0] != "false" {
		t.Fatalf("the index is left as valid = %v", left)
	}
	if err := e.FlushPending(t.Context()); err != nil {
		t.Error(err)
	}
	if err := e.BuildTrigrams(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := searches(t, e.DB()); now != made {
		t.Errorf("the indexes are\n%s\nwant\n%s", now, made)
	}
}

// Another site in the same database may come next in the search_path.
func TestAMissingIndexForSearchesIsMadeInItsOwnSchema(t *testing.T) {
	other, ours := connect(t, migrated(t)), storetest.PostgresURL(t)
	made := searches(t, other)
	at, err := url.Parse(ours)
	if err != nil {
		t.Fatal(err)
	}
	path := at.Query()
	path.Set("search_path", path.Get("search_path")+","+ask(t, other, "SELECT current_schema()")[0])
	at.RawQuery = path.Encode()
	storetest.OpenOnce(t, store.Options{URL: ours}) // alone: with the other in its path it would take that for its own
	_, e := open(t, store.Options{URL: at.String()})
	index := ask(t, other, "SELECT 'newsletter_subscriptions_search'::regclass::oid::text")[0]
	execute(t, e.DB(), "DROP INDEX newsletter_subscriptions_search")
	if err := e.BuildTrigrams(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := searches(t, e.DB()); now != made {
		t.Errorf("the indexes are\n%s\nwant\n%s", now, made)
	}
	if left := ask(t, other, "SELECT coalesce(to_regclass('newsletter_subscriptions_search')::oid::text, 'none')")[0]; left != index {
		t.Errorf("the other site's index is %s, was %s", left, index)
	}
}

func TestIndexesForSearchesComeWhenTheirExtensionDoes(t *testing.T) {
	made := searches(t, connect(t, migrated(t)))
	server := connect(t, storetest.PostgresURL(t))
	name := fmt.Sprintf("trigrams%d", time.Now().UnixNano())
	execute(t, server, "CREATE ROLE "+name+" LOGIN")
	t.Cleanup(func() { server.Exec("DROP ROLE " + name) })
	execute(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { server.Exec("DROP DATABASE " + name + " WITH (FORCE)") })
	at, err := url.Parse(storetest.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	at.Path, at.RawQuery = "/"+name, "sslmode=disable&search_path="+name
	admin := connect(t, at.String())
	execute(t, admin, "CREATE SCHEMA "+name+" AUTHORIZATION "+name)
	at.User = url.User(name)
	s, e := open(t, store.Options{URL: at.String()})
	storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ada@example.com"})
	if err := e.BuildTrigrams(t.Context()); err != nil || searches(t, e.DB()) != "" {
		t.Fatalf("indexes without their extension: %v", err)
	}
	if n := found(t, s, "ada@"); n != 1 {
		t.Errorf("a search without the index finds %d", n)
	}
	execute(t, admin, "CREATE EXTENSION pg_trgm SCHEMA public")
	if err := e.BuildTrigrams(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := searches(t, e.DB()); now != made {
		t.Errorf("the indexes are\n%s\nwant\n%s", now, made)
	}
}

func TestAnIndexForSearchesOfAllMessagesIsReplacedByOneOfThoseWithLetters(t *testing.T) {
	_, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	made := searches(t, e.DB())
	execute(t, e.DB(), `DROP INDEX contact_form_submissions_search; CREATE INDEX contact_form_submissions_search ON contact_form_submissions USING gin (to_tsvector('simple', message))`)
	for range 2 { // the second finds nothing to do
		if err := e.BuildTrigrams(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now := searches(t, e.DB()); now != made || !strings.Contains(now, "mail_due_at IS NULL") {
			t.Errorf("the indexes are\n%s\nwant\n%s", now, made)
		}
	}
}
