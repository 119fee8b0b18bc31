package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// starts are how long it took until the first page, and how much work it was.
type starts struct{ times, efforts []float64 }

// startup measures starts, memory at rest and the size of the program.
func startup(l *lab) (Section, error) {
	empty, kept := &starts{}, &starts{}
	for i := range 7 {
		data := fmt.Sprintf("data%d", i)
		for _, seen := range []*starts{empty, kept} {
			s, err := l.vitrine(data)
			if err != nil {
				return Section{}, err
			}
			seen.times, seen.efforts = append(seen.times, s.ready.Seconds()), append(seen.efforts, s.effort.Seconds())
			if seen == empty { // so that pages are there to be kept
				if _, err := l.allPages(s); err != nil {
					return Section{}, err
				}
			}
			s.stop()
		}
	}
	s, err := l.vitrine("data0")
	if err != nil {
		return Section{}, err
	}
	pages, err := l.allPages(s)
	if err != nil {
		return Section{}, err
	}
	if err := l.rest(s); err != nil {
		return Section{}, err
	}
	rss, pss := memory(s.cmd.Process.Pid)
	peer, err := l.pocketbase(l.dir)
	if err != nil {
		return Section{}, err
	}
	sizes, err := sizesOf(l.binary, peer.cmd.Path)
	if err != nil {
		return Section{}, err
	}
	t := Table{Head: []string{"", "start to the first page s", "CPU s of it", "again, with its data s", "CPU s of it", "memory at rest MB (RSS)", "(PSS)", "program MB"}}
	t.add("Vitrine", number(median(empty.times)), number(median(empty.efforts)), number(median(kept.times)), number(median(kept.efforts)), number(mega(rss)), number(mega(pss)), number(sizes[0]))
	t.add("PocketBase (without pages)", "", "", number(peer.ready.Seconds()), number(peer.effort.Seconds()), number(peer.rss()), "", number(sizes[1]))
	return Section{
		Title:  "Start, memory, size",
		Text:   fmt.Sprintf("Medians of 7 starts, from the start of the process to the whole first answer of `/`: on an empty folder (it makes the database, the content and the administrator, and renders), and again on that folder. Memory is taken when all %d pages of the sitemap were asked for and nothing is left to do.", pages),
		Tables: []Table{t},
		Targets: []Target{
			atMost("start on an empty folder to the first page", median(empty.times), .3, " s"),
			atMost("start with data to the first page", median(kept.times), .3, " s"),
			atMost("memory at rest with all pages rendered", mega(rss), 45, " MB"),
			atMost("size of the program", sizes[0], 50, " MB"),
		},
	}, nil
}

var location = regexp.MustCompile(`<loc>https?://[^/<]+([^<]*)</loc>`)

// allPages asks for every page of the sitemap and counts them.
func (l *lab) allPages(s *server) (int, error) {
	a, err := l.fetch(s, request{method: "GET", path: "/sitemap.xml"})
	if err != nil {
		return 0, err
	}
	sitemap, err := decoded(a)
	if err != nil {
		return 0, err
	}
	found := location.FindAllSubmatch(sitemap, -1)
	for _, m := range found {
		if _, err := timed(l, s, request{method: "GET", path: string(m[1])}); err != nil {
			return 0, fmt.Errorf("%s: %w", m[1], err)
		}
	}
	return len(found), nil
}

func sizesOf(programs ...string) (out []float64, err error) {
	for _, p := range programs {
		info, err := os.Stat(filepath.Clean(p))
		if err != nil {
			return nil, err
		}
		out = append(out, mega(info.Size()))
	}
	return out, nil
}

func mega(bytes int64) float64 { return float64(bytes) / (1 << 20) }
