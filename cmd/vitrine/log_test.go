package main_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// lines reads a log in JSON; anything else in it is a mistake.
func (s *server) lines() []map[string]any {
	s.Helper()
	var out []map[string]any
	for line := range strings.Lines(s.stderr.String()) {
		if !strings.HasSuffix(line, "\n") {
			break // the rest of it is on its way
		}
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			s.Fatalf("no JSON in the log: %q", line)
		}
		out = append(out, m)
	}
	return out
}

// logged tells whether a line with the values is there.
func (s *server) logged(message string, values ...string) bool {
	s.Helper()
	return slices.ContainsFunc(s.lines(), func(line map[string]any) bool {
		for i := 0; i < len(values); i += 2 {
			if line[values[i]] != values[i+1] {
				return false
			}
		}
		return line["msg"] == message
	})
}

func TestEachWriteIsAnnouncedInTheLogWithoutItsContent(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir(), "VITRINE_LOG=json,debug"))
	token := s.signIn(boss, bossWord)
	var me struct{ ID string }
	if err := json.Unmarshal([]byte(s.ask("GET", "/auth/v1/user", token, nil).body), &me); err != nil || me.ID == "" {
		t.Fatalf("who am I: %v", err)
	}
	const (
		address = "private.person@example.com"
		private = "a very private text"
	)
	type object = map[string]any
	for _, c := range []struct {
		method, path, token string
		body                any
		status              int
		attempt             string
	}{
		{"POST", "/rest/v1/newsletter_subscriptions", "", object{"email": address}, 201, "insert newsletter_subscriptions"},
		{"POST", "/rest/v1/newsletter_subscriptions", "", object{"email": address}, 409, "insert newsletter_subscriptions"},
		{"POST", "/rest/v1/contact_form_submissions", "", object{"name": private, "email": address, "subject": private, "message": private}, 201, "insert contact_form_submissions"},
		{"PATCH", "/rest/v1/hero_content?id=eq.1", token, object{"title": private}, 204, "update hero_content"},
		{"DELETE", "/rest/v1/newsletter_subscriptions?email=eq." + address, token, nil, 204, "delete newsletter_subscriptions"},
		{"POST", "/rest/v1/rpc/save_job", token, object{"title": private}, 200, "insert job_listings"},
		{"POST", "/rest/v1/rpc/increment_job_ranks", token, object{}, 204, "update job_listings"},
	} {
		a := s.ask(c.method, c.path, c.token, c.body)
		if a.status != c.status {
			t.Errorf("%s %s: %d %s", c.method, c.path, a.status, a.body)
			continue
		}
		user := "anon"
		if c.token != "" {
			user = me.ID
		}
		s.eventually("the log has the attempt "+c.attempt, func() bool {
			return s.logged("write", "attempt", c.attempt, "user", user, "request", a.header.Get("X-Request-Id"))
		})
	}
	for _, c := range []answer{
		s.ask("GET", "/rest/v1/newsletter_subscriptions?email=eq."+address, "", nil),
		s.ask("POST", "/auth/v1/token?grant_type=password", "", object{"email": address, "password": private}),
		s.ask("POST", "/auth/v1/recover", "", object{"email": boss}),
		s.ask("POST", "/functions/v1/send-contact-notification", "", object{"name": private, "email": address, "subject": private, "message": private}),
		s.ask("GET", "/auth/v1/user", "forged."+token, nil),
	} {
		if c.status >= 500 {
			t.Errorf("%d %s", c.status, c.body)
		}
	}
	s.stop()
	s.lines()
	for what, text := range map[string]string{
		"an address": address, "the administrator's address": boss, "a text": private, "a password": bossWord, "a token": token,
		"the signature of a token": token[strings.LastIndex(token, ".")+1:], "the name of an address": "private.person", "a hash": "argon2",
	} {
		if strings.Contains(s.stderr.String(), text) {
			for line := range strings.Lines(s.stderr.String()) {
				if strings.Contains(line, text) {
					t.Errorf("the log holds %s: %s", what, line)
				}
			}
		}
	}
}

func TestTheLogIsTextUnlessJSONIsAskedFor(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	s.ask("POST", "/rest/v1/newsletter_subscriptions", "", map[string]string{"email": "a@example.com"})
	s.stop()
	if !strings.Contains(s.stderr.String(), `msg=write attempt="insert newsletter_subscriptions" user=anon request=`) {
		t.Errorf("log: %s", s.stderr)
	}
}
