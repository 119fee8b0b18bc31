package archive

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const pageRows = 1000

// Takeover collects a site from its Supabase interface into an archive, which
// is then imported like any other. Every row is judged by the rules that hold
// for rows written here.
type Takeover struct {
	Source
	Options
	UsersFile   string // an export of auth.users; "" leaves the people as they are
	Bucket      string
	GoodName    func(name string) bool // tells which names an upload may have here
	SkipInvalid bool
	NoAdmin     bool // people may come of whom none can sign in as an administrator

	w      *writer
	report Report
	ids    map[*schema.Table]map[any]bool // keys of the tables that have children
	once   map[string]bool                // values of unique columns
	logos  map[string]string              // name at the source -> name here
	users  map[string]bool                // people of UsersFile, and whether they can sign in
	admins int                            // of those who can
}

// Report says what was found.
type Report struct {
	Tables   []Taken
	Logos    int
	Problems []string // rows that break a rule here, one line each
	Notes    []string
}

// Taken is what was found of one table.
type Taken struct {
	Name    string
	Rows    int64
	Invalid int
	Missing bool // the source has no such table
}

// Collect writes the archive. Rows that break a rule are in the report and
// not in the archive; unless they may be skipped, there is no archive at all.
func (t *Takeover) Collect(ctx context.Context, path string) (Report, error) {
	given, err := readUsers(t.UsersFile)
	if err != nil {
		return Report{}, err
	}
	if err := t.open(ctx); err != nil {
		return Report{}, err
	}
	if t.w, err = create(path, nil); err != nil {
		return Report{}, err
	}
	defer t.w.abandon()
	t.w.Kind, t.w.Source, t.w.Schema, t.w.MadeAt = KindTables, "supabase", store.Known(), t.now()
	t.ids, t.once, t.logos = map[*schema.Table]map[any]bool{}, map[string]bool{}, map[string]string{}
	if err := t.takeLogos(ctx); err != nil {
		return t.report, err
	}
	if err := t.takePeople(ctx, given); err != nil {
		return t.report, err
	}
	for _, table := range schema.Tables {
		if slices.Contains([]*schema.Table{&schema.UserProfiles, &schema.Revisions, &schema.Activity}, table) {
			continue
		}
		if err := t.take(ctx, table); err != nil {
			return t.report, err
		}
	}
	// Without the mark the first start would add the built-in content.
	_, err = t.w.addRows(&schema.Settings, func(write func(store.Row) error) error {
		return write(store.Row{"name": "seeded", "value": "1"})
	})
	if err != nil {
		return t.report, err
	}
	if len(t.report.Problems) > 0 && !t.SkipInvalid {
		return t.report, nil
	}
	if t.UsersFile != "" && t.admins == 0 && !t.NoAdmin {
		return t.report, fmt.Errorf("nobody in %s could sign in as an administrator: that takes a password, a profile with the role admin, and no ban. Nothing was changed; mend that at the source, leave --users out to keep the people here, or add --no-admin", t.UsersFile)
	}
	return t.report, t.w.finish(ctx, t.Options)
}

// take copies one table page by page.
func (t *Takeover) take(ctx context.Context, table *schema.Table) error {
	first, err := t.page(ctx, table, nil)
	if missing(err) {
		t.report.Tables = append(t.report.Tables, Taken{Name: table.Name, Missing: true})
		return nil
	}
	if err != nil {
		return err
	}
	taken := Taken{Name: table.Name}
	if len(first) > 0 {
		t.noteColumns(table, first[0])
	}
	_, err = t.w.addRows(table, func(write func(store.Row) error) error {
		for rows := first; len(rows) > 0; {
			for _, raw := range rows {
				row, err := t.judge(table, raw)
				if err != nil {
					taken.Invalid++
					t.problem(table, raw[table.Key().Name], err)
					continue
				}
				taken.Rows++
				if err := write(row); err != nil {
					return err
				}
			}
			t.Progress.at(table.Name, taken.Rows, -1)
			next, err := t.page(ctx, table, rows[len(rows)-1][table.Key().Name])
			if err != nil {
				return err
			}
			rows = next
		}
		t.Progress.at(table.Name, taken.Rows, taken.Rows)
		return nil
	})
	t.report.Tables = append(t.report.Tables, taken)
	return err
}

// missing tells whether the source has no such table.
func missing(err error) bool {
	var answer *answerError
	return errors.As(err, &answer) && answer.status == http.StatusNotFound
}

func (t *Takeover) noteColumns(table *schema.Table, row map[string]any) {
	var unknown []string
	for name := range row {
		if table.Column(name) == nil {
			unknown = append(unknown, name)
		}
	}
	if slices.Sort(unknown); len(unknown) > 0 {
		t.report.Notes = append(t.report.Notes, fmt.Sprintf("%s has columns that are not known here: %s", table.Name, strings.Join(unknown, ", ")))
	}
}

