package store

import (
	"slices"
	"strings"

	"vitrine/internal/schema"
)

// builder writes one statement and collects its arguments.
type builder struct {
	engine Engine
	text   strings.Builder
	args   []any
}

func (b *builder) write(parts ...string) *builder {
	for _, p := range parts {
		b.text.WriteString(p)
	}
	return b
}

func (b *builder) mark(c *schema.Column, v any) string {
	b.args = append(b.args, b.engine.Arg(c, v))
	return b.engine.Placeholder(len(b.args))
}

func name(t *schema.Table, column string) string { return Quote(t.Name) + "." + Quote(column) }

func columnList(t *schema.Table) string { return nameList(everyColumn(t)) }

func nameList(columns []*schema.Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = Quote(c.Name)
	}
	return strings.Join(names, ", ")
}

func everyColumn(t *schema.Table) []*schema.Column { return slices.Collect(t.Columns.All()) }

// insert writes rows with these columns; a row that does not name one has null there.
func (b *builder) insert(t *schema.Table, columns []*schema.Column, rows []Row) {
	b.write("INSERT INTO ", Quote(t.Name))
	if len(columns) == 0 {
		b.write(" DEFAULT VALUES")
		return
	}
	b.write(" (", nameList(columns), ") VALUES ")
	for r, row := range rows {
		if r > 0 {
			b.write(", ")
		}
		marks := make([]string, len(columns))
		for i, c := range columns {
			marks[i] = b.mark(c, row[c.Name])
		}
		b.write("(", strings.Join(marks, ", "), ")")
	}
}

// where writes a condition; check has seen its columns.
func (b *builder) where(t *schema.Table, c Cond) {
	switch c := c.(type) {
	case All:
		b.join(t, c, " AND ", "TRUE")
	case Any:
		b.join(t, c, " OR ", "FALSE")
	case Not:
		if of, ok := c.Cond.(Compare); ok && of.Op == OpIs && of.Value == nil {
			b.write(name(t, of.Column), " IS NOT NULL") // as the indexes of some rows have it
			return
		}
		b.write("NOT (")
		b.where(t, c.Cond)
		b.write(")")
	case isTrue:
		b.write("(")
		b.where(t, c.Cond)
		b.write(") IS TRUE")
	case related:
		b.related(t, c)
	case containing:
		if c.inOrder {
			b.write("+") // no index is asked for an expression
		}
		b.write(name(t, t.Key().Name), " IN (", b.search(t, c), ")")
	case Compare:
		b.compare(t, c)
	}
}

func (b *builder) join(t *schema.Table, list []Cond, word, empty string) {
	if len(list) == 0 {
		b.write(empty)
		return
	}
	b.write("(")
	for i, c := range list {
		if i > 0 {
			b.write(word)
		}
		b.where(t, c)
	}
	b.write(")")
}

func (b *builder) compare(t *schema.Table, c Compare) {
	column := t.Column(c.Column)
	left := name(t, c.Column)
	switch c.Op {
	case OpLike, OpIlike:
		pattern, _ := c.Value.(string)
		b.write(b.engine.Like(left, pattern, func() string { return b.mark(column, pattern) }, c.Op == OpIlike))
	case OpFolded:
		b.write(b.engine.FoldCase(left), " = ", b.engine.FoldCase(b.mark(column, c.Value)))
	case OpIs:
		switch c.Value {
		case nil, Unknown:
			b.write(left, " IS NULL")
		case true:
			b.write(left, " IS TRUE")
		default:
			b.write(left, " IS FALSE")
		}
	case OpIn:
		list, _ := c.Value.([]any)
		if len(list) == 0 {
			b.write("FALSE")
			return
		}
		b.write(left, " IN (")
		for i, v := range list {
			if i > 0 {
				b.write(", ")
			}
			b.write(b.mark(column, v))
		}
		b.write(")")
	default:
		b.write(left, " ", string(c.Op), " ", b.mark(column, c.Value))
	}
}

// keyed matches rows by key with one argument, however many keys there are.
func (b *builder) keyed(t *schema.Table, keys []any) {
	b.args = append(b.args, b.engine.List(keys))
	b.write(b.engine.AnyOf(name(t, t.Key().Name), b.engine.Placeholder(len(b.args))))
}

// related holds for rows that have at least one related row under the
// condition.
type related struct {
	table *schema.Table
	where Cond
}

func (related) isCond() {}

func (b *builder) related(t *schema.Table, c related) {
	other := c.table
	b.write("EXISTS (SELECT 1 FROM ", Quote(other.Name), " WHERE ")
	if ref := other.ReferenceTo(t); ref != nil {
		b.write(name(other, ref.Name), " = ", name(t, t.Key().Name))
	} else {
		b.write(name(other, other.Key().Name), " = ", name(t, t.ReferenceTo(other).Name))
	}
	b.write(" AND ")
	b.where(other, c.where)
	b.write(")")
}

// order always ends with the key, so that pages do not overlap. Rows of several
// parents come parent by parent, as the index of the reference has them.
func (b *builder) order(t *schema.Table, list []Order, of *children) {
	if list == nil && t.Order != "" {
		list = []Order{Asc(t.Order)}
	}
	b.write(" ORDER BY ")
	if of != nil {
		b.write(name(t, of.column.Name), ", ")
	}
	keyed := false
	for _, o := range list {
		b.write(name(t, o.Column))
		if o.Desc {
			b.write(" DESC")
		}
		if !t.Column(o.Column).NotNull {
			if o.NullsFirst {
				b.write(" NULLS FIRST")
			} else {
				b.write(" NULLS LAST")
			}
		}
		b.write(", ")
		keyed = keyed || o.Column == t.Key().Name
	}
	if keyed {
		text := strings.TrimSuffix(b.text.String(), ", ")
		b.text.Reset()
		b.text.WriteString(text)
		return
	}
	b.write(name(t, t.Key().Name))
	if n := len(list); n > 0 && list[n-1].Desc {
		b.write(" DESC")
	}
}

// Quote is safe because only names declared in the schema reach it.
func Quote(name string) string { return `"` + name + `"` }
