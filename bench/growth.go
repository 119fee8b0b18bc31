package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// size is one site of a growing row of sites, and what it answers.
type size struct {
	rows  int
	times map[string]float64 // p50 in milliseconds by what was asked
	busy  float64            // MB of memory right after that
	rss   float64            // and once it has nothing left to do
}

// growth looks how answers and memory grow with the number of rows.
func growth(l *lab) (Section, error) {
	jobs, err := l.grow([]int{1, 10, 100, 1000}, "--jobs", l.askJobs)
	if err != nil {
		return Section{}, err
	}
	subscribers, err := l.grow([]int{1000, 10_000, 100_000}, "--subscribers", l.askSubscribers)
	if err != nil {
		return Section{}, err
	}
	messages, err := l.grow([]int{1000, 20_000}, "--messages", l.askMessages)
	if err != nil {
		return Section{}, err
	}
	versions, err := l.grow([]int{10, 10_000}, "--versions", l.askVersions)
	if err != nil {
		return Section{}, err
	}
	memory := chart{title: "Memory of the server", unit: "MB", curves: []curve{curveOf("jobs", jobs, size.memory), curveOf("subscribers", subscribers, size.memory), curveOf("messages", messages, size.memory)}}
	picture := plot(
		chart{title: "Jobs with their lists", unit: "ms (p50)", log: true, curves: curvesOf(jobs, visitorJobs, staffJobs, staffJob)},
		chart{title: "50 subscribers or messages, for staff", unit: "ms (p50)", log: true, curves: append(curvesOf(subscribers, firstPage, deepOffset, deepKey, searched), curvesOf(messages, inbox, inboxSearched)...)},
		memory)
	if err := os.WriteFile(filepath.Join(l.out, "benchmarks-growth.svg"), picture, 0o644); err != nil {
		return Section{}, err
	}
	first, last := subscribers[0], subscribers[len(subscribers)-1]
	return Section{
		Title: "Growth",
		Text: "Answers one at a time, in turns, p50 of up to 500, and the server's resident memory: right after the last answer, and once it has nothing left to do; each size is a site of its own on SQLite. " +
			"In between are free heap and what connections keep of the database, which has a bound and is given back after a second of quiet. " +
			"A page of jobs holds 20 of them, so it is full from 20 jobs on; a page of one job is as full at every size. Staff read from the database each time.\n\n![Time and memory against rows](benchmarks-growth.svg)",
		Tables: []Table{tableOf("Jobs", jobs, visitorJobs, staffJobs, staffJob), tableOf("Subscribers", subscribers, firstPage, deepOffset, deepKey, searched), tableOf("Messages", messages, inbox, inboxFound, inboxSearched), tableOf("Versions of one document", versions, newestVersions, oneVersion)},
		Targets: []Target{
			atMost("a visitor's page of jobs, 1,000 jobs × 1 job", grown(jobs, visitorJobs), 2, "×"),
			atMost("staff's page of 20 jobs, 1,000 jobs × 100 jobs", jobs[3].times[staffJobs]/jobs[2].times[staffJobs], 2, "×"),
			atMost("staff's page of one job, 1,000 jobs × 1 job", grown(jobs, staffJob), 2, "×"),
			atMost("first page of subscribers with its count, 100,000 × 1,000", grown(subscribers, firstPage), 2, "×"),
			atMost("last page of subscribers by position, 100,000 × first page of 1,000", last.times[deepOffset]/first.times[firstPage], 2, "×"),
			atMost("last page of subscribers by key, 100,000 × 1,000", grown(subscribers, deepKey), 2, "×"),
			atMost("search in 100,000 subscribers, × their first page", last.times[searched]/last.times[firstPage], 10, "×"),
			atMost("search for one of 20,000 messages, × their first page", messages[1].times[inboxFound]/messages[1].times[inbox], 10, "×"),
			atMost("search for a name of many in 20,000 messages, × their first page", messages[1].times[inboxSearched]/messages[1].times[inbox], 5, "×"),
			atMost("memory, 1,000 jobs × 1 job", jobs[3].rss/jobs[0].rss, 1.15, "×"),
			atMost("memory, 100,000 subscribers × 1,000", last.rss/first.rss, 1.15, "×"),
			atMost("memory, 20,000 messages × 1,000", messages[1].rss/messages[0].rss, 1.15, "×"),
			atMost("first page of a document's history, 10,000 versions × 10", grown(versions, newestVersions), 2, "×"),
			atMost("memory, 10,000 versions × 10", versions[1].rss/versions[0].rss, 1.15, "×"),
		},
	}, nil
}

