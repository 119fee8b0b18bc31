package words_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"vitrine/internal/words"
	"vitrine/web/src/identity"
)

// web/src/identity/words.test.ts says the same sentences.
func TestSentencesAreSaidAsInTheBrowser(t *testing.T) {
	raw, err := os.ReadFile("testdata/said.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Key, Pack, City, Language, Name, Own, Text string
		Values                                     map[string]string
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Name == "" {
			c.Name = "Vitrine"
		}
		s := words.Studio{Name: c.Name, City: c.City, Pack: c.Pack, Language: c.Language, Own: map[string]string{c.Key: c.Own}}
		var pairs []string
		for name, value := range c.Values {
			pairs = append(pairs, name, value)
		}
		if got := s.Say(c.Key, pairs...); got != c.Text {
			t.Errorf("%+v is said as %q", c, got)
		}
	}
}

func TestAFreshSiteDiffersInNothing(t *testing.T) {
	if differing := (words.Studio{Name: "Vitrine", Pack: words.DefaultPack}).Differing(); len(differing) > 0 {
		t.Errorf("%v", differing)
	}
}

func TestEveryLanguageNamesTwelveMonths(t *testing.T) {
	var languages map[string]json.RawMessage
	if err := json.Unmarshal(identity.Dates, &languages); err != nil {
		t.Fatal(err)
	}
	for language := range languages {
		s := words.Studio{Language: language}
		said := map[string]bool{}
		for month := time.January; month <= time.December; month++ {
			said[s.Date(time.Date(2026, month, 16, 23, 0, 0, 0, time.UTC))] = true
		}
		for date := range said {
			if len(said) != 12 || !strings.Contains(date, "16") || !strings.Contains(date, "2026") || strings.ContainsAny(date, "{}") {
				t.Errorf("%s says %q", language, date)
			}
		}
	}
	for language, want := range map[string]string{"ca": "1 de\u00a0maig del 2026", "hu": "2026. május 1.", "pt-BR": "1 de maio de 2026", "ja": "1 May 2026"} {
		if got := (words.Studio{Language: language}).Date(time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)); got != want {
			t.Errorf("%s says %q", language, got)
		}
	}
}

func TestEveryBuiltInSentenceMayBeWrittenByAStudio(t *testing.T) {
	for _, w := range words.All() {
		for _, pack := range []string{"shop", "neutral", "workshop", "observatory"} {
			if text := w.In(pack, true); text == "" || w.Kind != words.Seed && words.Check(w.Key, text) != "" {
				t.Errorf("%s in %s: %q %s", w.Key, pack, text, words.Check(w.Key, text))
			}
		}
	}
}
