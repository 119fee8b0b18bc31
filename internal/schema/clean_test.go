package schema

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// allowed is the rich text that the product promises to keep, and nothing more.
var allowed = map[string]bool{
	"p": true, "br": true, "b": true, "strong": true, "i": true, "em": true, "u": true, "s": true, "ul": true, "ol": true,
	"li": true, "blockquote": true, "code": true, "pre": true, "h2": true, "h3": true, "h4": true, "hr": true, "a": true,
}

var safeHref = regexp.MustCompile(`^(?i:https?://[^/\\\s]+|mailto:[^\s]*|tel:[^\s]*|/|/[^/\\\s][^\s]*)`)

func parse(t testing.TB, text string) []*html.Node {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		t.Fatalf("%q does not parse: %v", text, err)
	}
	return nodes
}

// harmless walks the text as a browser reads it.
func harmless(t testing.TB, text string) {
	t.Helper()
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
		case html.ElementNode:
			if !allowed[n.Data] || n.Namespace != "" {
				t.Errorf("%q holds <%s>", text, n.Data)
			}
			for _, a := range n.Attr {
				if n.Data != "a" || a.Key != "href" || a.Namespace != "" || !safeHref.MatchString(a.Val) || strings.ContainsFunc(a.Val, isBreak) {
					t.Errorf("%q holds %s=%q on <%s>", text, a.Key, a.Val, n.Data)
				}
			}
		default:
			t.Errorf("%q holds a comment or a doctype: %q", text, n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	for _, n := range parse(t, text) {
		walk(n)
	}
}

// balancedTags tells whether every tag of the text is closed in its order.
func balancedTags(t testing.TB, text string) {
	t.Helper()
	var open []string
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("%q leaves %v open", text, open)
			}
			return
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) != "br" && string(name) != "hr" {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				t.Errorf("%q closes </%s> inside %v", text, name, open)
				return
			}
			open = open[:len(open)-1]
		}
	}
}

// sound is all that holds for every stored text, whatever came in.
func sound(t testing.TB, in string) string {
	t.Helper()
	out := SanitiseHTML(in)
	harmless(t, out)
	balancedTags(t, out)
	if again := SanitiseHTML(out); again != out {
		t.Errorf("%q becomes %q and then %q", in, out, again)
	}
	return out
}

func readStrings(t testing.TB, path string) (list []string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestNoAttackSurvivesInRichText(t *testing.T) {
	corpus := readStrings(t, "testdata/xss.json")
	if len(corpus) < 140 {
		t.Fatalf("%d payloads; 140 are promised", len(corpus))
	}
	around := []string{"%s", "<p>before %s after</p>", "<ul><li>%s</li></ul>", `<a href="/x">%s</a>`, "<pre>%s", "<p title=\"%s\">x</p>"}
	for _, payload := range corpus {
		for _, frame := range around {
			sound(t, strings.Replace(frame, "%s", payload, 1))
		}
	}
}

func TestRichTextIsStoredAsTheGoldensSay(t *testing.T) {
	var goldens []struct {
		In   string `json:"in"`
		Want string `json:"want"`
	}
	raw, err := os.ReadFile("testdata/sanitise.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &goldens); err != nil {
		t.Fatal(err)
	}
	for _, g := range goldens {
		got := sound(t, g.In)
		if got != g.Want {
			t.Errorf("%q\n becomes %q\n  want    %q", g.In, got, g.Want)
		}
	}
}

func TestWhatTheEditorMakesIsKeptByteForByte(t *testing.T) {
	for _, text := range readStrings(t, "testdata/editor.json") {
		if got := sound(t, text); got != text {
			t.Errorf("%q\n becomes %q", text, got)
		}
	}
}

func TestTagsAreTakenOutOfVisitorsText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"1 < 2", "1 < 2"},
		{"R&D", "R&D"},
		{"a <= b && c >= d", "a <= b && c >= d"},
		{"<3", "<3"},
		{"5 > 4", "5 > 4"},
		{"<<b>script>", ""},
		{"<<b>script>alert(1)<<b>/script>", "alert(1)"},
		{"<scr<script>ipt>alert(1)", "ipt>alert(1)"},
		{"<b>bold</b>", "bold"},
		{"<B CLASS=x>bold</B>", "bold"},
		{"a <script>alert(1)</script> b", "a alert(1) b"},
		{"<!-- hidden -->shown", "shown"},
		{"<!DOCTYPE html>x", "x"},
		{"<br/>x<br />y", "xy"},
		{"if a<b and c>d", "if ad"},
		{"half <open", "half <open"},
		{"half close>", "half close>"},
		{"<a\nhref='x'\n>link</a>", "link"},
		{"&lt;b&gt;", "&lt;b&gt;"},
		{"it's \"quoted\" & fine", "it's \"quoted\" & fine"},
		{"<é>", "<é>"},
		{"< b>", "< b>"},
		{"<?php ?>", "<?php ?>"},
		{"<<<b>b>b>", ""},
		{"x > y <i>z</i>", "x > y z"},
		{"", ""},
		{"日本 <b>語</b>", "日本 語"},
	} {
		if got := StripTags(c.in); got != c.want {
			t.Errorf("StripTags(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// TestStrippingOnceIsEnough compares with the slow way: take out one tag after
// another until none is left.
func TestStrippingOnceIsEnough(t *testing.T) {
	tag := regexp.MustCompile(`<[A-Za-z/!][^>]*>`)
	slow := func(s string) string {
		for {
			next := tag.ReplaceAllString(s, "")
			if next == s {
				return s
			}
			s = next
		}
	}
	letters := []byte("<>b/ ")
	var try func(prefix []byte, left int)
	try = func(prefix []byte, left int) {
		if got, want := StripTags(string(prefix)), slow(string(prefix)); got != want {
			t.Fatalf("StripTags(%q) = %q, want %q", prefix, got, want)
		}
		if left == 0 {
			return
		}
		for _, c := range letters {
			try(append(prefix, c), left-1)
		}
	}
	try(make([]byte, 0, 8), 6)
}

// TestTextsMadeToGrowAreRefusedByTheirLength holds texts whose tree is many
// times as long as they are.
func TestTextsMadeToGrowAreRefusedByTheirLength(t *testing.T) {
	for _, piece := range []string{"<p><b><i><u>", "<b><p>", "<table><tr><td>", "<", "&"} {
		out := SanitiseHTML(strings.Repeat(piece, 70_000/len(piece)))
		if (Rule{Name: Max, Limit: MaxHTML}).holds(out) {
			t.Errorf("%q, repeated, would be stored with %d bytes", piece, len(out))
		}
	}
}

func FuzzSanitise(f *testing.F) {
	for _, payload := range readStrings(f, "testdata/xss.json") {
		if len(payload) < 500 {
			f.Add(payload)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsRune(text, 0) || strings.ToValidUTF8(text, "") != text || len(text) > 4096 {
			return
		}
		sound(t, text)
	})
}

func TestAPathWithoutItsSlashIsUnderstood(t *testing.T) {
	raw, err := os.ReadFile("testdata/paths.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct{ Input, Want string }
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, table := range []*Table{&NavigationLinks, &FooterLinks} {
		for _, v := range vectors {
			if got, err := table.Column("path").Cast(v.Input); err != nil || got != v.Want {
				t.Errorf("%s: %q became %q (%v)", table.Name, v.Input, got, err)
			}
		}
	}
}
