package main_test

import (
	"bytes"
	"image"
	"image/png"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/store/storetest"
)

func get(t testing.TB, url string) (int, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

func TestWhatHappensIsCounted(t *testing.T) {
	ops := storetest.FreeAddress()
	s := start(t, append(settings(t.TempDir()), "VITRINE_OPS_ADDR="+ops))
	theMetricsOfTheDocsAreIn(t, s.metrics(ops))
	token := s.signIn(boss, bossWord)
	s.tryToSignIn(boss, "not this one")
	for range 3 {
		s.ask("GET", "/", "", nil)
		s.ask("GET", "/rest/v1/team_members?select=name", "", nil)
	}
	s.ask("GET", "/no/such/page", "", nil)
	s.upload(token, "a.png")
	s.upload(token, "a.png")
	text := s.metrics(ops)
	for _, want := range []string{
		`vitrine_requests_total\{class="2xx",surface="site"\} [3-9]`, `vitrine_requests_total\{class="4xx",surface="site"\} 1`,
		`vitrine_requests_total\{class="4xx",surface="auth"\} 1`, `vitrine_request_seconds_count\{surface="rest"\} [1-9]`,
		`vitrine_cache_total\{cache="page",result="hit"\} [1-9]`, `vitrine_cache_total\{cache="rest",result="hit"\} 2`, `vitrine_cache_total\{cache="rest",result="miss"\} 1`,
		`vitrine_render_seconds_count\{page="home",result="ok"\} [1-9]`, `vitrine_sign_ins_total\{result="ok"\} 1`, `vitrine_sign_ins_total\{result="refused"\} 1`,
		`vitrine_uploads_total\{result="stored"\} 1`, `vitrine_uploads_total\{result="refused"\} 1`,
		`vitrine_writer_commits_total [1-9]`, `vitrine_writer_queue_length 0`, `vitrine_database_connections_max [1-9]`,
		`vitrine_backups_total\{result="kept"\} 0`, `vitrine_backups_total\{result="failed"\} 0`, `vitrine_backup_last_success_timestamp_seconds 0`, `vitrine_backup_lost_uploads 0`,
		`vitrine_restore_trials_total\{result="passed"\} 0`, `vitrine_restore_trials_total\{result="failed"\} 0`, `vitrine_restore_trial_last_success_timestamp_seconds 0`,
		`vitrine_mail_waiting 0`, `vitrine_realtime_sockets 0`, `process_resident_memory_bytes`,
	} {
		if !regexp.MustCompile(`(?m)^` + want).MatchString(text) {
			t.Errorf("no line %s", want)
		}
	}
	for _, profile := range []string{"", "heap?debug=1", "goroutine", "profile?seconds=1", "trace?seconds=0.01"} {
		if status, body := get(t, "http://"+ops+"/debug/pprof/"+profile); status != 200 || body == "" {
			t.Errorf("the profile %q: %d", profile, status)
		}
	}
	if status, _ := get(t, s.url+"/debug/pprof/"); status != 404 {
		t.Errorf("profiles are public: %d", status)
	}
	if status, _ := get(t, s.url+"/metrics"); status != 404 {
		t.Errorf("the public address shows metrics: %d", status)
	}
}

// metrics waits for them: their door opens beside the server's.
func (s *server) metrics(ops string) string {
	s.Helper()
	s.eventually("the metrics are there", func() bool {
		c, err := net.Dial("tcp", ops)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
	_, text := get(s, "http://"+ops+"/metrics")
	return text
}

// theMetricsOfTheDocsAreIn looks before anything has happened: a series that
// begins with its first event has no rate for it.
func theMetricsOfTheDocsAreIn(t *testing.T, text string) {
	t.Helper()
	for _, file := range []string{"../../deploy/grafana.json", "../../docs/operating.md"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := regexp.MustCompile(`\b(vitrine_[a-z_]*[a-z]|(process|go)_[a-z]+_[a-z_]+[a-z]|go_goroutines)\b`).FindAllString(string(raw), -1)
		if len(names) < 10 {
			t.Errorf("%s names only %v", file, names)
		}
		for _, name := range names {
			if !strings.Contains(text, "\n"+name) {
				t.Errorf("%s names %s, which there is not", file, name)
			}
		}
	}
	for _, want := range []string{`vitrine_mail_tries_total{result="failed"} 0`, `vitrine_render_seconds_count{page="job",result="failed"} 0`, `vitrine_cache_total{cache="rest",result="miss"} 0`, `vitrine_sign_ins_total{result="crowded"} 0`, `vitrine_uploads_total{result="failed"} 0`} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("no line %s", want)
		}
	}
}

func (s *server) upload(token, name string) {
	s.Helper()
	var logo bytes.Buffer
	png.Encode(&logo, image.NewGray(image.Rect(0, 0, 8, 8)))
	r, err := http.NewRequest("POST", s.url+"/storage/v1/object/portfolio-logos/"+name, &logo)
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	res.Body.Close()
}

func TestACollectorThatIsAwayIsSaidOnce(t *testing.T) {
	s := start(t, settings(t.TempDir(), "OTEL_EXPORTER_OTLP_ENDPOINT=http://"+storetest.FreeAddress(), "OTEL_BSP_SCHEDULE_DELAY=10", "OTEL_EXPORTER_OTLP_TIMEOUT=200"))
	s.ask("GET", "/", "", nil)
	s.eventually("the log says so", func() bool { return strings.Contains(s.stderr.String(), "the collector takes no traces") })
	s.ask("GET", "/", "", nil)
	if code := s.stop(); code != 0 || strings.Count(s.stderr.String(), "level=WARN") != 1 {
		t.Errorf("exit code %d\n%s", code, s.stderr)
	}
}

func TestTracesAreSentWhenAsked(t *testing.T) {
	var mu sync.Mutex
	var sent bytes.Buffer
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		io.Copy(&sent, r.Body)
	}))
	defer collector.Close()
	s := start(t, append(settings(t.TempDir()), "OTEL_EXPORTER_OTLP_ENDPOINT="+collector.URL, "OTEL_EXPORTER_OTLP_COMPRESSION=none", "OTEL_SERVICE_NAME=studio"))
	s.ask("GET", "/rest/v1/newsletter_subscriptions?email=eq.someone@example.com", "", nil, "Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	mu.Lock()
	defer mu.Unlock()
	for _, want := range []string{"GET rest", "/rest/v1/newsletter_subscriptions", "studio", "\x0a\xf7\x65\x19\x16\xcd\x43\xdd"} {
		if !bytes.Contains(sent.Bytes(), []byte(want)) {
			t.Errorf("%q was not sent", want)
		}
	}
	if bytes.Contains(sent.Bytes(), []byte("someone")) {
		t.Error("an address was sent to the collector")
	}
}
