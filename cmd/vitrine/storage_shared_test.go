package main_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

func TestServersWithFoldersOfTheirOwnAreWarned(t *testing.T) {
	t.Parallel()
	url := "VITRINE_DATABASE_URL=" + storetest.PostgresURL(t)
	env := settings(t.TempDir(), url)
	const words = "missing on the others"
	first := start(t, env)
	first.eventually("doctor sees one server", func() bool {
		r := run(t, env, "", "doctor", "--no-mail")
		return strings.Contains(r.stdout, "ok     storage") && !strings.Contains(r.stdout, words)
	})
	second := start(t, settings(t.TempDir(), url))
	second.eventually("the second warns", func() bool { return strings.Contains(second.stderr.String(), words) })
	second.eventually("doctor sees both", func() bool {
		r := run(t, env, "", "doctor", "--no-mail")
		return strings.Contains(r.stdout, "look   storage") && strings.Contains(r.stdout, "2 servers") && strings.Contains(r.stdout, words)
	})
	if strings.Contains(first.stderr.String(), words) {
		t.Error("a server alone warns of itself")
	}
}

func TestUsersAreManagedBesideARunningServer(t *testing.T) {
	t.Parallel()
	env := settings(t.TempDir())
	s := start(t, env)
	user := func(stdin string, args ...string) result {
		t.Helper()
		return run(t, env, stdin, append([]string{"user"}, args...)...)
	}
	good := func(r result) string {
		t.Helper()
		if r.code != 0 || r.stderr != "" {
			t.Fatalf("%+v", r)
		}
		return r.stdout
	}
	const ed, word, newWord = "Ed@Example.com", "correct horse battery", "another horse battery"
	good(user(word+"\n", "add", "--email", ed, "--role", "editor", "--password-stdin"))
	token := s.signIn("ed@example.com", word)
	shift := func() int { return s.ask("POST", "/rest/v1/rpc/increment_job_ranks", token, map[string]any{}).status }
	if status := shift(); status != 204 {
		t.Fatalf("an editor's save: %d", status)
	}

	list := good(user("", "list"))
	if lines := strings.Split(strings.TrimSpace(list), "\n"); len(lines) != 3 || !strings.Contains(list, "ed@example.com") || !strings.Contains(list, boss) {
		t.Errorf("list: %s", list)
	}
	if strings.Contains(list, "argon2") {
		t.Errorf("the list shows hashes: %s", list)
	}

	good(user("", "set-role", "--email", ed, "--role", "viewer"))
	s.eventually("the server takes the role away", func() bool { return shift() == 403 })
	good(user("", "set-role", "--email", ed, "--role", "admin"))
	s.eventually("the server gives the role", func() bool { return shift() == 204 })

	good(user(newWord+"\n", "set-password", "--email", ed, "--password-stdin"))
	s.eventually("a new password ends the session", func() bool { return shift() == 401 })
	if _, status := s.tryToSignIn(ed, word); status != 400 {
		t.Errorf("the old password: %d", status)
	}
	token = s.signIn(ed, newWord)
	good(user("", "remove", "--email", ed))
	s.eventually("removal ends the session", func() bool { return shift() == 401 })

	for name, r := range map[string]result{
		"the same address twice":   user(word+"\n", "add", "--email", strings.ToUpper(boss), "--role", "viewer", "--password-stdin"),
		"an address that is none":  user(word+"\n", "add", "--email", "nobody", "--role", "viewer", "--password-stdin"),
		"a short password":         user("short\n", "add", "--email", "x@example.com", "--role", "viewer", "--password-stdin"),
		"a common password":        user("password1234\n", "set-password", "--email", boss, "--password-stdin"),
		"nobody's password":        user(word+"\n", "set-password", "--email", ed, "--password-stdin"),
		"nobody's role":            user("", "set-role", "--email", ed, "--role", "viewer"),
		"nobody":                   user("", "remove", "--email", ed),
		"the last admin's role":    user("", "set-role", "--email", boss, "--role", "editor"),
		"the last admin":           user("", "remove", "--email", boss),
		"a password from no where": user("", "set-password", "--email", boss),
	} {
		if r.code != 1 || !strings.HasPrefix(r.stderr, "vitrine: ") || strings.Count(r.stderr, "\n") != 1 || r.stdout != "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
	s.signIn(boss, bossWord)
}

func TestSeedFillsADatabaseBesideARunningServer(t *testing.T) {
	t.Parallel()
	env := settings(t.TempDir(), "VITRINE_DEMO=off")
	s := start(t, env)
	token := s.signIn(boss, bossWord)
	want := map[string]int{"job_listings": 0, "portfolio_companies": 0, "newsletter_subscriptions": 0, "contact_form_submissions": 0}
	for range 2 { // a second run adds as much again
		r := run(t, env, "", "seed", "--jobs", "12", "--companies", "7", "--subscribers", "1203", "--messages", "1100")
		if r.code != 0 {
			t.Fatalf("%+v", r)
		}
		want["job_listings"] += 12
		want["portfolio_companies"] += 7
		want["newsletter_subscriptions"] += 1203
		want["contact_form_submissions"] += 1100
	}
	for table, n := range want {
		s.eventually(fmt.Sprintf("the server shows %d rows of %s", n, table), func() bool { return s.count(table, token) == fmt.Sprint(n) })
	}
	a := s.ask("GET", "/rest/v1/job_listings?select=slug,job_responsibilities(description)&limit=1", "", nil)
	if a.status != 200 || !strings.Contains(a.body, `"description":"We `) {
		t.Errorf("a sample job: %d %s", a.status, a.body)
	}
}

func TestTwoServersOnOnePostgreSQLShareSessionsAndContent(t *testing.T) {
	t.Parallel()
	env := append(settings(t.TempDir()), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t))
	a, b := launch(t, env), launch(t, env) // at once: both may be the first
	a.await()
	b.await()
	token := a.signIn(boss, bossWord)
	if got := b.ask("GET", "/auth/v1/user", token, nil); got.status != 200 {
		t.Fatalf("the other server does not know the session: %d %s", got.status, got.body)
	}
	titles := func(s *server) string { return s.ask("GET", "/rest/v1/hero_content?select=title", "", nil).body }
	before := titles(b)
	if got := a.ask("PATCH", "/rest/v1/hero_content?id=eq.1", token, map[string]string{"title": "Changed on the other server"}); got.status != 204 {
		t.Fatalf("save: %d %s", got.status, got.body)
	}
	b.eventually("the other server shows the change", func() bool { return titles(b) != before })
	if got := b.count("homepage_sections", ""); got != "1" {
		t.Errorf("seeded %s times", got)
	}
	if r := run(t, env, "", "user", "list"); r.code != 0 || !strings.Contains(r.stdout, boss) {
		t.Errorf("%+v", r)
	}
	if a.ask("POST", "/auth/v1/logout", token, nil).status != 204 {
		t.Error("sign-out fails")
	}
	b.eventually("the other server ends the session", func() bool { return b.ask("GET", "/auth/v1/user", token, nil).status >= 400 })
	for _, s := range []*server{a, b} {
		if code := s.stop(); code != 0 {
			t.Errorf("exit code %d: %s", code, s.stderr)
		}
	}
}
