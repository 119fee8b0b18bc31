package site_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestWhatCameByAnotherDoorIsCleanedOnThePage writes past the store, which
// cleans what it takes.
func TestWhatCameByAnotherDoorIsCleanedOnThePage(t *testing.T) {
	dir := t.TempDir()
	v := open(t, storetest.Open(t, store.Options{Dir: dir}))
	db, err := sql.Open("sqlite", filepath.Join(dir, "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, column := range []string{"hero_content.subtitle", "about_content.intro_text", "job_listings.about", "footer_content.company_description"} {
		table, name, _ := strings.Cut(column, ".")
		if _, err := db.Exec("UPDATE " + table + " SET " + name + ` = '<p>Dirty</p><img src=x onerror=alert(1)><script>alert(1)</script>'`); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/", "/about", "/careers", "/careers/founding-engineer-agentic-checkout"} {
		page := v.get(path)
		v.shows(page, 200, "Dirty")
		for _, sign := range []string{"onerror", "alert(1)"} {
			if strings.Contains(page.Body.String(), sign) {
				t.Errorf("%s has %s", path, sign)
			}
		}
	}
}
