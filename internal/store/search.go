package store

import (
	"context"
	"slices"
	"strconv"

	"vitrine/internal/schema"
)

const (
	// fewHits are rows of the trigram index that are soonest read one by one and
	// sorted; with more, a page of them is found sooner by going through the list
	// in its order and reading what the index knows.
	fewHits = 300
	// maxIndexHits is how many rows are worth remembering for that. With more,
	// nearly every row of the list is one of them.
	maxIndexHits = 2000
)

var tooMany = strconv.Itoa(maxIndexHits + 1)

// containing holds for rows whose searched columns may hold the text; the
// condition it was made from still decides.
type containing struct {
	text    string
	inOrder bool // the list is read in its order, not row by row of the index
}

func (containing) isCond() {}

func (b *builder) search(t *schema.Table, c containing) string {
	return b.engine.Search(t, c.text, func(v any) string {
		b.args = append(b.args, v)
		return b.engine.Placeholder(len(b.args))
	})
}

// byTrigrams adds to a condition what the trigram index knows, when a part of
// the searched columns is asked for: once for reading a page of the rows, and
// once for counting them. The index holds the words of every row, so only who
// may see them all has it read.
func (x Session) byTrigrams(ctx context.Context, t *schema.Table, where Cond) (page, all Cond, err error) {
	if pending := x.builder().engine.Unsearched(t); pending != "" {
		if isSearch(t, where) {
			where = pendingApart(where, pending)
		}
		return where, where, nil
	}
	text := ""
	if x.actor.Staff() {
		text = searchedText(t, where)
	}
	if text == "" {
		return where, where, nil
	}
	b := x.builder()
	inner := b.search(t, containing{text: text})
	if inner == "" {
		return where, where, nil
	}
	found := &builder{engine: b.engine, args: b.args}
	found.write("SELECT count(*) FROM (", inner, " LIMIT ", tooMany, ")")
	n, err := x.number(ctx, t, where, found)
	all = All{where, containing{text: text}}
	switch {
	case n <= fewHits:
		return all, all, err
	case n <= maxIndexHits:
		return All{where, containing{text, true}}, all, err
	}
	return where, all, err
}

// isSearch tells whether a condition asks for a part of a searched column.
func isSearch(t *schema.Table, where Cond) bool {
	for leaf := range leaves(where) {
		if c, is := leaf.(Compare); is && c.Op == OpIlike && slices.Contains(t.Search, c.Column) {
			return true
		}
	}
	return false
}

// pendingApart asks apart for the rows that are not in the trigram index yet.
func pendingApart(where Cond, pending string) Cond {
	return Any{All{IsNull(pending), where}, All{Not{IsNull(pending)}, isTrue{where}}}
}

// isTrue is a condition in other words: one that both sides of an OR have is taken
// out in front by PostgreSQL, where no index of some rows fits it.
type isTrue struct{ Cond }

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
