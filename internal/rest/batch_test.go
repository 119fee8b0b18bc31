package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/store"
)

type part struct {
	Status  int
	Headers map[string]string
	Body    string
}

func (s *site) batch(c call) (answer, []part) {
	s.Helper()
	c.method, c.path, c.header = "POST", "batch", []string{"Content-Type: application/json"}
	out := s.ask(c)
	var parts []part
	if out.status == http.StatusOK {
		if err := json.Unmarshal([]byte(out.body), &parts); err != nil {
			s.Fatal(err)
		}
	}
	return out, parts
}

func TestABatchAnswersEachAsOnItsOwn(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		requests := []call{
			{method: "GET", path: "hero_content?select=title,version"},
			{method: "HEAD", path: "job_listings?select=id", header: []string{"Prefer: count=exact"}},
			{method: "GET", path: "hero_content?select=title", header: []string{"Accept: application/vnd.pgrst.object+json"}},
			{method: "GET", path: "no_such_table"},
			{method: "POST", path: "rpc/no_such_procedure", body: "{}", header: []string{"Content-Type: application/json"}},
		}
		var all []string
		for _, c := range requests {
			headers := map[string]string{}
			for _, line := range c.header {
				name, value, _ := strings.Cut(line, ": ")
				headers[name] = value
			}
			raw, _ := json.Marshal(map[string]any{"method": c.method, "path": "/rest/v1/" + c.path, "headers": headers, "body": c.body})
			all = append(all, string(raw))
		}
		_, parts := s.batch(call{as: editor, body: "[" + strings.Join(all, ",") + "]"})
		if len(parts) != len(requests) {
			t.Fatalf("%d requests have %d answers", len(requests), len(parts))
		}
		for i, c := range requests {
			c.as = editor
			alone, within := s.ask(c), parts[i]
			if alone.status != within.Status || alone.body != within.Body {
				t.Errorf("%s %s is %d %s alone and %d %s in a batch", c.method, c.path, alone.status, alone.body, within.Status, within.Body)
			}
			for _, name := range []string{"Content-Type", "Content-Range", "Cache-Control"} {
				if alone.header.Get(name) != within.Headers[name] {
					t.Errorf("%s of %s is %q alone and %q in a batch", name, c.path, alone.header.Get(name), within.Headers[name])
				}
			}
		}
	})
}

func TestABatchIsForStaffWhoReadAndCall(t *testing.T) {
	s := onSQLite(t)
	read := `{"method": "GET", "path": "/rest/v1/hero_content"}`
	for name, who := range everybody {
		out, _ := s.batch(call{as: who, body: "[" + read + "]"})
		if isStaff := name == "editor" || name == "admin"; isStaff != (out.status == http.StatusOK) {
			t.Errorf("%s: %d %s", name, out.status, out.body)
		}
	}
	for _, body := range []string{
		`{}`, `[1]`, `[`,
		`[{"method": "GET", "path": "/rest/v1/batch"}]`,
		`[{"method": "GET", "path": "/auth/v1/user"}]`,
		`[{"method": "GET", "path": "//evil.example/rest/v1/hero_content"}]`,
		`[{"method": "GET", "path": "https://evil.example/rest/v1/hero_content"}]`,
		`[{"method": "GET", "path": "/rest/v1/../../auth/v1/user"}]`,
		`[{"method": "PATCH", "path": "/rest/v1/hero_content?id=eq.1", "body": "{}"}]`,
		`[{"method": "DELETE", "path": "/rest/v1/job_listings?id=gt.0"}]`,
		`[{"method": "POST", "path": "/rest/v1/job_listings", "body": "{}"}]`,
		`[{"method": "GET\r\nX: y", "path": "/rest/v1/hero_content"}]`,
		"[" + strings.Repeat(read+",", 50) + read + "]",
	} {
		if out, parts := s.batch(call{as: editor, body: body}); out.status != http.StatusBadRequest {
			if len(parts) != 1 || parts[0].Status < 400 || parts[0].Status >= 500 {
				t.Errorf("%s: %d %s", body, out.status, out.body)
			}
		}
	}
	if out := s.ask(call{as: editor, method: "GET", path: "batch"}); out.status != http.StatusMethodNotAllowed {
		t.Errorf("GET: %d", out.status)
	}
}

func TestABatchIsNoWayAroundTheLimits(t *testing.T) {
	s := newSite(t, store.Options{Dir: t.TempDir()}, limit.New(func() time.Time { return noon }))
	var refused int
	for i := range 10 {
		reads := make([]string, 50)
		for j := range reads {
			reads[j] = fmt.Sprintf(`{"method": "GET", "path": "/rest/v1/hero_content?limit=%d"}`, i*50+j)
		}
		_, parts := s.batch(call{as: editor, body: "[" + strings.Join(reads, ",") + "]"})
		for _, p := range parts {
			if p.Status == http.StatusTooManyRequests {
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("500 reads at once were all answered")
	}
}
