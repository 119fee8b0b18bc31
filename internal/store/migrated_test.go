package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestTheDatabaseMatchesTheSchema compares what the migrations made with
// what the schema declares, line by line.
func TestTheDatabaseMatchesTheSchema(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		look := postgresTable
		if s.OnSQLite() {
			look = sqliteTable
		}
		for _, table := range slices.Concat(schema.Tables, schema.InternalTables) {
			got, want := withoutOwnDefaults(table, look(t, s, table.Name)), declared(table, s.OnSQLite())
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s is\n  %s\nand is declared\n  %s", table.Name, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		}
		checkNames(t, s)
	})
}

var sqlTypes = map[schema.Type][2]string{
	schema.Int8: {"INTEGER", "bigint"}, schema.Int4: {"INTEGER", "integer"}, schema.String: {"TEXT", "text"}, schema.Boolean: {"INTEGER", "boolean"},
	schema.Timestamp: {"INTEGER", "timestamp with time zone"}, schema.JSON: {"TEXT", "jsonb"}, schema.UUID: {"TEXT", "uuid"}, schema.Bytes: {"BLOB", "bytea"}, schema.Float8: {"REAL", "double precision"},
}

// declared writes a table of the schema in the lines that the lookers write.
func declared(table *schema.Table, onSQLite bool) (lines []string) {
	if onSQLite {
		lines = append(lines, "strict")
	}
	for i := range table.Columns {
		c := &table.Columns[i]
		kind := sqlTypes[c.Type][1]
		if onSQLite {
			kind = sqlTypes[c.Type][0]
		}
		line := fmt.Sprintf("column %s %s", c.Name, kind)
		if i == 0 {
			line += " key"
		}
		if c.NotNull {
			line += " not null"
		}
		if c.Identity {
			line += " numbered"
		}
		lines = append(lines, line)
		if c.Unique {
			lines = append(lines, fmt.Sprintf("unique %s_%s_key %s folded=%v", table.Name, c.Name, c.Name, c.Folded))
		}
		if c.Refers != nil {
			lines = append(lines, fmt.Sprintf("refers %s %s cascade", c.Name, c.Refers.Name), "index "+table.Name+"_"+c.Name)
		}
	}
	for _, index := range table.Indexes {
		lines = append(lines, "index "+index.Name)
	}
	if table.Search != nil && !onSQLite {
		lines = append(lines, "index "+table.Name+"_search")
	}
	return lines
}

// withoutOwnDefaults leaves out defaults that are those of the declaration: a
// column that was added to a table with rows has one on SQLite.
func withoutOwnDefaults(table *schema.Table, lines []string) []string {
	for i, line := range lines {
		at, value, found := strings.Cut(line, " default ")
		c := table.Column(strings.Fields(line + " - -")[1])
		if found && c != nil && slices.Contains([]string{fmt.Sprintf("'%v'", c.Fallback), fmt.Sprint(c.Fallback), map[any]string{true: "1", false: "0"}[c.Fallback]}, value) {
			lines[i] = at
		}
	}
	return lines
}

