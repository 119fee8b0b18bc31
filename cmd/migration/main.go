// Command migration writes what the declared schema has beyond the migrations
// as one more migration for each engine. It is a skeleton to read and complete:
// what must happen to existing rows beyond a default is for its author to say.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the migrations are run to see what they make

	"vitrine/internal/schema"
)

const folder = "internal/store/migrations"

func main() {
	if len(os.Args) != 2 || !regexp.MustCompile(`^[a-z][a-z0-9_]*$`).MatchString(os.Args[1]) {
		fail(errors.New("usage: make migration NAME=what_it_adds"))
	}
	paths, err := filepath.Glob(filepath.Join(folder, "sqlite", "*.sql"))
	fail(err)
	slices.Sort(paths)
	have, err := migrated(paths)
	fail(err)
	for _, e := range engines {
		text, err := gained(e, have)
		fail(err)
		if text == "" {
			fail(errors.New("the schema has nothing that the migrations do not make"))
		}
		path := filepath.Join(folder, e.name, fmt.Sprintf("%04d_%s.sql", len(paths)+1, os.Args[1]))
		fail(os.WriteFile(path, []byte("-- +goose Up\n\n"+text), 0o644))
		fmt.Println(path)
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "migration:", err)
		os.Exit(1)
	}
}

// made is what the migrations make: columns by table, and the names of indexes.
type made struct {
	columns map[string][]string
	indexes []string
}

// migrated runs the migrations of SQLite, which make what those of PostgreSQL
// make, and looks at the result.
func migrated(paths []string) (made, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return made{}, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory of its own
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err == nil {
			_, err = db.Exec(string(text))
		}
		if err != nil {
			return made{}, fmt.Errorf("%s: %w", path, err)
		}
	}
	out := made{columns: map[string][]string{}}
	rows, err := db.Query(`SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'
		UNION ALL SELECT '', name FROM sqlite_master WHERE type = 'index'`)
	if err != nil {
		return made{}, err
	}
	defer rows.Close()
	for rows.Next() {
		var table, name string
		if err := rows.Scan(&table, &name); err != nil {
			return made{}, err
		}
		if table == "" {
			out.indexes = append(out.indexes, name)
		} else {
			out.columns[table] = append(out.columns[table], name)
		}
	}
	return out, rows.Err()
}

// gained is the SQL for what is declared and not made.
func gained(e engine, have made) (string, error) {
	var b strings.Builder
	for _, t := range slices.Concat(schema.Tables, schema.InternalTables) {
		columns, exists := have.columns[t.Name]
		if !exists {
			b.WriteString(e.table(t))
		}
		for c := range t.Columns.All() {
			if exists && !slices.Contains(columns, c.Name) {
				text, err := e.add(t, c)
				if err != nil {
					return "", err
				}
				b.WriteString(text)
			}
		}
		for _, index := range e.indexes(t) {
			if !slices.Contains(have.indexes, index.name) {
				b.WriteString(index.sql)
			}
		}
	}
	return b.String(), nil
}
