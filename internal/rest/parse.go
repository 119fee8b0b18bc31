package rest

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// query reads a whole query string for a table. Keys are read in a fixed
// order, so that a request always fails in the same way.
func query(t *schema.Table, values url.Values) (store.Query, error) {
	var q store.Query
	var err error
	if q.Fields, err = selection(t, values.Get("select")); err != nil {
		return q, err
	}
	f := &filters{}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		switch key {
		case "select", "columns", "on_conflict":
			continue
		}
		for _, text := range values[key] {
			if err := parameter(t, &q, f, key, text); err != nil {
				return q, err
			}
		}
	}
	return q, nil
}

// parameter reads one key, which may be a path into the embedded tables.
func parameter(t *schema.Table, q *store.Query, f *filters, key, text string) error {
	if key == "" {
		return fault.New(fault.BadQuery, "a parameter has no name")
	}
	path := strings.Split(key, ".")
	for i, step := range path {
		path[i] = strings.Trim(step, " ")
	}
	word := path[len(path)-1]
	path = path[:len(path)-1]
	negated := false
	if word == "and" || word == "or" {
		if n := len(path); n > 0 && path[n-1] == "not" {
			negated, path = true, path[:n-1]
		}
	}
	t, q, err := descend(t, q, path)
	if err != nil {
		return err
	}
	switch word {
	case "order":
		return readOrder(t, q, text)
	case "limit":
		n, err := natural("limit", text)
		q.Limit = &n
		return err
	case "offset":
		q.Offset, err = natural("offset", text)
		return err
	}
	var cond store.Cond
	if word == "and" || word == "or" {
		cond, err = f.tree(t, word == "or", negated, text)
	} else {
		if unquoted, ok := strings.CutPrefix(word, `"`); ok {
			word = strings.TrimSuffix(unquoted, `"`)
		}
		cond, err = f.top(t, word, text)
	}
	if err == nil {
		q.Where = append(q.Where, cond)
	}
	return err
}

// descend follows a path of aliases or table names into the embeds.
func descend(t *schema.Table, q *store.Query, path []string) (*schema.Table, *store.Query, error) {
	for _, step := range path {
		at := slices.IndexFunc(q.Fields, func(f store.Field) bool {
			return f.Embed != nil && (f.As == step || f.Embed.Table.Name == step)
		})
		if at < 0 {
			return nil, nil, fault.New(fault.NotEmbedded, "'%s' is not an embedded resource in this request", step).
				Hinting("Verify that '" + step + "' is included in the 'select' query parameter.")
		}
		t, q = q.Fields[at].Embed.Table, &q.Fields[at].Embed.Query
	}
	return t, q, nil
}

func readOrder(t *schema.Table, q *store.Query, text string) error {
	q.Order = []store.Order{}
	s := &scanner{what: "order", text: text}
	for {
		name, err := s.column()
		if err != nil {
			return err
		}
		o := store.Asc(name)
		if s.accept(".desc") {
			o = store.Desc(name)
		} else {
			s.accept(".asc")
		}
		switch {
		case s.accept(".nullsfirst"):
			o.NullsFirst = true
		case s.accept(".nullslast"):
			o.NullsFirst = false
		}
		if !s.done() && s.peek() != ',' {
			return s.fail()
		}
		if t.Column(name) == nil {
			return fault.New(fault.UnknownColumn, "column %s.%s does not exist", t.Name, name)
		}
		q.Order = append(q.Order, o)
		if len(q.Order) > maxFilters {
			return fault.New(fault.BadQuery, "order may name %d columns", maxFilters)
		}
		if !s.accept(",") {
			return nil
		}
	}
}

// maxOffset keeps absurd pages from costing anything.
const maxOffset = 10_000_000

func natural(what, text string) (int, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return 0, fault.New(fault.BadQuery, "%q (line 1, column 1)", "failed to parse "+what+" ("+text+")")
	}
	if n < 0 {
		return 0, fault.New(fault.BadRange, "Requested range not satisfiable").Detailing("%s should be greater than or equal to 0.", what)
	}
	return int(min(n, maxOffset)), nil
}

// page applies the Range header and the cap on rows of one answer.
func page(r *http.Request, q *store.Query) error {
	if header := r.Header.Get("Range"); header != "" && !strings.HasPrefix(header, "bytes") && q.Limit == nil && q.Offset == 0 {
		from, to, ok := strings.Cut(header, "-")
		start, err := strconv.Atoi(from)
		if !ok || err != nil || start < 0 {
			return fault.New(fault.BadRange, "Requested range not satisfiable").Detailing("The Range header must be like 0-24.")
		}
		q.Offset = min(start, maxOffset)
		if to != "" {
			end, err := strconv.Atoi(to)
			if err != nil || end < start {
				return fault.New(fault.BadRange, "Requested range not satisfiable").Detailing("The lower boundary must be lower than or equal to the upper boundary in the Range header.")
			}
			q.Limit = store.Limit(min(end-start, maxRows) + 1)
		}
	}
	if q.Limit == nil || *q.Limit > maxRows {
		q.Limit = store.Limit(maxRows)
	}
	return nil
}
