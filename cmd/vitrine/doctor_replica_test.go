package main_test

import (
	"os"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

func TestDoctorTellsHowTheReplicaIs(t *testing.T) {
	primary := storetest.StartServer(t)
	replica := primary.Replica()
	dir := t.TempDir()
	says := func(what, url, want string) {
		t.Helper()
		env := settings(dir, "VITRINE_DATABASE_URL="+primary.URL(), "VITRINE_DATABASE_READ_URL="+url)
		if r := run(t, env, "", "doctor", "--no-mail"); !strings.Contains(r.stdout, want) {
			t.Errorf("%s: no %q in\n%s%s", what, want, r.stdout, r.stderr)
		}
	}
	says("asynchronous", replica.URL(), "look   replica        a replica of this primary answers in ")
	says("asynchronous", replica.URL(), "a failover may lose the last moments")
	primary.Exec("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
	says("synchronous", replica.URL(), "ok     replica        a replica of this primary answers in ")
	primary.Exec("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
	says("the primary", primary.URL(), "look   replica        VITRINE_DATABASE_READ_URL leads to the primary itself")
	says("another server", os.Getenv("VITRINE_TEST_POSTGRES"), "WRONG  replica        VITRINE_DATABASE_READ_URL does not lead to a copy")
	replica.Promote()
	says("promoted", replica.URL(), "WRONG  replica        it does not follow this primary")
	says("away", "postgres://u:hushhush@"+storetest.FreeAddress()+"/postgres", "WRONG  replica")
}

func TestAServerRefusesAReplicaOfAnotherDatabase(t *testing.T) {
	url := os.Getenv("VITRINE_TEST_POSTGRES") // without the schema of the test
	r := run(t, settings(t.TempDir(), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t), "VITRINE_DATABASE_READ_URL="+url), "", "serve")
	if r.code != 1 || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "VITRINE_DATABASE_READ_URL does not lead to a copy") {
		t.Errorf("%+v", r)
	}
	explained(t, r.stderr)
}
