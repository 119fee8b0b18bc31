package main

import (
	"fmt"
	"path/filepath"
	"slices"
)

const (
	anonKey  = "sb_publishable_vitrine"
	email    = "admin@bench.example"
	password = "correct-horse-battery-staple"
)

// vitrine starts the program on the data in a folder of the lab. Limits are
// off, since all load comes from one address; everything else is as installed.
func (l *lab) vitrine(data string, env ...string) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	env = slices.Concat(l.at(data), []string{"VITRINE_ADDR=" + addr, "VITRINE_OPS_ADDR=", "VITRINE_PUBLIC_URL=http://" + addr, "VITRINE_LIMITS=off"}, env)
	return l.start("vitrine", addr, "/", env, l.binary, "serve")
}

// at names the place of the data and its administrator.
func (l *lab) at(data string) []string {
	return []string{"VITRINE_DATA=" + filepath.Join(l.dir, data), "VITRINE_DATABASE_URL=", "VITRINE_STORAGE_URL=",
		"VITRINE_ADMIN_EMAIL=" + email, "VITRINE_ADMIN_PASSWORD=" + password}
}

// seed adds rows, such as "--jobs", 20, beside the built-in content.
func (l *lab) seed(data string, rows ...any) error { return l.seedIn(data, "", rows...) }

// seedIn adds rows to a PostgreSQL database; to SQLite if its URL is empty.
func (l *lab) seedIn(data, database string, rows ...any) error {
	args := []string{l.binary, "seed"}
	for _, r := range rows {
		args = append(args, fmt.Sprint(r))
	}
	_, err := l.run(append(l.at(data), "VITRINE_DATABASE_URL="+database), args...)
	return err
}

// visitor is the header of an anonymous call of supabase-js.
func visitor() map[string]string {
	return map[string]string{"apikey": anonKey, "Authorization": "Bearer " + anonKey, "Content-Type": "application/json"}
}

// staff is the header of a call by the administrator.
func (l *lab) staff(s *server) (map[string]string, error) {
	var session struct {
		Token string `json:"access_token"`
	}
	err := l.call("POST", s.url+"/auth/v1/token?grant_type=password", visitor(), credentials("email"), &session)
	h := visitor()
	h["Authorization"] = "Bearer " + session.Token
	return h, err
}

func credentials(name string) map[string]string {
	return map[string]string{name: email, "password": password}
}
