package main

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// arrangement is one way to serve a site.
type arrangement struct {
	name  string
	doors []*server // visitors come to each in turn
	works []*server // and these work for them
}

// visitCosts tells what first visits cost a server alone, two on PostgreSQL, and one with Varnish in front.
func (l *lab) visitCosts(one *server) (t Table, perVisit float64, err error) {
	files, err := l.filesOf(one)
	if err != nil {
		return t, 0, err
	}
	pair, err := l.pair()
	if err != nil {
		return t, 0, err
	}
	origin, edge, folder, err := l.behindVarnish()
	if err != nil {
		return t, 0, err
	}
	t = Table{Title: "A million first visits of the homepage", Head: []string{"", "requests", "bytes", "CPU per visit ms", "CPU of a million, hours", "GB of a million"}}
	add := func(name string, requests, bytes, cpu float64) {
		t.add(name, number(requests), kilo(bytes), number(cpu), number(cpu*1e6/3.6e6), number(bytes*1e6/1e9))
	}
	for _, a := range []arrangement{
		{"from the server", []*server{one}, []*server{one}},
		{"from two instances on PostgreSQL, all three", pair, pair},
	} {
		bytes, err := l.warm(a, files)
		if err != nil {
			return t, 0, err
		}
		cpu, err := l.visits(a, files)
		if err != nil {
			return t, 0, err
		}
		all := 0.0
		for _, ms := range cpu {
			all += ms
		}
		add(a.name, float64(len(files)), bytes, all)
		if a.doors[0] == one {
			perVisit = all
		}
	}
	behind := arrangement{"Varnish", []*server{edge}, []*server{edge, origin}}
	bytes, err := l.warm(behind, files)
	if err != nil {
		return t, 0, err
	}
	asked, fetched, err := l.backend(folder)
	if err != nil {
		return t, 0, err
	}
	cpu, err := l.visits(behind, files)
	if err != nil {
		return t, 0, err
	}
	askedNow, fetchedNow, err := l.backend(folder)
	if err != nil {
		return t, 0, err
	}
	add("from Varnish", float64(len(files)), bytes, cpu[0])
	add("from the server behind it", (askedNow-asked)/firstVisits, (fetchedNow-fetched)/firstVisits, cpu[1])
	return t, perVisit, nil
}

// filesOf are the addresses that a browser without a cache asks for with the homepage.
func (l *lab) filesOf(s *server) (files []string, err error) {
	seen, err := browse[visit](l, "run.mjs", []string{s.url + "/"})
	if err != nil {
		return nil, err
	}
	for _, r := range seen[0].Requests {
		at, err := url.Parse(r.URL)
		if err == nil && strings.HasPrefix(r.URL, s.url) && r.Type != "Ping" {
			files = append(files, at.RequestURI())
		}
	}
	return files, nil
}

var browserHeader = map[string]string{"Accept-Encoding": "gzip, deflate, br", "Accept": "text/html,*/*"}

func asBrowser(path string) request {
	return request{method: "GET", path: path, header: browserHeader}
}

// warm asks for all files until they are at their smallest, and adds up their bytes.
func (l *lab) warm(a arrangement, files []string) (bytes float64, err error) {
	for range 2 {
		for _, s := range a.doors {
			bytes = 0
			for _, path := range files {
				got, err := l.fetch(s, asBrowser(path))
				if err != nil {
					return 0, fmt.Errorf("%s: %w", a.name, err)
				}
				bytes += float64(len(got.Body))
			}
		}
		for _, s := range a.works {
			if err := l.rest(s); err != nil {
				return 0, err
			}
		}
	}
	return bytes, nil
}

// visits asks for all files again and again, and tells the CPU of each who works, in ms for one visit.
func (l *lab) visits(a arrangement, files []string) (cpu []float64, err error) {
	for _, s := range a.works {
		cpu = append(cpu, -s.worked().Seconds()*1e3/firstVisits)
	}
	asked := &tally{}
	for i := range firstVisits {
		for _, path := range files {
			asked.add(timed(l, a.doors[i%len(a.doors)], asBrowser(path)))
		}
	}
	for i, s := range a.works {
		cpu[i] += s.worked().Seconds() * 1e3 / firstVisits
	}
	if asked.failed > 0 {
		return nil, fmt.Errorf("%s: %w", a.name, asked.first)
	}
	return cpu, nil
}

// pair is two instances on one PostgreSQL, which counts as part of the first.
func (l *lab) pair() (out []*server, err error) {
	database, err := l.database()
	if err != nil {
		return nil, err
	}
	for _, data := range []string{"first", "second"} {
		s, err := l.vitrine(data, "VITRINE_DATABASE_URL="+database)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	master, err := l.postmaster()
	if err == nil {
		out[0].also = []int{master}
	}
	return out, err
}

// behindVarnish is a server and the edge in front of it, whose counters are in a folder.
func (l *lab) behindVarnish() (origin, edge *server, folder string, err error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, nil, "", err
	}
	const token = "VITRINE_EDGE_TOKEN=between-the-two"
	if origin, err = l.vitrine("behind", "VITRINE_EDGE=varnish=http://"+addr, token); err != nil {
		return nil, nil, "", err
	}
	text, err := os.ReadFile(filepath.Join(l.root, "deploy/varnish.vcl"))
	if err != nil {
		return nil, nil, "", err
	}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(origin.url, "http://"))
	file := filepath.Join(l.dir, "varnish.vcl")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(text), `"8080"`, strconv.Quote(port))), 0o644); err != nil {
		return nil, nil, "", err
	}
	program, err := exec.LookPath("varnishd")
	if err != nil {
		program = "/usr/sbin/varnishd"
	}
	folder = filepath.Join(l.dir, "varnish")
	edge, err = l.start("varnish", addr, "/", []string{token}, program, "-F", "-j", "none", "-n", folder, "-a", addr, "-f", file, "-s", "malloc,64m", "-T", "none")
	return origin, edge, folder, err
}

// backend tells how often Varnish asked the server, and for how many bytes of bodies.
func (l *lab) backend(folder string) (requests, bytes float64, err error) {
	said, err := l.run(nil, "varnishstat", "-n", folder, "-1", "-f", "MAIN.backend_req", "-f", "VBE.*.beresp_bodybytes")
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(said) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		n, err := strconv.ParseFloat(f[1], 64)
		switch {
		case err != nil:
			return 0, 0, fmt.Errorf("varnishstat said %q: %w", line, err)
		case f[0] == "MAIN.backend_req":
			requests = n
		default:
			bytes += n
		}
	}
	return requests, bytes, nil
}
