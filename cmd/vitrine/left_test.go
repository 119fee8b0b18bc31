package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestOnlyWhatWeLeftIsSwept(t *testing.T) {
	dir := t.TempDir()
	long := time.Now().Add(-48 * time.Hour)
	for _, name := range []string{"restore-monday.zip", "restore-20260101", "takeover-notes", "restore.db.part", "restore-1/", "takeover-22/", "restore-mine/", "restore-3-old/"} {
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
	if want := []string{"restore-20260101", "restore-3-old", "restore-4", "restore-mine", "restore-monday.zip", "takeover-notes"}; !slices.Equal(left, want) {
		t.Errorf("left: %v", left)
	}
}
