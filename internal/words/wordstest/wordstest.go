// Package wordstest finds sentences that a visitor can read and no studio can
// change: every row of the list gets a marker, all content too, and what is left
// of a page without them is source code.
package wordstest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"vitrine/internal/words"
)

// Marked are texts for all rows of the list, by key: a marker each, with the
// placeholders of the row.
func Marked() map[string]string {
	out := map[string]string{}
	for i, w := range words.All() {
		if w.Kind == words.Seed {
			continue
		}
		mark := Mark(fmt.Sprint(i))
		out[w.Key] = mark + strings.Join(placeholder.FindAllString(w.In(words.DefaultPack, true), -1), " ")
		if w.Key == "date_months" {
			out[w.Key] = strings.TrimSpace(strings.Repeat(mark+" ", 12))
		}
	}
	return out
}

var placeholder = regexp.MustCompile(`\{[a-z_]+\}`)

// Mark is a text that Left takes out.
func Mark(text string) string { return "⟦" + text + "⟧" }

var (
	mark = regexp.MustCompile(`⟦[^⟦⟧]*⟧`)
	// What is no sentence: addresses, paths, the names of hosts, moments.
	plain = regexp.MustCompile(`(https?|mailto):[^\s"<>]*|[\w.+-]+@[\w.-]+|\b[\w-]+(\.[\w-]+)*\.(example|local|test)\b|/[\w./?=&#%-]+|\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?|\d\d:\d\d UTC`)
)

// Left is what a text says besides markers, addresses and numbers; "" when that
// holds no letter.
func Left(text string) string {
	rest := strings.TrimSpace(plain.ReplaceAllString(mark.ReplaceAllString(text, " "), " "))
	if !strings.ContainsFunc(rest, unicode.IsLetter) {
		return ""
	}
	return rest
}

// Seen are the rows of the list whose markers are in a text, by key.
func Seen(text string) (keys []string) {
	for _, found := range sentence.FindAllStringSubmatch(text, -1) {
		i, _ := strconv.Atoi(found[1])
		keys = append(keys, words.All()[i].Key)
	}
	return keys
}

var sentence = regexp.MustCompile(`⟦(\d+)⟧`)

// spoken are the attributes that somebody reads or hears.
var spoken = []string{"alt", "title", "placeholder", "label", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "aria-placeholder"}

// machine are the names of tags in a head whose content is no text for people.
var machine = []string{"viewport", "robots", "theme-color", "color-scheme", "supported-color-schemes", "twitter:card", "og:type", "og:url", "og:image", "og:image:width", "og:image:height"}

// Document lists what a page says to people: its texts, the attributes that are
// read out, its head and what it tells search engines.
func Document(page string) ([]string, error) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return nil, err
	}
	var said []string
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode && !within(n, "script", "style", "template"):
			said = append(said, n.Data)
		case n.Type == html.ElementNode:
			said = append(said, attributes(n)...)
			if n.Data == "script" && attribute(n, "type") == "application/ld+json" && n.FirstChild != nil {
				said = append(said, structured(n.FirstChild.Data)...)
			}
		}
	}
	return said, nil
}

func within(n *html.Node, names ...string) bool { return slices.Contains(names, n.Parent.Data) }

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func attributes(n *html.Node) (out []string) {
	for _, name := range spoken {
		out = append(out, attribute(n, name))
	}
	called := attribute(n, "name") + attribute(n, "property")
	if n.Data == "meta" && !slices.Contains(machine, called) {
		out = append(out, attribute(n, "content"))
	}
	if kind := attribute(n, "type"); n.Data == "input" && (kind == "submit" || kind == "button") {
		out = append(out, attribute(n, "value"))
	}
	return out
}

// structured are the values of a JSON document; the names of its types begin
// with an @.
func structured(text string) (out []string) {
	var walk func(value any)
	walk = func(value any) {
		switch v := value.(type) {
		case string:
			out = append(out, untagged(v))
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for key, one := range v {
				if !strings.HasPrefix(key, "@") {
					walk(one)
				}
			}
		}
	}
	var whole any
	if err := json.Unmarshal([]byte(text), &whole); err != nil {
		return []string{"unreadable: " + text}
	}
	walk(whole)
	return out
}

var tags = regexp.MustCompile(`<[^>]*>`)

func untagged(text string) string { return tags.ReplaceAllString(text, " ") }

// XML lists the texts of a feed or a sitemap.
func XML(file string) []string {
	return strings.Split(untagged(html.UnescapeString(tags.ReplaceAllString(file, "\n"))), "\n")
}

// JSON lists the named values of a document.
func JSON(file string, names ...string) (said []string) {
	var whole map[string]any
	if err := json.Unmarshal([]byte(file), &whole); err != nil {
		return []string{"unreadable: " + file}
	}
	for _, name := range names {
		said = append(said, fmt.Sprint(whole[name]))
	}
	return said
}
