package postgres_test

import (
	"strings"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
	"vitrine/internal/store/storetest"
)

func TestACommitIsOnDiskWhateverTheServerSays(t *testing.T) {
	for set, want := range map[string]string{"off": "on", "remote_apply": "remote_apply", "local": "local"} {
		_, e := open(t, store.Options{URL: storetest.PostgresURL(t) + "&synchronous_commit=" + set})
		var got string
		if err := e.DB().QueryRow("SHOW synchronous_commit").Scan(&got); err != nil || got != want {
			t.Errorf("synchronous_commit of a server that says %s is %q (%v), want %s", set, got, err, want)
		}
	}
}

func TestSettingsThatCanLoseRowsAreNamed(t *testing.T) {
	url := storetest.PostgresURL(t)
	_, e := open(t, store.Options{URL: url})
	var fsync string
	if err := e.DB().QueryRow("SHOW fsync").Scan(&fsync); err != nil {
		t.Fatal(err)
	}
	found, err := postgres.Examine(t.Context(), url)
	if err != nil || strings.Contains(strings.Join(found.Risks, ";"), "fsync is off") != (fsync == "off") {
		t.Errorf("fsync is %s and the risks are %q (%v)", fsync, found.Risks, err)
	}
}

func TestAConnectionToAnotherMachineIsVerified(t *testing.T) {
	for url, want := range map[string]string{
		"postgres://u@db.example/d":                            "db.example",
		"postgres://u@db.example/d?sslmode=disable":            "db.example",
		"postgres://u@db.example/d?sslmode=require":            "db.example",
		"postgres://u@db.example/d?sslmode=verify-ca":          "",
		"postgres://u@db.example/d?sslmode=verify-full":        "",
		"postgres://u@127.0.0.1,db.example/d?sslmode=disable":  "db.example",
		"postgres://u@127.0.0.1/d?sslmode=disable":             "",
		"postgres://u@localhost/d":                             "",
		"postgres://u@/d?host=/run/postgresql&sslmode=disable": "",
	} {
		if got, err := postgres.Unverified(url); got != want || err != nil {
			t.Errorf("%s: %q (%v), want %q", url, got, err, want)
		}
	}
}
