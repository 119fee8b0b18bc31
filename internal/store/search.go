package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/internal/schema"
)

// maxIndexHits is how many rows a search may find in the trigram index. With more,
// reading the list in its order comes across a page of them soon enough.
const maxIndexHits = 1000

var tooMany = strconv.Itoa(maxIndexHits + 1)

// containing holds for rows whose searched columns may hold the text; the
// condition it was made from still decides.
type containing struct{ text string }

func (containing) isCond() {}

func (b *builder) search(t *schema.Table, c containing) string {
	return b.dia.search(t, c.text, func(v any) string {
		b.args = append(b.args, v)
		return b.dia.placeholder(len(b.args))
	})
}

// byTrigrams adds to a condition what the trigram index knows, when a part of
// the searched columns is asked for and few rows hold it. It holds the words of
// every row, so only who may see them all has it read.
func (x Session) byTrigrams(ctx context.Context, t *schema.Table, where Cond) (Cond, error) {
	text := ""
	if x.actor.Staff() {
		text = searchedText(t, where)
	}
	if text == "" {
		return where, nil
	}
	b := &builder{dia: x.store.dia}
	inner := b.search(t, containing{text})
	if inner == "" {
		return where, nil
	}
	found := &builder{dia: b.dia, args: b.args}
	found.write("SELECT count(*) FROM (", inner, " LIMIT ", tooMany, ")")
	n, err := x.number(ctx, t, where, found)
	if err != nil || n > maxIndexHits {
		return where, err
	}
	return All{where, containing{text}}, nil
}

// searchedText is the text that every row under a condition holds in one of the
// searched columns; "" when there is none.
func searchedText(t *schema.Table, c Cond) string {
	switch c := c.(type) {
	case All:
		for _, part := range c {
			if text := searchedText(t, part); text != "" {
				return text
			}
		}
	case Any:
		text := ""
		for i, part := range c {
			of := searchedText(t, part)
			if of == "" || i > 0 && of != text {
				return ""
			}
			text = of
		}
		return text
	case Compare:
		pattern, _ := c.Value.(string)
		if slices.Contains(t.Search, c.Column) && c.Op == OpIlike && isASCII(pattern) {
			if p := compile(pattern, true); p.plain {
				return p.middle
			}
		}
	}
	return ""
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// search reads the index of three letters in a row, for texts that long.
func (sqlite) search(t *schema.Table, text string, mark func(any) string) string {
	if len(text) < 3 {
		return ""
	}
	var parts []string
	for i := 0; i < len(text); i += 3 {
		at := min(i, len(text)-3)
		parts = append(parts, `"`+strings.ReplaceAll(text[at:at+3], `"`, `""`)+`"`)
	}
	index := quote(t.Name + "_search")
	found := "SELECT rowid FROM " + index + " WHERE " + index + " MATCH " + mark(strings.Join(parts, " AND "))
	if t == lazilyIndexed {
		found += " UNION ALL " + unindexed
	}
	return found
}
