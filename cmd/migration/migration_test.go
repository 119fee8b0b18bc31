package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema"
)

func written(t *testing.T) (have made) {
	t.Helper()
	paths, err := filepath.Glob("../../" + folder + "/sqlite/*.sql")
	if err != nil || len(paths) == 0 {
		t.Fatal(err)
	}
	slices.Sort(paths)
	if have, err = migrated(paths); err != nil {
		t.Fatal(err)
	}
	return have
}

func TestNothingIsLeftToWrite(t *testing.T) {
	have := written(t)
	for _, e := range engines {
		if text, err := gained(e, have); text != "" || err != nil {
			t.Errorf("%s: %s (%v)", e.name, text, err)
		}
	}
}

func TestWhatIsWrittenMakesTheTables(t *testing.T) {
	text, err := gained(engines[0], made{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "0001_all.sql")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	have, err := migrated([]string{path})
	if err != nil {
		t.Fatal(err)
	}
	if more, err := gained(engines[0], have); more != "" || err != nil {
		t.Errorf("left: %s (%v)", more, err)
	}
}

func TestAColumnForRowsThatThereAre(t *testing.T) {
	have := written(t)
	table := &schema.JobListings
	before := table.Columns
	defer func() { table.Columns = before }()
	table.Columns = append(slices.Clone(before), schema.Bool("is_paid").Default(true), schema.Title("team").Default("it's"), schema.Int("seats").Default(1).Min(1, ""))
	want := map[string][]string{
		"sqlite": {
			`ADD COLUMN "is_paid" INTEGER NOT NULL DEFAULT 1 CHECK ("is_paid" IN (0, 1));`,
			`ADD COLUMN "team" TEXT NOT NULL DEFAULT 'it''s' CHECK (length("team") <= 300);`,
		},
		"postgres": {
			`ADD COLUMN "is_paid" BOOLEAN NOT NULL DEFAULT true;`, `ALTER COLUMN "is_paid" DROP DEFAULT;`,
			`ADD COLUMN "seats" INTEGER NOT NULL DEFAULT 1 CONSTRAINT job_listings_seats_check CHECK ("seats" BETWEEN 1 AND 1000000000);`,
		},
	}
	for _, e := range engines {
		text, err := gained(e, have)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range want[e.name] {
			if !strings.Contains(text, "ALTER TABLE job_listings "+line) {
				t.Errorf("%s has no line %s:\n%s", e.name, line, text)
			}
		}
	}
	table.Columns = append(slices.Clone(before), schema.Title("team").Required("Team is required"))
	if _, err := gained(engines[0], have); err == nil || !strings.Contains(err.Error(), "job_listings.team has no default") {
		t.Errorf("a column that rows cannot have: %v", err)
	}
}

func TestARowGetsTheDefault(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	column := schema.Text("note").Default("none")
	add, err := engines[0].add(&schema.Table{Name: "things"}, &column)
	if err != nil {
		t.Fatal(err)
	}
	var note string
	if _, err := db.Exec("CREATE TABLE things (id INTEGER) STRICT; INSERT INTO things VALUES (1);" + add); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow("SELECT note FROM things").Scan(&note); err != nil || note != "none" {
		t.Errorf("%q (%v)", note, err)
	}
}
