package site

import (
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
)

// patience is how long a page waits for its content before the built-in one
// takes its place.
const patience = 3 * time.Second

// errNoPage is the answer to a path that shows nothing.
var errNoPage = errors.New("there is no such page")

// piece is a part of a page that is read, and fails, by itself.
type piece struct {
	key    string          // in the page's data
	tables []*schema.Table // the first is the one that is named when the read fails
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
	navigationLinks  = orBuiltin(list(&schema.NavigationLinks, "name", "path", "external", "open_in_new_window"))
	footerLinks      = list(&schema.FooterLinks, "name", "path", "external", "open_in_new_window", "section")
	footerContent    = document(&schema.FooterContent, nil, "company_description", "email", "location", "social_links")
	heroContent      = document(&schema.HeroContent, children(&schema.FeaturedAreas, "title", "description"), "title", "subtitle", "cta_primary_text", "cta_secondary_text")
	processContent   = document(&schema.ProcessContent, nil, "title", "subtitle")
	processSteps     = list(&schema.ProcessSteps, "title", "description", "icon", "step_order")
	aboutContent     = document(&schema.AboutContent, children(&schema.FocusAreas, "title", "description"), "intro_text", "approach_text", "why_ecommerce")
	teamMembers      = list(&schema.TeamMembers, "name", "position", "company", "image_url", "linkedin_url")
	contactInfo      = document(&schema.ContactInfo, children(&schema.SocialLinks, "platform", "url"), "email", "location", "description")
	homepageSections = list(&schema.HomepageSections, "section_name", "is_visible")

	portfolioCompanies = list(&schema.PortfolioCompanies, "id", "name", "description", "logo_url", "website_url")
)

// load reads what a page shows, all pieces at once. failed is set when one of
// them had to come from the built-in content, or lacks a list of its own.
func (s *Site) load(ctx context.Context, k *kind, path string) (page data, failed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	values := make([]any, len(k.pieces))
	errs := make([]error, len(k.pieces))
	var all sync.WaitGroup
	for i, p := range k.pieces {
		all.Go(func() {
			errs[i] = fault.Guard(s.log, "read "+p.key, func() (err error) {
				values[i], err = p.read(ctx, s.db, path)
				return err
			})
		})
	}
	all.Wait()
	page = s.frame(k, path)
	missing := []string{}
	for i, p := range k.pieces {
		var part *partial
		switch {
		case errors.Is(errs[i], errNoPage):
			return nil, false, errNoPage
		case errors.As(errs[i], &part):
			for _, t := range part.tables {
				s.log.WarnContext(ctx, "read for a page", "path", path, "piece", t.Name, "error", part.cause)
				missing = append(missing, t.Name)
			}
		case errs[i] != nil && p == oneJob:
			// Which job it was is not known; the list says that jobs cannot be read.
			s.log.WarnContext(ctx, "read for a page", "path", path, "piece", p.key, "error", errs[i])
			page, _, err = s.load(context.WithoutCancel(ctx), careersKind, path)
			return page, true, err
		case errs[i] != nil:
			s.log.WarnContext(ctx, "read for a page", "path", path, "piece", p.key, "error", errs[i])
			missing = append(missing, p.tables[0].Name)
			values[i] = nil
		}
		if values[i] == nil {
			values[i] = s.builtin[p.key]
		}
		page[p.key] = values[i]
	}
	if k == homeKind {
		closePortfolio(page)
	}
	s.allowPictures(page)
	page["failed"] = missing
	return page, len(missing) > 0, nil
}

// frame is what every page's data holds beside its content.
func (s *Site) frame(k *kind, path string) data {
	return data{
		"page": k.name, "path": path, "origin": s.origin, "status": 200,
		"year": s.now().UTC().Year(), "key": s.key, "css": s.assets.CSS, "failed": []string{},
	}
}

