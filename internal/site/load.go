package site

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// patience is how long a page waits for its content before the built-in one
// takes its place.
const patience = 3 * time.Second

// errNoPage is the answer to a path that shows nothing.
var errNoPage = errors.New("there is no such page")

// errNoSubject tells that what the page is about cannot be read.
var errNoSubject = errors.New("the subject of the page cannot be read")

// piece is a part of a page that is read, and fails, by itself.
type piece struct {
	key    string          // in the page's data
	tables []*schema.Table // the first is the one that is named when the read fails
	shape  shape
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

// data is the content of one page; web/src/site/data.ts says what is in it.
type data map[string]any

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
	pageHead = &piece{key: "page_head", tables: []*schema.Table{&schema.PageHeads}, read: func(ctx context.Context, db store.Session, path string) (any, error) {
		path, _, _ = strings.Cut(path, "?")
		rows, err := db.Select(ctx, &schema.PageHeads, store.Query{Fields: store.Fields("title", "description", "image_url", "noindex"), Where: store.All{store.Eq("path", path)}})
		if err != nil || len(rows) == 0 {
			return nil, err
		}
		return rows[0], nil
	}}
)

// load reads what a page shows, all pieces at once. failed is set when one of
// them had to come from the built-in content, or lacks a list of its own or the
// look of today.
func (s *Site) load(ctx context.Context, k *kind, path string) (page data, failed bool, err error) {
	whole := ctx
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var undressed error
	values := make([]any, len(k.pieces))
	errs := make([]error, len(k.pieces))
	var all sync.WaitGroup
	for i, p := range k.pieces {
		all.Go(func() {
			errs[i] = fault.Guard(s.Log, "read "+p.key, func() (err error) {
				values[i], err = p.read(ctx, s.db, path)
				return err
			})
		})
	}
	all.Wait()
	page = s.frame(k, path)
	missing := []string{}
	miss := func(t *schema.Table) {
		if !slices.Contains(missing, t.Name) { // two pieces may be of one table
			missing = append(missing, t.Name)
		}
	}
	for i, p := range k.pieces {
		var part *partial
		switch {
		case errors.Is(errs[i], errNoPage), errors.Is(errs[i], errNoForm):
			return nil, false, errs[i]
		case errors.As(errs[i], &part):
			for _, t := range part.tables {
				s.Log.WarnContext(ctx, "read for a page", "path", path, "piece", t.Name, "error", part.cause)
				miss(t)
			}
		case errs[i] != nil && p == k.subject:
			s.Log.WarnContext(ctx, "read for a page", "path", path, "piece", p.key, "error", errs[i])
			return nil, true, errNoSubject
		case errs[i] != nil:
			s.Log.WarnContext(ctx, "read for a page", "path", path, "piece", p.key, "error", errs[i])
			miss(p.tables[0])
			values[i] = nil
		}
		if errs[i] == nil {
			if p == siteIdentity {
				undressed = s.dress(whole, values[i].(map[string]any))
				s.tellKept(whole, values[i].(map[string]any))
			}
			if p != siteIdentity || undressed == nil {
				s.seen.put(p, values[i])
			}
		} else if values[i] == nil {
			values[i] = s.seen.get(p.key)
		}
		if values[i] == nil {
			values[i] = s.named(p, s.builtin[p.key])
		}
		if values[i] == nil {
			continue
		}
		page[p.key] = values[i]
	}
	if k.trim != nil {
		k.trim(page, path, s.atStudio(whole))
	}
	s.allowPictures(k, page)
	s.sizePictures(ctx, k, page)
	if k == jobKind {
		s.shareJob(whole, page)
	}
	if k == applyKind && s.Mail != nil && s.Mail.Mode()["mailed"] == false {
		page["no_mail"] = true
	}
	page["failed"] = missing
	if undressed != nil {
		s.Log.ErrorContext(whole, "load a page", "path", path, "error", undressed)
	}
	return page, len(missing) > 0 || undressed != nil, nil
}

// frame is what every page's data holds beside its content.
func (s *Site) frame(k *kind, path string) data {
	path, _, _ = strings.Cut(path, "?")
	return data{
		"page": k.name, "path": path, "origin": s.Origin, "status": k.status,
		"year": s.Now().UTC().Year(), "key": s.AnonKey, "css": s.assets.CSS, "themed_css": s.assets.Themed.CSS, "failed": []string{},
	}
}

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

// allowPictures leaves the pictures that the page's policy lets in: our own,
// and those of https. Without one, there is a drawing.
func (s *Site) allowPictures(k *kind, page data) {
	eachPicture(k, page, func(row store.Row, c *schema.Column) {
		if c.Rule(schema.Image) != nil {
			row[c.Name] = s.allowed(row.Text(c.Name))
		}
	})
}

func (s *Site) allowed(picture string) string {
	if path, ours := strings.CutPrefix(picture, s.Origin); ours && strings.HasPrefix(path, "/") {
		return path
	}
	if strings.HasPrefix(picture, "/") || strings.HasPrefix(strings.ToLower(picture), "https:") {
		return picture
	}
	return ""
}

// closePortfolio takes the companies out of a homepage that does not show
// them: its data must not tell more than the page.
func closePortfolio(page data, _ string, _ time.Time) {
	sections, _ := page[homepageSections.key].([]store.Row)
	for _, section := range sections {
		if section.Text("section_name") == portfolioCompanies.key && section.Bool("is_visible") {
			return
		}
	}
	page[portfolioCompanies.key] = []store.Row{}
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

// named is built-in content in the name of the studio.
func (s *Site) named(p *piece, value any) any {
	switch v := value.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = s.named(p, v[i])
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, one := range v {
			out[key] = s.named(p, one)
			text, isText := one.(string)
			if c := p.tables[0].Column(key); isText && c != nil && c.IsHTML() {
				out[key] = strings.ReplaceAll(text, "{studio}", escape(s.name()))
			}
		}
		return out
	case string:
		return strings.ReplaceAll(v, "{studio}", s.name())
	}
	return value
}

// builtin is the content that stands in for a piece, by its key.
type builtin map[string]any

func readBuiltin(raw []byte) (builtin, error) {
	var content struct {
		Fallback map[string]any `json:"fallback"`
	}
	if err := json.Unmarshal(raw, &content); err != nil {
		return nil, fmt.Errorf("read the built-in content: %w", err)
	}
	b := builtin(content.Fallback)
	b[siteIdentity.key] = studio.Fresh().Page()
	for _, t := range schema.Tables { // what a failed read leaves empty (spec section 8)
		if b[t.Name] == nil {
			b[t.Name] = []any{}
		}
	}
	for _, d := range schema.Documents {
		if d.Table == nil || d.Many {
			continue
		}
		row, ok := b[d.Table.Name].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the built-in content has no %s", d.Table.Name)
		}
		for _, l := range joined(d) {
			row[l.Name] = b[l.Table.Name]
		}
	}
	contact := b[contactInfo.key].(map[string]any)
	b[reach.key] = map[string]any{"email": contact["email"], "location": contact["location"], "social_links": contact["social_links"]}
	return b, nil
}
