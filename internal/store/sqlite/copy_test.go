package sqlite

import (
	"database/sql"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// TestACopyThatIsNotSoundStopsTheMigration breaks a rule of the source that
// copying does not look at.
func TestACopyThatIsNotSoundStopsTheMigration(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", onceDSN(filepath.Join(dir, databaseFile)))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	keep := func() error {
		_, err := copyBeforeMigration(t.Context(), db, dir, 1, 2, slog.New(slog.DiscardHandler))
		return err
	}
	copies := func() int { files, _ := os.ReadDir(filepath.Join(dir, "backups")); return len(files) }
	if _, err := db.Exec("CREATE TABLE numbers (n INTEGER CHECK (n > 0)); INSERT INTO numbers VALUES (1)"); err != nil {
		t.Fatal(err)
	}
	if err := keep(); err != nil || copies() != 1 {
		t.Fatalf("%d copies (%v)", copies(), err)
	}
	if _, err := db.Exec("PRAGMA ignore_check_constraints = 1; UPDATE numbers SET n = -1"); err != nil {
		t.Fatal(err)
	}
	if err := keep(); !Damaged(err) || copies() != 1 {
		t.Errorf("%d copies (%v)", copies(), err)
	}
}
