package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestFiguresKeepThreeDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "0", .0123: "0.012", .5: "0.5", 1.256: "1.26", 2: "2", 45.25: "45.2", 123.4: "123", 59890.4: "59890"} {
		if got := number(v); got != want {
			t.Errorf("%v is shown as %s, not %s", v, got, want)
		}
	}
}

func TestATargetIsMetAtItsEdge(t *testing.T) {
	for _, c := range []struct {
		target Target
		met    bool
	}{
		{atMost("", 1.25, 1.25, "×"), true},
		{atMost("", 1.26, 1.25, "×"), false},
		{atLeast("", 10, 10, "×"), true},
		{atLeast("", 9.9, 10, "×"), false},
		{none("", &contender{rounds: []round{{Bad: 0}, {Bad: 1}}}), false},
	} {
		if c.target.Met != c.met {
			t.Errorf("%+v", c.target)
		}
	}
}

func TestAMissedTargetStandsInTheReport(t *testing.T) {
	var page strings.Builder
	found := Table{Head: []string{"", "ms"}}
	found.add("Vitrine", "7")
	write(&page, []Section{{Topic: "start", Title: "Start, memory, size", Tables: []Table{found}, Targets: []Target{atMost("start", 7, 1, " s")}}})
	for _, want := range []string{"| [start](#start-memory-size) | start | at most 1 s | 7 s | **missed** |", "|  | ms |\n|---|--:|\n| Vitrine | 7 |"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in\n%s", want, page.String())
		}
	}
}

func TestATopicMeasuredAgainTakesItsOldPlace(t *testing.T) {
	old := []Section{{Topic: topics[0].name, Text: "old"}, {Topic: topics[1].name, Text: "old"}, {Topic: "gone"}}
	got := merge(old, []Section{{Topic: topics[0].name, Text: "new"}})
	if len(got) != 2 || got[0].Text != "new" || got[1].Text != "old" {
		t.Errorf("%+v", got)
	}
}

func TestPagesAreJudgedByTheirWorst(t *testing.T) {
	perfect := visit{Performance: 100, Accessibility: 100, Practices: 100, SEO: 100, LCP: 1000}
	slow := perfect
	slow.LCP, slow.SEO, slow.Failing = 1300, 90, []string{"meta-description"}
	heavy := perfect
	heavy.Performance = 97
	urls := []string{"ours" + signInScreen}
	visits := []visit{heavy}
	for _, path := range shownPages {
		urls = append(urls, "ours"+path, "static"+path)
		visits = append(visits, perfect, perfect)
	}
	visits[3] = slow
	_, targets := judge("ours", "static", urls, visits)
	for _, target := range targets {
		bad := strings.HasPrefix(target.What, "LCP") || strings.HasPrefix(target.What, "lowest") || strings.HasSuffix(target.What, "sign-in screen")
		if target.Met == bad {
			t.Errorf("%+v", target)
		}
	}
	if !strings.Contains(targets[0].Got, "meta-description") {
		t.Errorf("what failed is not named: %s", targets[0].Got)
	}
}

func TestThePictureIsWellFormed(t *testing.T) {
	picture := plot(
		chart{title: "a < b & c", unit: "ms", log: true, curves: []curve{{"one", []float64{1, 10, 1000}, []float64{.2, .3, 40}}}},
		chart{title: "memory", unit: "MB", curves: []curve{{"two", []float64{1000, 100_000}, []float64{41, 47}}}})
	wellFormed(t, picture)
}

func wellFormed(t *testing.T, picture []byte) {
	t.Helper()
	if bytes.Contains(picture, []byte("NaN")) || bytes.Contains(picture, []byte("Inf")) {
		t.Error("a point has no place")
	}
	d := xml.NewDecoder(bytes.NewReader(picture))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestBarsAreDrawnFromTheFiguresOfATable(t *testing.T) {
	s := Section{Topic: "pages", Tables: []Table{{}, {
		Head: []string{"", "LCP ms", "blank ms"},
		Rows: [][]string{{"`/` & more", "1350 / 1201", "100"}, {"a dash", "-", "100"}, {"far away", "90000", "2"}},
	}}}
	charts := []bars{{title: "a < b", table: 1, columns: []string{"LCP ms", "blank ms"}, names: []string{"ours", "blank"}, limit: 1000}}
	picture := plotBars(s, append(charts, bars{table: 2, columns: []string{"LCP ms"}}, bars{table: 1, columns: []string{"of tomorrow"}}))
	wellFormed(t, picture)
	for _, want := range []string{">/ &amp; more<", ">1350<", ">90000<", "wanted at most", `class="limit"`} {
		if !bytes.Contains(picture, []byte(want)) {
			t.Errorf("no %q", want)
		}
	}
	if bytes.Contains(picture, []byte("a dash")) {
		t.Error("a row without a figure has bars")
	}
}

// What is charted is found by its place and heads, so that a table that changes takes its chart along.
func TestEveryChartFindsItsTable(t *testing.T) {
	sections, err := readSections("../docs/benchmarks.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections {
		for _, c := range barsOf(s.Topic) {
			if c.table >= len(s.Tables) {
				t.Errorf("%s has no table %d for %q", s.Topic, c.table, c.title)
				continue
			}
			for _, head := range c.columns {
				if !slices.Contains(s.Tables[c.table].Head, head) {
					t.Errorf("%s: %q has no column %q", s.Topic, c.title, head)
				}
			}
			if len(c.rows(s.Tables[c.table])) == 0 {
				t.Errorf("%s: %q has no figures", s.Topic, c.title)
			}
		}
	}
}

func TestPlacesFollowTheScale(t *testing.T) {
	if got := (scale{1, 1000, true}).at(10, 0, 300); got < 99.9 || got > 100.1 {
		t.Errorf("10 of 1 to 1000 stands at %v of 300", got)
	}
	if got := (scale{0, 50, false}).at(25, 200, 0); got != 100 {
		t.Errorf("25 of 0 to 50 stands at %v", got)
	}
}

func TestRatiosAreToTheFirstAndToNginx(t *testing.T) {
	of := func(name string, cpu float64, requests int) *contender {
		return &contender{name: name, rounds: []round{{Requests: requests, Seconds: 1, cpu: cpu}}}
	}
	with := loadTable(of("bare", 30, 100), of("Vitrine", 60, 50), of("nginx", 15, 200))
	if got := with.Rows[1]; len(with.Head) != len(got) || got[2] != "2" || got[4] != "0.5" || got[9] != "4" || got[10] != "0.25" {
		t.Errorf("%v\n%v", with.Head, got)
	}
	if without := loadTable(of("PocketBase", 30, 100)); len(without.Head) != 9 || len(without.Rows[0]) != 9 {
		t.Errorf("%v\n%v", without.Head, without.Rows[0])
	}
}
