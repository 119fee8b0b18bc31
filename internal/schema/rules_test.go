package schema

import (
	"encoding/json"
	"os"
	"testing"
)

// TestTheRulesAgreeWithTheBrowser reads the vectors that web/src/lib/rules.test.ts
// reads too: what a form takes, the server takes.
func TestTheRulesAgreeWithTheBrowser(t *testing.T) {
	raw, err := os.ReadFile("testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Rule, Input string
		Want        bool
	}
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	rules := map[string]func(string) bool{
		"isEmail": ValidEmail,
		"isWeb":   Rule{Name: Web}.accepts,
		"isLink":  Rule{Name: Link}.accepts,
		"isImage": Rule{Name: Image}.accepts,
	}
	seen := map[string]int{}
	for _, v := range vectors {
		rule := rules[v.Rule]
		if rule == nil {
			t.Fatalf("there is no rule %q", v.Rule)
		}
		seen[v.Rule]++
		if got := rule(v.Input); got != v.Want {
			t.Errorf("%s(%q) = %v, want %v", v.Rule, v.Input, got, v.Want)
		}
	}
	for name := range rules {
		if seen[name] < 40 {
			t.Errorf("%d vectors for %s prove little", seen[name], name)
		}
	}
}

func (r Rule) accepts(s string) bool { return r.holds(s) }

func TestWhatNobodyCanSeeIsMissing(t *testing.T) {
	required := Rule{Name: Required}
	for _, text := range []string{"", " ", "\u00a0", "\u200b", "\u202e\u200b\u2069", "\ufeff", "\u00ad", "\u3164", "\u2800", "\ufe0f", "\u2028"} {
		if required.holds(text) {
			t.Errorf("%q is taken for a text", text)
		}
	}
	for _, text := range []string{"A", "3", "\u200bA", "Ọ̀run", "نور", "👩‍👩‍👧", "\u0301", "·"} {
		if !required.holds(text) {
			t.Errorf("%q is refused", text)
		}
	}
}
