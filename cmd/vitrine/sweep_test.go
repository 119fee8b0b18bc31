package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"vitrine/internal/config"
)

func TestOnlyWhatWeLeftIsSwept(t *testing.T) {
	dir := t.TempDir()
	long := time.Now().Add(-48 * time.Hour)
	for _, name := range []string{"restore-monday.zip", "restore-20260101", "takeover-notes", "restore.db.part", "secret", "secret-123", "secret-of-mine", "secret-5/", "secret.before-20260101T000000.000000Z", "restore-1/", "takeover-22/", "restore-mine/", "restore-3-old/"} {
		path, err := filepath.Join(dir, name), error(nil)
		if name[len(name)-1] == '/' {
			err = os.Mkdir(path, 0o700)
		} else {
			err = os.WriteFile(path, nil, 0o600)
		}
		if err == nil {
			err = os.Chtimes(path, long, long)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "restore-4"), 0o700); err != nil {
		t.Fatal(err)
	}
	sweepLeft(dir)
	var left []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{"restore-20260101", "restore-3-old", "restore-4", "restore-mine", "restore-monday.zip", "secret", "secret-5", "secret-of-mine", "secret.before-20260101T000000.000000Z", "takeover-notes"}; !slices.Equal(left, want) {
		t.Errorf("left: %v", left)
	}
}

func TestCopiesInTheDataFolderAreFoundThoughBackupsLieElsewhere(t *testing.T) {
	place, elsewhere := config.Place{Data: t.TempDir()}, t.TempDir()
	const before, usual = "vitrine-before-schema-9-20260101T000000.000000Z.db", "vitrine-20260102T000000Z.zip"
	for dir, name := range map[string]string{filepath.Join(place.Data, "backups"): before, elsewhere: usual} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list := backupCommand{Place: place, backupPlace: backupPlace{To: elsewhere}}
	if found, err := list.found(t.Context()); err != nil || len(found) != 2 {
		t.Errorf("found %v (%v)", found, err)
	}
	for _, name := range []string{before, usual} {
		c := restoreCommand{Place: place, backupPlace: backupPlace{To: elsewhere}, File: name}
		if _, err := c.fetch(t.Context()); err != nil || !filepath.IsAbs(c.File) || filepath.Base(c.File) != name {
			t.Errorf("%s is %s (%v)", name, c.File, err)
		}
	}
}

func TestASecretThatIsReplacedIsKept(t *testing.T) {
	dir := t.TempDir()
	for _, secret := range []string{"the first secret", "the second secret", "the second secret"} {
		if err := replaceSecret(dir, []byte(secret)); err != nil {
			t.Fatal(err)
		}
	}
	contents := map[string]int{}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		contents[string(raw)]++
		if info, _ := os.Stat(file); info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v", file, info.Mode())
		}
	}
	now, err := os.ReadFile(filepath.Join(dir, "secret"))
	if len(files) != 2 || contents["the first secret"] != 1 || string(now) != "the second secret" || err != nil {
		t.Errorf("%v, %q (%v)", contents, now, err)
	}
}
