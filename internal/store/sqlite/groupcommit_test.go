package sqlite

import (
	"testing"

	"vitrine/internal/store"
)

func TestALostTransactionServesNobodyWhoLeft(t *testing.T) {
	done, lost, waiting, gone := &job{}, &job{}, &job{}, &job{}
	group := []*job{done, lost, waiting, gone}
	for _, j := range group {
		j.Turn, j.work.RolledBack = store.NewTurn(), func() {}
	}
	done.Begin()
	lost.Begin()
	if again := requeue(group, 1); len(again) != 3 {
		t.Fatalf("%d run again, want 3", len(again))
	}
	if done.Leave() || !gone.Leave() {
		t.Error("only who has not begun may leave")
	}
	if !done.Begin() || !waiting.Begin() || gone.Begin() {
		t.Error("all but the one who left are served")
	}
}
