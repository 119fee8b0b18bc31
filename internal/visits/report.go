package visits

import (
	"context"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// listed is how many pages, hosts and jobs a report names.
const listed = 5

// spans are how many days a report may be about.
var spans = []int{7, 30, 365}

// Report is what the dashboard shows of the last days.
type Report struct {
	Since  string     `json:"since"`  // the day on which counting began
	Days   []Day      `json:"days"`   // the oldest first, today last
	Before *int64     `json:"before"` // visits in as many days before; null where not all of them were counted
	Pages  []Page     `json:"pages"`  // the most visited
	From   []Referrer `json:"from"`   // who led most visitors to the site
	Jobs   []Job      `json:"jobs"`   // those that are there, the most visited first
}

// Day is one of the studio's days.
type Day struct {
	Day      string `json:"day"`
	Visits   int64  `json:"visits"`
	Visitors int64  `json:"visitors"`
	SignUps  int64  `json:"sign_ups"`
}

// Page is one that was visited; Title is "" where its path says it all.
type Page struct {
	Path   string `json:"path"`
	Title  string `json:"title"`
	Visits int64  `json:"visits"`
}

// Referrer is where people came from; the host is "" where they typed the address.
type Referrer struct {
	Host   string `json:"host"`
	Visits int64  `json:"visits"`
}

// Job is one with its views.
type Job struct {
	ID    int64  `json:"id"`
	Title string `json:"title"`
	Views int64  `json:"views"`
}

// Procedures are those of the dashboard.
func (c *Counter) Procedures() procedure.All {
	return procedure.All{"visit_report": procedure.Of(c.report)}
}

type span struct {
	Days int `json:"days"`
}

func (c *Counter) report(ctx context.Context, db store.Session, of span) (out Report, err error) {
	if !db.Actor().Staff() {
		return out, fault.New(fault.Denied, "permission denied for function visit_report").Hinting("Only staff may do this.")
	}
	if !slices.Contains(spans, of.Days) {
		return out, fault.New(fault.BadValue, "A report is about 7, 30 or 365 days.")
	}
	if err := c.Flush(ctx); err != nil {
		c.Log.WarnContext(ctx, "the report lacks the last visits", "error", err)
	}
	c.mu.Lock()
	zone := c.zone
	c.mu.Unlock()
	today := c.Now().In(zone)
	first := time.Date(today.Year(), today.Month(), today.Day()-of.Days+1, 0, 0, 0, 0, zone)
	began, err := db.AsSystem().Setting(ctx, since)
	if err != nil {
		return out, err
	}
	if at, err := time.Parse(time.RFC3339, began); err == nil {
		out.Since = at.In(zone).Format(dayShape)
	}
	if err := out.addDays(ctx, db, first, of.Days); err != nil {
		return out, err
	}
	inSpan := store.Gte("day", first.Format(dayShape))
	if err := out.addPages(ctx, db, inSpan); err != nil {
		return out, err
	}
	if err := out.addReferrers(ctx, db, inSpan); err != nil {
		return out, err
	}
	return out, out.addJobs(ctx, db, inSpan)
}

func (r *Report) addDays(ctx context.Context, db store.Session, first time.Time, n int) error {
	earlier, start := first.AddDate(0, 0, -n).Format(dayShape), first.Format(dayShape)
	rows, err := db.Totals(ctx, &schema.VisitDays, "day", 2*n, store.All{store.Gte("day", earlier)}, "visits", "visitors")
	if err != nil {
		return err
	}
	places := make(map[string]*Day, n)
	r.Days = make([]Day, n)
	for i := range r.Days {
		r.Days[i].Day = first.AddDate(0, 0, i).Format(dayShape)
		places[r.Days[i].Day] = &r.Days[i]
	}
	var before int64
	for _, row := range rows {
		if d := places[row.Text("day")]; d != nil {
			d.Visits, d.Visitors = row.Int("visits"), row.Int("visitors")
		} else if row.Text("day") < start {
			before += row.Int("visits")
		}
	}
	if r.Since <= earlier {
		r.Before = &before
	}
	signed, err := db.Read(ctx, &schema.NewsletterSubscriptions, store.Query{
		Fields: store.Fields("created_at"), Where: store.All{store.Gte("created_at", first.UTC())}, Order: []store.Order{store.Desc("created_at")},
	})
	if err != nil {
		return err
	}
	for _, row := range signed.Rows {
		if at, ok := row[0].(time.Time); ok {
			if d := places[at.In(first.Location()).Format(dayShape)]; d != nil {
				d.SignUps++
			}
		}
	}
	return nil
}

// titled are the pages whose title is that of a row, by what comes before its slug.
var titled = []struct {
	prefix string
	table  *schema.Table
	title  string
}{
	{"/careers/", &schema.JobListings, "title"},
	{"/letters/", &schema.Letters, "subject"},
	{"/", &schema.Pages, "title"},
}

func (r *Report) addPages(ctx context.Context, db store.Session, inSpan store.Cond) error {
	rows, err := db.Totals(ctx, &schema.VisitDays, "path", listed, store.All{inSpan}, "visits")
	if err != nil {
		return err
	}
	r.Pages = make([]Page, len(rows))
	for i, row := range rows {
		r.Pages[i] = Page{Path: row.Text("path"), Visits: row.Int("visits")}
		for _, of := range titled {
			slug, ok := strings.CutPrefix(r.Pages[i].Path, of.prefix)
			if !ok || slug == "" {
				continue
			}
			named, err := db.Select(ctx, of.table, store.Query{Fields: store.Fields(of.title), Where: store.All{store.Eq("slug", slug)}})
			if err != nil {
				return err
			}
			if len(named) > 0 {
				r.Pages[i].Title = named[0].Text(of.title)
			}
			break
		}
	}
	return nil
}

func (r *Report) addReferrers(ctx context.Context, db store.Session, inSpan store.Cond) error {
	rows, err := db.Totals(ctx, &schema.VisitDays, "referrer", listed, store.All{inSpan, store.Neq("referrer", schema.SameSite)}, "visits")
	if err != nil {
		return err
	}
	r.From = make([]Referrer, len(rows))
	for i, row := range rows {
		r.From[i] = Referrer{row.Text("referrer"), row.Int("visits")}
	}
	return nil
}

// maxJobs is how many pages of jobs are looked through for those that are there.
const maxJobs = 100

func (r *Report) addJobs(ctx context.Context, db store.Session, inSpan store.Cond) error {
	prefix := titled[0].prefix
	seen := store.Compare{Column: "path", Op: store.OpLike, Value: prefix + "%"}
	rows, err := db.Totals(ctx, &schema.VisitDays, "path", maxJobs, store.All{inSpan, seen}, "visits")
	if err != nil {
		return err
	}
	slugs := make([]string, len(rows))
	for i, row := range rows {
		slugs[i] = strings.TrimPrefix(row.Text("path"), prefix)
	}
	r.Jobs = []Job{}
	there, err := db.Select(ctx, &schema.JobListings, store.Query{Fields: store.Fields("id", "slug", "title"), Where: store.All{store.In("slug", slugs...)}})
	if err != nil {
		return err
	}
	jobs := make(map[string]store.Row, len(there))
	for _, job := range there {
		jobs[job.Text("slug")] = job
	}
	for i, row := range rows {
		if job := jobs[slugs[i]]; job != nil && len(r.Jobs) < listed {
			r.Jobs = append(r.Jobs, Job{job.Int("id"), job.Text("title"), row.Int("visits")})
		}
	}
	return nil
}
