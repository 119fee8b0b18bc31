package main_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// TestTheServerCallsNobody puts the address of a listener wherever users may
// write one and uses the site; a soak looks at every connection that the program
// opens.
func TestTheServerCallsNobody(t *testing.T) {
	var called atomic.Int64
	trap := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called.Add(1) }))
	defer trap.Close()
	s := start(t, settings(t.TempDir()))
	opened := func() string { return "" }
	if soaking() {
		opened = connections(t, s)
	}
	token := s.signIn(boss, bossWord)
	link := trap.URL + "/logo.png"
	writes := 0
	write := func(method, path string, row map[string]any) {
		t.Helper()
		writes++
		if a := s.ask(method, "/rest/v1/"+path, token, row); a.status > 299 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	write("POST", "portfolio_companies", map[string]any{"name": "C", "description": "D", "logo_url": link, "website_url": link, "display_order": 1})
	write("POST", "team_members", map[string]any{"name": "N", "position": "P", "image_url": link, "linkedin_url": link})
	write("POST", "navigation_links", map[string]any{"name": "N", "path": link, "external": true, "order": 1})
	write("POST", "footer_links", map[string]any{"name": "N", "path": link, "external": true, "order": 1, "section": "company"})
	write("PATCH", "footer_content?id=eq.1", map[string]any{"social_links": []map[string]string{{"platform": "X", "url": link}}})
	write("PATCH", "hero_content?id=gt.0", map[string]any{"subtitle": `<a href="` + link + `">x</a>`})
	write("POST", "contact_form_submissions", map[string]any{"name": "N", "email": "n@example.com", "subject": link, "message": link})
	s.ask("POST", "/functions/v1/send-contact-notification", "", map[string]string{"name": "N", "email": "n@example.com", "subject": link, "message": link})
	s.ask("POST", "/storage/v1/object/upload/sign/portfolio-logos/a.png", token, map[string]string{"url": link})
	s.ask("GET", "/storage/v1/render/image/public/portfolio-logos/"+link, "", nil)
	s.putLogo("a.png", token, noise(t, 20))
	s.readsGoOn()
	s.stop()
	for line := range strings.SplitSeq(opened(), "\n") {
		if strings.Contains(line, "AF_INET") {
			t.Errorf("the program connects: %s", line)
		}
	}
	if called.Load() > 0 {
		t.Errorf("the address of a user was called %d times", called.Load())
	}
	figures(t, "%d rows with an address of ours in every column that takes one: 0 connections opened by the program", writes)
}

// connections traces what a server connects to, until it has stopped.
func connections(t *testing.T, s *server) func() string {
	t.Helper()
	log := filepath.Join(t.TempDir(), "calls")
	trace := exec.Command(needs(t, "strace"), "-f", "-q", "-o", log, "-e", "trace=connect", "-p", fmt.Sprint(s.cmd.Process.Pid))
	if err := trace.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { trace.Wait(); close(ended) }()
	t.Cleanup(func() { trace.Process.Kill(); <-ended })
	s.eventually("the tracer sees every thread", func() bool {
		select {
		case <-ended:
			t.Skip("strace may not attach to a process here")
		default:
		}
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", s.cmd.Process.Pid))
		for _, thread := range threads {
			status, err := os.ReadFile(thread)
			if err != nil || strings.Contains(string(status), "TracerPid:\t0\n") {
				return false
			}
		}
		return err == nil && len(threads) > 0
	})
	return func() string {
		<-ended
		raw, err := os.ReadFile(log)
		if err != nil || len(raw) == 0 {
			t.Errorf("nothing was traced: %v", err)
		}
		return string(raw)
	}
}
