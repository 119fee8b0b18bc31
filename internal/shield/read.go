package shield

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Signs as they stand in lower-case text. No expressions: a message may have
// ten thousand characters, and is judged while the database waits.
var (
	markup     = []string{"[url", "[link", "[img", "href="}
	shorteners = []string{"bit.ly/", "tinyurl.com/", "goo.gl/", "/t.ly/", "is.gd/", "cutt.ly/", "rb.gy/", "shorturl.at/", "/t.me/", "wa.me/"}
	emphasis   = []string{"!!!", "$$$", "€€€", "💰💰", "🔥🔥", "🚀🚀", "✅✅"}
)

func holds(text string, signs []string) bool {
	return slices.ContainsFunc(signs, func(sign string) bool { return strings.Contains(text, sign) })
}

// links counts web addresses in lower-case text, with or without a scheme.
func links(text string) int {
	return strings.Count(text, "http://") + strings.Count(text, "https://") + strings.Count(" "+text, " www.")
}

// read judges the text itself. Each sign is weak; two or three together are
// not. Where people of any trade or tongue would write the same, there is none.
func read(t Text, out *Verdict) {
	body := t.Subject + "\n" + t.Message
	readLinks(t, out)
	for _, name := range phrases(body) {
		out.add(2, "Typical phrase: "+name)
	}
	if word := mixed(t.Name + " " + body); word != "" {
		out.add(3, "A word mixes alphabets: "+word)
	}
	if shouts(t.Message) || shouts(t.Subject) {
		out.add(2, "Written in capitals")
	}
	if holds(body, emphasis) {
		out.add(1, "Rows of exclamation or currency signs")
	}
	if at := strings.LastIndexByte(t.Email, '@'); at >= 0 && disposable(strings.ToLower(t.Email[at+1:])) {
		out.add(2, "A throw-away address")
	}
	if random(t.Name) && (t.Message == "" || random(t.Subject) || random(t.Message)) {
		out.add(Threshold, "The words look random")
	} else if random(t.Name) || random(t.Message) {
		out.add(3, "The name or the text looks random")
	}
}

func readLinks(t Text, out *Verdict) {
	message, subject := strings.ToLower(t.Message), strings.ToLower(t.Subject)
	switch n := links(message); {
	case n > 4:
		out.add(4, fmt.Sprintf("%d links", n))
	case n > 1:
		out.add(2, fmt.Sprintf("%d links", n))
	case n == 1 && len(words(message)) < 8:
		out.add(2, "Little more than a link")
	}
	if links(strings.ToLower(t.Name)) > 0 {
		out.add(4, "A link as the name")
	}
	if links(subject) > 0 {
		out.add(2, "A link as the subject")
	}
	if holds(message+subject, markup) {
		out.add(4, "Markup of links, as for a forum")
	}
	if holds(message, shorteners) {
		out.add(2, "A link that hides where it leads")
	}
}

// words are the letters of a text, in lower case.
func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		if r <= unicode.MaxASCII {
			return r < 'a' || r > 'z'
		}
		return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r)
	})
}

// mixed finds a word of Latin letters with look-alikes from another alphabet.
// A Cyrillic or Greek word beside a Latin one is how people write.
func mixed(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		return ""
	}
	for _, word := range words(text) {
		latin, other := 0, 0
		for _, r := range word {
			switch {
			case unicode.Is(unicode.Latin, r):
				latin++
			case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Cherokee, unicode.Armenian):
				other++
			}
		}
		// "μm" and "Δt" are no disguise.
		if latin > 0 && other > 0 && latin+other > 3 {
			runes := []rune(word)
			return string(runes[:min(len(runes), 40)])
		}
	}
	return ""
}

// shouts tells whether nearly all of a text that is long enough is capitals.
func shouts(text string) bool {
	upper, lower := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper >= 20 && upper > 4*lower
}

// random tells whether a text is one long word with capitals strewn in it, or
// without a vowel for long, as generators make them.
func random(text string) bool {
	text = strings.TrimSpace(text)
	if len(text) < 8 || strings.ContainsFunc(text, func(r rune) bool { return r >= unicode.MaxASCII || !unicode.IsLetter(r) }) {
		return false
	}
	turns, dry, driest := 0, 0, 0
	for i, r := range text {
		if i > 0 && unicode.IsUpper(r) && unicode.IsLower(rune(text[i-1])) {
			turns++
		}
		dry++
		if strings.ContainsRune("aeiouyAEIOUY", r) {
			dry = 0
		}
		driest = max(driest, dry)
	}
	return turns >= 3 || driest >= 6
}
