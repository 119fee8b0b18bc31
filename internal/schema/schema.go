// Package schema says what Vitrine stores: its tables, their columns, the
// rules a value must satisfy and who may read or write it. Everything else
// (SQL, the REST interface, the TypeScript types and form rules) is derived
// from these declarations.
package schema

import (
	"cmp"
	"iter"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// Table is one table. Its first column is its key.
type Table struct {
	Name     string
	Order    string // column of the default order; "" means the key
	Columns  Columns
	Access   Access
	Address  string   // column that says where the row is found
	Slug     string   // column that "slug" is made from; "" means no slug
	Pages    []string // columns that pages read beside what editors fill in
	Search   []string // columns with a trigram index
	Person   []string // columns with the address of whom a row is about
	Indexes  []Index
	Internal bool // kept from the table interface
	Quiet    bool // listeners are told of what it follows, not of itself
	Signed   bool // the store writes down who adds a row: user_id and user_email

	SlugPrefix    string // of a slug that is made from the id, where the column gives none
	DuplicateHint string // for who gives a value that is there already
	// SearchLater lets the trigram index follow its rows: a long text has hundreds
	// of trigrams, and who writes one shall not wait for them.
	SearchLater bool
	// Pending is the column that a row has while work waits for it. Partial indexes, which
	// would cost a visitor time, leave it out until then.
	Pending string
}

// Columns in the order in which they are stored and answered.
type Columns []Column

// All are the columns themselves, not copies of them.
func (c Columns) All() iter.Seq[*Column] {
	return func(yield func(*Column) bool) {
		for i := range c {
			if !yield(&c[i]) {
				return
			}
		}
	}
}

// Index is an index beyond the key, the unique columns and the references.
type Index struct {
	Name    string
	Columns string // as in SQL, and which rows, if not all; both engines understand it
}

// Tables lists every table of the site, parents before children: those of the
// documents, and those that hold none.
var Tables = append(documentTables(), &HomepageSections, &NewsletterSubscriptions, &ContactFormSubmissions, &UserProfiles, &Media, &Revisions, &Activity, &LetterDeliveries, &MailSettings, &VisitDays, &MessageReplies, &Notes, &JobApplications, &ApplicationEvents)

// InternalTables hold what the server keeps for itself.
var InternalTables = []*Table{&Users, &Sessions, &RefreshTokens, &OneTimeTokens, &Factors, &RecoveryCodes, &Challenges, &Mails, &StorageObjects, &Settings, &ThemeFiles, &PackedSnapshots, &Presence, &Erasures}

// Lookup finds a table of the site by name.
func Lookup(name string) (*Table, error) {
	for _, t := range Tables {
		if t.Name == name {
			return t, nil
		}
	}
	return nil, fault.New(fault.UnknownTable, "Could not find the table 'public.%s' in the schema cache", name)
}

// Key is the column that identifies a row.
func (t *Table) Key() *Column { return &t.Columns[0] }

// Column finds a column by name; nil means there is none.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// TitleOf is what people know a row by: its first text that must be there.
func (t *Table) TitleOf(row map[string]any) string {
	for c := range t.Columns.All() {
		if text, ok := row[c.Name].(string); ok && c.Rule(Required) != nil && text != "" {
			return text
		}
	}
	return ""
}

// Settle makes the columns of a row agree that follow another one, whichever of
// the two a writer names.
func (t *Table) Settle(row map[string]any, now time.Time) {
	for c := range t.Columns.All() {
		if c.Follows == nil {
			continue
		}
		at, given := row[c.Name]
		value, told := row[c.Follows.Column]
		switch {
		case told && value == c.Follows.Value:
			if at == nil {
				row[c.Name] = now
			}
		case told:
			row[c.Name] = nil
		case given && at != nil:
			row[c.Follows.Column] = c.Follows.Value
		case given:
			row[c.Follows.Column] = t.Column(c.Follows.Column).Fallback
		}
	}
}

// Versioned tells whether each write raises the row's version.
func (t *Table) Versioned() bool { return t.Column("version") != nil }

// References are the columns that hold the key of another table's row.
func (t *Table) References() (out []*Column) {
	for c := range t.Columns.All() {
		if c.Refers != nil {
			out = append(out, c)
		}
	}
	return out
}

// Parent is the table this one belongs to, with the column that refers to
// it: that of the document it is a list of, else the first; nil means the rows
// stand alone.
func (t *Table) Parent() (*Table, *Column) {
	if d := DocumentOf(t); d != nil && d.Table != nil && d.Table != t {
		if ref := t.ReferenceTo(d.Table); ref != nil {
			return d.Table, ref
		}
	}
	if all := t.References(); len(all) > 0 {
		return all[0].Refers, all[0]
	}
	return nil, nil
}

// ReferenceTo is the column that refers to the other table; nil means there is
// none. There is never more than one.
func (t *Table) ReferenceTo(other *Table) *Column {
	for _, c := range t.References() {
		if c.Refers == other {
			return c
		}
	}
	return nil
}

// Children are the tables whose rows go when a row of t goes.
func (t *Table) Children() []*Table {
	var out []*Table
	for _, other := range Tables {
		if other.ReferenceTo(t) != nil {
			out = append(out, other)
		}
	}
	return out
}

// content completes a content table: its rows have a version and the time of
// the last write.
func content(columns ...Column) Columns {
	return append(columns,
		BigInt("version").Default(1).auto(),
		Stamp("updated_at").auto(),
	)
}

// Named is what a person calls the column.
func (c *Column) Named() string {
	words := strings.ReplaceAll(c.Name, "_", " ")
	return cmp.Or(c.Label, strings.ToUpper(words[:1])+words[1:])
}
