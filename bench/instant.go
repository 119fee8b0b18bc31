package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// moment is how long something took each time, and for a page how it came.
type moment struct {
	What                   string
	Took                   []float64
	Ready, InPlace, Loaded int // made ready before, opened in the same document, loaded anew
	IsKept                 bool
	Why                    []string // it was not kept
}

const (
	instantly = 100 // ms; what takes longer is felt
	saves     = 50
	breath    = 200 * time.Millisecond // somebody takes that long between two saves at least
)

// blank has the links of a walk and nothing else.
const blank = `<!doctype html><html lang="en"><title>Blank</title>
<script type="speculationrules">{"prerender":[{"where":{"href_matches":"/*"},"eagerness":"moderate"}]}</script>
<header class="hd"><a class="brand" href="/">Home</a>
<nav class="nav"><a href="/about">About</a> <a href="/careers">Careers</a> <a href="/contact">Contact</a></nav></header>
<main class="apply"><p class="job"><a href="/careers/founding-engineer-agentic-checkout">A job</a></p>
<p class="to-apply"><a href="/careers/founding-engineer-agentic-checkout/apply">Apply</a></p></main>`

// instant looks how soon people see what they did.
func instant(l *lab) (Section, error) {
	ours, err := l.studioWithJobs()
	if err != nil {
		return Section{}, err
	}
	empty, err := l.bare(answer{Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(blank)})
	if err != nil {
		return Section{}, err
	}
	who := url.UserPassword(email, password).String()
	visited, staffed := ours.url+"/", strings.Replace(ours.url, "://", "://"+who+"@", 1)+"/"
	seen, err := browse[[]moment](l, "instant.mjs", []string{visited + "#walk", visited + "#back", visited + "#visitor", staffed + "#staff", empty.url + "/#walk"})
	if err != nil {
		return Section{}, err
	}
	ours.stop()
	empty.stop()
	out := Section{
		Title: "What people do, and see",
		Text: "Chromium with a window's whole engine (`--headless=new`, which makes the blank pages ready before they are asked for; ours open in place), a processor four times as slow, the network as it is. " +
			"A visitor moves onto a link, hesitates for 200 ms and presses; time counts from the press to the first paint of the next page, by the clock of the machine, and nobody inspects the page meanwhile. That paint has the words of the page; where no transition covers the change, drawings follow in the next frame. " +
			"p95 is of 8 walks, each by a visitor who was never here. " +
			"Beside it is the same walk between blank pages without a style: what this browser takes for nothing. " +
			"Controls are judged as INP is: from what was done to the next paint, the longest of all events of it, the median of 5 times. Those of visitors are used on a phone, at once, while React is still on its way; fields are typed into. A control is in view before, and nobody inspects the page meanwhile either. " +
			"A dash is a control that leads to another page, which came before this one was painted again.",
	}
	addLinks(&out, seen[0], seen[4])
	addKept(&out, seen[1])
	addControls(&out, "Controls of the public site", "slowest control of the public site", seen[2])
	addControls(&out, "Controls of the back-office", "slowest control of the back-office", seen[3])
	return out, l.addSaves(&out)
}

// studioWithJobs is a new site with enough jobs for a search beside its own.
func (l *lab) studioWithJobs() (*server, error) {
	first, err := l.vitrine("data")
	if err != nil {
		return nil, err
	}
	first.stop()
	if err := l.seed("data", "--jobs", 20); err != nil {
		return nil, err
	}
	ours, err := l.vitrine("data")
	if err == nil {
		err = l.rest(ours)
	}
	return ours, err
}

func addLinks(out *Section, links, empty []moment) {
	t := Table{Title: "From the press on a link to the first paint of the next page", Head: []string{"", "median ms", "p95 ms", "made ready", "in place", "loaded", "blank pages, median ms", "made ready"}}
	slowest := 0.0
	for i, m := range links {
		slowest = max(slowest, median(m.Took))
		t.add(m.What, number(median(m.Took)), number(quantile(m.Took, .95)), fmt.Sprint(m.Ready), fmt.Sprint(m.InPlace), fmt.Sprint(m.Loaded), number(median(empty[i].Took)), fmt.Sprint(empty[i].Ready))
	}
	out.Tables = append(out.Tables, t)
	out.Targets = append(out.Targets, atMost("a press on a link to the next page, slowest median", slowest, instantly, " ms"))
}

