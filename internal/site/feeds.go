package site

import (
	"context"
	"encoding/xml"
	"errors"
	"net/http"
	"slices"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	filePolicy = "default-src 'none'; frame-ancestors 'none'"
	feedJobs   = 100 // each has its whole text
)

type sitemapURL struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
}

// sitemap lists the pages with the dates on which their content changed.
func (s *Site) sitemap(ctx context.Context) (*response, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, patience) // for all reads together
	defer cancel()
	failed := false
	var urls []sitemapURL
	for _, page := range []struct {
		path string
		kind *kind
	}{{"/", homeKind}, {"/about", aboutKind}, {careersPath, careersKind}, {"/contact", contactKind}} {
		at, err := s.lastChange(ctx, page.kind)
		failed = failed || err != nil
		urls = append(urls, sitemapURL{s.Origin + page.path, day(at)})
	}
	jobs, err := s.db.Select(ctx, &schema.JobListings, store.Query{Fields: store.Fields("slug", "updated_at", "is_open", "closes_on"), Order: order(&schema.JobListings)})
	jobs, until := openJobs(jobs, s.atStudio(ctx))
	for _, job := range jobs {
		urls = append(urls, sitemapURL{s.Origin + careersPath + "/" + job.Text("slug"), day(job.Time("updated_at"))})
	}
	own, ownErr := s.db.Select(ctx, &schema.Pages, store.Query{Fields: store.Fields("slug", "updated_at"), Order: order(&schema.Pages)})
	for _, page := range own {
		urls = append(urls, sitemapURL{s.Origin + "/" + page.Text("slug"), day(page.Time("updated_at"))})
	}
	heads, headErr := s.db.Select(ctx, &schema.PageHeads, store.Query{Fields: store.Fields("path"), Where: store.All{store.Eq("noindex", true)}})
	for _, head := range heads {
		urls = slices.DeleteFunc(urls, func(u sitemapURL) bool { return u.Loc == s.Origin+head.Text("path") })
	}
	sent, sentErr := s.newestLetters(ctx)
	if len(sent) > 0 {
		urls = append(urls, sitemapURL{s.Origin + lettersPath, day(sent[0].Time("sent_at"))})
	}
	for _, letter := range sent {
		urls = append(urls, sitemapURL{s.Origin + lettersPath + "/" + letter.Text("slug"), day(letter.Time("sent_at"))})
	}
	err = errors.Join(err, ownErr, headErr, sentErr)
	page, wrong := xmlPage("application/xml; charset=utf-8", struct {
		XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []sitemapURL `xml:"url"`
	}{URLs: urls})
	if page != nil {
		page.until = until
	}
	return page, failed || err != nil, wrong
}

// lastChange is when the content of a page last changed; zero when it never
// did.
func (s *Site) lastChange(ctx context.Context, k *kind) (last time.Time, err error) {
	for _, p := range k.pieces {
		for _, t := range p.tables {
			if t.Column("updated_at") == nil {
				continue
			}
			rows, failure := s.db.Select(ctx, t, store.Query{Fields: store.Fields("updated_at"), Order: []store.Order{store.Desc("updated_at")}, Limit: store.Limit(1)})
			if failure != nil {
				err = failure
			}
			if len(rows) == 1 && rows[0].Time("updated_at").After(last) {
				last = rows[0].Time("updated_at")
			}
		}
	}
	return last, err
}

// newestJobs are the open ones, and until when they are.
func (s *Site) newestJobs(ctx context.Context) ([]store.Row, time.Time, error) {
	at := s.atStudio(ctx)
	rows, err := s.db.Select(ctx, &schema.JobListings, store.Query{
		Fields: store.Fields("slug", "title", "location", "about", "created_at", "updated_at", "is_open", "closes_on"),
		Where: store.All{store.Eq("is_open", true), store.Any{
			store.IsNull("closes_on"), store.Eq("closes_on", ""), store.Gte("closes_on", at.Format(time.DateOnly)),
		}},
		Order: []store.Order{store.Desc("created_at"), store.Desc("id")},
		Limit: store.Limit(feedJobs),
	})
	jobs, until := openJobs(shown(&schema.JobListings, rows), at)
	return jobs, until, err
}

