package schema

import (
	"bytes"
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
	Untagged  Cleaning = "plain"
)

func (c Cleaning) apply(s string) string {
	switch c {
	case Sanitised:
		return SanitiseHTML(s)
	case Untagged:
		return strings.TrimSpace(StripTags(s))
	}
	return s
}

// richText is all that the editor makes and a page shows. No id, class or
// style: they would let a text reach outside its place.
var richText = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "b", "strong", "i", "em", "u", "s", "ul", "ol", "li", "blockquote", "code", "pre", "h2", "h3", "h4", "hr")
	p.AllowAttrs("href").Matching(regexp.MustCompile(`^(?i:https?://[^/\\]|mailto:|tel:|/(?:[^/\\]|$))`)).OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
}()

// SanitiseHTML keeps the allowed rich text and closes what was left open, so
// that a text can neither run a script nor swallow the page after it.
func SanitiseHTML(s string) string {
	if !strings.ContainsAny(s, "<>&") {
		return s
	}
	return plainQuotes(richText.Sanitize(balanced(s)))
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

var quotes = strings.NewReplacer("&#39;", "'", "&#34;", `"`)

// plainQuotes writes quotes outside tags as they were typed, so that a
// search for "it's" finds it. A raw < always opens a tag here.
func plainQuotes(s string) string {
	var out strings.Builder
	for s != "" {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			out.WriteString(quotes.Replace(s))
			break
		}
		out.WriteString(quotes.Replace(s[:open]))
		end := strings.IndexByte(s[open:], '>')
		if end < 0 {
			break
		}
		tag := s[open : open+end+1]
		if strings.HasSuffix(tag, "/>") {
			tag = tag[:len(tag)-2] + ">"
		}
		out.WriteString(tag)
		s = s[open+end+1:]
	}
	return out.String()
}

var tag = regexp.MustCompile(`<[A-Za-z/!][^>]*>`)

// StripTags takes tags out of a visitor's text and leaves "1 < 2" and "R&D"
// alone. It repeats, because removing one tag can form another.
func StripTags(s string) string {
	for {
		next := tag.ReplaceAllString(s, "")
		if next == s {
			return s
		}
		s = next
	}
}
