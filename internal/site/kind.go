package site

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/schema"
)

// kind is a sort of page: what it shows, and so which tables make it stale.
type kind struct {
	name   string // what React calls it; "" is not a page of React's
	status int    // 0 is 200
	pieces []*piece
	tables []string

	// subject is the piece that the page is about. When it cannot be read, which
	// one it was is not known, and a page of the kind instead is shown.
	subject *piece
	instead *kind
	// slugs are those that lead to a page; others surely lead nowhere.
	slugs *piece
	// trim takes out what the page does not show.
	trim func(data)
	// draw renders in a way of its own, write makes a file without React.
	draw  func(s *Site, ctx context.Context, page string, content data, state []byte) (rendered, error)
	write func(s *Site, ctx context.Context) (file *response, failed bool, err error)
	file  drawing // makes one that shows the studio's sign
}

var (
	common = []*piece{siteIdentity, pageHead, navigationLinks, footerContent, footerLinks}

	homeKind     = newKind(kind{name: "home", trim: closePortfolio}, heroContent, processContent, processSteps, homepageSections, portfolioCompanies)
	aboutKind    = newKind(kind{name: "about"}, aboutContent, processContent, processSteps, teamMembers)
	careersKind  = newKind(kind{name: "careers", draw: (*Site).drawCareers}, jobCards)
	jobKind      = newKind(kind{name: "job", subject: oneJob, instead: careersKind, slugs: jobSlugs}, oneJob)
	ownKind      = newKind(kind{name: "own", subject: ownPage, instead: notFoundKind, slugs: ownSlugs}, ownPage)
	contactKind  = newKind(kind{name: "contact"}, contactInfo)
	notFoundKind = newKind(kind{name: "not-found", status: http.StatusNotFound})
	resultKind   = newKind(kind{name: "result"})
	sitemapKind  = newKind(kind{write: (*Site).sitemap}, slices.Concat(homeKind.pieces, aboutKind.pieces, careersKind.pieces, contactKind.pieces, ownKind.pieces)...)
	manifestKind = newKind(kind{write: (*Site).manifest})
	feedKind     = newKind(kind{write: (*Site).feed}, jobCards)
)

func newKind(k kind, pieces ...*piece) *kind {
	k.status = cmp.Or(k.status, http.StatusOK)
	k.pieces = append(slices.Clone(common), pieces...)
	for _, p := range k.pieces {
		for _, t := range p.tables {
			if !slices.Contains(k.tables, t.Name) {
				k.tables = append(k.tables, t.Name)
			}
		}
	}
	return &k
}

func (k *kind) render(s *Site, ctx context.Context, page string, content data, state []byte) (rendered, error) {
	if k.draw != nil {
		return k.draw(s, ctx, page, content, state)
	}
	return s.draw(ctx, page, state)
}

// Pages are the names that Rendered hears.
func Pages() (names []string) {
	for _, k := range kinds {
		if k.name != "" {
			names = append(names, k.name)
		}
	}
	return names
}

const (
	notFoundPath = "/404"
	sitemapPath  = "/sitemap.xml"
	feedPath     = "/feed.xml"
	manifestPath = "/site.webmanifest"
	careersPath  = "/careers"
)

// kinds are those that are cached.
var kinds = []*kind{homeKind, aboutKind, careersKind, jobKind, contactKind, notFoundKind, resultKind, sitemapKind, feedKind, ownKind, manifestKind}

var fixed = map[string]*kind{
	"/":          homeKind,
	"/about":     aboutKind,
	careersPath:  careersKind,
	"/contact":   contactKind,
	notFoundPath: notFoundKind,
	sitemapPath:  sitemapKind,
	feedPath:     feedKind,
	manifestPath: manifestKind,
}

// route tells what a path shows.
func route(path string) (*kind, bool) {
	if k := fixed[path]; k != nil {
		return k, true
	}
	if slugOf(path) == "" {
		return nil, false
	}
	if strings.HasPrefix(path, careersPath+"/") {
		return jobKind, true
	}
	return ownKind, true
}

var ownShape = regexp.MustCompile(`^/[a-z0-9-]{1,80}$`)

// slugOf is the last word of /careers/{slug}, and of /{slug} where the site has
// no page of its own; "" for other paths.
func slugOf(path string) string {
	if slug, ok := strings.CutPrefix(path, careersPath+"/"); ok && !strings.Contains(slug, "/") {
		return slug
	}
	if ownShape.MatchString(path) && !slices.Contains(schema.Reserved, path[1:]) {
		return path[1:]
	}
	return ""
}
