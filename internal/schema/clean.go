package schema

import (
	"bytes"
	"net/url"
	"path"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Cleaning is what happens to a text before it is judged and stored.
type Cleaning string

const (
	AsTyped   Cleaning = ""
	Sanitised Cleaning = "html"
	// Illustrated is HTML that may show pictures of the library.
	Illustrated Cleaning = "html with pictures"
	Untagged    Cleaning = "plain"
	Pathed      Cleaning = "path"
)

// Apply cleans a text.
func (c Cleaning) Apply(s string) string {
	switch c {
	case Sanitised:
		return SanitiseHTML(s)
	case Illustrated:
		return sanitise(illustratedText, s)
	case Untagged:
		return strings.TrimSpace(StripTags(s))
	case Pathed:
		return AsPath(s)
	}
	return s
}

// bareShape is a path whose slash was left out, or a part of the home page. A
// first word with a dot may as well be a host; rules.ts has the same shape.
var bareShape = regexp.MustCompile(`^(?:#|[0-9A-Za-z_~-]+(?:[/?#]|$))`)

// AsPath gives a path of this site the slash that it begins with.
func AsPath(s string) string {
	if bareShape.MatchString(s) {
		return "/" + s
	}
	return s
}

// isLineBreak finds what some program reads as the end of a line.
func isLineBreak(c rune) bool {
	return c >= '\n' && c <= '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029'
}

// OneLine makes one line of a text: breaks at its ends go, and those between
// words become a space. rules.ts does the same.
func OneLine(s string) string {
	if !strings.ContainsFunc(s, isLineBreak) {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, isLineBreak), " ")
}

// oneLines does that to the texts of a JSON list, and leaves addresses to the
// rule that refuses them.
func oneLines(v any) any {
	switch v := v.(type) {
	case string:
		return OneLine(v)
	case []any:
		for i := range v {
			v[i] = oneLines(v[i])
		}
	case map[string]any:
		for key := range v {
			if key != "url" {
				v[key] = oneLines(v[key])
			}
		}
	}
	return v
}

// richText is all that the editor makes and a page shows. No id, class or
// style: they would let a text reach outside its place.
var richText = newRichText()

// illustratedText may show pictures of the library besides: from no other place,
// so that a page neither asks others for pictures nor tells them of its readers.
var illustratedText = func() *bluemonday.Policy {
	p := newRichText()
	p.AllowAttrs("src").Matching(regexp.MustCompile(`^` + Uploads + MediaBucket + `/[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$`)).OnElements("img")
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("width", "height").Matching(regexp.MustCompile(`^[1-9][0-9]{0,3}$`)).OnElements("img")
	return p
}()

func newRichText() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "b", "strong", "i", "em", "u", "s", "ul", "ol", "li", "blockquote", "code", "pre", "h2", "h3", "h4", "hr")
	p.AllowAttrs("href").Matching(regexp.MustCompile(`^(?i:https?://[^/\\]|mailto:|tel:|/(?:[^/\\]|$))`)).OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}

// SanitiseHTML keeps the allowed rich text and closes what was left open, so
// that a text can neither run a script nor swallow the page after it. What it
// returns, it returns unchanged when asked again.
func SanitiseHTML(s string) string { return sanitise(richText, s) }

func sanitise(policy *bluemonday.Policy, s string) string {
	if !strings.ContainsAny(s, "<>&") {
		return s
	}
	for range 6 {
		if len(s) > 4*MaxHTML {
			break // too long to be stored, and not worth the work
		}
		// Balanced before, so that the policy sees what a browser would, and
		// after, because taking an element away can change what others mean.
		tree := balanced(s)
		if len(tree) > 4*MaxHTML {
			break
		}
		again := asTyped(balanced(policy.Sanitize(tree)))
		if again == s {
			return s
		}
		s = again
	}
	// A text that keeps changing shape was made to: it is shown as it is written.
	return asTyped(html.EscapeString(s))
}

func balanced(s string) string {
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return html.EscapeString(s)
	}
	var out bytes.Buffer
	for _, n := range nodes {
		if html.Render(&out, n) != nil {
			return html.EscapeString(s)
		}
	}
	return out.String()
}

var (
	inText = strings.NewReplacer("&#39;", "'", "&#34;", `"`, "\u00a0", "&nbsp;")
	inTag  = strings.NewReplacer("&#39;", "'", "&#34;", "&quot;", "/>", ">")
)

// asTyped writes quotes and spaces as a browser's editor does, so that what it
// made is kept byte for byte and a search for "it's" finds it. A raw < always
// opens a tag here, and a raw > closes it.
func asTyped(s string) string {
	var out strings.Builder
	for s != "" {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			open = len(s)
		}
		inText.WriteString(&out, s[:open])
		s = s[open:]
		end := strings.IndexByte(s, '>') + 1
		inTag.WriteString(&out, s[:end])
		s = s[end:]
		if end == 0 {
			break
		}
	}
	return out.String()
}

// StripTags takes tags out of a visitor's text and leaves "1 < 2" and "R&D"
// alone. Removing one tag can form another, which goes too; one pass is
// enough, so that no text takes long.
func StripTags(s string) string {
	out := make([]byte, 0, len(s))
	open := -1 // where the first tag that is not closed yet begins
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '>' && open >= 0 {
			out, open = out[:open], -1
			continue
		}
		if n := len(out); open < 0 && n > 0 && out[n-1] == '<' && opensTag(c) {
			open = n - 1
		}
		out = append(out, c)
	}
	return string(out)
}

func opensTag(c byte) bool {
	return c == '/' || c == '!' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// PathOf is the path that is asked for by whoever follows an address of this
// site: decoded, without steps back and forth, and without what follows it.
func PathOf(address string) string {
	at, err := url.Parse(address)
	if err != nil || at.Path == "" {
		return address
	}
	clean := path.Clean(at.Path)
	if strings.HasSuffix(at.Path, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}
