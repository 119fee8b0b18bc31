package main_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/mail/mailtest"
)

// TestNobodyHasToAskForTheMailAboutAVisitor stores what visitors leave and
// never makes the second call of the page, as when the tab is closed.
func TestNobodyHasToAskForTheMailAboutAVisitor(t *testing.T) {
	t.Parallel()
	smtp := mailtest.Start(t)
	s := start(t, settings(t.TempDir(), "VITRINE_LIMITS=on", "VITRINE_SMTP_URL="+smtp.URL(), "VITRINE_MAIL_TO=studio@example.com"))
	token := s.signIn(boss, bossWord)
	message := func(n int) map[string]string {
		return map[string]string{"name": "Ann", "email": fmt.Sprintf("ann%d@example.org", n), "subject": fmt.Sprint("Question ", n), "message": fmt.Sprint("Number ", n)}
	}
	add := func(table, token string, row map[string]string) {
		t.Helper()
		if a := s.ask("POST", "/rest/v1/"+table, token, row); a.status != 201 {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	wants := func(what string, want ...string) {
		t.Helper()
		slices.Sort(want)
		var got []string
		s.eventually(what, func() bool {
			got = nil
			for _, l := range smtp.Letters() {
				got = append(got, l.To)
			}
			slices.Sort(got)
			return len(got) >= len(want)
		})
		if !slices.Equal(got, want) {
			t.Errorf("%s: letters to %v", what, got)
		}
	}
	add("contact_form_submissions", token, message(0)) // staff know what they enter
	add("newsletter_subscriptions", token, map[string]string{"email": "list@example.org"})
	add("contact_form_submissions", "", message(1))
	wants("a message", "ann1@example.org", "studio@example.com")
	add("newsletter_subscriptions", "", map[string]string{"email": "reader@example.org"})
	wants("a subscription", "ann1@example.org", "studio@example.com", "studio@example.com")
	for _, call := range []struct {
		function string
		body     map[string]string
	}{{"send-contact-notification", message(1)}, {"send-newsletter-notification", map[string]string{"email": "reader@example.org"}}} {
		if a := s.ask("POST", "/functions/v1/"+call.function, "", call.body); a.status != 200 || a.body != `{"success":true}` {
			t.Errorf("a late call of %s: %d %s", call.function, a.status, a.body)
		}
	}
	add("contact_form_submissions", "", message(2))
	wants("another message", "ann1@example.org", "ann2@example.org", "studio@example.com", "studio@example.com", "studio@example.com")
	for _, l := range smtp.Letters() {
		if strings.Contains(l.Raw, "list@example.org") || strings.Contains(l.Raw, "Question 0") {
			t.Errorf("a letter about what staff entered: %s", l.Raw)
		}
	}
}
