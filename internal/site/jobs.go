package site

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	cardItems = 2   // responsibilities on a card
	cardText  = 280 // of each text on it: more than two lines can show
)

// knownJobs are the slugs that lead to a page, as of a version of the jobs.
type knownJobs struct {
	version uint64
	slugs   map[string]bool
}

var jobSlugs = listOf(&schema.JobListings, "slug")

// noJob tells that a path surely names no job. The slugs are read once per
// version, so that a flood of made-up ones costs the database nothing.
func (s *Site) noJob(ctx context.Context, k *kind, path string) bool {
	version := s.pages.version(k)
	known := s.jobs.Load()
	if known == nil || known.version != version {
		made, err, _ := s.misses.Do(fmt.Sprint(version, " slugs"), func() (any, error) {
			var rows any
			err := fault.Guard(s.Log, "read the slugs", func() (err error) {
				ctx, cancel := context.WithTimeout(ctx, patience)
				defer cancel()
				rows, err = jobSlugs.read(ctx, s.db, path)
				return err
			})
			if err != nil {
				return nil, err
			}
			fresh := &knownJobs{version, map[string]bool{}}
			for _, row := range rows.([]store.Row) {
				fresh.slugs[row.Text("slug")] = true
			}
			s.jobs.Store(fresh)
			return fresh, nil
		})
		if err != nil {
			return false
		}
		known = made.(*knownJobs)
	}
	return !known.slugs[slugOf(path)]
}

// jobCards are all jobs as the list shows them: a page of a thousand must
// stay light, and the whole of a job is a page of its own.
var jobCards = &piece{
	key:    "job_listings",
	tables: []*schema.Table{&schema.JobListings, &schema.JobResponsibilities},
	read: func(ctx context.Context, db store.Session, _ string) (any, error) {
		rows, lacking, err := withLists(ctx, db, &schema.JobListings, store.Query{Order: order(&schema.JobListings)},
			[]string{"id", "slug", "title", "location", "about"}, schema.Job.Lists[:1])
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			row["about"] = shorten(plainText(row.Text("about")))
			items := row["responsibilities"].([]string)
			row["more"] = max(0, len(items)-cardItems)
			items = items[:min(len(items), cardItems)]
			for i, item := range items {
				items[i] = shorten(item)
			}
			row["responsibilities"] = items
		}
		return rows, lacking
	},
}

// oneJob is the whole of the job that the path names.
var oneJob = &piece{
	key:    "job",
	tables: []*schema.Table{&schema.JobListings, &schema.JobResponsibilities, &schema.JobQualifications, &schema.JobPreferred},
	read: func(ctx context.Context, db store.Session, path string) (any, error) {
		q := store.Query{Where: store.All{store.Eq("slug", slugOf(path))}}
		rows, lacking, err := withLists(ctx, db, &schema.JobListings, q, schema.JobListings.Shown(), schema.Job.Lists)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 {
			return nil, errNoPage
		}
		return rows[0], lacking
	},
}

// Tags within a sentence part no words.
var (
	inlineTags = regexp.MustCompile(`(?i)</?(?:a|b|code|em|i|s|strong|u)(?:\s[^>]*)?>`)
	tags       = regexp.MustCompile(`<[^>]*>`)
)

// plainText is the words of rich text.
func plainText(rich string) string {
	apart := tags.ReplaceAllString(inlineTags.ReplaceAllString(rich, ""), " ")
	return strings.Join(strings.Fields(html.UnescapeString(apart)), " ")
}

func shorten(text string) string {
	if utf8.RuneCountInString(text) <= cardText {
		return text
	}
	cut := string([]rune(text)[:cardText])
	if at := strings.LastIndexByte(cut, ' '); at > 0 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " .,;:!?…-") + "..."
}
