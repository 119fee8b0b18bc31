package store

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/internal/schema"
)

// few is how many rows a search may find in the index of parts. With more,
// reading the list in its order comes across a page of them soon enough.
const few = 1000

var tooMany = strconv.Itoa(few + 1)

// holding holds for rows whose searched columns may hold the text; the
// condition it was made from still decides.
type holding struct{ text string }

func (holding) isCond() {}

func (b *builder) search(t *schema.Table, c holding) string {
	return b.dia.search(t, c.text, func(v any) string {
		b.args = append(b.args, v)
		return b.dia.placeholder(len(b.args))
	})
}

// narrowed adds to a condition what the index of parts knows, when a part of
// the searched columns is asked for and few rows hold it. It holds the words of
// every row, so only who may see them all has it read.
func (x Session) narrowed(ctx context.Context, t *schema.Table, where Cond) (Cond, error) {
	text := ""
	if x.actor.Staff() {
		text = sought(t, where)
	}
	if text == "" {
		return where, nil
	}
	b := &builder{dia: x.store.dia}
	inner := b.search(t, holding{text})
	if inner == "" {
		return where, nil
	}
	found := &builder{dia: b.dia, args: b.args}
	found.write("SELECT count(*) FROM (", inner, " LIMIT ", tooMany, ")")
	n, err := x.number(ctx, t, where, found)
	if err != nil || n > few {
		return where, err
	}
	return All{where, holding{text}}, nil
}

// sought is the text that every row under a condition holds in one of the
// searched columns; "" when there is none.
func sought(t *schema.Table, c Cond) string {
	switch c := c.(type) {
	case All:
		for _, part := range c {
			if text := sought(t, part); text != "" {
				return text
			}
		}
	case Any:
		text := ""
		for i, part := range c {
			of := sought(t, part)
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
	if t == latecomers {
		found += " UNION ALL " + notYet
	}
	return found
}
