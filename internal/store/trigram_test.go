package store_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

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
	files := fstest.MapFS{}
	for _, step := range []string{"0001_tables", "0002_accounts", "0003_limits", "0004_quarantine"} {
		path := "migrations/postgres/" + step + ".sql"
		raw, err := fs.ReadFile(store.Migrations(), path)
		if err != nil {
			t.Fatal(err)
		}
		files[path] = &fstest.MapFile{Data: raw}
	}
	back := store.SetMigrations(files)
	openOnce(t, store.Options{URL: url})
	back()
	db := connect(t, url)
	execute(t, db, "INSERT INTO newsletter_subscriptions (email, created_at) SELECT 'a' || n || '@example.com', now() FROM generate_series(1, 100) n")
	execute(t, db, "INSERT INTO contact_form_submissions (name, email, subject, message, created_at) VALUES ('Ada', 'a@example.com', 's', 'm', now())")
	openOnce(t, store.Options{URL: url})
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

// searches are the sound indexes for searches, without the name of their schema.
func searches(t *testing.T, s *store.Store) string {
	t.Helper()
	return strings.Join(ask(t, s, `SELECT replace(pg_get_indexdef(i.indexrelid), current_schema() || '.', '') FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE c.relname LIKE '%\_search' AND c.relnamespace = current_schema()::regnamespace AND i.indisvalid ORDER BY 1`), "\n")
}

func found(t *testing.T, s *store.Store, part string) int {
	t.Helper()
	rows, err := s.As(editor).Select(t.Context(), &schema.NewsletterSubscriptions, store.Query{Where: store.All{store.Compare{Column: "email", Op: store.OpIlike, Value: "%" + part + "%"}}})
	if err != nil {
		t.Fatal(err)
	}
	return len(rows)
}

func TestAnUpgradeBuildsIndexesForSearchesBesideItsWriters(t *testing.T) {
	made := searches(t, storetest.Postgres(t))
	if strings.Count(made, "\n") != 1 {
		t.Fatalf("a new database has\n%s", made)
	}
	url := before5(t)
	// As long as somebody writes, a build waits before it begins.
	db, other := holding(t, url, "INSERT INTO newsletter_subscriptions (email, created_at) VALUES ('other@example.com', now())")
	s := storetest.Open(t, store.Options{URL: url, Serves: true})
	eventually(t, 20*time.Second, "the index is being built", func() bool {
		var n int
		err := db.QueryRow("SELECT count(*) FROM pg_stat_progress_create_index WHERE relid = to_regclass('newsletter_subscriptions') AND lockers_total > lockers_done").Scan(&n)
		return err == nil && n == 1
	})
	if _, err := s.As(visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": "meanwhile@example.com"}); err != nil {
		t.Errorf("a write while the index is built: %v", err)
	}
	if n := found(t, s, "meanwhil"); n != 1 {
		t.Errorf("a search while the index is built finds %d", n)
	}
	if err := s.BuildTrigrams(t.Context()); err != nil { // another builds: nothing to do
		t.Error(err)
	}
	other.Rollback()
	eventually(t, 20*time.Second, "the indexes are as in a new database", func() bool { return searches(t, s) == made })
	if n := found(t, s, "meanwhil"); n != 1 {
		t.Errorf("a search with the index finds %d", n)
	}
}

func TestAnIndexForSearchesThatACrashLeftIsReplaced(t *testing.T) {
	made := searches(t, storetest.Postgres(t))
	url := storetest.PostgresURL(t)
	s := storetest.Open(t, store.Options{URL: url})
	execute(t, s.SQL(), "DROP INDEX newsletter_subscriptions_search")
	_, other := holding(t, url, "INSERT INTO newsletter_subscriptions (email, created_at) VALUES ('other@example.com', now())")
	if _, err := connect(t, url+"&lock_timeout=100").Exec("CREATE INDEX CONCURRENTLY newsletter_subscriptions_search ON newsletter_subscriptions (email)"); err == nil {
		t.Fatal("the build was not cut short")
	}
	other.Rollback()
	if left := ask(t, s, "SELECT indisvalid::text FROM pg_index WHERE indexrelid = 'newsletter_subscriptions_search'::regclass"); left[0] != "false" {
		t.Fatalf("the index is left as valid = %v", left)
	}
	if err := s.FlushPending(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.BuildTrigrams(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := searches(t, s); now != made {
		t.Errorf("the indexes are\n%s\nwant\n%s", now, made)
	}
}

// Another site in the same database may come next in the search_path.
func TestAMissingIndexForSearchesIsMadeInItsOwnSchema(t *testing.T) {
	other, ours := storetest.Postgres(t), storetest.PostgresURL(t)
	made := searches(t, other)
	at, err := url.Parse(ours)
	if err != nil {
		t.Fatal(err)
	}
	path := at.Query()
	path.Set("search_path", path.Get("search_path")+","+ask(t, other, "SELECT current_schema()")[0])
	at.RawQuery = path.Encode()
	openOnce(t, store.Options{URL: ours}) // alone: with the other in its path it would take that for its own
	s := storetest.Open(t, store.Options{URL: at.String()})
	index := ask(t, other, "SELECT 'newsletter_subscriptions_search'::regclass::oid::text")[0]
	execute(t, s.SQL(), "DROP INDEX newsletter_subscriptions_search")
	if err := s.BuildTrigrams(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := searches(t, s); now != made {
		t.Errorf("the indexes are\n%s\nwant\n%s", now, made)
	}
	if left := ask(t, other, "SELECT coalesce(to_regclass('newsletter_subscriptions_search')::oid::text, 'none')")[0]; left != index {
		t.Errorf("the other site's index is %s, was %s", left, index)
	}
}

func TestIndexesForSearchesComeWhenTheirExtensionDoes(t *testing.T) {
	made := searches(t, storetest.Postgres(t))
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
	s := storetest.Open(t, store.Options{URL: at.String()})
	add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "ada@example.com"})
	if err := s.BuildTrigrams(t.Context()); err != nil || searches(t, s) != "" {
		t.Fatalf("indexes without their extension: %v", err)
	}
	if n := found(t, s, "ada@"); n != 1 {
		t.Errorf("a search without the index finds %d", n)
	}
	execute(t, admin, "CREATE EXTENSION pg_trgm SCHEMA public")
	if err := s.BuildTrigrams(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := searches(t, s); now != made {
		t.Errorf("the indexes are\n%s\nwant\n%s", now, made)
	}
}
