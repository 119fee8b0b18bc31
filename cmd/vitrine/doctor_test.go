package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/s3/s3test"
	"vitrine/internal/storage"
	"vitrine/internal/store/storetest"
)

func TestDoctorFindsAHealthySiteHealthy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := start(t, settings(dir))
	r := run(t, settings(dir), "", "doctor")
	if r.code != 0 {
		t.Errorf("beside a running server: %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	for _, want := range []string{"ok     configuration", "ok     database       SQLite 3.", "ok     storage", "look   backup         " + dir + "/backups: there is none yet", "look   mail", "clock", "disk"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no line %q in\n%s", want, r.stdout)
		}
	}
	if n := strings.Count(r.stdout, "\n"); n != 7 {
		t.Errorf("%d lines, want one for each check", n)
	}
	s.stop()
	if left, _ := filepath.Glob(filepath.Join(dir, "uploads", "[^.]*")); len(left) != 0 {
		t.Errorf("it left %v behind", left)
	}
}

func TestDoctorTellsWhatIsWrongWithoutSecrets(t *testing.T) {
	missing := storetest.FreeAddress()
	r := run(t, []string{
		"VITRINE_DATA=" + t.TempDir(), "VITRINE_DATABASE_URL=postgres://u:hushhush@" + missing + "/x", "VITRINE_STORAGE_URL=s3://key:hushhush@" + missing + "/logos?insecure=true",
		"VITRINE_SMTP_URL=smtp://u:hushhush@" + missing, "VITRINE_MAIL_TO=studio@example.com", "VITRINE_BACKUP_DIR=s3://key:hushhush@" + missing + "/kept?insecure=true", "VITRINE_BACKUP_KEY=hushhush hushhush",
	}, "", "doctor")
	if r.code != 1 {
		t.Errorf("exit code %d", r.code)
	}
	for _, want := range []string{"WRONG  database", "WRONG  storage", "WRONG  backup", "WRONG  mail"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no line %q in\n%s", want, r.stdout)
		}
	}
	if strings.Contains(r.stdout+r.stderr, "hushhush") {
		t.Errorf("a secret is shown:\n%s%s", r.stdout, r.stderr)
	}
	if r := run(t, []string{"VITRINE_DATA=" + t.TempDir(), "VITRINE_LIMITS=maybe"}, "", "doctor"); r.code != 1 || !strings.Contains(r.stdout, "WRONG  configuration  VITRINE_LIMITS") {
		t.Errorf("%d %s", r.code, r.stdout)
	}
	if r := run(t, []string{"VITRINE_DATA=" + t.TempDir(), "VITRINE_BACKUP_KEY=hushhush"}, "", "doctor"); r.code != 1 || !strings.Contains(r.stdout, "WRONG  configuration  VITRINE_BACKUP_KEY") {
		t.Errorf("%d %s", r.code, r.stdout)
	}
}

func TestDoctorSendsAMailAndUsesTheBucket(t *testing.T) {
	post, logos := mailtest.Start(t), s3test.Start(t).URL("logos")
	env := []string{
		"VITRINE_DATA=" + t.TempDir(), "VITRINE_DATABASE_URL=" + storetest.PostgresURL(t), "VITRINE_STORAGE_URL=" + logos,
		"VITRINE_SMTP_URL=" + post.URL(), "VITRINE_MAIL_TO=studio@example.com",
	}
	for range 2 {
		if r := run(t, env, "", "doctor", "--no-mail"); !strings.Contains(r.stdout, "look   storage        the bucket logos on ") || !strings.Contains(r.stdout, "is missing") {
			t.Errorf("it made the bucket:\n%s", r.stdout)
		}
	}
	if _, err := storage.OpenS3(t.Context(), logos); err != nil {
		t.Fatal(err)
	}
	r := run(t, env, "", "doctor")
	if r.code != 0 || !strings.Contains(r.stdout, "sent a test letter to studio@example.com") || !strings.Contains(r.stdout, "the bucket logos on ") || !strings.Contains(r.stdout, "with schema 0") {
		t.Errorf("%d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if n := len(post.Letters()); n != 1 {
		t.Errorf("%d letters came", n)
	}
	if !strings.Contains(r.stdout, "look   mail") || !strings.Contains(r.stdout, "vitrine@vitrine.local: set VITRINE_MAIL_FROM") {
		t.Errorf("nothing of the sender:\n%s", r.stdout)
	}
	for _, knob := range []string{"VITRINE_SMTP_URL=" + strings.Replace(post.URL(), "://", "://me%40studio.example:secret@", 1), "VITRINE_MAIL_FROM=me@studio.example"} {
		if r := run(t, append(env, knob), "", "doctor"); !strings.Contains(r.stdout, "ok     mail           sent a test letter to studio@example.com") {
			t.Errorf("%s:\n%s", knob, r.stdout)
		}
	}
	for _, letter := range post.Letters()[1:] {
		if letter.From != "me@studio.example" {
			t.Errorf("a letter comes from %s", letter.From)
		}
	}
}

func TestDoctorLooksAtTheBackups(t *testing.T) {
	dir, elsewhere, bucket := t.TempDir(), filepath.Join(t.TempDir(), "kept"), s3test.Start(t).URL("kept")
	start(t, settings(dir)).stop()
	for name, place := range map[string]string{"a folder": elsewhere, "a bucket": bucket} {
		env := settings(dir, "VITRINE_BACKUP_DIR="+place)
		if place == bucket {
			env = append(env, "VITRINE_BACKUP_KEY=kept where nobody looks")
		}
		if r := run(t, env, "", "doctor", "--no-mail"); r.code != 0 || !strings.Contains(r.stdout, "look   backup") || !strings.Contains(r.stdout, "kept") || !strings.Contains(r.stdout, "there is none yet") && !strings.Contains(r.stdout, "is missing") {
			t.Errorf("%s without a backup: %d\n%s", name, r.code, r.stdout)
		}
		if r := run(t, env, "", "backup"); r.code != 0 {
			t.Fatalf("%+v", r)
		}
		if r := run(t, env, "", "doctor", "--no-mail"); r.code != 0 || !strings.Contains(r.stdout, "ok     backup") || !strings.Contains(r.stdout, "the newest is 0s old") {
			t.Errorf("%s with a backup: %d\n%s", name, r.code, r.stdout)
		} else if n := strings.Count(r.stdout, "GB free"); place == elsewhere && n != 2 {
			t.Errorf("the room of %d folders is told:\n%s", n, r.stdout)
		}
	}
	if left, _ := os.ReadDir(elsewhere); len(left) != 1 {
		t.Errorf("it left %v behind", left)
	}
	old := filepath.Join(elsewhere, "vitrine-auto-20200102T030405Z.zip")
	if found, _ := filepath.Glob(filepath.Join(elsewhere, "vitrine-*.zip")); len(found) == 1 {
		os.Rename(found[0], old)
	}
	for place, says := range map[string]string{elsewhere: "look   backup", "/proc/nope": "WRONG  backup", "s3:/bogus": "WRONG  configuration  VITRINE_BACKUP_DIR"} {
		if r := run(t, settings(dir, "VITRINE_BACKUP_DIR="+place), "", "doctor", "--no-mail"); !strings.Contains(r.stdout, says) {
			t.Errorf("%s: no line %q in\n%s", place, says, r.stdout)
		}
	}
	if r := run(t, settings(dir, "VITRINE_BACKUP=off"), "", "doctor", "--no-mail"); !strings.Contains(r.stdout, "look   backup         VITRINE_BACKUP is off") {
		t.Errorf("off:\n%s", r.stdout)
	}
}
