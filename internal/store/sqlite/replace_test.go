package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/sqlite"
)

func TestAReplacementThatIsCalledOffLeavesTheDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := engines.Open(t.Context(), store.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	path := filepath.Join(dir, "vitrine.db")
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	aside, err := sqlite.Replace(ctx, dir, path, false)
	if err == nil || aside != "" || sqlite.Damaged(err) || strings.Contains(err.Error(), "damaged") {
		t.Errorf("called off: aside %q, %v", aside, err)
	}
	sameFile(t, path, before)

	// One that is put aside comes back when there is nothing to take its place.
	aside, err = sqlite.Replace(t.Context(), dir, filepath.Join(dir, "missing.db"), true)
	if err == nil || aside != "" {
		t.Errorf("nothing to put there: aside %q, %v", aside, err)
	}
	sameFile(t, path, before)
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func sameFile(t *testing.T, path string, want []byte) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
		t.Errorf("%s has %d bytes where it had %d (%v)", path, len(got), len(want), err)
	}
}

func TestAFolderOfAnotherOwnerIsNotAServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "serve.lock"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.LockFolder(dir); err == nil || strings.Contains(err.Error(), "another vitrine serve") {
		t.Errorf("a lock that cannot be opened: %v", err)
	}
}
