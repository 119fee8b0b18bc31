package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/storage/s3test"
	"vitrine/internal/store/storetest"
)

func TestDoctorFindsAHealthySiteHealthy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := start(t, settings(dir))
	r := run(t, settings(dir), "", "doctor")
	if r.code != 0 {
		t.Errorf("beside a running server: %d\n%s%s", r.code, r.stdout, r.stderr)
	}
	for _, want := range []string{"ok     configuration", "ok     database       SQLite 3.", "ok     storage", "look   mail", "clock", "disk"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no line %q in\n%s", want, r.stdout)
		}
	}
	if n := strings.Count(r.stdout, "\n"); n != 6 {
		t.Errorf("%d lines, want one for each check", n)
	}
	s.stop()
	if left, _ := os.ReadDir(filepath.Join(dir, "uploads")); len(left) != 0 {
		t.Errorf("it left %v behind", left)
	}
}

func TestDoctorTellsWhatIsWrongWithoutSecrets(t *testing.T) {
	missing := freeAddress(t)
	r := run(t, []string{
		"VITRINE_DATA=" + t.TempDir(), "VITRINE_DATABASE_URL=postgres://u:hushhush@" + missing + "/x", "VITRINE_STORAGE_URL=s3://key:hushhush@" + missing + "/logos?insecure=true",
		"VITRINE_SMTP_URL=smtp://u:hushhush@" + missing, "VITRINE_MAIL_TO=studio@example.com",
	}, "", "doctor")
	if r.code != 1 {
		t.Errorf("exit code %d", r.code)
	}
	for _, want := range []string{"WRONG  database", "WRONG  storage", "WRONG  mail"} {
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
}

func TestDoctorSendsAMailAndUsesTheBucket(t *testing.T) {
	post := mailtest.Start(t)
	r := run(t, []string{
		"VITRINE_DATA=" + t.TempDir(), "VITRINE_DATABASE_URL=" + storetest.PostgresURL(t), "VITRINE_STORAGE_URL=" + s3test.Start(t).URL("logos"),
		"VITRINE_SMTP_URL=" + post.URL(), "VITRINE_MAIL_TO=studio@example.com",
	}, "", "doctor")
	if r.code != 0 || !strings.Contains(r.stdout, "sent a test letter to studio@example.com") || !strings.Contains(r.stdout, "the bucket logos on ") || !strings.Contains(r.stdout, "with schema 0") {
		t.Errorf("%d\n%s%s", r.code, r.stdout, r.stderr)
	}
	if n := len(post.Letters()); n != 1 {
		t.Errorf("%d letters came", n)
	}
}
