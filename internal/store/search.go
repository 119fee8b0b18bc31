package store

import (
	"context"
	"slices"
	"strconv"

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
	return b.engine.Search(t, c.text, func(v any) string {
		b.args = append(b.args, v)
		return b.engine.Placeholder(len(b.args))
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
	b := x.builder()
	inner := b.search(t, containing{text})
	if inner == "" {
		return where, nil
	}
	found := &builder{engine: b.engine, args: b.args}
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
		if slices.Contains(t.Search, c.Column) && c.Op == OpIlike {
			text, _ := PlainText(pattern)
			return text
		}
	}
	return ""
}
