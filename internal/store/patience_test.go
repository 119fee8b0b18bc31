package store_test

import (
	"context"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAStatementThatTakesTooLongIsAFaultOfItsOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		slow := "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		_, err := s.ReadSQL().ExecContext(ctx, slow)
		storetest.WantFault(t, s.Explain(ctx, &schema.TeamMembers, err), fault.TimedOut)
		if s.OnSQLite() {
			return
		}
		conn, err := s.ReadSQL().Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.ExecContext(t.Context(), "SET statement_timeout = 50"); err != nil {
			t.Fatal(err)
		}
		_, err = conn.ExecContext(t.Context(), slow)
		storetest.WantFault(t, s.Explain(t.Context(), &schema.TeamMembers, err), fault.TimedOut)
	})
}

func TestReadsAndWritesGoOnAfterAStatementTookTooLong(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for range 8 {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			s.ReadSQL().ExecContext(ctx, "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c")
			cancel()
		}
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
		if n, err := s.As(storetest.Visitor).Count(t.Context(), &schema.TeamMembers); n != 1 || err != nil {
			t.Errorf("%d rows (%v), want 1", n, err)
		}
		if err := s.Ready(t.Context()); err != nil {
			t.Errorf("the store is not ready: %v", err)
		}
	})
}

func TestALockedDatabaseIsUnavailable(t *testing.T) {
	url := storetest.PostgresURL(t)
	s := storetest.Open(t, store.Options{URL: url + "&lock_timeout=100"})
	row := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	tx, err := s.SQL().Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec("LOCK TABLE team_members"); err != nil {
		t.Fatal(err)
	}
	_, err = s.As(storetest.Editor).Update(t.Context(), &schema.TeamMembers, store.Eq("id", row["id"]), store.Row{"name": "Eve"})
	storetest.WantFault(t, err, fault.Unavailable)
}