// page asks for the rows after a key. A source may answer with fewer than it
// was asked for, so only an empty page is the end.
func (t *Takeover) page(ctx context.Context, table *schema.Table, after any) ([]map[string]any, error) {
	key := table.Key().Name
	q := url.Values{"select": {"*"}, "order": {key + ".asc"}, "limit": {fmt.Sprint(pageRows)}}
	if after != nil {
		q.Set(key, fmt.Sprintf("gt.%v", after))
	}
	var rows []map[string]any
	err := t.ask(ctx, "read "+table.Name, http.MethodGet, "/rest/v1/"+table.Name+"?"+q.Encode(), nil, &rows)
	if err == nil && len(rows) > 0 && (rows[len(rows)-1][key] == nil || rows[len(rows)-1][key] == after) {
		err = fmt.Errorf("read %s: the source does not page by %s", table.Name, key)
	}
	return rows, err
}

func (t *Takeover) problem(table *schema.Table, key any, err error) {
	t.report.Problems = append(t.report.Problems, fmt.Sprintf("%s %v: %s", table.Name, key, sentence(err)))
}

// judge makes a row of ours from a row of the source, or says what is wrong
// with it.
func (t *Takeover) judge(table *schema.Table, raw map[string]any) (store.Row, error) {
	row := store.Row{}
	for c := range table.Columns.All() {
		value, err := c.Cast(raw[c.Name])
		if err != nil && !c.Auto {
			return nil, err
		}
		if value == nil || err != nil {
			value = c.DefaultValue(t.w.Manifest.MadeAt)
			if at := raw["created_at"]; c.Name == "updated_at" && at != nil {
				value, _ = c.Cast(at)
			}
		}
		if text, is := value.(string); is && c.Rule(schema.Image) != nil {
			value = t.relink(text)
		}
		row[c.Name] = value
	}
	if table.Slug != "" {
		t.slug(table, row)
	}
	if table == &schema.ContactFormSubmissions && raw["state"] == nil {
		readBefore(row)
	}
	if row.Int("version") < 1 && table.Versioned() {
		row["version"] = int64(1)
	}
	if err := table.Check(row, false); err != nil {
		return nil, err
	}
	return row, t.fits(table, row)
}

// fits refuses a row that another one of the same site stands against.
func (t *Takeover) fits(table *schema.Table, row store.Row) error {
	for _, ref := range table.References() {
		if known := t.ids[ref.Refers]; known != nil && row[ref.Name] != nil && !known[row[ref.Name]] {
			return fmt.Errorf("%s %v of %s is not there", ref.Name, row[ref.Name], ref.Refers.Name)
		}
	}
	var seen []string
	for c := range table.Columns.All() {
		if !c.Unique || row[c.Name] == nil {
			continue
		}
		text := fmt.Sprint(row[c.Name])
		if c.Folded {
			text = strings.ToLower(text)
		}
		key := table.Name + " " + c.Name + " " + text
		if t.once[key] {
			return fmt.Errorf("%s %q is there twice", c.Name, row[c.Name])
		}
		seen = append(seen, key)
	}
	for _, key := range seen {
		t.once[key] = true
	}
	if len(table.Children()) > 0 || table == &schema.Users {
		if t.ids[table] == nil {
			t.ids[table] = map[any]bool{}
		}
		t.ids[table][row[table.Key().Name]] = true
	}
	return nil
}

// slug keeps the slug that the source has, if it is one, or makes one.
func (t *Takeover) slug(table *schema.Table, row store.Row) {
	taken := func(slug string) bool { return t.once[table.Name+" slug "+slug] }
	slug := row.Text("slug")
	if slug == "" || slug != store.Slugify(slug) {
		slug = store.Slugify(row.Text(table.Slug))
	}
	if slug == "" {
		slug = fmt.Sprintf("job-%d", row.Int("id"))
	}
	free := slug
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s-%d", slug, n)
	}
	row["slug"] = free
}

// relink points the address of a picture that was taken along to this site.
func (t *Takeover) relink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host != "" && u.Host != t.base.Host {
		return address
	}
	public := "/storage/v1/object/public/" + t.Bucket + "/"
	at := strings.Index(u.Path, public)
	if at < 0 {
		return address
	}
	if name, ours := t.logos[u.Path[at+len(public):]]; ours {
		return public + name
	}
	return address
}

// Lines are the report as a person reads it.
func (r Report) Lines() (out []string) {
	for _, t := range r.Tables {
		line := fmt.Sprintf("%-28s %7d rows", t.Name, t.Rows)
		switch {
		case t.Missing:
			line = fmt.Sprintf("%-28s is not there and stays as it is here", t.Name)
		case t.Invalid > 0:
			line += fmt.Sprintf(", %d break a rule", t.Invalid)
		}
		out = append(out, line)
	}
	out = append(out, fmt.Sprintf("%-28s %7d files", "logos", r.Logos))
	return slices.Concat(out, r.Notes)
}
