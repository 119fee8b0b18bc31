package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
)

// visit is what Lighthouse saw of one page.
type visit struct {
	Performance, Accessibility, Practices, SEO float64
	LCP, TBT, CLS                              float64
	Requests                                   []struct{ URL, Type string }
	Failing                                    []string
}

const signInScreen = "/admin/login"

// shownPages are those that a browser looks at: the first ones, a job, and its form.
var shownPages = slices.Concat(publicPages, []string{"/careers/" + shownJob, "/careers/" + shownJob + "/apply"})

// shownJob is the slug of the first job that a new site comes with.
const shownJob = "founding-engineer-agentic-checkout"

// browser looks at the pages with Lighthouse, beside pages of the same bytes
// without scripts on nginx.
func browser(l *lab) (Section, error) {
	ours, err := l.vitrine("data")
	if err != nil {
		return Section{}, err
	}
	root, err := l.copySite(ours)
	if err != nil {
		return Section{}, err
	}
	static, err := l.nginx(root, "/", nil)
	if err != nil {
		return Section{}, err
	}
	var urls []string
	for range 3 {
		urls = append(urls, ours.url+signInScreen)
		for _, path := range shownPages {
			urls = append(urls, ours.url+path, static.url+path)
		}
	}
	visits, err := browse[visit](l, "run.mjs", urls)
	if err != nil {
		return Section{}, err
	}
	hydration, err := l.hydrated(ours, static)
	if err != nil {
		return Section{}, err
	}
	weights, targets, err := l.weigh(ours, urls, visits)
	if err != nil {
		return Section{}, err
	}
	scores, judged := judge(ours.url, static.url, urls, visits)
	return Section{
		Title: "Pages in a browser",
		Text: "Lighthouse with its mobile preset (a slow phone on slow 4G, simulated), medians of 3 visits in turns. The static page is the same document with the same stylesheet, fonts and images from nginx, but without its scripts: " +
			"what a page can reach that never becomes interactive. Weights are bytes on the wire with brotli, without header fields. " +
			"Lighthouse leaves before React comes, so the last table asks for it as a pointer over a form does, in Chromium with a processor four times as slow and the network as it is, medians of 5 visits in turns.",
		Tables:  []Table{weights, scores, hydration},
		Targets: append(targets, judged...),
	}, nil
}

// browse has a script of ours visit addresses one after the other, and reads
// what it saw of each.
func browse[T any](l *lab, script string, urls []string) ([]T, error) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(l, "node", append([]string{script}, urls...)...)
	cmd.Dir = filepath.Join(l.root, "bench", "lighthouse")
	cmd.Env = append(os.Environ(), "CHROME_PATH="+chromium)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // so that it ends its browser
	cmd.WaitDelay = 10 * time.Second
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", script, err, said.Bytes())
	}
	var visits []T
	for line := range bytes.Lines(out) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return nil, fmt.Errorf("%s said %s: %w", script, line, err)
		}
		visits = append(visits, v)
	}
	if len(visits) != len(urls) {
		return nil, fmt.Errorf("%s made %d visits of %d", script, len(visits), len(urls))
	}
	return visits, nil
}

var (
	assetName  = regexp.MustCompile(`/(?:assets/[\w./-]+\.\w+|(?:cards/)?[\w-]+\.(?:svg|ico|png|webmanifest))`)
	liveScript = regexp.MustCompile(`<script type="module"[^>]*></script>`)
)

// copySite puts the pages without their scripts, and all that they show, in
// a folder for nginx.
func (l *lab) copySite(s *server) (string, error) {
	root, err := l.folder("static")
	if err != nil {
		return "", err
	}
	files := map[string]bool{}
	for _, path := range shownPages {
		page, err := l.settled(s, request{method: "GET", path: path})
		if err != nil {
			return "", err
		}
		html, err := decoded(page)
		if err != nil {
			return "", err
		}
		still := liveScript.ReplaceAll(html, nil)
		if bytes.Equal(still, html) {
			return "", fmt.Errorf("%s has no script to leave out", path)
		}
		var packed bytes.Buffer
		w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
		w.Write(still)
		w.Close()
		page.Body = packed.Bytes()
		name := strings.TrimPrefix(path, "/") + ".html"
		if path == "/" {
			name = "index.html"
		}
		if err := putPage(root, name, page); err != nil {
			return "", err
		}
		for _, file := range assetName.FindAllString(string(still), -1) {
			files[file] = true
		}
	}
	return root, l.copyFiles(s, root, files)
}

// copyFiles copies what pages name, and what the stylesheets among it name.
func (l *lab) copyFiles(s *server, root string, files map[string]bool) error {
	var waiting []string
	for file := range files {
		waiting = append(waiting, file)
	}
	for i := 0; i < len(waiting); i++ {
		a, err := l.fetch(s, request{method: "GET", path: waiting[i]})
		if err != nil {
			return err
		}
		if err := putPage(root, waiting[i], a); err != nil {
			return err
		}
		if filepath.Ext(waiting[i]) != ".css" {
			continue
		}
		css, err := decoded(a)
		if err != nil {
			return err
		}
		for _, file := range assetName.FindAllString(string(css), -1) {
			if !files[file] {
				files[file], waiting = true, append(waiting, file)
			}
		}
	}
	return nil
}
