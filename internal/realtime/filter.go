package realtime

import (
	"slices"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxList    = 100
	maxPattern = 100 // matching costs the product of two lengths
)

// test judges a row.
type test func(store.Row) bool

// verdict judges a value. What SQL calls unknown is not known, and then its
// opposite does not hold either.
type verdict func(value any) (holds, known bool)

// compile reads column=op.value,column=op.value, which must all hold; nil means
// that it cannot be applied to t.
func compile(t *schema.Table, filter string) test {
	var all []test
	if strings.TrimSpace(filter) != "" {
		parts, whole := conditions(filter)
		if !whole {
			return nil
		}
		for _, part := range parts {
			one := condition(t, strings.TrimSpace(part))
			if one == nil {
				return nil
			}
			all = append(all, one)
		}
	}
	return func(row store.Row) bool {
		return !slices.ContainsFunc(all, func(holds test) bool { return !holds(row) })
	}
}

// conditions splits a filter at the commas that stand neither in quotes nor in
// parentheses. A quote opens only where a value begins. Where one stays open,
// so that it would take in the conditions after it, the filter is not whole.
func conditions(filter string) (parts []string, whole bool) {
	depth, start, quoted, before := 0, 0, false, byte(0)
	for i := 0; i < len(filter); i++ {
		c := filter[i]
		switch {
		case quoted && c == '\\':
			i++
		case quoted:
			quoted = c != '"'
		case c == '"':
			quoted = before == '.' || before == '(' || before == ','
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ',' && depth == 0:
			parts = append(parts, filter[start:i])
			start, c = i+1, 0
		}
		before = c
	}
	return append(parts, filter[start:]), depth == 0 && !quoted
}

// condition reads column=[not.]op.value.
func condition(t *schema.Table, text string) test {
	name, rest, ok1 := strings.Cut(text, "=")
	rest, negated := strings.CutPrefix(rest, "not.")
	op, value, ok2 := strings.Cut(rest, ".")
	column := t.Column(name)
	if !ok1 || !ok2 || column == nil {
		return nil
	}
	judge := verdictOf(column, op, value)
	if judge == nil {
		return nil
	}
	return func(row store.Row) bool {
		holds, known := judge(row[name])
		return known && holds != negated
	}
}

func verdictOf(column *schema.Column, op, text string) verdict {
	switch {
	case op == "is":
		return isWord(column, text)
	case column.Type == schema.JSON:
		return nil
	case op == "in":
		return oneOf(column, text)
	}
	text = unquote(text)
	if op == "like" || op == "ilike" {
		return alike(column, text, op == "ilike")
	}
	want, err := column.Parse(text)
	if err != nil {
		return nil
	}
	if op == "isdistinct" {
		return func(v any) (bool, bool) {
			order, known := schema.Compare(v, want)
			return !known || order != 0, true
		}
	}
	fits, ok := operators[op]
	if !ok {
		return nil
	}
	return func(v any) (bool, bool) {
		order, known := schema.Compare(v, want)
		return known && fits(order), known
	}
}

var operators = map[string]func(order int) bool{
	"eq":  func(o int) bool { return o == 0 },
	"neq": func(o int) bool { return o != 0 },
	"lt":  func(o int) bool { return o < 0 },
	"lte": func(o int) bool { return o <= 0 },
	"gt":  func(o int) bool { return o > 0 },
	"gte": func(o int) bool { return o >= 0 },
}

// isWord reads the words that may follow is; all but null ask for a boolean.
func isWord(column *schema.Column, word string) verdict {
	want, known := map[string]any{"null": nil, "unknown": nil, "true": true, "false": false}[word]
	if !known || word != "null" && column.Type != schema.Boolean {
		return nil
	}
	return func(v any) (bool, bool) { return v == want, true }
}

func alike(column *schema.Column, pattern string, folded bool) verdict {
	if column.Type != schema.String || len(pattern) > maxPattern {
		return nil
	}
	fits := store.Like(pattern, folded)
	return func(v any) (bool, bool) {
		text, known := v.(string)
		return known && fits(text), known
	}
}

func oneOf(column *schema.Column, text string) verdict {
	items, ok := split(text)
	if !ok || len(items) > maxList {
		return nil
	}
	var wanted []any
	for _, item := range items {
		want, err := column.Parse(item)
		if err != nil {
			return nil
		}
		wanted = append(wanted, want)
	}
	return func(v any) (bool, bool) {
		for _, want := range wanted {
			if order, known := schema.Compare(v, want); known && order == 0 {
				return true, true
			}
		}
		return false, v != nil
	}
}

// split reads (a, b,"c,d"); blanks around an item do not count.
func split(text string) (items []string, ok bool) {
	inner, open := strings.CutPrefix(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !open || !closed || inner == "" {
		return nil, false
	}
	start, quoted := 0, false
	for i := 0; i < len(inner); i++ {
		switch c := inner[i]; {
		case quoted && c == '\\':
			i++
		case c == '"' && (quoted || strings.TrimSpace(inner[start:i]) == ""):
			quoted = !quoted
		case c == ',' && !quoted:
			items = append(items, unquote(strings.TrimSpace(inner[start:i])))
			start = i + 1
		}
	}
	return append(items, unquote(strings.TrimSpace(inner[start:]))), !quoted
}

// unquote takes the quotes off a value that stands in them as a whole, where a
// backslash escapes; any other is taken as it is.
func unquote(text string) string {
	inner, quoted := strings.CutPrefix(text, `"`)
	var out strings.Builder
	for i := 0; quoted && i < len(inner); i++ {
		c := inner[i]
		if c == '"' {
			if i == len(inner)-1 {
				return out.String()
			}
			break
		}
		if c == '\\' && i+1 < len(inner) {
			i++
			c = inner[i]
		}
		out.WriteByte(c)
	}
	return text
}
