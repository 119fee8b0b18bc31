package main

import (
	"database/sql"
	"path/filepath"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestASecretIsPutAsideOnceThoughItsTransactionRunsAgain(t *testing.T) {
	url, dir := storetest.PostgresURL(t), t.TempDir()
	s := storetest.Open(t, store.Options{URL: url})
	if _, err := sharedSecret(t.Context(), s, "the first secret"); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(`CREATE SEQUENCE tries;
		CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF nextval('tries') < 3 THEN
				RAISE EXCEPTION 'a conflict' USING ERRCODE = '40001';
			END IF;
			RETURN NEW;
		END $$;
		CREATE TRIGGER conflict BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION conflict()`)
	if err != nil {
		t.Fatal(err)
	}
	if err := replaceShared(t.Context(), s, dir, "the second secret"); err != nil {
		t.Fatal(err)
	}
	var tries int
	if err := db.QueryRow("SELECT last_value FROM tries").Scan(&tries); err != nil || tries != 3 {
		t.Errorf("%d tries (%v), want 3", tries, err)
	}
	if kept, err := filepath.Glob(filepath.Join(dir, "secret*")); err != nil || len(kept) != 1 {
		t.Errorf("kept %v (%v)", kept, err)
	}
	if now, err := sharedSecret(t.Context(), s, "another"); err != nil || string(now) != "the second secret" {
		t.Errorf("%q (%v)", now, err)
	}
}
