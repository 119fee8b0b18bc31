package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// logos are the three kinds of address that a company's logo can have.
func logos(origin string) []string {
	const place = "/storage/v1/object/public/portfolio-logos/"
	return []string{origin + place + "logo_1_acme.png", place + "logo_2_bolt.png", "https://elsewhere.example" + place + "logo_1_acme.png"}
}

// old is a site to be taken over: ours, because it speaks the same protocol.
func old(t *testing.T, dir string) (s *server, token string) {
	t.Helper()
	env := settings(dir)
	works(t, env, "seed", "--jobs", "5", "--subscribers", "2300", "--messages", "40")
	s = start(t, env)
	token = s.signIn(boss, bossWord)
	s.sendLogo(token, "logo_1_acme.png", picture(t, 1))
	s.sendLogo(token, "logo_2_bolt.png", picture(t, 2))
	for i, address := range logos(s.url) {
		a := s.ask("POST", "/rest/v1/portfolio_companies", token, map[string]any{
			"name": fmt.Sprint("Company ", i), "description": "d", "website_url": "https://c.example", "logo_url": address, "display_order": i})
		if a.status != 201 {
			t.Fatalf("a company: %s", a.body)
		}
	}
	return s, token
}

// people writes an export of auth.users.
func people(t *testing.T, users ...map[string]any) string {
	t.Helper()
	raw, err := json.Marshal(users)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "users.json")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestASiteOnSupabaseIsTakenOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, token := old(t, filepath.Join(dir, "old"))
	var profiles []map[string]any
	if err := json.Unmarshal([]byte(source.ask("GET", "/rest/v1/user_profiles?select=*", token, nil).body), &profiles); err != nil || len(profiles) != 1 {
		t.Fatalf("profiles: %v (%v)", profiles, err)
	}
	hash, err := bcrypt.GenerateFromPassword([]byte("the old pass phrase"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	users := people(t, map[string]any{
		"id": profiles[0]["user_id"], "email": "Boss@Example.com", "encrypted_password": string(hash), "created_at": "2024-02-03 04:05:06.789+00",
		"raw_user_meta_data": map[string]any{"name": "Boss"}, "instance_id": "00000000-0000-0000-0000-000000000000",
	})
	for engine, place := range map[string][]string{"sqlite": nil, "postgres": {"VITRINE_DATABASE_URL=" + storetest.PostgresURL(t)}} {
		t.Run(engine, func(t *testing.T) {
			env := settings(filepath.Join(dir, engine), append(place, "VITRINE_SOURCE_PASSWORD="+bossWord)...)
			take := []string{"import-supabase", "--url", source.url, "--email", boss, "--users", users}
			said := works(t, env, append(take, "--dry-run")...)
			for _, words := range []string{"newsletter_subscriptions 2300 rows", "portfolio_companies 3 rows", "auth_users 1 rows", "logos 2 files", "nothing was changed"} {
				if !strings.Contains(strings.Join(strings.Fields(said), " "), words) {
					t.Errorf("the dry run does not say %q:\n%s", words, said)
				}
			}
			if engine == "sqlite" {
				refuses(t, env, "there is no site in", "export", filepath.Join(dir, "none.zip"))
			}
			works(t, env, take...)
			refuses(t, env, "add --force", take...)
			if left, _ := filepath.Glob(filepath.Join(dir, engine, "takeover-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			s := start(t, env)
			if _, status := s.tryToSignIn("boss@example.com", bossWord); status != 400 {
				t.Errorf("the password of the file does not count: %d", status)
			}
			compare(t, source, token, s, s.signIn("boss@example.com", "the old pass phrase"))
		})
	}
}

// compare looks at all tables and the logos of both sites.
func compare(t *testing.T, source *server, token string, s *server, mine string) {
	t.Helper()
	for _, table := range schema.Tables {
		if table.Quiet {
			continue // history begins anew
		}
		if want, got := source.count(table.Name, token), s.count(table.Name, mine); got != want {
			t.Errorf("%s has %s rows and not %s", table.Name, got, want)
		}
		if table == &schema.UserProfiles || table == &schema.PortfolioCompanies {
			continue
		}
		path := "/rest/v1/" + table.Name + "?select=*&order=" + table.Key().Name + ".asc&limit=1000"
		var want, got any // the engines space their JSON differently
		there, here := source.ask("GET", path, token, nil).body, s.ask("GET", path, mine, nil).body
		if err := errors.Join(json.Unmarshal([]byte(there), &want), json.Unmarshal([]byte(here), &got)); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is\n%.400s\nand not\n%.400s (%v)", table.Name, here, there, err)
		}
	}
	var companies []struct {
		LogoURL string `json:"logo_url"`
	}
	found := s.ask("GET", "/rest/v1/portfolio_companies?select=logo_url&name=like.Company*&order=display_order", "", nil)
	if err := json.Unmarshal([]byte(found.body), &companies); err != nil || len(companies) != 3 {
		t.Fatalf("companies: %v (%v)", companies, err)
	}
	for i, want := range logos("") {
		if companies[i].LogoURL != want {
			t.Errorf("logo %d is at %s", i, companies[i].LogoURL)
		}
	}
	if got := s.ask("GET", companies[0].LogoURL, "", nil); got.body != string(picture(t, 1)) {
		t.Errorf("the logo: %d", got.status)
	}
}

func TestATakeoverStopsAtWhatBreaksARule(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, _ := old(t, filepath.Join(dir, "old"))
	env := settings(filepath.Join(dir, "new"), "VITRINE_SOURCE_PASSWORD="+bossWord)
	take := []string{"import-supabase", "--url", source.url, "--email", boss}
	users := people(t,
		map[string]any{"id": "11111111-1111-4111-8111-111111111111", "email": "one@example.com", "encrypted_password": "md5 of long ago"},
		map[string]any{"id": "22222222-2222-4222-8222-222222222222", "email": "two@example.com", "encrypted_password": nil},
		map[string]any{"id": "33333333-3333-4333-8333-333333333333", "email": "TWO@example.com"},
		map[string]any{"id": "44444444-4444-4444-8444-444444444444", "email": nil},
		map[string]any{"id": "55555555-5555-4555-8555-555555555555", "email": "gone@example.com", "deleted_at": "2025-01-01T00:00:00Z"})
	r := run(t, env, "", append(take, "--users", users)...)
	for _, line := range []string{
		"auth_users one@example.com: the password hash", `auth_users TWO@example.com: email "two@example.com" is there twice`,
		"auth_users <nil>: Please enter a valid email address.", "3 rows or logos break a rule here and nothing was changed",
	} {
		if !strings.Contains(r.stderr, line) {
			t.Errorf("the import does not say %q:\n%s", line, r.stderr)
		}
	}
	if r.code == 0 {
		t.Error("the import went on")
	}
	refuses(t, env, "there is no site in", "export", filepath.Join(dir, "none.zip"))
	refuses(t, env, "could sign in as an administrator", append(take, "--users", users, "--skip-invalid")...)
	works(t, env, append(take, "--users", users, "--skip-invalid", "--no-admin")...)
	if list := works(t, env, "user", "list"); strings.Count(list, "@example.com") != 1 || !strings.Contains(list, "two@example.com") {
		t.Errorf("people: %s", list)
	}

	refuses(t, env, "does not see messages and subscribers", "import-supabase", "--url", source.url, "--key", anonKey, "--force")
	refuses(t, env, "is no address such as", "import-supabase", "--url", "file:///etc/passwd", "--key", "k", "--force")
	refuses(t, settings(filepath.Join(dir, "wrong"), "VITRINE_SOURCE_PASSWORD=wrong"), "Invalid login credentials", take...)
	refuses(t, env, "is no export of auth.users", append(take, "--users", filepath.Join(dir, "old", "vitrine.db"), "--force")...)
}

func TestATakeoverLeavesNobodyLockedOut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, token := old(t, filepath.Join(dir, "old"))
	var profiles []map[string]any
	if err := json.Unmarshal([]byte(source.ask("GET", "/rest/v1/user_profiles?select=*", token, nil).body), &profiles); err != nil || len(profiles) != 1 {
		t.Fatalf("profiles: %v (%v)", profiles, err)
	}
	take := []string{"import-supabase", "--url", source.url, "--email", boss, "--force", "--users"}
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const hash = "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"
	type refusal struct{ users, says string }
	id := profiles[0]["user_id"]
	refusals := []refusal{
		{write("junk", "not what it should be"), "there is nobody in it"},
		{people(t, map[string]any{"id": id, "email": boss}), "could sign in as an administrator"},
	}
	all := append(refusals, []refusal{
		{write("empty.json", "[]"), "there is nobody in it"},
		{write("other.json", "{}"), "a user has no id"},
		{write("nothing", ""), "is empty"},
		{people(t, map[string]any{"id": "22222222-2222-4222-8222-222222222222", "email": "two@example.com", "encrypted_password": hash}), "could sign in as an administrator"},
		{people(t, map[string]any{"id": id, "email": boss, "encrypted_password": hash, "banned_until": "2999-01-01T00:00:00Z"}), "could sign in as an administrator"},
		{people(t, map[string]any{"id": id, "email": boss, "encrypted_password": hash, "deleted_at": "2025-01-01T00:00:00Z"}), "could sign in as an administrator"},
	}...)
	good := people(t, map[string]any{"id": id, "email": boss, "encrypted_password": hash})
	for engine, c := range map[string]struct {
		place    string
		refusals []refusal
	}{"sqlite": {"", all}, "postgres": {storetest.PostgresURL(t), refusals}} {
		t.Run(engine, func(t *testing.T) {
			env := settings(filepath.Join(dir, engine), "VITRINE_DATABASE_URL="+c.place, "VITRINE_SOURCE_PASSWORD="+bossWord)
			start(t, env).stop()
			before, after := filepath.Join(dir, engine+"-before.zip"), filepath.Join(dir, engine+"-after.zip")
			works(t, env, "export", before)
			for _, r := range c.refusals {
				refuses(t, env, r.says, append(take, r.users)...)
			}
			refuses(t, env, "could sign in as an administrator", append(take, refusals[1].users, "--dry-run")...)
			works(t, env, "export", after)
			archivetest.Same(t, "after the refusals", archivetest.Members(t, after), archivetest.Members(t, before))
			works(t, env, append(take, good)...)
		})
	}
}

func TestATakeoverLooksAtItsTargetFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := settings(filepath.Join(dir, "data"))
	works(t, env, "seed", "--jobs", "1")
	away := []string{"import-supabase", "--url", "http://" + storetest.FreeAddress(), "--key", "sb_secret_x"}
	refuses(t, env, "add --force to replace it", away...)
	s := start(t, env)
	refuses(t, env, "another vitrine serve is using", append(away, "--force")...)
	s.stop()
	far := settings(filepath.Join(dir, "far"), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t))
	s = start(t, far)
	refuses(t, far, "add --force to replace it", away...)
	refuses(t, far, "vitrine serve is using the database from 127.0.0.1", append(away, "--force")...)
	s.stop()
	refuses(t, far, "connection refused", append(away, "--force")...)
	none := settings(filepath.Join(dir, "none"))
	for what, args := range map[string][]string{"a dry run": append(away, "--dry-run"), "a takeover that fails": away} {
		refuses(t, none, "connection refused", args...)
		if _, err := os.Stat(filepath.Join(dir, "none")); err == nil {
			t.Errorf("%s leaves a data folder", what)
		}
	}
}

