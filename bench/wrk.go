package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed load.lua
var loadScript []byte

// browserEncodings is what a browser sends as Accept-Encoding.
const browserEncodings = "gzip, deflate, br, zstd"

// request is what a contender is asked, again and again.
type request struct {
	method, path, body string
	header             map[string]string
}

// contender is one of several servers that get the same load in turns.
type contender struct {
	name string
	*server
	request
	rounds []round
}

// round is the outcome of one run of wrk.
type round struct {
	Requests int     `json:"requests"`
	Seconds  float64 `json:"seconds"`
	Bytes    float64 `json:"bytes"`
	P50      float64 `json:"p50"` // milliseconds
	P99      float64 `json:"p99"`
	Bad      int     `json:"bad"`
	cpu      float64 // microseconds of the server per request
}

func (r round) perSecond() float64 { return float64(r.Requests) / r.Seconds }

// each collects one figure of all rounds.
func (c *contender) each(figure func(round) float64) []float64 {
	var out []float64
	for _, r := range c.rounds {
		out = append(out, figure(r))
	}
	return out
}

func (c *contender) cpu() []float64       { return c.each(func(r round) float64 { return r.cpu }) }
func (c *contender) perSecond() []float64 { return c.each(round.perSecond) }
func (c *contender) p50() []float64       { return c.each(func(r round) float64 { return r.P50 }) }
func (c *contender) p99() []float64       { return c.each(func(r round) float64 { return r.P99 }) }

func (c *contender) bad() (n int) {
	for _, r := range c.rounds {
		n += r.Bad
	}
	return n
}

// same makes sure that all send the same body, however compressed.
func (l *lab) same(all ...*contender) error {
	var want []byte
	for _, c := range all {
		a, err := l.fetch(c.server, c.request)
		if err != nil {
			return err
		}
		got, err := decoded(a)
		if err != nil {
			return err
		}
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%s sends something else: %.200s", c.name, got)
		}
	}
	return nil
}

// Contenders have so many turns of this length each.
const (
	rounds = 9
	turn   = 2 * time.Second
)

// compete gives all contenders the same load in turns, so that what else the
// machine does falls on all of them. The first turn warms up and is not kept.
func (l *lab) compete(rounds, connections int, each time.Duration, all ...*contender) error {
	for i := range rounds + 1 {
		for j := range all {
			c := all[(i+j)%len(all)]
			length := each
			if i == 0 {
				length = time.Second
			}
			r, err := l.wrk(c, connections, length)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if i > 0 {
				c.rounds = append(c.rounds, r)
			}
		}
	}
	return nil
}

func (l *lab) wrk(c *contender, connections int, length time.Duration) (r round, err error) {
	script := filepath.Join(l.dir, "load.lua")
	if err := os.WriteFile(script, loadScript, 0o644); err != nil {
		return r, err
	}
	args := []string{"-t", "2", "-c", fmt.Sprint(connections), "-d", fmt.Sprintf("%.0fs", length.Seconds()), "--timeout", "30s", "-s", script}
	for name, value := range c.header {
		args = append(args, "-H", name+": "+value)
	}
	args = append(args, "-H", "Accept-Encoding: "+browserEncodings, c.url+c.path, "--", c.method)
	if c.body != "" {
		args = append(args, c.body)
	}
	cmd := exec.CommandContext(l, "wrk", args...)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	cpu := c.worked()
	if err := cmd.Run(); err != nil {
		return r, fmt.Errorf("wrk: %w\n%s", err, said.String())
	}
	cpu = c.worked() - cpu
	if err := json.Unmarshal([]byte(lastLine(said.String())), &r); err != nil || r.Requests == 0 {
		return r, fmt.Errorf("wrk said\n%s", said.String())
	}
	r.cpu = float64(cpu.Microseconds()) / float64(r.Requests)
	return r, nil
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

// loadTable shows the contenders, with ratios to the first, and to nginx where
// that is one of them.
func loadTable(all ...*contender) Table {
	t := Table{Head: []string{"", "CPU µs/request", "× CPU", "requests/s", "× requests/s", "p50 ms", "p99 ms", "bytes", "failed"}}
	first := all[0]
	static := slices.IndexFunc(all, func(c *contender) bool { return c.name == "nginx" })
	if static >= 0 {
		t.Head = append(t.Head, "× nginx's CPU", "× nginx's requests/s")
	}
	for _, c := range all {
		size := median(c.each(func(r round) float64 { return r.Bytes / float64(r.Requests) }))
		row := []string{c.name, number(median(c.cpu())), number(ratio(c.cpu(), first.cpu())), number(median(c.perSecond())),
			number(ratio(c.perSecond(), first.perSecond())), number(median(c.p50())), number(median(c.p99())), fmt.Sprintf("%.0f", size), fmt.Sprint(c.bad())}
		if static >= 0 {
			row = append(row, number(ratio(c.cpu(), all[static].cpu())), number(ratio(c.perSecond(), all[static].perSecond())))
		}
		t.add(row...)
	}
	return t
}
