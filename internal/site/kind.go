package site

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

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
	// trim takes out what the page does not show at a moment, where the studio is.
	trim func(page data, path string, at time.Time)
	// tell adds what is known beside the content.
	tell func(s *Site, ctx context.Context, page data)
	// gone is shown instead when the subject is over.
	gone   *kind
	isGone func(page data, at time.Time) bool
	// draw renders in a way of its own, write makes a file without React.
	draw  func(s *Site, ctx context.Context, page string, content data, state []byte) (rendered, error)
	write func(s *Site, ctx context.Context) (file *response, failed bool, err error)
	file  drawing // makes one that shows the studio's sign
}

var (
	common = []*piece{siteIdentity, pageHead, navigationLinks, footerContent, footerLinks, reach}

	homeKind     = newKind(kind{name: "home", draw: (*Site).drawHome, trim: closePortfolio}, heroContent, processContent, processSteps, homepageSections, portfolioCompanies)
	aboutKind    = newKind(kind{name: "about"}, aboutContent, processContent, processSteps, teamMembers)
	careersKind  = newKind(kind{name: "careers", draw: (*Site).drawCareers, trim: trimJobs}, jobCards)
	closedKind   = newKind(kind{name: "closed", status: http.StatusGone, subject: oneJob, instead: careersKind, trim: trimClosed}, oneJob, jobCards)
	jobKind      = newKind(kind{name: "job", subject: oneJob, instead: careersKind, slugs: jobSlugs, gone: closedKind, isGone: isClosed, trim: trimJob, tell: (*Site).shareJob}, oneJob)
	applyKind    = newKind(kind{name: "apply", subject: appliedFor, instead: careersKind, slugs: jobSlugs, gone: closedKind, isGone: isClosed, trim: trimApply, tell: (*Site).tellMail}, appliedFor)
	lettersKind  = newKind(kind{name: "letters", subject: sentLetters, instead: notFoundKind}, sentLetters)
	letterKind   = newKind(kind{name: "letter", subject: oneLetter, instead: notFoundKind, slugs: letterSlugs}, oneLetter)
	ownKind      = newKind(kind{name: "own", subject: ownPage, instead: notFoundKind, slugs: ownSlugs}, ownPage)
	contactKind  = newKind(kind{name: "contact"}, contactInfo)
	notFoundKind = newKind(kind{name: "not-found", status: http.StatusNotFound})
	filteredKind = newKind(kind{name: "careers", draw: (*Site).drawCareers, trim: trimJobs, instead: careersKind}, jobTexts)
	resultKind   = newKind(kind{name: "result"}, lastLetter)
	sitemapKind  = newKind(kind{write: (*Site).sitemap}, slices.Concat(homeKind.pieces, aboutKind.pieces, careersKind.pieces, contactKind.pieces, ownKind.pieces, letterKind.pieces)...)
	manifestKind = newKind(kind{write: (*Site).manifest})
	feedKind     = newKind(kind{write: (*Site).feed}, jobCards, oneLetter)
	jobFeedKind  = newKind(kind{write: (*Site).jobFeed}, jobCards)
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
	// A studio's photographs are on every page, and the sitemap hears of what pages show.
	k.tables = append(k.tables, schema.Media.Name)
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
	jobFeedPath  = "/careers/feed.xml"
	manifestPath = "/site.webmanifest"
	careersPath  = "/careers"
	lettersPath  = "/letters"

	// These follow the path of a job: its form, and where that leads without JavaScript.
	applySuffix    = "/apply"
	receivedSuffix = applySuffix + "/received"
)

// kinds are those that are cached.
var kinds = []*kind{homeKind, aboutKind, careersKind, jobKind, applyKind, contactKind, notFoundKind, resultKind, sitemapKind, feedKind, jobFeedKind, ownKind, lettersKind, letterKind, manifestKind, filteredKind, jobCardKind}

var fixed = map[string]*kind{
	"/":          homeKind,
	"/about":     aboutKind,
	careersPath:  careersKind,
	"/contact":   contactKind,
	notFoundPath: notFoundKind,
	sitemapPath:  sitemapKind,
	feedPath:     feedKind,
	jobFeedPath:  jobFeedKind,
	manifestPath: manifestKind,
}

// route tells what a path shows.
func route(path string) (*kind, bool) {
	if strings.HasPrefix(path, careersPath+"?") {
		return filteredKind, true
	}
	if k := fixed[path]; k != nil {
		return k, true
	}
	if path == lettersPath {
		return lettersKind, true
	}
	if slugOf(path) == "" {
		return nil, false
	}
	if strings.HasPrefix(path, careersPath+"/") {
		if jobOf(path) != path {
			return applyKind, true
		}
		return jobKind, true
	}
	if strings.HasPrefix(path, lettersPath+"/") {
		return letterKind, true
	}
	return ownKind, true
}

var ownShape = regexp.MustCompile(`^/[a-z0-9-]{1,80}$`)

// jobOf is the path of the job that one applies for at a path; others stay.
func jobOf(path string) string {
	if !strings.HasPrefix(path, careersPath+"/") {
		return path
	}
	for _, suffix := range []string{applySuffix, receivedSuffix} {
		if job, ok := strings.CutSuffix(path, suffix); ok && len(job) > len(careersPath) {
			return job
		}
	}
	return path
}

// isReceived tells whether a path says that an application was received, which is
// for its sender alone.
func isReceived(path string) bool { return path == jobOf(path)+receivedSuffix }

// slugOf is the last word of /careers/{slug} and /letters/{slug}, and of /{slug}
// where the site has no page of its own; "" for other paths. The pages with which
// one applies for a job have the job's.
func slugOf(path string) string {
	path = jobOf(path)
	for _, list := range []string{careersPath, lettersPath} {
		if slug, ok := strings.CutPrefix(path, list+"/"); ok && !strings.ContainsAny(slug, "/.") {
			return slug
		}
	}
	if ownShape.MatchString(path) && !slices.Contains(schema.Reserved, path[1:]) {
		return path[1:]
	}
	return ""
}
