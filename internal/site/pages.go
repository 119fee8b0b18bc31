package site

import (
	"slices"
	"strings"
)

// kind is a sort of page: what it shows, and so which tables make it stale.
type kind struct {
	name   string // what React calls it; "" is not a page of React's
	pieces []*piece
	tables []string
}

var (
	common = []*piece{navigationLinks, footerContent, footerLinks}

	homeKind     = newKind("home", heroContent, processContent, processSteps, homepageSections, portfolioCompanies)
	aboutKind    = newKind("about", aboutContent, processContent, processSteps, teamMembers)
	careersKind  = newKind("careers", jobCards)
	jobKind      = newKind("job", oneJob)
	contactKind  = newKind("contact", contactInfo)
	notFoundKind = newKind("not-found")
	resultKind   = newKind("result")
	sitemapKind  = newKind("", heroContent, processContent, processSteps, homepageSections, portfolioCompanies, aboutContent, teamMembers, jobCards, contactInfo)
	feedKind     = newKind("", jobCards)
)

func newKind(name string, pieces ...*piece) *kind {
	k := &kind{name: name, pieces: append(slices.Clone(common), pieces...)}
	for _, p := range k.pieces {
		for _, t := range p.tables {
			if !slices.Contains(k.tables, t.Name) {
				k.tables = append(k.tables, t.Name)
			}
		}
	}
	return k
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
	careersPath  = "/careers"
)

// kinds are those that are kept.
var kinds = []*kind{homeKind, aboutKind, careersKind, jobKind, contactKind, notFoundKind, resultKind, sitemapKind, feedKind}

var fixed = map[string]*kind{
	"/":          homeKind,
	"/about":     aboutKind,
	careersPath:  careersKind,
	"/contact":   contactKind,
	notFoundPath: notFoundKind,
	sitemapPath:  sitemapKind,
	feedPath:     feedKind,
}

// route tells what a path shows.
func route(path string) (*kind, bool) {
	if k := fixed[path]; k != nil {
		return k, true
	}
	return jobKind, slugOf(path) != ""
}

// slugOf is the last word of /careers/{slug}; "" for other paths.
func slugOf(path string) string {
	slug, ok := strings.CutPrefix(path, careersPath+"/")
	if !ok || strings.Contains(slug, "/") {
		return ""
	}
	return slug
}
