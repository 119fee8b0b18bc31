package rest

import (
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxFilters = 20
	maxInList  = 500
	maxNesting = 10
	maxPattern = 500 // matching costs the product of two lengths
)

var operators = map[string]store.Op{
	"eq": store.OpEq, "neq": store.OpNeq, "gt": store.OpGt, "gte": store.OpGte, "lt": store.OpLt, "lte": store.OpLte,
	"like": store.OpLike, "ilike": store.OpIlike, "in": store.OpIn, "is": store.OpIs,
}

// filters counts the conditions of a request, so that nobody sends
// thousands.
type filters struct{ count int }

// top reads column=op.value: everything after the operator is the value.
func (f *filters) top(t *schema.Table, column, text string) (store.Cond, error) {
	s := &scanner{what: "filter", text: text}
	negated, op, err := s.operator()
	if err != nil {
		return nil, err
	}
	var cond store.Cond
	if op == store.OpIn {
		var list []string
		if list, err = s.list(); err == nil && !s.done() {
			err = s.fail()
		}
		if err == nil {
			cond, err = f.in(t, column, list)
		}
	} else {
		cond, err = f.compare(t, column, op, text[s.at:], s)
	}
	return negatedIf(negated, cond, err)
}

// negatedIf is a condition, or its opposite.
func negatedIf(negated bool, cond store.Cond, err error) (store.Cond, error) {
	if err == nil && negated {
		cond = store.Not{Cond: cond}
	}
	return cond, err
}

// tree reads and=(...) and or=(...), which nest.
func (f *filters) tree(t *schema.Table, either, negated bool, text string) (store.Cond, error) {
	s := &scanner{what: "logic tree", text: text}
	cond, err := f.group(t, s, either, 0)
	if err == nil && !s.done() {
		err = s.fail()
	}
	return negatedIf(negated, cond, err)
}

func (f *filters) group(t *schema.Table, s *scanner, either bool, depth int) (store.Cond, error) {
	if depth > maxNesting {
		return nil, fault.New(fault.BadQuery, "conditions nest more than %d levels deep", maxNesting)
	}
	if !s.mark("(") {
		return nil, s.fail()
	}
	var list []store.Cond
	for {
		cond, err := f.branch(t, s, depth)
		if err != nil {
			return nil, err
		}
		list = append(list, cond)
		if s.mark(",") {
			continue
		}
		if !s.mark(")") {
			return nil, s.fail()
		}
		break
	}
	if either {
		return store.Any(list), nil
	}
	return store.All(list), nil
}

func (f *filters) branch(t *schema.Table, s *scanner, depth int) (store.Cond, error) {
	start := s.at
	negated := s.accept("not.")
	for _, word := range []string{"and", "or"} {
		if rest, ok := strings.CutPrefix(s.text[s.at:], word); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), "(") {
			s.at += len(word)
			cond, err := f.group(t, s, word == "or", depth+1)
			return negatedIf(negated, cond, err)
		}
	}
	s.at = start
	column, err := s.column()
	if err != nil {
		return nil, err
	}
	if !s.accept(".") {
		return nil, s.fail()
	}
	negated, op, err := s.operator()
	if err != nil {
		return nil, err
	}
	var cond store.Cond
	if op == store.OpIn {
		var list []string
		if list, err = s.list(); err == nil {
			cond, err = f.in(t, column, list)
		}
	} else {
		var value string
		if value, err = s.element(",)"); err == nil {
			cond, err = f.compare(t, column, op, value, s)
		}
	}
	return negatedIf(negated, cond, err)
}

// operator reads [not.]op. and stands before the value.
func (s *scanner) operator() (negated bool, op store.Op, err error) {
	negated = s.accept("not.")
	start := s.at
	for !s.done() && s.text[s.at] >= 'a' && s.text[s.at] <= 'z' {
		s.at++
	}
	op, known := operators[s.text[start:s.at]]
	if !known || !s.accept(".") {
		s.at = 0
		return false, "", s.fail()
	}
	return negated, op, nil
}

// element is one value inside a list: quoted, in braces, or up to a stop.
func (s *scanner) element(stops string) (string, error) {
	switch s.peek() {
	case '"':
		before := s.at
		value, err := s.quoted()
		if err == nil && (s.done() || strings.IndexByte(stops, s.peek()) >= 0) {
			return value, nil
		}
		// A quote that does not end the element was part of the text.
		s.at = before
	case '{':
		start := s.at
		if s.until("}"); s.accept("}") {
			return s.text[start:s.at], nil
		}
		return "", s.fail()
	}
	return s.until(stops), nil
}

// list reads (a,b,"c,d").
func (s *scanner) list() ([]string, error) {
	if !s.mark("(") {
		return nil, s.fail()
	}
	if s.mark(")") {
		return nil, nil
	}
	var out []string
	for {
		value, err := s.element(",)")
		if err != nil {
			return nil, err
		}
		out = append(out, value)
		if s.accept(",") {
			continue
		}
		if !s.mark(")") {
			return nil, s.fail()
		}
		return out, nil
	}
}

func (f *filters) in(t *schema.Table, name string, list []string) (store.Cond, error) {
	column, err := f.column(t, name)
	if err != nil {
		return nil, err
	}
	if len(list) > maxInList {
		return nil, fault.New(fault.BadQuery, "a list may hold %d values", maxInList)
	}
	values := make([]any, 0, len(list))
	for _, text := range list {
		if text == "" && len(list) == 1 {
			break
		}
		v, err := column.Parse(text)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return store.Compare{Column: name, Op: store.OpIn, Value: values}, nil
}

func (f *filters) compare(t *schema.Table, name string, op store.Op, text string, s *scanner) (store.Cond, error) {
	column, err := f.column(t, name)
	if err != nil {
		return nil, err
	}
	switch op {
	case store.OpIs:
		switch strings.ToLower(strings.TrimRight(text, " \t")) {
		case "null":
			return store.IsNull(name), nil
		case "not_null":
			return store.Not{Cond: store.IsNull(name)}, nil
		case "true":
			return store.Compare{Column: name, Op: op, Value: true}, nil
		case "false":
			return store.Compare{Column: name, Op: op, Value: false}, nil
		case "unknown":
			return store.Compare{Column: name, Op: op, Value: store.Unknown}, nil
		}
		return nil, s.fail()
	case store.OpLike, store.OpIlike:
		if len(text) > maxPattern {
			return nil, fault.New(fault.BadQuery, "a pattern may hold %d bytes", maxPattern)
		}
		if column.Type == schema.String {
			return store.Compare{Column: name, Op: op, Value: strings.ReplaceAll(text, "*", "%")}, nil
		}
	}
	value, err := column.Parse(text)
	return store.Compare{Column: name, Op: op, Value: value}, err
}

func (f *filters) column(t *schema.Table, name string) (*schema.Column, error) {
	if f.count++; f.count > maxFilters {
		return nil, fault.New(fault.BadQuery, "a request may hold %d filters", maxFilters)
	}
	c := t.Column(name)
	if c == nil {
		return nil, fault.New(fault.UnknownColumn, "column %s.%s does not exist", t.Name, name)
	}
	return c, nil
}
