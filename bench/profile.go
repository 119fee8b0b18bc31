package main

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// spent is the share of the CPU that a function took itself, and with all that
// it called, in percent.
type spent struct {
	function   string
	flat, with float64
}

// profile shows what the two paths that visitors take most are made of, and writes on PostgreSQL.
func profile(l *lab) (Section, error) {
	if err := l.seed("data", "--jobs", 20); err != nil {
		return Section{}, err
	}
	ops, err := freeAddr()
	if err != nil {
		return Section{}, err
	}
	ours, err := l.vitrine("data", "VITRINE_DEMO=off", "VITRINE_OPS_ADDR="+ops)
	if err != nil {
		return Section{}, err
	}
	out := Section{
		Title: "Where the time goes",
		Text: "The CPU profile (pprof, 5 s) of the server while it answers from memory over 32 kept connections, and while it takes contact messages of 64 writers and saves by 32 of staff on PostgreSQL. " +
			"A function's own share is without what it calls; the first table adds these up by whose code it is. " +
			"PostgreSQL's side of the writes is in the last tables, by pg_stat_statements: planning and execution as its clock saw them, waiting for locks and for the disk included. A commit that ends a pipeline has no statement, so its flush is in none of these times.",
	}
	seen := parts{shares: map[string][]float64{}}
	for _, c := range []*contender{
		{name: "homepage", server: ours, request: request{method: "GET", path: "/"}},
		{name: "list of 20 jobs", server: ours, request: jobPage()},
	} {
		if _, err := l.settled(ours, c.request); err != nil {
			return out, err
		}
		all, _, err := l.profiled(c, ops, 32)
		if err != nil {
			return out, err
		}
		seen.add(c.name, all)
		out.Tables = append(out.Tables, topOf(c.name, all))
	}
	far, err := l.profileWrites(&seen)
	out.Tables = append(append([]Table{seen.table()}, out.Tables...), far...)
	return out, err
}

// parts are shares of the CPU by whose code it is, for each thing that was profiled.
type parts struct {
	names  []string
	shares map[string][]float64
}

func (p *parts) add(name string, all []spent) {
	p.names = append(p.names, name)
	for kind, share := range byKind(all) {
		p.shares[kind] = append(p.shares[kind], share)
	}
}

func (p *parts) table() Table {
	t := Table{Head: append([]string{"share of the CPU, %"}, p.names...)}
	for _, kind := range kinds {
		row := []string{kind}
		for _, share := range p.shares[kind] {
			row = append(row, number(share))
		}
		t.add(row...)
	}
	return t
}

// profiled gives a contender its load and looks what it does meanwhile.
func (l *lab) profiled(c *contender, ops string, connections int) (all []spent, r round, err error) {
	file := filepath.Join(l.dir, "profile")
	failed := make(chan error, 1)
	go func() { failed <- download("http://"+ops+"/debug/pprof/profile?seconds=5", file) }()
	if r, err = l.wrk(c, connections, 7*time.Second); err != nil {
		return nil, r, err
	}
	if err := <-failed; err != nil {
		return nil, r, err
	}
	said, err := l.run(nil, "go", "tool", "pprof", "-top", "-nodecount=100000", "-nodefraction=0", file)
	if err != nil {
		return nil, r, err
	}
	all, err = readTop(said)
	return all, r, err
}

func download(url, file string) error {
	a, err := http.Get(url)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %w", url, errStatus(a.StatusCode))
	}
	b, err := io.ReadAll(a.Body)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o644)
}

var typeArguments = regexp.MustCompile(`\[.*\]`)

// readTop reads what go tool pprof -top says: flat, its share, the sum of the
// shares, cumulated, its share, and the function.
func readTop(said string) (out []spent, err error) {
	_, list, found := strings.Cut(said, "cum%\n")
	if !found {
		return nil, fmt.Errorf("pprof said\n%.500s", said)
	}
	for line := range strings.Lines(list) {
		f := strings.Fields(line)
		if len(f) < 6 {
			continue
		}
		flat, e1 := strconv.ParseFloat(strings.TrimSuffix(f[1], "%"), 64)
		with, e2 := strconv.ParseFloat(strings.TrimSuffix(f[4], "%"), 64)
		if err := cmp.Or(e1, e2); err != nil {
			return nil, fmt.Errorf("pprof said %q: %w", line, err)
		}
		name, _, _ := strings.Cut(strings.Join(f[5:], " "), " (inline)")
		out = append(out, spent{typeArguments.ReplaceAllString(name, "[…]"), flat, with})
	}
	return out, nil
}

const (
	ofSystem  = "system calls"
	ofRuntime = "Go's runtime: goroutines, memory, timers"
	ofLibrary = "the standard library: net/http and below"
	ofOurs    = "Vitrine"
	ofOthers  = "other modules"
)

var kinds = []string{ofSystem, ofRuntime, ofLibrary, ofOurs, ofOthers}

// byKind adds up shares by whose code it is.
func byKind(all []spent) map[string]float64 {
	sums := map[string]float64{}
	for _, kind := range kinds {
		sums[kind] = 0
	}
	for _, s := range all {
		sums[kindOf(s.function)] += s.flat
	}
	return sums
}

func kindOf(function string) string {
	first, _, _ := strings.Cut(function, "/")
	switch {
	case strings.Contains(function, ".Syscall") || strings.Contains(function, ".RawSyscall"):
		return ofSystem
	case strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/runtime/") || strings.HasPrefix(function, "sync") || !strings.Contains(function, "."):
		return ofRuntime
	case first == "vitrine":
		return ofOurs
	case strings.Contains(first, ".") && strings.Contains(function, "/"):
		return ofOthers
	}
	return ofLibrary
}

func topOf(name string, all []spent) Table {
	t := Table{Title: "Functions with the largest share of their own: " + name, Head: []string{"function", "own share %", "with what it calls %"}}
	slices.SortStableFunc(all, func(a, b spent) int { return cmp.Compare(b.flat, a.flat) })
	for _, s := range all[:min(10, len(all))] {
		t.add("`"+s.function+"`", number(s.flat), number(s.with))
	}
	return t
}
