package storetest

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/store"
)

// Postgres opens an empty schema on the test server.
func Postgres(t testing.TB) *store.Store {
	t.Helper()
	db := testServer(t)
	name := spare.take()
	if name == "" {
		name = newSchema(t, db)
	}
	t.Cleanup(func() {
		if !t.Failed() && emptied(db, name) {
			spare.give(name)
			return
		}
		if _, err := db.Exec("DROP SCHEMA " + name + " CASCADE"); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
	})
	s := Open(t, store.Options{URL: urlOf(name)})
	spare.put(db, name)
	return s
}

// PostgresURL names an empty schema on the test server, dropped when the
// test ends.
func PostgresURL(t testing.TB) string {
	t.Helper()
	db := testServer(t)
	name := newSchema(t, db)
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + name + " CASCADE"); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
	})
	return urlOf(name)
}

// PostgresDatabase names an empty database on the test server, for a test that the
// transactions of others would change; it is dropped when the test ends.
func PostgresDatabase(t testing.TB) string {
	t.Helper()
	server := testServer(t)
	name := fmt.Sprintf("t%d", rand.Uint64())
	if _, err := server.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := server.Exec("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop %s: %v", name, err)
		}
	})
	at, err := url.Parse(os.Getenv("VITRINE_TEST_POSTGRES"))
	if err != nil {
		t.Fatal(err)
	}
	at.Path = "/" + name
	return at.String()
}

var openServer = sync.OnceValues(func() (*sql.DB, error) { return sql.Open("pgx", os.Getenv("VITRINE_TEST_POSTGRES")) })

func testServer(t testing.TB) *sql.DB {
	t.Helper()
	Long(t)
	if os.Getenv("VITRINE_TEST_POSTGRES") == "" {
		t.Fatal("VITRINE_TEST_POSTGRES is not set; run the tests with make test-go, or behind scripts/with-postgres")
	}
	db, err := openServer()
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func newSchema(t testing.TB, db *sql.DB) string {
	t.Helper()
	name := fmt.Sprintf("t%d", rand.Uint64())
	if _, err := db.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	return name
}

func urlOf(name string) string {
	server, sep := os.Getenv("VITRINE_TEST_POSTGRES"), "?"
	if strings.Contains(server, "?") {
		sep = "&"
	}
	return server + sep + "search_path=" + name
}

// spare are migrated schemas that tests are done with. Making one takes ten
// times as long as emptying it.
var spare schemas

type schemas struct {
	mu    sync.Mutex
	names []string
	form  string // of every schema that no test has changed
}

func (s *schemas) take() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.names) == 0 {
		return ""
	}
	name := s.names[len(s.names)-1]
	s.names = s.names[:len(s.names)-1]
	return name
}

func (s *schemas) give(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.names = append(s.names, name)
}

// learn notes what a schema looks like that was just migrated.
func (s *schemas) put(db *sql.DB, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.form == "" {
		s.form, _ = formOf(db, name)
	}
}

func (s *schemas) isForm(form string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return form == s.form
}

// formOf is everything that a test could change about a schema but its rows.
func formOf(db *sql.DB, name string) (form string, err error) {
	err = db.QueryRow(`SELECT md5(string_agg(line, E'\n' ORDER BY line)) FROM (
		SELECT concat('class ', relname, relkind, relpersistence, reloptions) FROM pg_class WHERE relnamespace = $1::regnamespace
		UNION ALL SELECT concat('column ', c.relname, attname, atttypid, attnotnull, attidentity) FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = $1::regnamespace AND attnum > 0
		UNION ALL SELECT concat('constraint ', conname, contype, convalidated) FROM pg_constraint WHERE connamespace = $1::regnamespace
		UNION ALL SELECT concat('trigger ', tgname, tgenabled) FROM pg_trigger g JOIN pg_class c ON c.oid = tgrelid WHERE relnamespace = $1::regnamespace AND NOT tgisinternal
		UNION ALL SELECT concat('function ', proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = $1::regnamespace
		UNION ALL SELECT concat('rule ', rulename) FROM pg_rewrite r JOIN pg_class c ON c.oid = ev_class WHERE relnamespace = $1::regnamespace
		UNION ALL SELECT concat('step ', count(*), max(version_id)) FROM `+name+`.goose_db_version
		) AS lines (line)`, name).Scan(&form)
	return form, err
}

// emptied takes the rows out of a schema, and tells whether it is as good as
// new.
func emptied(db *sql.DB, name string) bool {
	form, err := formOf(db, name)
	if err != nil || !spare.isForm(form) {
		return false
	}
	_, err = db.Exec(`DO $$
		DECLARE t text;
		BEGIN
			PERFORM set_config('lock_timeout', '2s', true), set_config('session_replication_role', 'replica', true);
			FOR t IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = '` + name + `' AND tablename <> 'goose_db_version' LOOP
				EXECUTE 'DELETE FROM ' || t;
			END LOOP;
			PERFORM setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences WHERE schemaname = '` + name + `' AND sequencename NOT LIKE 'goose%';
		END $$`)
	return err == nil
}

// Holding is a transaction of somebody else that holds a lock.
func Holding(t testing.TB, url, lock string) (*sql.DB, *sql.Tx) {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	other, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Rollback() })
	if _, err := other.Exec(lock); err != nil {
		t.Fatal(err)
	}
	return db, other
}
