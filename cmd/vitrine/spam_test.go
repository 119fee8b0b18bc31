package main_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestAMessageGoesThroughTheShield drives the program as the contact page
// does: a token, the message, the notification; then staff look at it.
func TestAMessageGoesThroughTheShield(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, settings(dir, "VITRINE_LIMITS=on"))
	token := s.signIn(boss, bossWord)
	write := func(subject, trap string) {
		t.Helper()
		var form struct{ Token string }
		if err := json.Unmarshal([]byte(s.ask("GET", "/functions/v1/form-token", "", nil).body), &form); err != nil || form.Token == "" {
			t.Fatalf("no token: %v", err)
		}
		time.Sleep(3100 * time.Millisecond) // as long as a person types
		message := map[string]string{"name": "Ann", "email": "ann@example.com", "subject": subject, "message": "A question about " + subject}
		header := url.Values{"token": {form.Token}, "trap": {trap}}.Encode()
		if a := s.ask("POST", "/rest/v1/contact_form_submissions", "", message, "x-vitrine-form", header); a.status != 201 || a.body != "" {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a := s.ask("POST", "/functions/v1/send-contact-notification", "", message); a.status != 200 || !strings.Contains(a.body, `"success":true`) {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	letters := func() int {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(dir, "outbox", "*.eml"))
		if err != nil {
			t.Fatal(err)
		}
		return len(found)
	}
	staff := func(procedure string, args any) string {
		t.Helper()
		a := s.ask("POST", "/rest/v1/rpc/"+procedure, token, args)
		if a.status != 200 {
			t.Errorf("%s: %d %s", procedure, a.status, a.body)
		}
		return a.body
	}
	write("traps", "http://x")
	if n := letters(); n != 0 {
		t.Errorf("%d letters about a message that no person typed", n)
	}
	var held []struct {
		ID      int
		Reasons []string `json:"spam_reasons"`
	}
	json.Unmarshal([]byte(s.ask("GET", "/rest/v1/contact_form_submissions?quarantined_at=not.is.null", token, nil).body), &held)
	if len(held) != 1 || fmt.Sprint(held[0].Reasons) != "[A field that no person sees was filled in]" {
		t.Fatalf("in quarantine: %v", held)
	}
	if got := staff("release_message", map[string]int{"id": held[0].ID}); strings.Count(got, `"state":"kept"`) != 2 || letters() != 2 {
		t.Errorf("released: %s, %d letters", got, letters())
	}
	write("patience", "")
	if n := letters(); n != 4 {
		t.Errorf("%d letters after a person wrote", n)
	}
	if got := staff("message_mail", map[string][]int{"ids": {held[0].ID, held[0].ID + 1}}); strings.Count(got, `"state":"kept"`) != 4 {
		t.Errorf("the state is %s", got)
	}
	staff("resend_mail", map[string]any{"id": held[0].ID, "kind": "studio"})
	if n := letters(); n != 5 {
		t.Errorf("%d letters after sending one again", n)
	}
	for _, procedure := range []string{"message_mail", "resend_mail", "release_message"} {
		if a := s.ask("POST", "/rest/v1/rpc/"+procedure, "", map[string]int{"id": 1}); a.status != 401 || !strings.Contains(a.body, "42501") {
			t.Errorf("a visitor calls %s: %d %s", procedure, a.status, a.body)
		}
	}
}

func TestPagesAreNeverThrottled(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir(), "VITRINE_LIMITS=on"))
	for n := range 300 {
		for _, page := range []string{"/", "/about", "/robots.txt"} {
			if a := s.ask("GET", page, "", nil); a.status != 200 {
				t.Fatalf("%s is %d after %d of each page", page, a.status, n)
			}
		}
	}
	var held atomic.Bool
	var readers sync.WaitGroup
	for range 16 {
		readers.Go(func() {
			for n := 0; n < 300 && !held.Load(); n++ {
				if a := s.ask("GET", "/rest/v1/team_members?select=id", "", nil); a.status == 429 && a.header.Get("Retry-After") != "" {
					held.Store(true)
				}
			}
		})
	}
	readers.Wait()
	if !held.Load() {
		t.Error("4,800 reads of a table at once are not too many")
	}
}
