package rest

import (
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxFields = 100
	maxEmbeds = 10
	maxLevels = 2 // all there is to see: the parent of a row, and its other children
)

// selection reads the select parameter of a table.
func selection(t *schema.Table, text string) ([]store.Field, error) {
	if text == "" || text == "*" {
		return nil, nil
	}
	s := &scanner{what: "select parameter", text: text}
	sel := &selecting{scanner: s}
	fields, err := sel.fields(t, 0)
	if err != nil {
		return nil, err
	}
	if !s.done() {
		return nil, s.fail()
	}
	return fields, nil
}

type selecting struct {
	*scanner
	embeds int
}

func (s *selecting) fields(t *schema.Table, depth int) ([]store.Field, error) {
	fields := []store.Field{}
	for {
		if s.blanks(); s.accept("*") {
			if s.peek() == ' ' || s.peek() == '\t' { // as PostgREST has it
				return nil, s.fail()
			}
			for c := range t.Columns.All() {
				fields = append(fields, store.Field{As: c.Name, Column: c.Name, Star: true})
			}
		} else {
			f, err := s.field(t, depth)
			if err != nil {
				return nil, err
			}
			fields = append(fields, f)
		}
		if len(fields) > maxFields {
			return nil, fault.New(fault.BadQuery, "select may name %d fields", maxFields)
		}
		if !s.mark(",") {
			return fields, nil
		}
	}
}

// field reads [alias:]column, or [alias:]table[!hint](fields).
func (s *selecting) field(t *schema.Table, depth int) (store.Field, error) {
	first, err := s.name()
	if err != nil {
		return store.Field{}, err
	}
	as, column := first, first
	if s.peek() == ':' && !strings.HasPrefix(s.text[s.at:], "::") {
		s.at++
		if column, err = s.column(); err != nil {
			return store.Field{}, err
		}
	}
	if s.peek() == '!' || s.peek() == '(' {
		return s.embed(t, as, column, depth)
	}
	if s.blanks(); !s.done() && s.peek() != ',' && s.peek() != ')' {
		return store.Field{}, s.fail()
	}
	if t.Column(column) == nil {
		return store.Field{}, fault.New(fault.UnknownColumn, "column %s.%s does not exist", t.Name, column)
	}
	return store.Field{As: as, Column: column}, nil
}

func (s *selecting) embed(t *schema.Table, as, name string, depth int) (store.Field, error) {
	if s.embeds++; s.embeds > maxEmbeds || depth >= maxLevels {
		return store.Field{}, fault.New(fault.BadQuery, "select may embed %d tables, %d levels deep", maxEmbeds, maxLevels)
	}
	e := &store.Embed{}
	var hints []string
	for s.accept("!") {
		hint, err := s.name()
		if err != nil {
			return store.Field{}, err
		}
		switch hint {
		case "inner":
			e.Inner = true
		case "left":
		default:
			hints = append(hints, hint)
		}
	}
	if !s.accept("(") {
		return store.Field{}, s.fail()
	}
	other, err := relative(t, name, hints)
	if err != nil {
		return store.Field{}, err
	}
	e.Table = other
	if !s.accept(")") {
		if e.Query.Fields, err = s.fields(other, depth+1); err != nil {
			return store.Field{}, err
		}
		if !s.accept(")") {
			return store.Field{}, s.fail()
		}
	} else {
		e.Query.Fields = []store.Field{}
	}
	return store.Field{As: as, Embed: e}, nil
}

// relative finds a table that a reference joins to t. A hint names the
// reference; with one reference between two tables it can only be right or
// wrong.
func relative(t *schema.Table, name string, hints []string) (*schema.Table, error) {
	none := fault.New(fault.NoRelation, "Could not find a relationship between '%s' and '%s' in the schema cache", t.Name, name).
		Detailing("Searched for a foreign key relationship between '%s' and '%s' in the schema 'public', but no matches were found.", t.Name, name)
	other, err := schema.Lookup(name)
	if err != nil {
		return nil, none
	}
	child, ref := other, other.ReferenceTo(t)
	if ref == nil {
		child, ref = t, t.ReferenceTo(other)
	}
	if ref == nil {
		return nil, none
	}
	for _, hint := range hints {
		if hint != ref.Name && hint != child.Name+"_"+ref.Name+"_fkey" {
			return nil, none
		}
	}
	return other, nil
}