const (
	visitorJobs, staffJobs, staffJob         = "20 by a visitor", "20 by staff", "one by staff"
	firstPage, deepOffset, deepKey, searched = "first page, counted", "last page by position", "last page by key", "search for part of an address, counted"
	inbox, inboxSearched, inboxFound         = "messages, first page, counted", "messages, search for a name of many, counted", "messages, search for a part of one address, counted"
	newestVersions, oneVersion               = "newest 15 with the one before", "one of them"
	versionList                              = "/rest/v1/revisions?document=eq.hero&document_id=eq.1&select=id,document_version,action,user_id,user_email,created_at,changed,snapshot&order=id.desc&limit=16" // as the drawer asks
	subscriberList                           = "/rest/v1/newsletter_subscriptions?select=*&order=created_at.desc,id.desc&limit=50"
	inboxList                                = "/rest/v1/contact_form_submissions?select=*&quarantined_at=is.null&order=created_at.desc,id.desc&limit=50"
)

// site is a site of one size, and what it is asked.
type site struct {
	*server
	asked map[string]request
	seen  map[string]*tally
}

// grow makes a site of each size and asks them in turns.
func (l *lab) grow(sizes []int, kind string, ask func(*server, map[string]string, int) (map[string]request, error)) (out []size, err error) {
	var sites []site
	for _, n := range sizes {
		s, err := l.newSite(kind, n, ask)
		if err != nil {
			return nil, err
		}
		defer s.stop()
		sites = append(sites, s)
	}
	if err := l.restAll(sites); err != nil { // pages are packed, messages indexed
		return nil, err
	}
	out = make([]size, len(sites))
	for range 5 {
		for i, s := range sites {
			for name, r := range s.asked {
				l.alone(100, time.Second, s.server, r, s.seen[name])
			}
			out[i] = size{rows: sizes[i], times: map[string]float64{}, busy: s.rss()}
		}
	}
	if err := l.restAll(sites); err != nil {
		return nil, err
	}
	for i, s := range sites {
		out[i].rss = s.rss()
		for name, t := range s.seen {
			if t.first != nil {
				return nil, fmt.Errorf("%s: %w", name, t.first)
			}
			out[i].times[name] = t.quantile(.5)
		}
	}
	return out, nil
}

func (l *lab) restAll(sites []site) error {
	failed := make(chan error, len(sites))
	for _, s := range sites {
		go func() { failed <- l.rest(s.server) }()
	}
	var first error
	for range sites {
		if err := <-failed; first == nil {
			first = err
		}
	}
	return first
}

// newSite starts a site with so many rows of a kind, such as "--jobs".
func (l *lab) newSite(kind string, rows int, ask func(*server, map[string]string, int) (map[string]request, error)) (out site, err error) {
	data := fmt.Sprintf("%s%d", kind[2:], rows)
	if err := l.seed(data, kind, rows); err != nil {
		return out, err
	}
	if out.server, err = l.vitrine(data, "VITRINE_DEMO=off", "VITRINE_BACKUP=off"); err != nil {
		return out, err
	}
	staff, err := l.staff(out.server)
	if err != nil {
		return out, err
	}
	staff["Prefer"] = "count=exact"
	if out.asked, err = ask(out.server, staff, rows); err != nil {
		return out, err
	}
	out.seen = map[string]*tally{}
	for name, r := range out.asked {
		out.seen[name] = &tally{}
		l.alone(5, time.Second, out.server, r, &tally{}) // warm
	}
	return out, nil
}

