package schema

import (
	"cmp"
	"sync"
)

// Document is what an editor saves in one go: a row with its lists, or all rows
// of a small table. It is declared once. Its procedures and their arguments,
// its form, the check that nobody saved meanwhile, its draft and what a change
// of it refreshes all come from here.
type Document struct {
	Name  string // as in save_job, and in drafts
	Label string // what people call it
	Table *Table // nil: the rows of its one list are the whole document
	Many  bool   // there is any number of them, which are added and deleted
	Lists []List
	Order Ordering // of the documents of one table
	Group string   // column that parts them into lists of their own
	Saves string   // as in save_page_heads, where it is not the name
}

// List is saved with its document, in the order given.
type List struct {
	Name  string // as an argument, and in the stored document
	Table *Table
	Text  string // column of a list of plain texts, whose blank ones are dropped
	Item  string // what one is called in Trash; "" keeps none there
	Max   int    // how many there may be; 0 is MaxItems
}

// MaxItems bounds a list of a document that says nothing else.
const MaxItems = 200

// Most is how many items the list may have.
func (l *List) Most() int { return cmp.Or(l.Max, MaxItems) }

// Ordering says how documents get their place among each other.
type Ordering int

const (
	ByHand   Ordering = iota // editors type a number, or reorder_* gives all their places
	Ranked                   // a new one comes first; one that moves, moves the others
	Sequence                 // a new one comes last; reorder_* gives all their places
)

// Documents lists all, in the order in which a first start fills them.
var Documents = []*Document{
	&Hero, &Process, &Team, &About, &Contact, &Job, &Footer, &FooterLink, &NavigationLink, &Company,
	&Site, &Words, &PageHead, &Page, &Redirect, &Letter,
}

func documentTables() (out []*Table) {
	for _, d := range Documents {
		if d.Table != nil {
			out = append(out, d.Table)
		}
		for i := range d.Lists {
			out = append(out, d.Lists[i].Table)
		}
	}
	return out
}

// DocumentOf is the document that a row of the table belongs to; nil means none.
func DocumentOf(t *Table) *Document {
	for _, d := range Documents {
		if d.Table == t {
			return d
		}
		for i := range d.Lists {
			if d.Lists[i].Table == t {
				return d
			}
		}
	}
	return nil
}

// Main is the table that the document is read and shown under.
func (d *Document) Main() *Table {
	if d.Table == nil {
		return d.Lists[0].Table
	}
	return d.Table
}

// Reorders tells whether reorder_* puts all documents, or those of a group, in
// an order; a rank moves by its save.
func (d *Document) Reorders() bool { return d.Many && d.Table.Order != "" && d.Order != Ranked }

// Columns are what an editor fills in of the row.
func (d *Document) Columns() []string {
	if d.Table == nil {
		return nil
	}
	var out []string
	for _, name := range d.Table.Inputs() {
		if d.Order != Sequence || name != d.Table.Order {
			out = append(out, name)
		}
	}
	return out
}

// Columns are what an editor fills in of an item.
func (l *List) Columns() []string {
	if l.Text != "" {
		return []string{l.Text}
	}
	var out []string
	for _, name := range l.Table.Inputs() {
		if c := l.Joined(); name != l.Table.Order && (c == nil || name != c.Name) {
			out = append(out, name)
		}
	}
	return out
}

// Joined is the column by which items belong to the document's row; nil means
// that all rows of the table are the list.
func (l *List) Joined() *Column {
	if d := DocumentOf(l.Table); d.Table != nil {
		return l.Table.ReferenceTo(d.Table)
	}
	return nil
}

// Document is the table whose every row is another version when a row here is
// written: the one row of a document that all rows of this table belong to.
func (t *Table) Document() *Table { return wholeLists()[t] }

var wholeLists = sync.OnceValue(func() map[*Table]*Table {
	out := map[*Table]*Table{}
	for _, d := range Documents {
		for i := range d.Lists {
			if l := &d.Lists[i]; d.Table != nil && l.Joined() == nil {
				out[l.Table] = d.Table
			}
		}
	}
	return out
})

// Keyed tells whether items keep their ids when the list is saved. Otherwise
// their order is the order of their ids, so they get new ones.
func (l *List) Keyed() bool { return l.Table.Order != "" }

// KeepsID tells whether the items of a form know which rows they are.
func (l *List) KeepsID() bool { return l.Keyed() || DocumentOf(l.Table).Table == nil }

// Inputs are the columns that a person fills in, not what the server sets.
func (t *Table) Inputs() []string {
	var out []string
	for c := range t.Columns.All() {
		if c.IsInput() && c.Rule(Only) == nil {
			out = append(out, c.Name)
		}
	}
	return out
}

// IsInput leaves out what the server sets by itself.
func (c *Column) IsInput() bool { return !c.Auto && !c.Identity && c.Fallback != Now }

// Shown are the columns that pages read: what editors fill in, without what
// only decides which rows are shown and in which order, and the columns that
// the table names besides.
func (t *Table) Shown() []string {
	out := append([]string(nil), t.Pages...)
	hides := t.Hides()
	for _, name := range t.Inputs() {
		if name != t.Order && name != hides {
			out = append(out, name)
		}
	}
	return out
}

// Hides is the column that decides whether visitors see a row; "" where they
// see all.
func (t *Table) Hides() string {
	for _, g := range t.Access[Visitor] {
		if g.Action == Read.Action {
			return g.Column
		}
	}
	return ""
}
