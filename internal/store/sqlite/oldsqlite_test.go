package sqlite

import (
	"database/sql/driver"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/store"

	msqlite "modernc.org/sqlite"
)

func TestVersionsOfSQLiteAreTold(t *testing.T) {
	for version, older := range map[string]bool{
		"3.7.0": true, "3.40.1": true, "3.51.0": true, "3.51.2": true, "2.99.99": true, "": true, "unknown": true,
		"3.51.3": false, "3.51.10": false, "3.52.0": false, "3.100.0": false, "4.0.0": false,
	} {
		if isOlder(version, 3, 51, 3) != older {
			t.Errorf("%q counts as older: %v", version, !older)
		}
	}
}

// TestAnOldSQLiteIsRefused opens databases in a process of its own, whose
// SQLite calls itself older than it is.
func TestAnOldSQLiteIsRefused(t *testing.T) {
	const pretend = "VITRINE_TEST_SQLITE"
	if version := os.Getenv(pretend); version != "" {
		msqlite.MustRegisterScalarFunction("sqlite_version", 0, func(*msqlite.FunctionContext, []driver.Value) (driver.Value, error) { return version, nil })
		o := store.Options{Dir: os.Getenv(pretend + "_DIR")}
		e, err := Connect(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(t.Context(), e, o)
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		return
	}
	for version, opens := range map[string]bool{"3.51.2": false, "3.51.3": true} {
		dir := filepath.Join(t.TempDir(), "data")
		c := exec.Command(os.Args[0], "-test.run=^TestAnOldSQLiteIsRefused$")
		c.Env = append(os.Environ(), pretend+"="+version, pretend+"_DIR="+dir)
		out, err := c.CombinedOutput()
		if (err == nil) != opens || !opens && !strings.Contains(string(out), "SQLite 3.51.2 can corrupt a database; 3.51.3 or newer is needed") {
			t.Errorf("SQLite %s: %v\n%s", version, err, out)
		}
		if tables, _ := os.ReadFile(filepath.Join(dir, "vitrine.db")); len(tables) > 8192 != opens {
			t.Errorf("SQLite %s left %d bytes", version, len(tables))
		}
	}
}
