package sqlite

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
)

// kept tells how many statements a connection keeps.
func kept(t *testing.T, c *sql.Conn) (n int) {
	t.Helper()
	if err := c.Raw(func(c any) error { n = len(c.(*cachingConn).cached); return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

func keepingOne(t *testing.T) *sql.Conn {
	t.Helper()
	c := opened(t, filepath.Join(t.TempDir(), "x.db"), false)
	for _, text := range []string{"CREATE TABLE t (n INTEGER UNIQUE)", "INSERT INTO t VALUES (1), (2), (3)"} {
		if _, err := c.ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestAConnectionKeepsAStatementAndUsesItAgain(t *testing.T) {
	c := keepingOne(t)
	before := kept(t, c)
	for n := range 5 {
		var got int
		if err := c.QueryRowContext(t.Context(), "SELECT n FROM t WHERE n > ? ORDER BY n", n).Scan(&got); n < 3 && (err != nil || got != n+1) || n >= 3 && err != sql.ErrNoRows {
			t.Fatalf("%d: %d %v", n, got, err)
		}
	}
	if n := kept(t, c) - before; n != 1 {
		t.Errorf("%d statements kept for one text", n)
	}
}

func TestAStatementWhoseRowsAreOpenIsNotSharedWithAnother(t *testing.T) {
	c := keepingOne(t)
	const text = "SELECT n FROM t ORDER BY n"
	outer, err := c.QueryContext(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	pairs := ""
	for outer.Next() {
		var a, b int
		outer.Scan(&a)
		inner, err := c.QueryContext(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		for inner.Next() {
			inner.Scan(&b)
			pairs += fmt.Sprint(a, b, " ")
		}
		inner.Close()
	}
	if want := "1 1 1 2 1 3 2 1 2 2 2 3 3 1 3 2 3 3 "; pairs != want {
		t.Errorf("got %q", pairs)
	}
}

func TestACachedStatementOutlivesErrorsAndChangesOfTheSchema(t *testing.T) {
	c := keepingOne(t)
	const text = "INSERT INTO t (n) VALUES (?) RETURNING *"
	insert := func(n int) (columns int, err error) {
		rows, err := c.QueryContext(t.Context(), text, n)
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		names, _ := rows.Columns()
		for rows.Next() {
		}
		return len(names), rows.Err()
	}
	if _, err := insert(1); err == nil {
		t.Error("a second 1 was stored")
	}
	if columns, err := insert(4); err != nil || columns != 1 {
		t.Errorf("after an error: %d columns, %v", columns, err)
	}
	if _, err := c.ExecContext(t.Context(), "ALTER TABLE t ADD COLUMN note TEXT"); err != nil {
		t.Fatal(err)
	}
	if columns, err := insert(5); err != nil || columns != 2 {
		t.Errorf("after a new column: %d columns, %v", columns, err)
	}
}

func TestCachedStatementsAreBounded(t *testing.T) {
	c := keepingOne(t)
	for n := range 3 * maxStatements {
		var got int
		if err := c.QueryRowContext(t.Context(), fmt.Sprint("SELECT ", n, " + count(*) FROM t")).Scan(&got); err != nil || got != n+3 {
			t.Fatalf("%d: %d %v", n, got, err)
		}
	}
	if n := kept(t, c); n != maxStatements {
		t.Errorf("%d statements kept", n)
	}
}
