package rest_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/words"
)

// hiddenNames are the sample rows that only staff may see.
var hiddenNames = []string{"Secret", "Hidden", "Asleep"}

// entry is a line of testdata/matrix.txt: the outcome of each verb.
type entry struct {
	table, role string
	outcome     map[string]string
}

func readMatrix(t testing.TB) []entry {
	t.Helper()
	raw, err := os.ReadFile("testdata/matrix.txt")
	if err != nil {
		t.Fatal(err)
	}
	var verbs []string
	var out []entry
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		fields := strings.Fields(line)
		switch {
		case fields[0] == "#":
		case fields[0] == "table":
			verbs = fields[2:]
		default:
			e := entry{fields[0], fields[1], map[string]string{}}
			for i, verb := range verbs {
				e.outcome[verb] = fields[2+i]
			}
			out = append(out, e)
		}
	}
	return out
}

func TestEveryTableVerbAndRoleDoesWhatTheMatrixSays(t *testing.T) {
	matrix := readMatrix(t)
	for _, table := range schema.Tables {
		for role := range everybody {
			if !slices.ContainsFunc(matrix, func(e entry) bool { return e.table == table.Name && e.role == role }) {
				t.Errorf("testdata/matrix.txt does not say what %s may do with %s", role, table.Name)
			}
		}
	}
	each(t, func(t *testing.T, s *site) {
		for _, e := range matrix {
			t.Run(e.table+"/"+e.role, func(t *testing.T) {
				table, err := schema.Lookup(e.table)
				if err != nil {
					t.Fatal(err)
				}
				m := &matrixCase{TB: t, site: s, table: table, actor: everybody[e.role]}
				m.sees(e.outcome["select"])
				for _, verb := range []string{"insert", "insert+", "update", "update+", "merge", "ignore", "delete"} {
					m.writes(verb, e.outcome[verb])
				}
				if e.outcome["insert"] == "yes" || e.outcome["delete"] == "yes" {
					s.reset(family(table)...)
				}
			})
		}
	})
}

type matrixCase struct {
	testing.TB
	site  *site
	table *schema.Table
	actor schema.Actor
	n     int
}

// sees compares what a plain list, a count and a HEAD give away.
func (m *matrixCase) sees(scope string) {
	m.Helper()
	key := m.table.Key().Name
	want := []string{}
	for _, row := range m.site.stored(m.table) {
		switch scope {
		case "all":
		case "visible":
			if slices.Contains(hiddenNames, row.Text("name")) {
				continue
			}
		case "sent":
			if row.Text("status") != schema.LetterSent {
				continue
			}
		case "own":
			if row.Text(key) != m.actor.UserID {
				continue
			}
		case "exact", "none":
			continue
		default:
			m.Fatalf("the matrix says %q", scope)
		}
		want = append(want, fmt.Sprint(row[key]))
	}
	a := m.site.ask(call{as: m.actor, method: "GET", path: m.table.Name + "?select=*&order=" + key, header: []string{"Prefer: count=exact"}})
	got := []string{}
	for _, row := range a.rows(m) {
		got = append(got, fmt.Sprint(row[key]))
	}
	if a.status != 200 || !slices.Equal(got, want) {
		m.Errorf("select: status %d with %v, want %v", a.status, got, want)
	}
	counted := m.site.ask(call{as: m.actor, method: "HEAD", path: m.table.Name, header: []string{"Prefer: count=exact"}})
	if _, total, _ := strings.Cut(counted.header.Get("Content-Range"), "/"); total != fmt.Sprint(len(want)) {
		m.Errorf("count: %q, want %d rows", counted.header.Get("Content-Range"), len(want))
	}
	if scope == "exact" {
		one := m.site.ask(call{as: m.actor, method: "GET", path: m.table.Name + "?select=id&email=eq.ann@example.com"})
		if one.body != `[{"id":1}]` {
			m.Errorf("the exact address gives %s", one.body)
		}
	}
}

// writes sends one write and compares the stored rows before and after.
func (m *matrixCase) writes(verb, outcome string) {
	m.Helper()
	if m.table.Key().Rule(schema.Only) != nil && outcome == "yes" && (verb == "insert" || verb == "insert+" || verb == "ignore") {
		m.makeRoom()
	}
	before, was := m.look()
	a := m.site.ask(m.request(verb, before))
	if outcome == "no" {
		status := 403
		if m.actor.UserID == "" {
			status = 401
		}
		if f := a.fault(m); a.status != status || f["code"] != "42501" {
			m.Errorf("%s: status %d %s, want a refusal", verb, a.status, a.body)
		}
		if _, is := m.look(); is != was {
			m.Errorf("%s was refused and changed the tables", verb)
		}
		return
	}
	want := map[string]struct{ status, rows, bodies int }{
		"insert": {201, 1, 0}, "insert+": {201, 1, 1}, "update": {204, 0, 0}, "update+": {200, 0, 1},
		"merge": {200, 0, 0}, "ignore": {201, 1, 0}, "delete": {204, -1, 0},
	}[verb]
	if a.status != want.status {
		m.Fatalf("%s: status %d %s, want %d", verb, a.status, a.body, want.status)
	}
	if want.bodies == 0 && a.body != "" || want.bodies == 1 && len(a.rows(m)) != 1 {
		m.Errorf("%s answers %q", verb, a.body)
	}
	after, is := m.look()
	if got := len(after) - len(before); got != want.rows {
		m.Errorf("%s: %+d rows, want %+d", verb, got, want.rows)
	}
	if is == was {
		m.Errorf("%s was allowed and changed nothing", verb)
	}
}