func TestPeopleComeFromCSVToo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source, _ := old(t, filepath.Join(dir, "old"))
	csv := filepath.Join(dir, "users.csv")
	text := "instance_id,id,email,encrypted_password,created_at,banned_until,raw_user_meta_data\n" +
		`,11111111-1111-4111-8111-111111111111,one@example.com,$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy,2024-01-02 03:04:05.678+00,,"{""a"": 1}"` + "\n" +
		",22222222-2222-4222-8222-222222222222,two@example.com,,2024-01-02 03:04:05+00,2999-01-01 00:00:00+00,\n"
	if err := os.WriteFile(csv, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "new")
	env := settings(data, "VITRINE_SOURCE_PASSWORD="+bossWord)
	works(t, env, "import-supabase", "--url", source.url, "--email", boss, "--users", csv, "--no-admin")
	s := storetest.Open(t, store.Options{Dir: data})
	rows, err := s.AsSystem().Select(t.Context(), &schema.Users, store.Query{Order: []store.Order{store.Asc("email")}})
	if err != nil || len(rows) != 2 {
		t.Fatalf("%v (%v)", rows, err)
	}
	if got := fmt.Sprintf("%s %s %s", rows[0]["user_metadata"], schema.FormatTime(rows[0].Time("created_at")), rows[0].Text("password_hash")[:7]); got != `{"a":1} 2024-01-02T03:04:05.678+00:00 $2a$10$` {
		t.Error(got)
	}
	if rows[0]["disabled_at"] != nil || rows[1]["disabled_at"] == nil {
		t.Error("who is banned is not told apart")
	}
}
