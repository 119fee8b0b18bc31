// Command soakreport writes what the tests counted into the tables of
// docs/reliability.md: soakreport FILE TOOK <results. The results are lines of
// go test -json; a line "figures NAME: text" of another tool counts too. A row
// of a table names its tests in the third cell and gets their figures in the
// fourth.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Stdin, time.Now()); err != nil {
		fmt.Fprintln(os.Stderr, "soakreport:", err)
		os.Exit(1)
	}
}

func run(path, took string, in io.Reader, now time.Time) error {
	doc, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	r, err := read(in)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(r.fill(string(doc), now, took)), 0o644)
}

// results are what was counted, by the name of a test.
type results struct {
	figures map[string][]string
	cases   map[string]int
	ended   map[string]string
}

var (
	counted = regexp.MustCompile(`figures: (.*)`)
	plain   = regexp.MustCompile(`^figures (\S+): (.*)`)
	fuzzed  = regexp.MustCompile(`elapsed: (\d+s), execs: (\d+)`)
	named   = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+|[\w-]+\.spec\.ts`)
)

func read(in io.Reader) (results, error) {
	r := results{map[string][]string{}, map[string]int{}, map[string]string{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e struct{ Action, Test, Output string }
		if json.Unmarshal(lines.Bytes(), &e) == nil && e.Action != "" {
			r.event(e.Action, e.Test, e.Output)
		} else if m := plain.FindStringSubmatch(strings.TrimSpace(lines.Text())); m != nil {
			r.figures[m[1]], r.ended[m[1]] = []string{m[2]}, "pass"
		}
	}
	return r, lines.Err()
}

func (r results) event(action, test, output string) {
	name, part, _ := strings.Cut(test, "/")
	if name == "" {
		return // about a package
	}
	switch action {
	case "run":
		if part == "" && r.ended[name] == "" {
			r.ended[name] = action
		}
	case "pass", "fail", "skip":
		if part != "" {
			r.cases[name]++
		}
		if r.ended[name] != "fail" && (part == "" || action == "fail") {
			r.ended[name] = action
		}
	case "output":
		if m := counted.FindStringSubmatch(output); m != nil {
			text := m[1]
			if part == "sqlite" || part == "postgres" {
				text = part + ": " + text
			}
			r.figures[name] = append(r.figures[name], text)
		}
		if m := fuzzed.FindStringSubmatch(output); m != nil && m[2] != "0" {
			r.figures[name] = []string{m[2] + " inputs in " + m[1] + ", 0 crashes"}
		}
	}
}

// fill puts the figures in their places. What did not run says so: the figures
// of another run would be taken for this one's.
func (r results) fill(doc string, now time.Time, took string) string {
	lines := strings.Split(doc, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "Last run: ") {
			lines[i] = "Last run: " + now.UTC().Format(time.DateOnly) + ", " + r.summary() + ", in " + took + "."
		}
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 4 {
			continue
		}
		if tests := named.FindAllString(cells[2], -1); len(tests) > 0 {
			cells[3] = strings.ReplaceAll(r.about(tests), "|", "/") + " |"
			lines[i] = strings.Join(cells, " | ")
		}
	}
	return strings.Join(lines, "\n")
}

func (r results) about(tests []string) string {
	var all, idle []string
	cases := 0
	for _, test := range tests {
		switch {
		case r.ended[test] == "run":
			all = append(all, test+" was cut off")
		case r.ended[test] == "fail":
			all = append(all, test+" FAILED")
		case r.ended[test] == "pass" && len(r.figures[test]) > 0:
			all = append(all, r.figures[test]...)
		case r.ended[test] == "pass":
			cases += max(r.cases[test], 1)
		case !elsewhere(test):
			idle = append(idle, test)
		}
	}
	switch {
	case cases > 0 && len(all) > 0:
		all = append(all, fmt.Sprintf("other cases passed: %d", cases))
	case cases > 0:
		all = append(all, fmt.Sprintf("cases passed: %d", cases))
	}
	switch {
	case len(idle) > 0 && len(all) > 0:
		all = append(all, "not run: "+strings.Join(idle, ", "))
	case len(all) == 0:
		all = append(all, "not run")
	}
	return strings.Join(slices.Compact(all), "; ")
}

// elsewhere tells the tests of the front end, which make test runs and a soak
// does not, but for one.
func elsewhere(test string) bool {
	return strings.HasSuffix(test, ".ts") && test != "visitor-xss.spec.ts"
}

func (r results) summary() string {
	passed, failed, skipped, cut := 0, 0, 0, ""
	for _, how := range r.ended {
		switch how {
		case "pass":
			passed++
		case "fail":
			failed++
		case "skip":
			skipped++
		case "run":
			cut = ", some were cut off"
		}
	}
	return fmt.Sprintf("%d tests passed, %d failed, %d were skipped%s", passed, failed, skipped, cut)
}
