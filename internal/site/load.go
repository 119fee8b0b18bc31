package site

import (
	"context"
	"errors"
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

// moved is the same, where another path shows what was meant.
type moved struct{ to string }

func (m moved) Error() string { return "the page is at " + m.to }

func (m moved) Is(err error) bool { return err == errNoPage }

// errNoSubject tells that what the page is about cannot be read.
var errNoSubject = errors.New("the subject of the page cannot be read")

// data is the content of one page; web/src/site/data.ts says what is in it.
type data map[string]any

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
		case errors.Is(errs[i], errNoPage):
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
				s.tellRetention(whole, values[i].(map[string]any))
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
	if k.tell != nil {
		k.tell(s, whole, page)
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
