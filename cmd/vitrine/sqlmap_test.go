package main_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestSqlmapFindsNothing lets sqlmap loose on six addresses, at the level at
// which it tries headers too.
func TestSqlmapFindsNothing(t *testing.T) {
	long(t)
	t.Parallel()
	tool := needs(t, "sqlmap")
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	front, seen := counting(t, s.url)
	targets := map[string][]string{
		"filters":    {"-u", front + "/rest/v1/team_members?name=eq.Ada&id=gt.0"},
		"order":      {"-u", front + "/rest/v1/job_listings?order=rank.asc&limit=5"},
		"select":     {"-u", front + "/rest/v1/hero_content?select=title"},
		"procedures": {"-u", front + "/rest/v1/rpc/save_job", "--data", `{"id":1,"version":1,"title":"Role","location":"Berlin"}`},
		"functions":  {"-u", front + "/functions/v1/send-contact-notification", "--data", `{"name":"N","email":"n@example.com","subject":"S","message":"M"}`},
		"sessions":   {"-u", front + "/auth/v1/token?grant_type=refresh_token", "--data", `{"refresh_token":"abc"}`},
	}
	var runs sync.WaitGroup
	turns := make(chan bool, 2)
	for name, args := range targets {
		runs.Go(func() {
			turns <- true
			defer func() { <-turns }()
			args = append(args, "--batch", "--level=3", "--risk=2", "--flush-session", "--disable-coloring", "--time-sec=2", "--ignore-code=*", "--skip-waf",
				"--output-dir="+t.TempDir(), "--headers=Content-Type: application/json\napikey: "+anonKey+"\nAuthorization: Bearer "+token)
			out, _ := exec.CommandContext(t.Context(), tool, args...).CombinedOutput()
			text := string(out)
			if !strings.Contains(text, "all tested parameters do not appear to be injectable") || strings.Contains(text, "sqlmap identified the following injection point") {
				t.Errorf("%s: %s", name, text[max(0, len(text)-3000):])
			}
		})
	}
	runs.Wait()
	if seen.failed.Load() > 0 || seen.asked.Load() < 1000 {
		t.Errorf("%d of %d requests of sqlmap are answered 5xx", seen.failed.Load(), seen.asked.Load())
	}
	figures(t, "sqlmap at level 3 over %d addresses: %d requests, 0 findings, %d answers of 5xx", len(targets), seen.asked.Load(), seen.failed.Load())
}

// tally is what went through a proxy.
type tally struct{ asked, failed atomic.Int64 }

func counting(t testing.TB, to string) (string, *tally) {
	t.Helper()
	target, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	seen := &tally{}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(r *http.Response) error {
		seen.asked.Add(1)
		if r.StatusCode >= 500 {
			seen.failed.Add(1)
			t.Logf("%s %s is %d", r.Request.Method, r.Request.URL, r.StatusCode)
		}
		return nil
	}
	front := httptest.NewServer(proxy)
	t.Cleanup(front.Close)
	return front.URL, seen
}
