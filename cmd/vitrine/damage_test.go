package main_test

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

// siteOnDisk makes a data folder with content and returns it with the
// database in it.
func siteOnDisk(t *testing.T) (dir, file string, content []byte) {
	t.Helper()
	dir = t.TempDir()
	if r := run(t, settings(dir), "", "seed", "--messages", "2000"); r.code != 0 {
		t.Fatalf("%+v", r)
	}
	file = filepath.Join(dir, "vitrine.db")
	content, err := os.ReadFile(file)
	if err != nil || len(content) < 1<<16 {
		t.Fatalf("%d bytes, %v", len(content), err)
	}
	return dir, file, content
}

func TestADamagedDatabaseIsRefusedAndKept(t *testing.T) {
	t.Parallel()
	_, _, whole := siteOnDisk(t)
	garbage := bytes.Repeat([]byte("garbage!"), 512)
	middle := bytes.Clone(whole)
	for at := 2 * 4096; at+4096 < len(middle); at += 8 * 4096 {
		copy(middle[at:], garbage)
	}
	for name, damaged := range map[string][]byte{
		"another file":                whole[4096:],
		"garbage":                     garbage,
		"garbage in the middle":       middle,
		"cut in half":                 whole[:len(whole)/2],
		"cut within a page":           whole[:len(whole)/2+1234],
		"the first page alone":        whole[:4096],
		"a few bytes":                 whole[:50],
		"empty":                       {},
		"missing":                     nil,
		"zeros where the schema was":  append(append(bytes.Clone(whole[:100]), make([]byte, 3996)...), whole[4096:]...),
		"a header that claims no end": append(append(bytes.Clone(whole[:28]), 0xff, 0xff, 0xff, 0xff), whole[32:]...),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "vitrine.db")
			if err := os.WriteFile(filepath.Join(dir, "initialised"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if damaged != nil {
				if err := os.WriteFile(file, damaged, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, args := range [][]string{{"serve"}, {"user", "list"}, {"serve"}} {
				r := run(t, settings(dir), "", args...)
				if r.code != 1 || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "restore from backup") {
					t.Fatalf("%v: %+v", args, r)
				}
			}
			after, err := os.ReadFile(file)
			if damaged == nil {
				if !os.IsNotExist(err) {
					t.Errorf("a new file was made: %d bytes, %v", len(after), err)
				}
				return
			}
			if err != nil || sha256.Sum256(after) != sha256.Sum256(damaged) {
				t.Errorf("the damaged file was changed: %d bytes, were %d, %v", len(after), len(damaged), err)
			}
		})
	}
}

func TestADamagedSecretIsNotReplacedInSilence(t *testing.T) {
	t.Parallel()
	dir, _, _ := siteOnDisk(t)
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := run(t, settings(dir), "", "serve")
	if r.code != 1 || strings.Count(r.stderr, "\n") != 1 || !strings.Contains(r.stderr, "signing secret") || strings.Contains(r.stderr, "short;") {
		t.Errorf("%+v", r)
	}
}

func TestDamageThatAStartDoesNotSeeIsSaidSoonAfterAKill(t *testing.T) {
	t.Parallel()
	dir, file, _ := siteOnDisk(t)
	db := openDB(t, "sqlite", "file:"+file)
	db.SetMaxOpenConns(1)
	for _, text := range []string{ // two tables in one place
		"PRAGMA writable_schema = ON",
		"UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'auth_factors') WHERE name = 'auth_challenges'",
	} {
		if _, err := db.Exec(text); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()
	ops := storetest.FreeAddress()
	env := settings(dir, "VITRINE_OPS_ADDR="+ops)
	s := start(t, env)
	if a := s.subscribe("before@example.com"); a.status != 201 {
		t.Fatalf("%+v", a)
	}
	s.kill()
	s = start(t, env)
	s.eventually("the log tells of the damage", func() bool {
		return strings.Contains(s.stderr.String(), "check the database") && strings.Contains(s.stderr.String(), "the database is damaged, restore from backup")
	})
	s.eventually("the metrics tell of it", func() bool { // they are written after the log
		return strings.Contains(s.metrics(ops), `vitrine_database_checks_total{result="failed"} 1`)
	})
	s.readsGoOn()
}