func list(t *schema.Table, columns ...string) *piece {
	q := store.Query{Fields: fields(columns...), Order: order(t)}
	return &piece{key: t.Name, tables: []*schema.Table{t}, read: func(ctx context.Context, db store.Session, _ string) (any, error) {
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

// pictures are the addresses of pictures on a page: a column of a list.
var pictures = map[*piece]string{portfolioCompanies: "logo_url", teamMembers: "image_url"}

// allowPictures leaves the pictures that the page's policy lets in: our own,
// and those of https. Without one, there is a drawing.
func (s *Site) allowPictures(page data) {
	for list, column := range pictures {
		rows, _ := page[list.key].([]store.Row)
		for _, row := range rows {
			at := row.Text(column)
			if path, ours := strings.CutPrefix(at, s.origin); ours && strings.HasPrefix(path, "/") {
				at = path
			}
			if !strings.HasPrefix(at, "/") && !strings.HasPrefix(strings.ToLower(at), "https:") {
				at = ""
			}
			row[column] = at
		}
	}
}

// closePortfolio takes the companies out of a homepage that does not show
// them: its data must not tell more than the page.
func closePortfolio(page data) {
	sections, _ := page[homepageSections.key].([]store.Row)
	for _, section := range sections {
		if section.Text("section_name") == portfolioCompanies.key && section.Bool("is_visible") {
			return
		}
	}
	page[portfolioCompanies.key] = []store.Row{}
}

// document is a table of one row, with the rows that belong to it. Without
// the row it is nil, and when only its children cannot be read it has none.
func document(t *schema.Table, below *store.Field, columns ...string) *piece {
	p := &piece{key: t.Name, tables: []*schema.Table{t}}
	alone := store.Query{Fields: fields(columns...), Order: []store.Order{store.Asc("id")}, Limit: store.Limit(1)}
	whole := alone
	if below != nil {
		p.tables = append(p.tables, below.Embed.Table)
		whole.Fields = append(slices.Clone(alone.Fields), *below)
	}
	p.read = func(ctx context.Context, db store.Session, _ string) (any, error) {
		var lacking error
		rows, err := db.Select(ctx, t, whole)
		if err != nil && below != nil {
			lacking = &partial{p.tables[1:], err}
			if rows, err = db.Select(ctx, t, alone); err == nil && len(rows) == 1 {
				rows[0][below.As] = []store.Row{}
			}
		}
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			return nil, lacking
		}
		if below != nil {
			shown(below.Embed.Table, rows[0][below.As].([]store.Row))
		}
		return shown(t, rows)[0], lacking
	}
	return p
}

func children(t *schema.Table, columns ...string) *store.Field {
	return &store.Field{As: t.Name, Embed: &store.Embed{Table: t, Query: store.Query{Fields: fields(columns...), Order: []store.Order{store.Asc("id")}}}}
}

func fields(columns ...string) []store.Field {
	out := make([]store.Field, len(columns))
	for i, c := range columns {
		out[i] = store.Field{As: c, Column: c}
	}
	return out
}

// order is the sequence that the public site shows: the footer by section
// first, the rest as the table says, and rows of equal rank by age.
func order(t *schema.Table) []store.Order {
	var by []store.Order
	if t == &schema.FooterLinks {
		by = append(by, store.Asc("section"))
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
			case isText && column.Clean == schema.Sanitised:
				row[name] = schema.SanitiseHTML(text)
			case value == nil && column.Type == schema.String:
				row[name] = ""
			case value == nil && column.Type == schema.JSON:
				row[name] = json.RawMessage("[]")
			}
		}
	}
	return rows
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
	for parent, list := range map[string]string{"hero_content": "featured_areas", "about_content": "focus_areas", "contact_info": "social_links"} {
		row, ok := b[parent].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("the built-in content has no %s", parent)
		}
		row[list] = b[list]
	}
	// What a failed read leaves empty (spec section 8).
	for _, key := range []string{"homepage_sections", "portfolio_companies", "job_listings"} {
		b[key] = []any{}
	}
	return b, nil
}