// ask collects one line per row of the answer.
func ask(t *testing.T, s *store.Store, text string, args ...any) (lines []string) {
	t.Helper()
	rows, err := s.SQL().QueryContext(t.Context(), text, args...)
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
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// sqliteTable reads a default as part of the line: the server alone sets
// values, so a default in the database would be a second truth. An INTEGER
// key is never null, though SQLite does not say so.
func sqliteTable(t *testing.T, s *store.Store, name string) []string {
	t.Helper()
	return slices.Concat(
		ask(t, s, `SELECT 'strict' FROM pragma_table_list WHERE name = ? AND strict`, name),
		ask(t, s, `SELECT 'column ' || name || ' ' || type || CASE WHEN pk THEN ' key' ELSE '' END
			|| CASE WHEN "notnull" OR pk AND type = 'INTEGER' THEN ' not null' ELSE '' END
			|| CASE WHEN pk AND (SELECT sql LIKE '%"' || p.name || '" INTEGER PRIMARY KEY AUTOINCREMENT%' FROM sqlite_master m WHERE m.name = ?1) THEN ' numbered' ELSE '' END
			|| CASE WHEN dflt_value IS NULL THEN '' ELSE ' default ' || dflt_value END
			FROM pragma_table_info(?1) p`, name),
		ask(t, s, `SELECT 'unique ' || l.name || ' ' || x.name || ' folded=' || CASE x.coll WHEN 'NOCASE' THEN 'true' ELSE 'false' END
			FROM pragma_index_list(?) l, pragma_index_xinfo(l.name) x WHERE l."unique" AND l.origin <> 'pk' AND x.key`, name),
		ask(t, s, `SELECT 'index ' || name FROM pragma_index_list(?) WHERE NOT "unique"`, name),
		ask(t, s, `SELECT 'refers ' || "from" || ' ' || "table" || ' ' || lower(on_delete) FROM pragma_foreign_key_list(?)`, name),
	)
}

func postgresTable(t *testing.T, s *store.Store, name string) []string {
	t.Helper()
	return slices.Concat(
		ask(t, s, `SELECT format('column %s %s', c.column_name, c.data_type)
			|| CASE WHEN EXISTS (SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
				WHERE i.indrelid = to_regclass($1) AND i.indisprimary AND a.attname = c.column_name) THEN ' key' ELSE '' END
			|| CASE WHEN is_nullable = 'NO' THEN ' not null' ELSE '' END
			|| CASE WHEN identity_generation = 'BY DEFAULT' THEN ' numbered' ELSE '' END
			|| coalesce(' default ' || column_default, '')
			FROM information_schema.columns c WHERE table_schema = current_schema() AND table_name = $1`, name),
		ask(t, s, `SELECT format('unique %s %s folded=%s', c.relname, regexp_replace(pg_get_indexdef(i.indexrelid, 1, true), '^lower\((.*)\)$', '\1'),
				CASE WHEN i.indexprs IS NULL THEN 'false' ELSE 'true' END)
			FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass($1) AND i.indisunique AND NOT i.indisprimary`, name),
		ask(t, s, `SELECT 'index ' || c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass($1) AND NOT i.indisunique`, name),
		ask(t, s, `SELECT format('refers %s %s %s', a.attname, f.relname, CASE k.confdeltype WHEN 'c' THEN 'cascade' ELSE k.confdeltype::text END)
			FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1] JOIN pg_class f ON f.oid = k.confrelid
			WHERE k.conrelid = to_regclass($1) AND k.contype = 'f'`, name),
	)
}

// checkNames finds tables that no declaration knows.
func checkNames(t *testing.T, s *store.Store) {
	t.Helper()
	text := `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	known := []string{"goose_db_version", "changes", "limits", "visit_salts", "visitors"}
	if s.OnSQLite() {
		text, known = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`, known[:1]
	}
	for _, table := range slices.Concat(schema.Tables, schema.InternalTables) {
		known = append(known, table.Name)
		if table.SearchLater && s.OnSQLite() {
			known = append(known, table.Name+"_searched")
		}
		if table.Search != nil && s.OnSQLite() {
			for _, part := range []string{"", "_config", "_data", "_docsize", "_idx"} {
				known = append(known, table.Name+"_search"+part)
			}
		}
	}
	got := ask(t, s, text)
	slices.Sort(got)
	slices.Sort(known)
	storetest.Same(t, "tables", got, known)
}

func TestTheDatabaseItselfRefusesWhatTheRulesRefuse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		now := "now()"
		if s.OnSQLite() {
			now = "1"
		}
		for name, text := range map[string]string{
			"a blank name":      `INSERT INTO team_members (name, version, updated_at) VALUES ('  ', 1, NOW)`,
			"a long name":       `INSERT INTO team_members (name, version, updated_at) VALUES ('` + strings.Repeat("x", 301) + `', 1, NOW)`,
			"no name":           `INSERT INTO team_members (version, updated_at) VALUES (1, NOW)`,
			"rank 0":            `INSERT INTO job_listings (title, rank, slug, created_at, version, updated_at) VALUES ('t', 0, 's', NOW, 1, NOW)`,
			"an unknown icon":   `INSERT INTO process_steps (title, icon, step_order, version, updated_at) VALUES ('t', 'Skull', 1, 1, NOW)`,
			"an unknown role":   `INSERT INTO user_profiles (user_id, role) VALUES ('11111111-1111-4111-8111-111111111111', 'root')`,
			"a second footer":   `INSERT INTO footer_content (id, social_links, created_at, version, updated_at) VALUES (2, '[]', NOW, 1, NOW)`,
			"broken JSON":       `INSERT INTO footer_content (id, social_links, created_at, version, updated_at) VALUES (1, '[', NOW, 1, NOW)`,
			"an orphan":         `INSERT INTO job_preferred (job_id, description, version, updated_at) VALUES (404, 'd', 1, NOW)`,
			"text for a number": `INSERT INTO team_members (name, version, updated_at) VALUES ('n', 'one', NOW)`,
		} {
			if _, err := s.SQL().ExecContext(t.Context(), strings.ReplaceAll(text, "NOW", now)); err == nil {
				t.Errorf("%s was stored", name)
			}
		}
	})
}