// newestLetters are those that visitors may read, newest first.
func (s *Site) newestLetters(ctx context.Context) ([]store.Row, error) {
	rows, err := s.db.Select(ctx, &schema.Letters, store.Query{
		Fields: store.Fields("slug", "subject", "preheader", "body", "sent_at", "updated_at"),
		Order:  []store.Order{store.Desc("sent_at"), store.Desc("id")}, Limit: store.Limit(feedJobs),
	})
	return shown(&schema.Letters, rows), err
}

func day(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.DateOnly)
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

type atomEntry struct {
	ID        string   `xml:"id"`
	Title     string   `xml:"title"`
	Link      atomLink `xml:"link"`
	Published string   `xml:"published"`
	Updated   string   `xml:"updated"`
	Summary   string   `xml:"summary,omitempty"`
	Content   atomText `xml:"content"`
}

// feed is the newest roles and letters as an Atom feed.
func (s *Site) feed(ctx context.Context) (*response, bool, error) {
	return s.atom(ctx, feedPath, s.newestLetters)
}

// jobFeed is the newest roles alone.
func (s *Site) jobFeed(ctx context.Context) (*response, bool, error) {
	return s.atom(ctx, jobFeedPath, func(context.Context) ([]store.Row, error) { return nil, nil })
}

// atom is a feed of the newest roles and of letters. Without any it has the date
// of the page that lists the roles.
func (s *Site) atom(ctx context.Context, path string, letters func(context.Context) ([]store.Row, error)) (*response, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	jobs, until, failed := s.newestJobs(ctx)
	who, err := s.studio(ctx)
	failed = errors.Join(failed, err)
	entries := make([]atomEntry, len(jobs))
	var last time.Time
	for i, job := range jobs {
		url := s.Origin + careersPath + "/" + job.Text("slug")
		entries[i] = atomEntry{
			ID: url, Title: job.Text("title"), Link: atomLink{"alternate", url}, Summary: job.Text("location"),
			Published: job.Time("created_at").UTC().Format(time.RFC3339), Updated: job.Time("updated_at").UTC().Format(time.RFC3339),
			Content: atomText{"html", job.Text("about")},
		}
		if at := job.Time("updated_at"); at.After(last) {
			last = at
		}
	}
	sent, err := letters(ctx)
	failed = errors.Join(failed, err)
	for _, letter := range sent {
		url, at := s.Origin+lettersPath+"/"+letter.Text("slug"), letter.Time("sent_at")
		entries = append(entries, atomEntry{
			ID: url, Title: letter.Text("subject"), Link: atomLink{"alternate", url}, Summary: letter.Text("preheader"),
			Published: at.UTC().Format(time.RFC3339), Updated: at.UTC().Format(time.RFC3339), Content: atomText{"html", letter.Text("body")},
		})
		if at.After(last) {
			last = at
		}
	}
	if last.IsZero() && failed == nil {
		last, failed = s.lastChange(ctx, careersKind)
	}
	if last.IsZero() {
		last = s.Now()
	}
	page, err := xmlPage("application/atom+xml; charset=utf-8", struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Lang    string      `xml:"xml:lang,attr"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Links   []atomLink  `xml:"link"`
		Author  string      `xml:"author>name"`
		Updated string      `xml:"updated"`
		Entries []atomEntry `xml:"entry"`
	}{
		Lang: who.Language, ID: s.Origin + path, Title: who.Say("feed_title"), Author: who.Name, Updated: last.UTC().Format(time.RFC3339),
		Links: []atomLink{{"self", s.Origin + path}, {"alternate", s.Origin + careersPath}}, Entries: entries,
	})
	if page != nil {
		page.until = until
	}
	return page, failed != nil, err
}

func xmlPage(contentType string, document any) (*response, error) {
	raw, err := xml.Marshal(document)
	if err != nil {
		return nil, err
	}
	return newResponse(http.StatusOK, contentType, filePolicy, append([]byte(xml.Header), raw...)), nil
}

// robots keeps crawlers out of the back-office and shows them the rest.
func (s *Site) robots(w http.ResponseWriter, r *http.Request) {
	page := newResponse(http.StatusOK, "text/plain; charset=utf-8", filePolicy, []byte("User-agent: *\nDisallow: /admin\n\nSitemap: "+s.Origin+sitemapPath+"\n"))
	page.write(w, r)
}
