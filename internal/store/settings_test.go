package store_test

import (
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestConnectionsAreSetAsPrescribed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ask, write, read := "SHOW ", map[string]string{"statement_timeout": "5s", "lock_timeout": "3s", "idle_in_transaction_session_timeout": "10s", "synchronous_commit": "on"}, map[string]string{}
		if s.OnSQLite() {
			ask = "PRAGMA "
			write = map[string]string{"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1", "trusted_schema": "0", "cell_size_check": "1", "busy_timeout": "5000", "query_only": "0",
				"mmap_size": "0", "temp_store": "2", "cache_size": "-8000", "journal_size_limit": "67108864"}
			read = map[string]string{"trusted_schema": "0", "cell_size_check": "1", "query_only": "1", "mmap_size": "0", "temp_store": "2", "cache_size": "-3000"}
		}
		for name, want := range write {
			var got string
			if err := s.SQL().QueryRow(ask + name).Scan(&got); err != nil || got != want {
				t.Errorf("writing: %s is %q (%v), want %q", name, got, err, want)
			}
		}
		for name, want := range read {
			var got string
			if err := s.ReadSQL().QueryRow(ask + name).Scan(&got); err != nil || got != want {
				t.Errorf("reading: %s is %q (%v), want %q", name, got, err, want)
			}
		}
		if _, err := s.ReadSQL().Exec("DELETE FROM team_members"); s.OnSQLite() && err == nil {
			t.Error("a connection for reading writes")
		}
	})
}

func TestAStatementMayTakeTwoSecondsForVisitorsAndFiveForStaff(t *testing.T) {
	s := storetest.SQLite(t)
	for actor, want := range map[string]time.Duration{"visitor": 2 * time.Second, "editor": 5 * time.Second} {
		x := s.As(storetest.Visitor)
		if actor == "editor" {
			x = s.As(storetest.Editor)
		}
		began := time.Now()
		ctx, cancel := x.Bounded(t.Context())
		end, _ := ctx.Deadline()
		cancel()
		if end.Before(began.Add(want)) || end.After(time.Now().Add(want)) {
			t.Errorf("%s: %v, want %v", actor, end.Sub(began), want)
		}
	}
}
