package sqlite

import "testing"

func TestALostTransactionServesNobodyWhoLeft(t *testing.T) {
	done, lost, waiting, gone := &job{}, &job{}, &job{}, &job{}
	group := []*job{done, lost, waiting, gone}
	for _, j := range group {
		j.done = make(chan struct{})
	}
	done.begin()
	lost.begin()
	if again := requeue(group, 1); len(again) != 3 {
		t.Fatalf("%d run again, want 3", len(again))
	}
	if done.leave() || !gone.leave() {
		t.Error("only who has not begun may leave")
	}
	if !done.begin() || !waiting.begin() || gone.begin() {
		t.Error("all but the one who left are served")
	}
}
