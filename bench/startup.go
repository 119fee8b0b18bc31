package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// startup measures starts, memory at rest and the size of the program.
func startup(l *lab) (Section, error) {
	const starts = 7
	var empty, kept []float64
	for i := range starts {
		data := fmt.Sprintf("data%d", i)
		for _, times := range []*[]float64{&empty, &kept} {
			s, err := l.vitrine(data)
			if err != nil {
				return Section{}, err
			}
			*times = append(*times, s.ready.Seconds())
			if times == &empty { // so that pages are there to be kept
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
	time.Sleep(10 * time.Second) // at rest
	rss, pss := memory(s.cmd.Process.Pid)
	peer, err := l.pocketbase(l.dir)
	if err != nil {
		return Section{}, err
	}
	sizes, err := sizesOf(l.binary, peer.cmd.Path)
	if err != nil {
		return Section{}, err
	}
	t := Table{Head: []string{"", "start to the first page s", "again, with its data s", "memory at rest MB (RSS)", "(PSS)", "program MB"}}
	t.add("Vitrine", number(median(empty)), number(median(kept)), number(mega(rss)), number(mega(pss)), number(sizes[0]))
	t.add("PocketBase (without pages)", number(peer.ready.Seconds()), "", number(peer.rss()), "", number(sizes[1]))
	return Section{
		Title:  "Start, memory, size",
		Text:   fmt.Sprintf("Medians of %d starts, from the start of the process to the whole first answer of `/`: on an empty folder (it makes the database, the content and the administrator, and renders), and again on that folder. Memory is taken 10 s after all %d pages of the sitemap were asked for.", starts, pages),
		Tables: []Table{t},
		Targets: []Target{
			atMost("start on an empty folder to the first page", median(empty), .3, " s"),
			atMost("start with data to the first page", median(kept), .3, " s"),
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
