package site

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// piece is a part of a page that is read, and fails, by itself.
type piece struct {
	key    string          // in the page's data
	tables []*schema.Table // the first is the one that is named when the read fails
	shape  shape
	byPath bool // what it holds differs by path
	read   func(ctx context.Context, db store.Session, path string) (any, error)
}

// partial is the failure of a piece that can be shown all the same, without
// the lists that are in these tables.
type partial struct {
	tables []*schema.Table
	cause  error
}

func (p *partial) Error() string { return p.cause.Error() }

func (p *partial) Unwrap() error { return p.cause }

var (
	navigationLinks = orBuiltin(list(&schema.NavigationLinks))
	footerLinks     = list(&schema.FooterLinks)
	footerContent   = document(&schema.Footer)
	heroContent     = document(&schema.Hero)
	processContent  = document(&schema.Process)
	processSteps    = list(&schema.ProcessSteps)
	aboutContent    = document(&schema.About)
	teamMembers     = list(&schema.TeamMembers)
	contactInfo     = document(&schema.Contact)
	// reach is what every page needs of it: the footer follows Contact.
	reach            = partOf("reach", &schema.Contact, "email", "location")
	homepageSections = list(&schema.HomepageSections)

	portfolioCompanies = list(&schema.PortfolioCompanies)

	siteIdentity = &piece{key: "site", tables: studio.Tables, read: func(ctx context.Context, db store.Session, _ string) (any, error) {
		s, err := studio.Read(ctx, db)
		return s.Page(), err
	}}
	// pageHead is nil for a page whose head is the usual one.
	pageHead = &piece{key: "page_head", byPath: true, tables: []*schema.Table{&schema.PageHeads}, read: func(ctx context.Context, db store.Session, path string) (any, error) {
		path, _, _ = strings.Cut(path, "?")
		rows, err := db.Select(ctx, &schema.PageHeads, store.Query{Fields: store.Fields("title", "description", "image_url", "noindex"), Where: store.All{store.Eq("path", path)}})
		if err != nil || len(rows) == 0 {
			return nil, err
		}
		return rows[0], nil
	}}
)

// list is all rows of a table.
func list(t *schema.Table) *piece { return listOf(t, t.Shown()...) }

func listOf(t *schema.Table, columns ...string) *piece {
	q := store.Query{Fields: store.Fields(columns...), Order: order(t)}
	return &piece{key: t.Name, tables: []*schema.Table{t}, shape: rows, read: func(ctx context.Context, db store.Session, _ string) (any, error) {
		rows, err := db.Select(ctx, t, q)
		return shown(t, rows), err
	}}
}

// orBuiltin shows the built-in list while the table is empty. When its rows
// are hidden from visitors, that is what an editor wanted.
func orBuiltin(p *piece) *piece {
	some := p.read
	p.read = func(ctx context.Context, db store.Session, path string) (any, error) {
		rows, err := some(ctx, db, path)
		if err != nil || len(rows.([]store.Row)) > 0 {
			return rows, err
		}
		n, err := db.AsSystem().Count(ctx, p.tables[0])
		if err == nil && n == 0 {
			return nil, nil
		}
		return rows, err
	}
	return p
}

// document is a row with its lists. Without the row it is nil, and when only
// its lists cannot be read they are empty.
func document(d *schema.Document) *piece {
	p := partOf(d.Table.Name, d, d.Table.Shown()...)
	p.shape = row
	return p
}

// partOf is a document with some of its columns alone, and its lists.
func partOf(key string, d *schema.Document, columns ...string) *piece {
	p := &piece{key: key, tables: []*schema.Table{d.Table}}
	lists := joined(d)
	for _, l := range lists {
		p.tables = append(p.tables, l.Table)
	}
	p.read = func(ctx context.Context, db store.Session, _ string) (any, error) {
		q := store.Query{Order: []store.Order{store.Asc("id")}, Limit: store.Limit(1)}
		rows, lacking, err := withLists(ctx, db, d.Table, q, columns, lists)
		if err != nil || len(rows) == 0 {
			return nil, errors.Join(err, lacking)
		}
		return rows[0], lacking
	}
	return p
}

// joined are the lists that lie within a document; others are pieces of their own.
func joined(d *schema.Document) (out []schema.List) {
	for _, l := range d.Lists {
		if l.Joined() != nil {
			out = append(out, l)
		}
	}
	return out
}

// withLists reads rows and the lists in them. When the lists cannot be read they
// are empty, as the rows themselves are worth showing; lacking says which.
func withLists(ctx context.Context, db store.Session, t *schema.Table, q store.Query, columns []string, lists []schema.List) (rows []store.Row, lacking, err error) {
	q.Fields = store.Fields(columns...)
	whole := q
	part := &partial{}
	for _, l := range lists {
		part.tables = append(part.tables, l.Table)
		whole.Fields = append(whole.Fields, store.Field{As: l.Name, Embed: &store.Embed{
			Table: l.Table, Query: store.Query{Fields: store.Fields(l.Columns()...), Order: []store.Order{store.Asc(cmp.Or(l.Table.Order, "id"))}},
		}})
	}
	if rows, part.cause = db.Select(ctx, t, whole); part.cause != nil {
		if len(lists) == 0 {
			return nil, nil, part.cause
		}
		lacking = part
		if rows, err = db.Select(ctx, t, q); err != nil {
			return nil, nil, err
		}
	}
	for _, row := range rows {
		for _, l := range lists {
			row[l.Name] = items(l, row[l.Name])
		}
	}
	return shown(t, rows), lacking, nil
}

// items are the rows of a list as pages have them: texts alone, where it is one
// of texts.
func items(l schema.List, stored any) any {
	rows, _ := stored.([]store.Row)
	if l.Text == "" {
		return append([]store.Row{}, shown(l.Table, rows)...)
	}
	texts := make([]string, len(rows))
	for i, row := range rows {
		texts[i] = row.Text(l.Text)
	}
	return texts
}

// order is the sequence that the public site shows: by group, where there are
// groups, then as the table says, and rows of equal rank by age.
func order(t *schema.Table) []store.Order {
	var by []store.Order
	if d := schema.DocumentOf(t); d != nil && d.Group != "" {
		by = append(by, store.Asc(d.Group))
	}
	if t.Order != "" {
		by = append(by, store.Asc(t.Order))
	}
	if t.Column("id") != nil {
		by = append(by, store.Asc("id"))
	}
	return by
}

// shown makes rows fit for a page: rich text is sanitised once more, in case
// it came into the database by another door, and what is null is empty.
func shown(t *schema.Table, rows []store.Row) []store.Row {
	for _, row := range rows {
		for name, value := range row {
			column := t.Column(name)
			if column == nil {
				continue
			}
			text, isText := value.(string)
			switch {
			case isText && column.IsHTML():
				row[name] = column.Clean.Apply(text)
			case value == nil && column.Type == schema.String:
				row[name] = ""
			case value == nil && column.Type == schema.JSON:
				row[name] = json.RawMessage("[]")
			}
		}
	}
	return rows
}
