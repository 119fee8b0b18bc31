package main

import "testing"

func TestMemoryIsGivenBackOnceAfterWorkAndNeverDuringIt(t *testing.T) {
	const mb = 1 << 20
	var c idleness
	allocated := uint64(0)
	for i, step := range []struct {
		what  string
		bytes uint64
		want  bool
	}{
		{"a start", 20 * mb, false},
		{"a first quiet look", 0, false},
		{"a second", 10 << 10, true},
		{"nothing more", 0, false},
		{"steady load", mb, false},
		{"steady load", 8 * mb, false},
		{"a breath", 0, false},
		{"load again", 8 * mb, false},
		{"quiet", 0, false},
		{"still quiet", 0, true},
		{"a click", 2 * mb, false},
		{"quiet, and not worth it", 0, false},
		{"quiet, and not worth it", 0, false},
		{"another click", 3 * mb, false},
		{"quiet", 0, false},
		{"now it is", 0, true},
	} {
		allocated += step.bytes
		if got := c.look(allocated); got != step.want {
			t.Errorf("step %d, %s: gives back %v", i, step.what, got)
		}
	}
	gave := 0
	for range 100 { // a visitor now and then
		allocated += 100 << 10
		if c.look(allocated) {
			gave++
		}
	}
	if gave != 2 {
		t.Errorf("10 MB in small portions: given back %d times, want 2", gave)
	}
}
