package words_test

import (
	"encoding/json"
	"os"
	"testing"

	"vitrine/internal/words"
)

// web/src/identity/words.test.ts says the same sentences.
func TestSentencesAreSaidAsInTheBrowser(t *testing.T) {
	raw, err := os.ReadFile("testdata/said.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Key, Pack, City, Name, Own, Text string
		Values                           map[string]string
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Name == "" {
			c.Name = "Vitrine"
		}
		s := words.Studio{Name: c.Name, City: c.City, Pack: c.Pack, Own: map[string]string{c.Key: c.Own}}
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

func TestEveryBuiltInSentenceMayBeWrittenByAStudio(t *testing.T) {
	for _, w := range words.All() {
		for _, pack := range []string{"shop", "neutral", "workshop", "observatory"} {
			if text := w.In(pack, true); text == "" || w.Kind != words.Seed && words.Check(w.Key, text) != "" {
				t.Errorf("%s in %s: %q %s", w.Key, pack, text, words.Check(w.Key, text))
			}
		}
	}
}
