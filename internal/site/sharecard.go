package site

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const jobCardsPath = "/cards/"

// jobCardKind is the picture that a shared link to a job shows.
var jobCardKind = drawnKind(jobCard, &schema.JobListings)

// cardOf is where the card of a job is found. Its name changes with what it
// shows, as those who show it keep it.
func cardOf(l *look, job store.Row) string {
	shown, _ := json.Marshal([]any{job.Text("slug"), job.Text("title"), job.Text("location"), l.of.Name, l.of.City, l.of.MarkFile(), l.Plain, l.hash, l.Photo})
	return jobCardsPath + hashOf(string(shown)) + ".png"
}

// shareJob tells the page of a job where its card is. Without one it is that of
// the site.
func (s *Site) shareJob(ctx context.Context, page data) {
	job, _ := page[oneJob.key].(store.Row)
	l, err := s.looked(ctx)
	if err != nil || job == nil {
		return
	}
	page["card"] = cardOf(l, job)
}

func jobCard(ctx context.Context, s *Site, l *look, path string) ([]byte, error) {
	jobs, err := s.db.Select(ctx, &schema.JobListings, store.Query{Fields: store.Fields("slug", "title", "location")})
	if err != nil {
		return nil, err
	}
	for _, job := range jobs {
		if cardOf(l, job) == path {
			c, err := s.emptyCard(ctx, l)
			if err != nil {
				return nil, err
			}
			c.Lines, c.Below = c.Wrap(job.Text("title"), 2), job.Text("location")
			return c.PNG()
		}
	}
	return nil, errNoPage
}

// serveJobCard shows whoever kept the address of an older card that of the site.
func (s *Site) serveJobCard(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(r.PathValue("name"), ".png")
	if !ok || len(name) != 20 {
		s.notFound(w, r)
		return
	}
	page, ok := s.pages.get(jobCardKind, r.URL.Path, s.Now())
	if !ok {
		var err error
		if page, err = s.page(r.Context(), jobCardKind, r.URL.Path); err != nil {
			s.redirect(w, r, cardPath, http.StatusFound)
			return
		}
	}
	page.write(w, r)
}
