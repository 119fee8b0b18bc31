package postgres_test

import (
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
	"vitrine/internal/store/storetest"
)

func TestInstancesWhoseClocksDifferKeepEachOthersChanges(t *testing.T) {
	url := storetest.PostgresURL(t)
	differing := func(by time.Duration) (*store.Store, *postgres.Engine) {
		return open(t, store.Options{URL: url, Now: func() time.Time { return time.Now().Add(by) }})
	}
	behind, first := differing(-time.Hour)
	ahead, second := differing(time.Hour)
	left := func() (n int) {
		for _, e := range []*postgres.Engine{first, second} {
			if err := e.PurgeChanges(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := second.DB().QueryRow("SELECT count(*) FROM changes").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, s := range []*store.Store{behind, ahead} {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	}
	if n := left(); n != 2 {
		t.Errorf("%d changes are left, want 2", n)
	}
	if _, err := second.DB().Exec("UPDATE changes SET at = at - interval '11 minutes'"); err != nil {
		t.Fatal(err)
	}
	if n := left(); n != 0 {
		t.Errorf("%d old changes are left", n)
	}
}

func TestTheFeedCarriesNoRowsOfQuietTablesButTheirDeletions(t *testing.T) {
	s, e := open(t, store.Options{URL: storetest.PostgresURL(t)})
	carried := func() (n int) {
		if err := e.DB().QueryRow(`SELECT count(*) FROM changes WHERE rows::jsonb @> '[{"table": "revisions"}]'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	row := storetest.Add(t, s, &schema.Revisions, store.Row{"document": "company", "document_id": "1", "action": schema.Saved})
	if n := carried(); n != 0 {
		t.Errorf("%d changes carry a revision that was added", n)
	}
	if _, err := s.AsSystem().Delete(t.Context(), &schema.Revisions, store.Eq("id", row.Int("id"))); err != nil {
		t.Fatal(err)
	}
	if n := carried(); n != 1 {
		t.Errorf("%d changes carry a revision that was deleted", n)
	}
}
