package store

import (
	"strings"
	"unicode/utf8"
)

// pattern is a compiled LIKE pattern.
type pattern struct {
	folded bool
	parts  []part
	middle string // what %middle% looks for; used when plain
	plain  bool
}

// part is a run of literal text, or one wildcard.
type part struct {
	text string
	any  bool // %
	one  bool // _
}

// Like makes a test of texts for a LIKE pattern; folded is ILIKE.
func Like(source string, folded bool) func(text string) bool { return compile(source, folded).matches }

// EscapeLike is a text in a LIKE pattern that stands for itself.
func EscapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}

// PlainText is what an ASCII pattern such as %text% looks for, in lower case;
// plain is false for other patterns.
func PlainText(source string) (text string, plain bool) {
	if !isASCII(source) {
		return "", false
	}
	p := compile(source, true)
	return p.middle, p.plain
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func compile(source string, folded bool) *pattern {
	p := &pattern{folded: folded}
	text := source
	if folded {
		text = fold(source)
	}
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			p.parts = append(p.parts, part{text: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b == '\\' && i+1 < len(text):
			i++
			literal.WriteByte(text[i])
		case b == '%':
			flush()
			if n := len(p.parts); n == 0 || !p.parts[n-1].any {
				p.parts = append(p.parts, part{any: true})
			}
		case b == '_':
			flush()
			p.parts = append(p.parts, part{one: true})
		default:
			literal.WriteByte(b)
		}
	}
	flush()
	if len(p.parts) == 3 && p.parts[0].any && p.parts[2].any && !p.parts[1].any && !p.parts[1].one {
		p.plain, p.middle = true, p.parts[1].text
	}
	return p
}

func (p *pattern) matches(text string) bool {
	if p.folded {
		text = fold(text)
	}
	if p.plain {
		return strings.Contains(text, p.middle)
	}
	return match(p.parts, text)
}

var unified = strings.NewReplacer("İ", "i\u0307", "ς", "σ")

// fold lowers as ICU does, less the two forms of sigma; ToLower alone would
// drop the dot of İ.
func fold(text string) string {
	if !isASCII(text) {
		text = unified.Replace(text)
	}
	return strings.ToLower(text)
}

// match backtracks to the last % only, so its time is at most the product of
// the two lengths.
func match(parts []part, text string) bool {
	i, back, backText := 0, -1, ""
	for {
		switch {
		case i == len(parts) && text == "":
			return true
		case i < len(parts) && parts[i].any:
			back, backText = i, text
			i++
			continue
		case i < len(parts) && parts[i].one && text != "":
			_, size := utf8.DecodeRuneInString(text)
			text = text[size:]
			i++
			continue
		case i < len(parts) && !parts[i].one && strings.HasPrefix(text, parts[i].text):
			text = text[len(parts[i].text):]
			i++
			continue
		}
		if back < 0 || backText == "" {
			return false
		}
		_, size := utf8.DecodeRuneInString(backText)
		backText = backText[size:]
		text, i = backText, back+1
	}
}
