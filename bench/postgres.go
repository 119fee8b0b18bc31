package main

import (
	"errors"
	"net/url"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// database makes an empty PostgreSQL database and tells its URL.
func (l *lab) database() (string, error) {
	if l.postgres == "" {
		return "", errors.New("VITRINE_TEST_POSTGRES names no server; run it with make bench")
	}
	at, err := url.Parse(l.postgres)
	if err != nil {
		return "", err
	}
	name := "bench_" + strings.ReplaceAll(filepath.Base(l.dir), "-", "_") + "_" + strconv.FormatInt(calls.Add(1), 10)
	at.Path = "/" + name
	_, err = l.psql("CREATE DATABASE " + name)
	return at.String(), err
}

// postmaster is the process that all backends of PostgreSQL descend from.
func (l *lab) postmaster() (int, error) {
	file, err := l.psql("SELECT pg_read_file('postmaster.pid')")
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(file, "\n")
	return strconv.Atoi(first)
}

func (l *lab) psql(statement string) (string, error) { return l.psqlAt(l.postgres, statement) }

func (l *lab) psqlAt(database, statement string) (string, error) {
	program, err := exec.LookPath("psql")
	if err != nil {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/psql")
		if len(found) == 0 {
			return "", err
		}
		program = found[len(found)-1]
	}
	return l.run(nil, program, "-qAt", database, "-c", statement)
}
