package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/store"

	sqlitelib "modernc.org/sqlite"
)

// pagesKept is how many bytes of pages a connection keeps.
func pagesKept(t *testing.T, c *sql.Conn) (n int) {
	t.Helper()
	if err := c.Raw(func(c any) (err error) {
		n, _, err = c.(*cachingConn).sqliteConn.(sqlitelib.DBStatus).Status(sqlitelib.DBStatusCacheUsed, false)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

// large is a file of several MB, and a connection that writes to it.
func large(t *testing.T) (path string, c *sql.Conn) {
	t.Helper()
	path = filepath.Join(t.TempDir(), databaseFile)
	c = opened(t, path, false)
	for _, text := range []string{
		"CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i, hex(zeroblob(1000)) FROM n",
	} {
		if _, err := c.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return path, c
}

func opened(t *testing.T, path string, readOnly bool) *sql.Conn {
	t.Helper()
	cache := writerCache
	if readOnly {
		cache = readerCache
	}
	db, err := openCaching(dsnOf(path, readOnly, cache))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestPagesThatConnectionsKeepAreGivenBackAndReadAgain(t *testing.T) {
	path, writer := large(t)
	all := map[string]*sql.Conn{"writer": writer}
	for i := range 3 {
		all[fmt.Sprint("reader ", i)] = opened(t, path, true)
	}
	count := func() {
		t.Helper()
		for name, c := range all {
			var n int
			if err := c.QueryRowContext(t.Context(), "SELECT count(*) FROM t WHERE text <> ?", "").Scan(&n); err != nil || n != 5000 {
				t.Errorf("%s: %d %v", name, n, err)
			}
		}
	}
	count()
	// Connections share what all of them may keep.
	sum, bound := 0, (writerCache+3*readerCache)<<10
	for _, c := range all {
		sum += pagesKept(t, c)
	}
	if sum < bound/2 || sum > bound+bound/8 {
		t.Errorf("%d bytes are kept, want up to %d", sum, bound)
	}
	ReleaseMemory()
	for name, c := range all {
		if n := pagesKept(t, c); n > 64<<10 {
			t.Errorf("%s still keeps %d bytes", name, n)
		}
	}
	count()
}

// A page that a transaction changed is nowhere else yet.
func TestWhatATransactionChangedIsKept(t *testing.T) {
	path, writer := large(t)
	run := func(text string) {
		t.Helper()
		if _, err := writer.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	run("BEGIN IMMEDIATE")
	run("UPDATE t SET text = 'changed' WHERE id % 50 = 0")
	ReleaseMemory()
	run("COMMIT")
	var n int
	var verdict string
	if err := opened(t, path, true).QueryRowContext(t.Context(), "SELECT count(*), (SELECT * FROM pragma_integrity_check) FROM t WHERE text = 'changed'").Scan(&n, &verdict); err != nil || n != 100 || verdict != "ok" {
		t.Errorf("%d rows changed, %s: %v", n, verdict, err)
	}
}

// A large file makes a start no larger: its check leaves nothing behind.
func TestTheCheckAtTheStartKeepsNoPages(t *testing.T) {
	dir := t.TempDir()
	o := store.Options{Dir: dir}
	e, err := Connect(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), e, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.write.ExecContext(t.Context(), "INSERT INTO contact_form_submissions (name, email, subject, message, created_at) "+
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT 'A', 'a@example.com', 'B', ?, 0 FROM n", strings.Repeat("x", 1000)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	write, read, err := openPools(t.Context(), dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	c, err := write.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n := pagesKept(t, c); n > 256<<10 {
		t.Errorf("%d bytes", n)
	}
}