// addKept tells which pages came from the browser's memory by Back and Forward.
func addKept(out *Section, steps []moment) {
	t := Table{Title: "Back and Forward", Head: []string{"", "times", "from memory", "why not"}}
	rows := map[string]int{}
	kept := 0.0
	var from []int
	for _, m := range steps {
		i, known := rows[m.What]
		if !known {
			i = len(t.Rows)
			rows[m.What] = i
			t.add("`"+m.What+"`", "2", "", "")
			from = append(from, 0)
		}
		if m.IsKept {
			from[i]++
			kept++
		}
		t.Rows[i][2] = fmt.Sprint(from[i])
		if len(m.Why) > 0 {
			t.Rows[i][3] = strings.Join(m.Why, ", ")
		}
	}
	out.Tables = append(out.Tables, t)
	out.Targets = append(out.Targets, atLeast("pages that Back and Forward take from memory", 100*kept/float64(len(steps)), 100, " %"))
}

func addControls(out *Section, title, target string, controls []moment) {
	t := Table{Title: title, Head: []string{"", "INP ms"}}
	slowest := 0.0
	for _, m := range controls {
		if len(m.Took) > 0 {
			slowest = max(slowest, median(m.Took))
		}
		t.add(m.What, number(median(m.Took)))
	}
	out.Tables = append(out.Tables, t)
	out.Targets = append(out.Targets, atMost("INP, "+target, slowest, instantly, " ms"))
}

// addSaves looks how long after a save the homepage shows it to a visitor.
func (l *lab) addSaves(out *Section) error {
	near, err := l.vitrine("near")
	if err != nil {
		return err
	}
	at, err := l.database()
	if err != nil {
		return err
	}
	far, err := l.vitrine("far", "VITRINE_DATABASE_URL="+at)
	if err != nil {
		return err
	}
	other, err := l.vitrine("other", "VITRINE_DATABASE_URL="+at)
	if err != nil {
		return err
	}
	t := Table{
		Title: fmt.Sprintf("From a save by staff until the homepage shows it to a visitor who asks again and again, %d saves", saves),
		Head:  []string{"", "since it was sent, median ms", "p95 ms", "since it was answered, median ms", "p95 ms", "seen by the first visit"},
	}
	slowest := 0.0
	for _, c := range []struct {
		name           string
		saved, visited *server
	}{{onSQLite, near, near}, {onPostgres, far, far}, {onPostgres + ", saved at another instance", other, far}} {
		for _, s := range []*server{c.saved, c.visited} {
			if err := l.rest(s); err != nil {
				return err
			}
		}
		sent, answered, first, err := l.untilShown(c.saved, c.visited)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		slowest = max(slowest, quantile(answered, .95))
		t.add(c.name, number(median(sent)), number(quantile(sent, .95)), number(median(answered)), number(quantile(answered, .95)), fmt.Sprint(first))
	}
	out.Tables = append(out.Tables, t)
	out.Targets = append(out.Targets, atMost("a save that was answered, until a visitor sees it, slowest p95", slowest, instantly, " ms"))
	return nil
}

// untilShown changes a company at one server and asks another for the homepage until it shows that.
func (l *lab) untilShown(saved, visited *server) (sent, answered []float64, first int, err error) {
	staff, err := l.staff(saved)
	if err != nil {
		return nil, nil, 0, err
	}
	page := request{method: "GET", path: "/", header: map[string]string{"Accept-Encoding": "identity"}}
	for range saves {
		text := fmt.Sprintf("A shop that opens at %d and repairs what it sells.", calls.Add(1))
		began := time.Now()
		if _, err := timed(l, saved, request{"PATCH", "/rest/v1/portfolio_companies?id=eq.1", fmt.Sprintf(`{"description":%q}`, text), staff}); err != nil {
			return nil, nil, 0, fmt.Errorf("save: %w", err)
		}
		done := time.Now()
		for visits := 1; ; visits++ {
			a, err := l.fetch(visited, page)
			if err != nil {
				return nil, nil, 0, err
			}
			if bytes.Contains(a.Body, []byte(text)) {
				if visits == 1 {
					first++
				}
				break
			}
			if time.Since(done) > 10*time.Second {
				return nil, nil, 0, fmt.Errorf("nobody sees %q", text)
			}
		}
		now := time.Now()
		sent, answered = append(sent, now.Sub(began).Seconds()*1000), append(answered, now.Sub(done).Seconds()*1000)
		time.Sleep(breath)
	}
	return sent, answered, first, nil
}
