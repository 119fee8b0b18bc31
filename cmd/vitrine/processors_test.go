package main

import (
	"runtime"
	"testing"
)

func TestOneThreadIsToSpareUnlessTheNumberIsGiven(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	t.Setenv("GOMAXPROCS", "")
	if spareProcessor(); runtime.GOMAXPROCS(0) != before+1 {
		t.Errorf("%d threads, want %d", runtime.GOMAXPROCS(0), before+1)
	}
	runtime.GOMAXPROCS(before)
	t.Setenv("GOMAXPROCS", "1")
	if spareProcessor(); runtime.GOMAXPROCS(0) != before {
		t.Errorf("%d threads, though their number was given", runtime.GOMAXPROCS(0))
	}
}
