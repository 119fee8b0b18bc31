// Command bench measures Vitrine beside what else could serve the same site,
// all on one machine in one run, and writes docs/benchmarks.md.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// topic is one thing that is measured.
type topic struct {
	name    string
	measure func(*lab) (Section, error)
	bars    []bars
}

// topics stand in the order of the report.
var topics = []topic{
	{"homepage", homepage, []bars{{title: "How long a homepage takes, ms", columns: []string{"p50 ms", "p99 ms"}, names: []string{"median", "p99"}}}},
	{"list", list, []bars{
		{title: "Lists a second", columns: []string{"requests/s"}},
		{title: "Lists a second, by staff", table: 1, columns: []string{"requests/s"}},
		{title: "Searches of 20,000 messages a second", table: 2, columns: []string{"requests/s"}},
	}},
	{"writes", writes, []bars{
		{title: "Contact messages a second, 64 writers", columns: []string{"requests/s"}},
		{title: "Saves of one row by staff a second", table: 2, columns: []string{"requests/s"}},
	}},
	{"sign-in", signIn, nil},
	{"start", startup, nil},
	{"render", render, nil},
	{"profile", profile, nil},
	{"pages", browser, []bars{{title: "Largest contentful paint, ms", table: 1, columns: []string{"LCP ms"}, names: []string{"Vitrine"}, limit: soonLCP}}},
	{"typing", typing, []bars{{title: "From a key to the page beside the form, ms", columns: []string{"median ms", "p95 ms"}, names: []string{"median", "p95"}, limit: 100}}},
	{"instant", instant, []bars{
		{title: "From the press on a link to the next page, ms", columns: []string{"median ms", "blank pages, median ms"}, names: []string{"Vitrine", "blank pages"}, limit: instantly},
		{title: "INP of the public site, ms", table: 2, columns: []string{"INP ms"}, names: []string{"median of 5"}, limit: instantly},
		{title: "INP of the back-office, ms", table: 3, columns: []string{"INP ms"}, names: []string{"median of 5"}, limit: instantly},
	}},
	{"studios", studios, nil},
	{"growth", growth, nil},
	{"scale", scaling, nil},
	{"archive", archive, nil},
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == bareCommand {
		fail(serveBare(os.Args[2], os.Args[3]))
		return
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	only := flag.String("only", "", "topics to measure, such as homepage,list; all when empty")
	binary := flag.String("binary", "bin/vitrine", "the vitrine to measure")
	out := flag.String("out", "docs", "folder of benchmarks.md")
	flag.Parse()
	fail(bench(ctx, *only, *binary, *out))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(ctx context.Context, only, binary, out string) error {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	s, err := newSettings(binary, out)
	if err != nil {
		return err
	}
	kept := filepath.Join(out, "benchmarks.json")
	sections, err := readSections(kept)
	if err != nil {
		return err
	}
	for _, t := range chosen {
		fresh, err := t.run(ctx, s)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		sections = merge(sections, []Section{fresh})
		if err := save(sections, out, kept); err != nil { // what is measured stays when a later topic breaks
			return err
		}
	}
	return nil
}

func topicNames() string {
	var names []string
	for _, t := range topics {
		names = append(names, t.name)
	}
	return strings.Join(names, ", ")
}

func barsOf(name string) []bars {
	i := slices.IndexFunc(topics, func(t topic) bool { return t.name == name })
	if i < 0 {
		return nil
	}
	return topics[i].bars
}

func choose(only string) ([]topic, error) {
	if only == "" {
		return topics, nil
	}
	var chosen []topic
	for name := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(topics, func(t topic) bool { return t.name == name })
		if i < 0 {
			return nil, fmt.Errorf("no topic %q; there are %s", name, topicNames())
		}
		chosen = append(chosen, topics[i])
	}
	return chosen, nil
}

func newSettings(binary, out string) (s settings, err error) {
	s.out, s.postgres = out, os.Getenv("VITRINE_TEST_POSTGRES")
	s.root, err = os.Getwd()
	if err == nil {
		s.self, err = os.Executable()
	}
	if err == nil {
		s.binary, err = filepath.Abs(binary)
	}
	if _, missing := os.Stat(s.binary); err == nil && missing != nil {
		err = missing
	}
	return s, err
}

func (t topic) run(ctx context.Context, s settings) (Section, error) {
	fmt.Fprintln(os.Stderr, "measuring", t.name)
	began, own, all := time.Now(), cpuTime(os.Getpid()), busyTime()
	l, err := openLab(ctx, s)
	if err != nil {
		return Section{}, err
	}
	defer l.close()
	found, err := t.measure(l)
	if ctx.Err() != nil {
		return found, errors.New("stopped")
	}
	own, all = cpuTime(os.Getpid())-own, busyTime()-all
	found.Topic, found.Machine, found.At, found.Took = t.name, machine(), began, time.Since(began).Seconds()
	found.Others = max(0, float64(all-own)/float64(time.Since(began))/float64(runtime.NumCPU()))
	if err == nil {
		found.write(os.Stdout)
		for _, t := range found.Targets {
			fmt.Printf("%s: %s, %s: %s\n", t.What, t.Want, t.Got, t.mark())
		}
		fmt.Fprintf(os.Stderr, "%s took %.0f s\n", t.name, time.Since(began).Seconds())
	}
	return found, err
}

func save(sections []Section, out, kept string) error {
	b, err := json.MarshalIndent(sections, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(kept, append(b, '\n'), 0o644); err != nil {
		return err
	}
	for _, s := range sections {
		if charts := barsOf(s.Topic); len(charts) > 0 {
			if err := os.WriteFile(filepath.Join(out, s.barsFile()), plotBars(s, charts), 0o644); err != nil {
				return err
			}
		}
	}
	var page bytes.Buffer
	write(&page, sections)
	return os.WriteFile(filepath.Join(out, "benchmarks.md"), page.Bytes(), 0o644)
}

func machine() string {
	b, _ := os.ReadFile("/proc/meminfo")
	return fmt.Sprintf("%d cores, %d GB memory, %s, %s", runtime.NumCPU(), field(b, "MemTotal:")>>30, runtime.GOOS, runtime.Version())
}