func (l *lab) askJobs(_ *server, staff map[string]string, _ int) (map[string]request, error) {
	page := jobPage()
	uncounted := map[string]string{"apikey": staff["apikey"], "Authorization": staff["Authorization"]}
	one := strings.Replace(page.path, "limit=20", "limit=1", 1)
	return map[string]request{visitorJobs: page, staffJobs: {"GET", page.path, "", uncounted}, staffJob: {"GET", one, "", uncounted}}, nil
}

func (l *lab) askSubscribers(s *server, staff map[string]string, n int) (map[string]request, error) {
	uncounted := map[string]string{"apikey": staff["apikey"], "Authorization": staff["Authorization"]}
	deep := request{"GET", fmt.Sprintf("%s&offset=%d", subscriberList, n-50), "", uncounted}
	a, err := l.fetch(s, deep)
	if err != nil {
		return nil, err
	}
	plain, err := decoded(a)
	if err != nil {
		return nil, err
	}
	var last []struct {
		CreatedAt string `json:"created_at"`
	}
	if err := json.Unmarshal(plain, &last); err != nil || len(last) != 50 {
		return nil, fmt.Errorf("the last page: %.200s", plain)
	}
	return map[string]request{
		firstPage:  {"GET", subscriberList + "&offset=0", "", staff},
		deepOffset: deep,
		deepKey:    {"GET", subscriberList + "&created_at=lte." + url.QueryEscape(last[0].CreatedAt), "", uncounted},
		searched:   {"GET", subscriberList + "&offset=0&or=" + url.QueryEscape(`(email.ilike."%meera.iyer.7%")`), "", staff},
	}, nil
}

func (l *lab) askVersions(_ *server, staff map[string]string, _ int) (map[string]request, error) {
	uncounted := map[string]string{"apikey": staff["apikey"], "Authorization": staff["Authorization"]}
	one := strings.Replace(versionList, "limit=16", "limit=1&offset=5", 1)
	return map[string]request{newestVersions: {"GET", versionList, "", uncounted}, oneVersion: {"GET", one, "", uncounted}}, nil
}

func (l *lab) askMessages(_ *server, staff map[string]string, _ int) (map[string]request, error) {
	return map[string]request{
		inbox:         {"GET", inboxList + "&offset=0", "", staff},
		inboxSearched: inboxSearch(soughtName, staff),
		inboxFound:    inboxSearch("a99", staff),
	}, nil
}

// soughtName is one that a good many have.
const soughtName = "sharma"

var searchedColumns = []string{"name", "email", "subject", "message"}

// inboxSearch is what the inbox asks for when somebody types into its search.
func inboxSearch(text string, header map[string]string) request {
	var parts []string
	for _, column := range searchedColumns {
		parts = append(parts, fmt.Sprintf(`%s.ilike."%%%s%%"`, column, text))
	}
	return request{"GET", inboxList + "&offset=0&or=" + url.QueryEscape("("+strings.Join(parts, ",")+")"), "", header}
}

func (s size) memory() float64 { return s.rss }

func grown(sizes []size, name string) float64 {
	return sizes[len(sizes)-1].times[name] / sizes[0].times[name]
}

func curveOf(name string, sizes []size, value func(size) float64) curve {
	c := curve{name: name}
	for _, s := range sizes {
		c.x, c.y = append(c.x, float64(s.rows)), append(c.y, value(s))
	}
	return c
}

func curvesOf(sizes []size, names ...string) (out []curve) {
	for _, name := range names {
		out = append(out, curveOf(name, sizes, func(s size) float64 { return s.times[name] }))
	}
	return out
}

func tableOf(title string, sizes []size, names ...string) Table {
	t := Table{Title: title, Head: []string{"rows"}}
	for _, name := range names {
		t.Head = append(t.Head, name+" ms")
	}
	t.Head = append(t.Head, "memory right after MB", "memory MB")
	for _, s := range sizes {
		row := []string{fmt.Sprint(s.rows)}
		for _, name := range names {
			row = append(row, number(s.times[name]))
		}
		t.add(append(row, number(s.busy), number(s.rss))...)
	}
	return t
}
