package main_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
)

// hostile is a place beside the tables where the program takes text. %s is the
// text: encoded in the path, and as JSON or as a form in the body.
var hostile = []struct{ method, path, body string }{
	{"POST", "/auth/v1/token?grant_type=password", `{"email":%s,"password":"x"}`},
	{"POST", "/auth/v1/token?grant_type=refresh_token", `{"refresh_token":%s}`},
	{"POST", "/auth/v1/token?grant_type=%s", `{}`},
	{"POST", "/auth/v1/recover", `{"email":%s}`},
	{"POST", "/auth/v1/verify", `{"type":"recovery","token_hash":%s}`},
	{"POST", "/rest/v1/rpc/invite_user", `{"email":%s,"role":%s}`},
	{"POST", "/rest/v1/rpc/set_user_role", `{"user_id":%s,"role":%s}`},
	{"POST", "/rest/v1/rpc/set_user_disabled", `{"user_id":%s,"disabled":%s}`},
	{"POST", "/rest/v1/rpc/end_session", `{"session_id":%s}`},
	{"POST", "/functions/v1/%s", `{}`},
	{"POST", "/functions/v1/send-contact-notification", `{"name":%s,"email":%s,"subject":%s,"message":%s}`},
	{"POST", "/functions/v1/send-newsletter-notification", `{"email":%s}`},
	{"POST", "/storage/v1/object/list/portfolio-logos", `{"prefix":%s,"search":%s}`},
	{"POST", "/storage/v1/object/list/portfolio-logos", `{"prefix":"","sortBy":{"column":%s,"order":%s}}`},
	{"DELETE", "/storage/v1/object/portfolio-logos", `{"prefixes":[%s]}`},
	{"GET", "/storage/v1/object/public/portfolio-logos/%s", ""},
	{"GET", "/storage/v1/object/public/%s/a.png", ""},
	{"GET", "/careers/%s", ""},
	{"GET", "/%s", ""},
	{"GET", "/contact?%s=%s", ""},
	{"POST", "/newsletter", "email=%s"},
}

func TestNoTextLeavesItsPlaceBesideTheTables(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../internal/rest/testdata/injections.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	users, members := s.count("user_profiles", token), s.count("team_members", token)
	asked := 0
	for n, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		text, err := strconv.Unquote(line)
		if err != nil {
			t.Fatal(err)
		}
		if n%rounds(9, 1) != 0 {
			continue
		}
		for _, place := range hostile {
			asked++
			if status, body := s.tell(place.method, place.path, place.body, token, text); status >= 500 || strings.Contains(body, "password_hash") && status < 400 || strings.Contains(body, "SQLITE") || strings.Contains(body, "syntax error") {
				t.Errorf("%s %s with %q: %d %.200s", place.method, place.path, text, status, body)
			}
		}
	}
	if got := s.count("user_profiles", token); got != users {
		t.Errorf("%s people were %s", got, users)
	}
	if got := s.count("team_members", token); got != members {
		t.Errorf("%s members were %s", got, members)
	}
	figures(t, "%d requests with hostile texts beside the tables, 0 answers of 5xx", asked)
}

// tell puts a text in its place and sends it.
func (s *server) tell(method, path, body, token, text string) (int, string) {
	s.Helper()
	quoted, err := json.Marshal(strings.ToValidUTF8(text, "?"))
	if err != nil {
		s.Fatal(err)
	}
	kind := "application/json"
	if strings.HasPrefix(body, "email=") {
		kind, quoted = "application/x-www-form-urlencoded", []byte(url.QueryEscape(text))
	}
	r, err := http.NewRequest(method, s.url+strings.ReplaceAll(path, "%s", url.PathEscape(text)), bytes.NewReader([]byte(strings.ReplaceAll(body, "%s", string(quoted)))))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Apikey", anonKey)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", kind)
	res, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		s.Fatal(err)
	}
	return res.StatusCode, string(answer)
}
