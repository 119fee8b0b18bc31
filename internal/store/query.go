package store

import (
	"iter"
	"slices"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Query asks for rows of one table, with the rows that belong to them.
type Query struct {
	Fields []Field // what the answer holds; nil means every column
	Where  All
	Order  []Order // nil means the table's own order
	Limit  *int    // nil means no limit
	Offset int
	Count  bool // also count the rows without limit and offset
}

// Field is one key of the answer: a column, or the rows of another table.
type Field struct {
	As     string
	Column string
	Embed  *Embed
	Star   bool // named by *, which means the columns that the caller may see
}

// Fields are columns under their own names.
func Fields(columns ...string) []Field {
	out := make([]Field, len(columns))
	for i, c := range columns {
		out[i] = Field{As: c, Column: c}
	}
	return out
}

// Embed asks for the rows of a related table beside each row.
type Embed struct {
	Table *schema.Table
	Query Query
	Inner bool // leave out rows that have none
}

// Order sorts by a column.
type Order struct {
	Column     string
	Desc       bool
	NullsFirst bool
}

// Asc sorts upwards, rows without a value last.
func Asc(column string) Order { return Order{Column: column} }

// Desc sorts downwards, rows without a value first, as PostgreSQL does.
func Desc(column string) Order { return Order{Column: column, Desc: true, NullsFirst: true} }

// Cond is a tree of conditions.
type Cond interface{ isCond() }

// All holds when each condition holds; the empty list always does.
type All []Cond

// Any holds when one of the conditions holds; the empty list never does.
type Any []Cond

// Not holds when the condition is false; unknown stays unknown.
type Not struct{ Cond Cond }

// Op compares a column with a value.
type Op string

const (
	OpEq     Op = "="
	OpNeq    Op = "<>"
	OpLt     Op = "<"
	OpLte    Op = "<="
	OpGt     Op = ">"
	OpGte    Op = ">="
	OpLike   Op = "like"  // case sensitive; % _ and \ as in SQL
	OpIlike  Op = "ilike" // folds all of Unicode
	OpIn     Op = "in"    // Value is []any
	OpIs     Op = "is"    // Value is nil, true, false or Unknown
	OpFolded Op = "folded equal"
)

// Unknown as the value of OpIs is SQL's third truth value.
const Unknown = "unknown"

// Compare holds when the column stands in the relation to a value of its
// own type, as schema.Column.Parse makes it.
type Compare struct {
	Column string
	Op     Op
	Value  any
}

func (All) isCond()     {}
func (Any) isCond()     {}
func (Not) isCond()     {}
func (Compare) isCond() {}

func Eq(column string, value any) Cond  { return Compare{column, OpEq, value} }
func Neq(column string, value any) Cond { return Compare{column, OpNeq, value} }
func Lt(column string, value any) Cond  { return Compare{column, OpLt, value} }
func Gt(column string, value any) Cond  { return Compare{column, OpGt, value} }
func Gte(column string, value any) Cond { return Compare{column, OpGte, value} }
func IsNull(column string) Cond         { return Compare{column, OpIs, nil} }

// Folded compares text without regard to ASCII case.
func Folded(column, value string) Cond { return Compare{column, OpFolded, value} }

// In holds when the column equals one of the values.
func In[T any](column string, values ...T) Cond {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return Compare{column, OpIn, list}
}

// Limit is a limit for Query.
func Limit(n int) *int { return &n }

// under is the condition that a grant adds to a question.
func under(g schema.Grant, a schema.Actor, where All) Cond {
	if g.Besides != nil {
		besides := Eq(g.Besides.Column, g.Besides.Value)
		g.Besides = nil
		return All{under(g, a, where), besides}
	}
	switch g.Scope {
	case schema.NoRows:
		return Any{}
	case schema.Matching:
		return Eq(g.Column, g.Value)
	case schema.Own:
		return Eq(g.Column, a.UserID)
	case schema.Named:
		for _, c := range where {
			if f, ok := c.(Compare); ok && f.Column == g.Column && f.Op == OpEq {
				return All{}
			}
		}
		return Any{}
	}
	return All{}
}

// leaves are the conditions of a tree that hold no others.
func leaves(c Cond) iter.Seq[Cond] {
	var walk func(c Cond, yield func(Cond) bool) bool
	walk = func(c Cond, yield func(Cond) bool) bool {
		switch c := c.(type) {
		case All:
			return !slices.ContainsFunc(c, func(part Cond) bool { return !walk(part, yield) })
		case Any:
			return walk(All(c), yield)
		case Not:
			return walk(c.Cond, yield)
		case isTrue:
			return walk(c.Cond, yield)
		}
		return yield(c)
	}
	return func(yield func(Cond) bool) { walk(c, yield) }
}

// check refuses columns that t does not have, comparisons its types do not know
// and texts that no database holds, before they reach one.
func check(t *schema.Table, where Cond) error {
	for leaf := range leaves(where) {
		if c, is := leaf.(Compare); is {
			if err := c.check(t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c Compare) check(t *schema.Table) error {
	column := t.Column(c.Column)
	switch {
	case column == nil:
		return noColumn(t, c.Column)
	case (c.Op == OpLike || c.Op == OpIlike) && column.Type != schema.String:
		return fault.New(fault.BadQuery, "operator does not exist: %s %s", column.Type, c.Op)
	case (c.Op == OpLike || c.Op == OpIlike) && opensEscape(c.Value):
		return fault.New(fault.BadQuery, "LIKE pattern must not end with escape character")
	case c.Op == OpIs && c.Value != nil && column.Type != schema.Boolean:
		return fault.New(fault.BadQuery, "argument of IS must be type boolean, not type %s", column.Type)
	case column.Type == schema.JSON && c.Op != OpIs:
		return fault.New(fault.BadQuery, "operator does not exist: jsonb %s", c.Op)
	}
	return storable(c.Value)
}

func storable(v any) error {
	switch v := v.(type) {
	case string:
		return schema.Storable(v)
	case []any:
		for _, one := range v {
			if err := storable(one); err != nil {
				return err
			}
		}
	}
	return nil
}

// named refuses columns that a grant keeps from its reader, as if they were
// not there: in a filter or an order they would give away what they hold.
func named(t *schema.Table, g schema.Grant, q Query) error {
	if g.Columns == nil {
		return nil
	}
	var columns []string
	for leaf := range leaves(q.Where) {
		if c, is := leaf.(Compare); is {
			columns = append(columns, c.Column)
		}
	}
	for _, o := range q.Order {
		columns = append(columns, o.Column)
	}
	for _, f := range q.Fields {
		if f.Embed == nil && !f.Star {
			columns = append(columns, f.Column)
		}
	}
	for _, name := range columns {
		if !slices.Contains(g.Columns, name) {
			return noColumn(t, name)
		}
	}
	return nil
}

// opensEscape tells whether a pattern ends in a backslash that escapes nothing.
func opensEscape(v any) bool {
	text, _ := v.(string)
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

func noColumn(t *schema.Table, name string) error {
	return fault.New(fault.UnknownColumn, "column %s.%s does not exist", t.Name, name)
}
