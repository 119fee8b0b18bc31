package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/store/sqlite"
)

// A database is put aside, and comes back in place of one that was begun there.
// Whichever step a crash comes after, what a start would open is whole, and the
// database that is moved is whole in one of the two places.
func TestADatabaseThatIsMovedNeverLacksItsLog(t *testing.T) {
	t.Parallel()
	for way, begun := range map[string]bool{"aside": false, "back": true} {
		for crash := 0; ; crash++ {
			dir := t.TempDir()
			from, to := filepath.Join(dir, "from.db"), filepath.Join(dir, "to.db")
			withLog(t, from, "moved")
			if begun {
				withLog(t, to, "begun")
			}
			steps := sqlite.MoveSteps(from, to)
			if crash > len(steps) {
				break
			}
			for _, step := range steps[:crash] {
				if err := step(); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			after := fmt.Sprintf("%s, after %d of %d steps:", way, crash, len(steps))
			kept := textIn(t, to)
			switch at := textIn(t, from); {
			case crash == len(steps) && (kept != "moved" || at != ""):
				t.Errorf("%s %q at the old place, %q at the new one", after, at, kept)
			case kept != "moved" && at != "moved":
				t.Errorf("%s the database is lost: %q and %q", after, at, kept)
			case begun && kept == "begun" || kept == "" || kept == "moved":
			default:
				t.Errorf("%s a start would take %q", after, kept)
			}
		}
	}
}

// withLog makes a database whose text is half in the file and half in its log.
func withLog(t *testing.T, path, text string) {
	t.Helper()
	made := filepath.Join(t.TempDir(), "made.db")
	db, err := sql.Open("sqlite", "file:"+made+"?_pragma=journal_mode(WAL)&_pragma=wal_autocheckpoint(0)&_pragma=synchronous(OFF)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	half := len(text) / 2
	for _, statement := range []string{"CREATE TABLE t (v TEXT)", "INSERT INTO t VALUES ('" + text[:half] + "')", "PRAGMA wal_checkpoint(TRUNCATE)", "UPDATE t SET v = v || '" + text[half:] + "'"} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		copied(t, made+suffix, path+suffix)
	}
}

// textIn is the text that a start would find in a database; "" is none.
func textIn(t *testing.T, path string) (text string) {
	t.Helper()
	look := filepath.Join(t.TempDir(), "look.db")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	for _, suffix := range []string{"", "-wal"} {
		if _, err := os.Stat(path + suffix); err == nil {
			copied(t, path+suffix, look+suffix)
		}
	}
	db, err := sql.Open("sqlite", look)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow("SELECT v FROM t").Scan(&text); err != nil {
		return err.Error()
	}
	return text
}

func copied(t *testing.T, from, to string) {
	t.Helper()
	raw, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
