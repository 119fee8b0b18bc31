package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"
)

// Section is what one topic found out. It is kept as JSON, so that a topic
// can be measured again alone.
type Section struct {
	Topic   string    `json:"topic"`
	Title   string    `json:"title"`
	Text    string    `json:"text"`
	Tables  []Table   `json:"tables"`
	Targets []Target  `json:"targets"`
	Machine string    `json:"machine"`
	Others  float64   `json:"others"` // share of the machine that was used by nothing of ours
	At      time.Time `json:"at"`
	Took    float64   `json:"took"` // seconds
}

// Table is one table of a section. The first column is text, the others are
// figures.
type Table struct {
	Title string     `json:"title,omitempty"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
}

func (t *Table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Target is what was to be reached, and what was.
type Target struct {
	What string `json:"what"`
	Want string `json:"want"`
	Got  string `json:"got"`
	Met  bool   `json:"met"`
}

// atMost and atLeast judge a figure in a unit such as "x" or " MB".
func atMost(what string, got, limit float64, unit string) Target {
	return Target{what, "at most " + number(limit) + unit, number(got) + unit, got <= limit}
}

func atLeast(what string, got, limit float64, unit string) Target {
	return Target{what, "at least " + number(limit) + unit, number(got) + unit, got >= limit}
}

// none wants that nobody failed to answer.
func none(what string, all ...*contender) Target {
	bad := 0
	for _, c := range all {
		bad += c.bad()
	}
	return Target{what, "0", fmt.Sprint(bad), bad == 0}
}

// number shows three significant digits, and all digits before the point.
func number(v float64) string {
	switch size := math.Abs(v); {
	case math.IsNaN(v):
		return "-"
	case v == 0 || size >= 100:
		return fmt.Sprintf("%.0f", v)
	case size >= 10:
		return trimmed(fmt.Sprintf("%.1f", v))
	case size >= 1:
		return trimmed(fmt.Sprintf("%.2f", v))
	default:
		return trimmed(fmt.Sprintf("%.3f", v))
	}
}

func trimmed(s string) string { return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") }

var preface = `# Benchmarks

Written by ` + "`make bench`" + `, which builds the program, installs what it is compared with, starts everything on this machine's loopback
and ends it again. ` + "`make bench ONLY=homepage,list`" + ` measures some topics anew and keeps the rest;
the topics are ` + topicNames() + `.

How to read it:

- Contenders get the same load in turns: 9 rounds of 2 s each unless a section says otherwise. A figure is the median of the
  rounds, a ratio the median of the ratios within each round.
- **CPU µs/request** is user and system time of the server's own processes. It depends little on what else the machine does, as
  long as that leaves a core free. Requests per second do: the load generator (wrk) runs on the same cores.
- "bare net/http" is a Go handler that writes the header fields and the body that Vitrine sent from memory: what the
  standard library can do at best. nginx sends the same bytes, compressed beforehand, from files. PocketBase runs with its
  defaults; the row that says so adds its gzip middleware, which it leaves out.
- Each section says how much of the machine other programs used meanwhile. Above a fifth, times and requests per second say
  little, p99 nothing; ratios within a round and CPU still hold.
- A target that is missed is marked as missed.

`

// write shows sections as a page.
func write(w io.Writer, sections []Section) {
	io.WriteString(w, preface)
	io.WriteString(w, "| topic | target | wanted | reached | |\n|---|---|--:|--:|---|\n")
	for _, s := range sections {
		for _, t := range s.Targets {
			fmt.Fprintf(w, "| [%s](#%s) | %s | %s | %s | %s |\n", s.Topic, anchor(s.Title), t.What, t.Want, t.Got, t.mark())
		}
	}
	for _, s := range sections {
		s.write(w)
	}
}

func (t Target) mark() string {
	if t.Met {
		return "✓"
	}
	return "**missed**"
}

func (s Section) write(w io.Writer) {
	fmt.Fprintf(w, "\n## %s\n\n%s\n", s.Title, s.Text)
	if charts := barsOf(s.Topic); len(charts) > 0 {
		fmt.Fprintf(w, "\n![%s](%s)\n", charts[0].title, s.barsFile())
	}
	for _, t := range s.Tables {
		if t.Title != "" {
			fmt.Fprintf(w, "\n**%s**\n", t.Title)
		}
		fmt.Fprintf(w, "\n| %s |\n|---%s|\n", strings.Join(t.Head, " | "), strings.Repeat("|--:", len(t.Head)-1))
		for _, row := range t.Rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
		}
	}
	fmt.Fprintf(w, "\n%s, %.0f %% of it used by other programs; %s, %.0f s.\n", s.Machine, 100*s.Others, s.At.UTC().Format("2 January 2006 15:04 UTC"), s.Took)
}

func (s Section) barsFile() string { return "benchmarks-" + s.Topic + ".svg" }

// anchor is the link that a heading gets.
func anchor(title string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-':
			return r
		}
		return -1
	}
	return strings.Map(keep, strings.ToLower(title))
}

// merge puts fresh sections in place of old ones, in the order of the topics.
func merge(old, fresh []Section) []Section {
	byTopic := map[string]Section{}
	for _, s := range append(old, fresh...) {
		byTopic[s.Topic] = s
	}
	var out []Section
	for _, t := range topics {
		if s, ok := byTopic[t.name]; ok {
			out = append(out, s)
		}
	}
	return out
}

func readSections(path string) (out []Section, err error) {
	b, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	return out, err
}
