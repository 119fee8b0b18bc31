package site

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	fewJobs   = 8  // a longer list has a search and filters
	maxSearch = 80 // characters of what is looked for
)

// filterRate bounds the lists by what a visitor looks for: each is a page to make.
var filterRate = limit.Rate{Name: "filtered jobs", Count: 120, Per: time.Minute, Burst: 60}

// filters are what a visitor looks for in the list of jobs. Their names stand in
// the address.
type filters struct {
	Q         string `json:"q"`
	Place     string `json:"place"`
	Workplace string `json:"workplace"`
	Type      string `json:"type"`
}

// filtersOf reads them from an address; what no job can have is left out.
func filtersOf(address string) (f filters) {
	_, query, _ := strings.Cut(address, "?")
	values, _ := url.ParseQuery(query) // what can be read of it
	f.Q = first(strings.Join(strings.Fields(values.Get("q")), " "), maxSearch)
	f.Place = first(strings.Join(strings.Fields(values.Get("place")), " "), schema.MaxTitle)
	f.Workplace = choice("workplace", values.Get("workplace"))
	f.Type = choice("employment_type", values.Get("type"))
	return f
}

// choice is a value that the column takes, else "".
func choice(column, value string) string {
	if slices.Contains(schema.JobListings.Column(column).Rule(schema.OneOf).Options, value) {
		return value
	}
	return ""
}

func first(text string, n int) string {
	text = strings.ToValidUTF8(text, "")
	if runes := []rune(text); len(runes) > n {
		return strings.TrimSpace(string(runes[:n]))
	}
	return text
}

// address is the path of the list in one form, however its query was written.
func (f filters) address() string {
	values := url.Values{}
	for name, value := range map[string]string{"q": strings.ToLower(f.Q), "place": f.Place, "workplace": f.Workplace, "type": f.Type} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if len(values) == 0 {
		return careersPath
	}
	return careersPath + "?" + values.Encode()
}

// match tells whether a job is what the visitor looks for: every word is in it.
func (f filters) match(job store.Row) bool {
	if f.Place != "" && job.Text("location") != f.Place || f.Workplace != "" && job.Text("workplace") != f.Workplace ||
		f.Type != "" && job.Text("employment_type") != f.Type {
		return false
	}
	text := job.Text(searched)
	for _, word := range strings.Fields(foldText(f.Q)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// offered is what the form shows: what was chosen, what can be, and how many jobs
// there are.
func (f filters) offered(jobs []store.Row) map[string]any {
	values := func(column string) []string {
		out := []string{}
		for _, job := range jobs {
			if value := job.Text(column); value != "" && !slices.Contains(out, value) {
				out = append(out, value)
			}
		}
		slices.Sort(out)
		return out
	}
	return map[string]any{
		"chosen": f, "total": len(jobs),
		"places": values("location"), "workplaces": values("workplace"), "types": values("employment_type"),
	}
}

// searchedText is all that a job says, for a search without regard to case and
// accents.
func searchedText(job store.Row, lists []schema.List) string {
	texts := []string{job.Text("title"), job.Text("location"), plainText(job.Text("about"))}
	for _, l := range lists {
		items, _ := job[l.Name].([]string)
		texts = append(texts, items...)
	}
	return foldText(strings.Join(texts, "\n"))
}

func foldText(text string) string {
	return strings.ToLower(strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Mn, c) {
			return -1
		}
		return c
	}, norm.NFKD.String(text)))
}

// serveCareers answers with the list of jobs, or with those that a visitor looks for.
func (s *Site) serveCareers(w http.ResponseWriter, r *http.Request) {
	address := filtersOf(r.URL.RequestURI()).address()
	if address == careersPath {
		s.answer(w, r, careersKind, careersPath)
		return
	}
	if page, ok := s.pages.get(filteredKind, address, s.Now()); ok && !s.NoCache {
		s.Served(true)
		page.write(w, r)
		return
	}
	if err := s.Limits.Allow(filterRate, s.Address(r)); err != nil {
		w.Header().Set("Retry-After", "60")
		http.Error(w, s.Say(r.Context(), "page_unavailable"), http.StatusTooManyRequests)
		return
	}
	s.answer(w, r, filteredKind, address)
}
