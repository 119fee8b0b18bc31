package main

import (
	"strings"
	"testing"
	"time"
)

func TestFiguresStandInTheRowsOfTheirTests(t *testing.T) {
	in := strings.Join([]string{
		`{"Action":"output","Test":"TestKill/sqlite","Output":"    kill_test.go:1: figures: 50 kills, 0 lost\n"}`,
		`{"Action":"pass","Test":"TestKill/sqlite"}`, `{"Action":"pass","Test":"TestKill"}`,
		`{"Action":"pass","Test":"TestMatrix/a"}`, `{"Action":"pass","Test":"TestMatrix/b"}`, `{"Action":"pass","Test":"TestMatrix"}`,
		`{"Action":"output","Test":"FuzzText","Output":"fuzz: elapsed: 30s, execs: 123 (4/sec)\n"}`, `{"Action":"pass","Test":"FuzzText"}`,
		`{"Action":"fail","Package":"p"}`, `{"Action":"fail","Test":"TestBad/c"}`, `{"Action":"fail","Test":"TestBad"}`,
		`{"Action":"run","Test":"TestCut"}`, `{"Action":"output","Test":"TestCut","Output":"x: figures: half\n"}`,
		`{"Action":"run","Test":"TestSkipped"}`, `{"Action":"skip","Test":"TestSkipped"}`,
		`figures visitor-xss.spec.ts: 203 payloads | 0 run`,
	}, "\n")
	r, err := read(strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	got := r.fill(strings.Join([]string{
		"Last run: never.", "| a | b | `TestKill` | old |", "| a | b | `TestMatrix` `FuzzText` | |", "| a | b | `TestBad` | |", "| a | b | `visitor-xss.spec.ts` | |", "| a | b | `TestOther` | of another run |",
		"| a | b | `TestKill` `TestSkipped` `admin.spec.ts` | of another run |", "| a | b | `TestCut` | |", "| a | b | c | stays |",
	}, "\n"), time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC), "9 minutes")
	want := strings.Join([]string{
		"Last run: 2026-11-15, 4 tests passed, 1 failed, 1 were skipped, some were cut off, in 9 minutes.", "| a | b | `TestKill` | sqlite: 50 kills, 0 lost |", "| a | b | `TestMatrix` `FuzzText` | 123 inputs in 30s, 0 crashes; other cases passed: 2 |",
		"| a | b | `TestBad` | TestBad FAILED |", "| a | b | `visitor-xss.spec.ts` | 203 payloads / 0 run |", "| a | b | `TestOther` | not run |",
		"| a | b | `TestKill` `TestSkipped` `admin.spec.ts` | sqlite: 50 kills, 0 lost; not run: TestSkipped |", "| a | b | `TestCut` | TestCut was cut off |", "| a | b | c | stays |",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