// look reads the table as it is stored, also as one text.
func (m *matrixCase) look() ([]store.Row, string) {
	m.Helper()
	rows := m.site.stored(m.table)
	var text []byte
	for _, row := range rows {
		text = append(row.AppendJSON(text, m.table), '\n')
	}
	return rows, string(text)
}

func (m *matrixCase) makeRoom() {
	m.Helper()
	if _, err := m.site.store.AsSystem().Delete(m.Context(), m.table, store.Not{Cond: store.IsNull(m.table.Key().Name)}); err != nil {
		m.Fatal(err)
	}
}

// request builds the write of a verb from the schema. A merge names a stored
// row, unless the caller may not name keys at all.
func (m *matrixCase) request(verb string, stored []store.Row) call {
	m.Helper()
	key := m.table.Key()
	var target store.Row
	if len(stored) > 0 {
		target = stored[len(stored)-1]
	}
	c := call{as: m.actor, path: m.table.Name}
	var row map[string]any
	switch verb {
	case "insert", "insert+", "ignore", "merge":
		c.method = "POST"
		row = m.newRow()
		if verb == "merge" && m.actor.Staff() {
			row[key.Name] = target[key.Name]
		}
	case "update", "update+":
		c.method = "PATCH"
		row = m.patch(target)
		c.path += "?" + key.Name + "=eq." + url.QueryEscape(fmt.Sprint(target[key.Name]))
	case "delete":
		c.method = "DELETE"
		c.path += "?" + key.Name + "=eq." + url.QueryEscape(fmt.Sprint(target[key.Name]))
	}
	switch verb {
	case "insert+", "update+":
		c.header = []string{"Prefer: return=representation"}
	case "merge":
		c.header = []string{"Prefer: resolution=merge-duplicates"}
	case "ignore":
		c.header = []string{"Prefer: resolution=ignore-duplicates"}
	}
	if row != nil {
		raw, err := json.Marshal(row)
		if err != nil {
			m.Fatal(err)
		}
		c.body = string(raw)
	}
	return c
}

// newRow is a row that the table takes, different each time.
func (m *matrixCase) newRow() map[string]any {
	m.n++
	row := map[string]any{}
	for i := range m.table.Columns {
		c := &m.table.Columns[i]
		if c.NotNull && !c.Auto && !c.Identity && c.Fallback == nil {
			row[c.Name] = m.value(c)
		}
	}
	return row
}

// patch changes one column of a row.
func (m *matrixCase) patch(row store.Row) map[string]any {
	m.n++
	if m.table == &schema.Media { // of which staff change some columns only
		return map[string]any{"alt": fmt.Sprintf("A picture, %s %d", m.actor.Role, m.n)}
	}
	for i := range m.table.Columns[1:] {
		c := &m.table.Columns[i+1]
		if c.Auto || c.Refers != nil {
			continue
		}
		v := m.value(c)
		if flag, ok := row[c.Name].(bool); ok {
			v = !flag
		}
		return map[string]any{c.Name: v}
	}
	m.Fatalf("%s has no column to change", m.table.Name)
	return nil
}

func (m *matrixCase) value(c *schema.Column) any {
	switch {
	case c.Refers != nil:
		return 1
	case c.Rule(schema.OneOf) != nil:
		options := c.Rule(schema.OneOf).Options
		return options[m.n%len(options)]
	case m.table == &schema.SiteWords && c.Name == "key":
		return words.All()[len(words.All())-1-m.n].Key
	case m.table == &schema.SiteSettings && c.Name == "id":
		return 1
	case c.Rule(schema.Path) != nil:
		return fmt.Sprintf("/%s-%d-%s", m.actor.Role, m.n, strings.ReplaceAll(c.Name, "_", "-"))
	case c.Rule(schema.Zone) != nil:
		return "Asia/Kolkata"
	case c.Rule(schema.Pattern) != nil:
		return fmt.Sprintf("en-%s%d", m.actor.Role, m.n)
	case c.Rule(schema.Stored) != nil:
		return fmt.Sprintf("/storage/v1/object/public/media/%d.png", m.n)
	case c.Rule(schema.Email) != nil:
		return fmt.Sprintf("new-%s-%d@example.com", m.actor.Role, m.n)
	case c.Rule(schema.Web) != nil, c.Rule(schema.Link) != nil, c.Rule(schema.Image) != nil:
		return fmt.Sprintf("https://example.com/%d", m.n)
	}
	switch c.Type {
	case schema.Int4, schema.Int8:
		return m.n + 1
	case schema.Boolean:
		return true
	case schema.UUID:
		return fmt.Sprintf("44444444-4444-4444-8444-%012d", m.n)
	}
	return fmt.Sprintf("New %s %d", m.actor.Role, m.n)
}
