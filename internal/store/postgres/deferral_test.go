package postgres_test

import (
	"context"
	"fmt"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// rewrite sets columns of a company by its key.
func rewrite(id int64, columns store.Row, there *bool) func(store.Session) error {
	return func(x store.Session) (err error) {
		row := store.Row{"id": id}
		var names []string
		for name, value := range columns {
			row[name], names = value, append(names, name)
		}
		*there, err = x.AsSystem().Rewrite(context.Background(), &schema.PortfolioCompanies, row, names...)
		return err
	}
}

func TestRewritesOfAGroupAreOneAfterAnother(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	storetest.Add(t, s, &schema.PortfolioCompanies, store.Row{"name": "Acme", "description": "A shop", "website_url": "https://acme.example"})
	var there bool
	var seen string
	reads := func(x store.Session) error {
		if err := rewrite(1, store.Row{"description": "Read"}, &there)(x); err != nil {
			return err
		}
		rows, err := x.Select(context.Background(), &schema.PortfolioCompanies, store.Query{Where: store.All{store.Eq("id", 1)}})
		if err == nil {
			seen = rows[0].Text("name") + ", " + rows[0].Text("description")
		}
		return err
	}
	for i, err := range saveBehind(t, s, e,
		rewrite(1, store.Row{"name": "Acme 2", "description": "Second"}, &there),
		reads,
		rewrite(1, store.Row{"description": "Third"}, &there),
		rewrite(1, store.Row{"website_url": "https://third.example"}, &there),
	) {
		if err != nil {
			t.Errorf("save %d: %v", i, err)
		}
	}
	if seen != "Acme 2, Read" {
		t.Errorf("a work of the group reads %q", seen)
	}
	row := storetest.Get(t, s, &schema.PortfolioCompanies, 1)
	if got := fmt.Sprint(row["name"], row["description"], row["website_url"]); got != fmt.Sprint("Acme 2", "Third", "https://third.example") {
		t.Errorf("stored: %s", got)
	}
}

func TestARewriteOfARowThatIsGoneCostsNobodyElse(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	storetest.Add(t, s, &schema.PortfolioCompanies, store.Row{"name": "Acme", "description": "A shop", "website_url": "https://acme.example"})
	for i, name := range []string{"in a group", "first of a group that takes long"} {
		t.Run(name, func(t *testing.T) {
			if i > 0 {
				e.EndGroups()
			}
			gone, there := true, false
			before := storetest.Get(t, s, &schema.PortfolioCompanies, 1).Int("version")
			for i, err := range saveBehind(t, s, e, rewrite(7, store.Row{"description": "Gone"}, &gone), rewrite(1, store.Row{"name": name}, &there), describe("Second")) {
				if err != nil {
					t.Errorf("save %d: %v", i, err)
				}
			}
			row := storetest.Get(t, s, &schema.PortfolioCompanies, 1)
			if gone || !there || row.Text("name") != name || row.Text("description") != "Second" || row.Int("version") != before+2 {
				t.Errorf("gone is there: %v, there: %v, stored %v", gone, there, row)
			}
		})
	}
}
