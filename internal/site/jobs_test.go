package site_test

import (
	"fmt"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestMadeUpJobsCostTheDatabaseNothing(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	v.shows(v.get("/nowhere"), 404)
	reads, stop := site.CountReads()
	defer stop()
	flood := func(want int64) {
		t.Helper()
		reads.Store(0)
		for i := range 20 {
			v.shows(v.get(fmt.Sprint("/careers/made-up-", i)), 404)
		}
		if n := reads.Load(); n != want {
			t.Errorf("%d reads, want %d", n, want)
		}
	}
	flood(1)
	flood(0)
	rows, err := v.store.AsSystem().Insert(t.Context(), &schema.JobListings, store.Row{"title": "Made up 7", "location": "Pune", "about": "x", "how_to_apply": "x"})
	if err != nil {
		t.Fatal(err)
	}
	path := "/careers/" + rows[0].Text("slug")
	v.shows(v.get(path), 200, "Made up 7")
	if _, err := v.store.AsSystem().Delete(t.Context(), &schema.JobListings, store.Eq("id", rows[0].Int("id"))); err != nil {
		t.Fatal(err)
	}
	v.shows(v.get(path), 404)
	v.shows(v.get(path), 404)
}
