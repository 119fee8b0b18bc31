package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSettingsComeFromAFileToo(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "vitrine.env")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("# the site\n\n; too\nVITRINE_PUBLIC_URL = 'https://studio.example'\nVITRINE_DATA=\"" + dir + "/the \\\"data\\\"\"\r\nVITRINE_LOG=json,\\info\nOTHER=a#b $HOME\n")
	for _, args := range [][]string{{"--env-file", file, "doctor", "--no-mail"}, {"doctor", "--no-mail", "--env-file=" + file}} {
		r := run(t, nil, "", args...)
		if !strings.Contains(r.stdout, "the site is https://studio.example") || !strings.Contains(r.stdout, dir+`/the "data":`) {
			t.Errorf("%v: %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
	}
	if r := run(t, []string{"VITRINE_PUBLIC_URL=https://other.example"}, "", "--env-file", file, "doctor", "--no-mail"); !strings.Contains(r.stdout, "the site is https://other.example") {
		t.Errorf("the environment does not come first:\n%s", r.stdout)
	}
	for text, says := range map[string]string{
		"VITRINE_DATA=x\nhush hush\n":         "line 2: it is not like NAME=value",
		"VITRINE_JWT_SECRET=\"hush hush\nx=1": "line 1: the value goes on over the end of the file",
	} {
		write(text)
		r := run(t, nil, "", "--env-file", file, "doctor", "--no-mail")
		if r.code == 0 || !strings.Contains(r.stderr, says) || strings.Contains(r.stderr, "hush") {
			t.Errorf("%q: %d %s", text, r.code, r.stderr)
		}
	}
	if r := run(t, nil, "", "--env-file", file+"x", "doctor"); r.code == 0 || !strings.Contains(r.stderr, "no such file") {
		t.Errorf("%d %s", r.code, r.stderr)
	}
}
