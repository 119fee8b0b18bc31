package schema

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/fault"
)

var lineBreaks = []string{"\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029"}

// strict are the rules that no text with a space in it satisfies.
var strict = []string{Email, Web, Link, Image, Path, Pattern, Stored, Zone}

// Every column of text is rich, has several lines, is an address that refuses
// line breaks, or has one line in which they become a space.
func TestALineBreakIsStoredOnlyWhereATextHasLines(t *testing.T) {
	for _, table := range Tables {
		for i := range table.Columns {
			c := &table.Columns[i]
			name := table.Name + "." + c.Name
			if c.Type != String || c.IsHTML() || c.Auto || c.Rule(OneOf) != nil {
				continue
			}
			for _, br := range lineBreaks {
				good, address := "Ada", slices.ContainsFunc(strict, func(rule string) bool { return c.Rule(rule) != nil })
				if address {
					good = map[bool]string{true: "ada@example.com", false: "https://example.com/ada"}[c.Rule(Email) != nil]
				}
				got, err := c.Cast(good[:2] + br + good[2:])
				if err != nil {
					t.Fatal(err)
				}
				err = table.Check(map[string]any{c.Name: got}, false)
				if c.Several {
					if got != "Ad"+br+"a" || err != nil {
						t.Errorf("%s makes %q of lines (%v)", name, got, err)
					}
					continue
				}
				if address && !fault.Is(err, fault.Invalid) {
					t.Errorf("%s takes %q (%v)", name, got, err)
				}
				if !address && (got != "Ad a" || err != nil) {
					t.Errorf("%s makes %q of it (%v)", name, got, err)
				}
			}
		}
	}
}

func TestALineBreakInAListOfLinesBecomesASpace(t *testing.T) {
	for _, br := range lineBreaks {
		inside := encodedBreak(br)
		got, err := AboutContent.Column("why_ecommerce").Cast(json.RawMessage(`["Re` + inside + `ach","Speed <1>"]`))
		if want := `["Re ach","Speed <1>"]`; err != nil || string(got.(json.RawMessage)) != want {
			t.Errorf("%q: %s, %v", br, got, err)
		}
		social := FooterContent.Column("social_links")
		got, err = social.Cast([]any{map[string]any{"platform": "Linked" + br + "In", "url": "https://example.com/a?b&c"}})
		if want := `[{"platform":"Linked In","url":"https://example.com/a?b&c"}]`; err != nil || string(got.(json.RawMessage)) != want {
			t.Errorf("%q: %s, %v", br, got, err)
		}
		got, err = social.Cast([]any{map[string]any{"platform": "LinkedIn", "url": "https://example.com/" + br}})
		if err != nil || social.Rule(Socials).holds(got) {
			t.Errorf("%q stands in an address: %s, %v", br, got, err)
		}
	}
}

// What has one line in an object has one in each of a list of them, and in an object within another.
func TestALineBreakInAnObjectBecomesASpace(t *testing.T) {
	for _, br := range lineBreaks {
		for _, table := range Tables {
			for i := range table.Columns {
				c := &table.Columns[i]
				for path, one := range linesWithin(c, br) {
					got, err := c.Cast(one)
					if err != nil || !strings.Contains(string(got.(json.RawMessage)), `"Ad a"`) || strings.Contains(string(got.(json.RawMessage)), encodedBreak(br)) {
						t.Errorf("%s.%s makes %s of %q (%v)", table.Name, path, got, br, err)
					}
				}
			}
		}
	}
}

// linesWithin are documents with a line break in one of the one-line texts that a column's shape has.
func linesWithin(c *Column, br string) map[string]any {
	found := map[string]any{}
	for i := range c.Fields {
		f := &c.Fields[i]
		within := linesWithin(f, br)
		if f.Line && f.Type == String {
			within[f.Name] = "Ad" + br + "a"
		}
		for path, value := range within {
			var whole any = map[string]any{f.Name: value}
			if c.Most > 0 {
				whole = []any{whole}
			}
			found[c.Name+"."+path] = whole
		}
	}
	return found
}

func encodedBreak(br string) string {
	text, _ := json.Marshal(br)
	return strings.Trim(string(text), `"`)
}

// TestLinesAgreeWithTheBrowser reads what web/src/lib/rules.test.ts reads too.
func TestLinesAgreeWithTheBrowser(t *testing.T) {
	raw, err := os.ReadFile("testdata/lines.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct{ Input, Want string }
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		if got := OneLine(v.Input); got != v.Want {
			t.Errorf("OneLine(%q) = %q, want %q", v.Input, got, v.Want)
		}
	}
}
