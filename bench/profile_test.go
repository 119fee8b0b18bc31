package main

import (
	"strings"
	"testing"
)

func TestAStatementFitsIntoACell(t *testing.T) {
	if got := shortened("SELECT a || 'x'\n  FROM `b`"); got != `SELECT a \|\| 'x' FROM 'b'` {
		t.Error(got)
	}
	if got := []rune(shortened(strings.Repeat("é ", 100))); len(got) != 80 || got[79] != '…' {
		t.Error(string(got))
	}
}

func TestAProfileIsAddedUpByWhoseCodeItIs(t *testing.T) {
	all, err := readTop(`File: vitrine
Type: cpu
Showing nodes accounting for 2s, 100% of 2s total
      flat  flat%   sum%        cum   cum%
     0.80s 40.00% 40.00%      0.90s 45.00%  internal/runtime/syscall/linux.Syscall6
     0.40s 20.00% 60.00%      0.40s 20.00%  runtime.futex
     0.20s 10.00% 70.00%      1.80s 90.00%  net/http.(*conn).serve
     0.20s 10.00% 80.00%      0.20s 10.00%  slices.insertionSortCmpFunc[go.shape.struct { net/http.key string; net/http.values []string }] (inline)
     0.20s 10.00% 90.00%      0.30s 15.00%  vitrine/internal/site.(*kept).write
     0.20s 10.00%   100%      0.20s 10.00%  github.com/andybalholm/brotli.(*Writer).Write (inline)
`)
	if err != nil {
		t.Fatal(err)
	}
	got := byKind(all)
	for kind, want := range map[string]float64{ofSystem: 40, ofRuntime: 20, ofLibrary: 20, ofOurs: 10, ofOthers: 10} {
		if got[kind] != want {
			t.Errorf("%s has %v %%, want %v", kind, got[kind], want)
		}
	}
	if top := topOf("x", all); len(top.Rows) != 6 || top.Rows[0][0] != "`internal/runtime/syscall/linux.Syscall6`" || top.Rows[0][2] != "45" {
		t.Errorf("%v", top.Rows)
	}
}
