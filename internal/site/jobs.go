package site

import (
	"context"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

const (
	cardItems = 2   // responsibilities on a card
	cardText  = 280 // of each text on it: more than two lines can show
)

var jobSlugs = listOf(&schema.JobListings, "slug")

// jobCards are all jobs as the list shows them: a page of a thousand must
// stay light, and the whole of a job is a page of its own.
var jobCards = cards(schema.Job.Lists[:1], false)

// jobTexts are all jobs with the words that a visitor may look for.
var jobTexts = cards(schema.Job.Lists, true)

const searched = "searched" // what a search looks at, in the row of a card

func cards(lists []schema.List, byPath bool) *piece {
	p := &piece{key: "job_listings", byPath: byPath, tables: []*schema.Table{&schema.JobListings}}
	for _, l := range lists {
		p.tables = append(p.tables, l.Table)
	}
	p.read = func(ctx context.Context, db store.Session, path string) (any, error) {
		rows, lacking, err := withLists(ctx, db, &schema.JobListings, store.Query{Order: order(&schema.JobListings)},
			append(slices.Clone(cardColumns), "is_open", "closes_on"), lists)
		if err != nil {
			return nil, err
		}
		looked := filtersOf(path).Q != ""
		for _, row := range rows {
			if looked {
				row[searched] = searchedText(row, lists)
			}
			for _, l := range lists[1:] {
				delete(row, l.Name)
			}
			row["about"] = shorten(plainText(row.Text("about")))
			items := row["responsibilities"].([]string)
			row["more"] = int64(max(0, len(items)-cardItems))
			items = items[:min(len(items), cardItems)]
			for i, item := range items {
				items[i] = shorten(item)
			}
			row["responsibilities"] = items
		}
		return rows, lacking
	}
	return p
}

// cardColumns are what a card shows of a job.
var cardColumns = []string{"id", "slug", "title", "location", "about", "employment_type", "workplace", "salary_min", "salary_max", "salary_currency", "salary_period"}

// openJobs are those that are open at a moment, and when the first of them closes.
func openJobs(jobs []store.Row, at time.Time) (open []store.Row, until time.Time) {
	open = []store.Row{}
	for _, job := range jobs {
		if studio.IsOpen(job, at) {
			open = append(open, job)
			until = earliest(until, studio.Closing(job, at.Location()))
		}
	}
	return open, until
}

// trimJobs leaves the jobs that are open, and of these the ones that a visitor
// looks for.
func trimJobs(page data, path string, at time.Time) {
	all, _ := page[jobCards.key].([]store.Row)
	open, until := openJobs(all, at)
	page[untilKey] = until
	if len(open) > fewJobs {
		f := filtersOf(path)
		page["filters"] = f.offered(open)
		open = slices.DeleteFunc(open, func(job store.Row) bool { return !f.match(job) })
	}
	for _, job := range open {
		trimCard(job)
	}
	page[jobCards.key] = open
}

// trimCard takes out what a card does not show.
func trimCard(card store.Row) {
	for _, name := range []string{"is_open", "closes_on", searched} {
		delete(card, name)
	}
	for _, name := range []string{"employment_type", "workplace"} {
		if card[name] == "" {
			delete(card, name)
		}
	}
	if card["salary_min"] == nil && card["salary_max"] == nil {
		for _, name := range []string{"salary_min", "salary_max", "salary_currency", "salary_period"} {
			delete(card, name)
		}
	}
}

func trimJob(page data, _ string, at time.Time) {
	if job, ok := page[oneJob.key].(store.Row); ok {
		page[untilKey] = studio.Closing(job, at.Location())
	}
}

func isClosed(page data, at time.Time) bool {
	job, ok := page[oneJob.key].(store.Row)
	return ok && !studio.IsOpen(job, at)
}

// openBelow is how many jobs the page of a closed one shows.
const openBelow = 8

// trimClosed leaves of a closed job what it was and when it closed, with some that
// are open.
func trimClosed(page data, _ string, at time.Time) {
	job, _ := page[oneJob.key].(store.Row)
	was := store.Row{"title": job.Text("title")}
	if day := job.Text("closes_on"); day != "" && day < at.Format(time.DateOnly) {
		was["closes_on"] = day
	}
	all, _ := page[jobCards.key].([]store.Row)
	open, until := openJobs(all, at)
	open = open[:min(len(open), openBelow)]
	for _, card := range open {
		trimCard(card)
	}
	page[oneJob.key], page[jobCards.key], page[untilKey] = was, open, until
}

// oneJob is the whole of the job that the path names.
var oneJob = &piece{
	key:    "job",
	byPath: true,
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
