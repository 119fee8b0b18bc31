package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Read answers a query with the rows that the actor may see, and with the
// related rows that the query embeds. Related rows are read in one further
// statement per table, which costs less than building JSON in SQL. The statements
// of one level go to the engine together.
func (x Session) Read(ctx context.Context, t *schema.Table, q Query) (*Result, error) {
	ctx, cancel := x.bounded(ctx)
	defer cancel()
	return x.read(ctx, t, q)
}

// Select returns the rows that match, by name.
func (x Session) Select(ctx context.Context, t *schema.Table, q Query) ([]Row, error) {
	res, err := x.Read(ctx, t, q)
	if err != nil {
		return nil, err
	}
	return res.Maps(), nil
}

// One returns the only row under the conditions, or a NotOne fault.
func (x Session) One(ctx context.Context, t *schema.Table, where ...Cond) (Row, error) {
	rows, err := x.Select(ctx, t, Query{Where: where, Limit: Limit(2)})
	if err != nil {
		return nil, err
	}
	if len(rows) != 1 {
		return nil, NotOne(len(rows))
	}
	return rows[0], nil
}

// Count tells how many rows match.
func (x Session) Count(ctx context.Context, t *schema.Table, where ...Cond) (int64, error) {
	res, err := x.Read(ctx, t, Query{Where: where, Limit: Limit(0), Count: true})
	if err != nil {
		return 0, err
	}
	return res.Total, nil
}

// NotOne is the fault of a question that wanted exactly one row.
func NotOne(n int) error {
	return fault.New(fault.NotOne, "Cannot coerce the result to a single JSON object").Detailing("The result contains %d rows", n)
}

// children asks for the rows that belong to a list of parents.
type children struct {
	column *schema.Column
	ids    []any
}

func (x Session) read(ctx context.Context, t *schema.Table, q Query) (*Result, error) {
	where, err := x.visible(t, q)
	if err != nil {
		return nil, err
	}
	fields, plan, err := x.resolve(t, q.Fields)
	if err != nil {
		return nil, err
	}
	where, all, err := x.byTrigrams(ctx, t, where)
	if err != nil {
		return nil, err
	}
	res := &Result{Fields: fields, Total: -1}
	// Fewer rows than counted for an embed never happens: its limit is per parent.
	if q.Limit == nil || *q.Limit > 0 {
		from := x.keysetFor(t, q, where)
		for _, c := range from.columns {
			plan.add(c)
		}
		packed := x.packedAt(t, &plan)
		l := x.listing(t, q, where, nil, from, plan)
		if err := x.list(ctx, l); err != nil {
			return nil, err
		}
		res.Rows = l.rows
		x.rememberStart(from, q, plan, res.Rows)
		if err := x.unpack(ctx, t, packed, res); err != nil {
			return nil, err
		}
	}
	if q.Count {
		if err := x.count(ctx, t, all, res); err != nil {
			return nil, err
		}
	}
	return res, x.embed(ctx, t, plan, res)
}

// visible is the whole condition of a query: what it asks, what the actor
// may see, and the related rows it insists on.
func (x Session) visible(t *schema.Table, q Query) (Cond, error) {
	grant, err := t.Allow(x.actor, schema.Read.Action)
	if err != nil {
		return nil, err
	}
	if err := check(t, q.Where); err != nil {
		return nil, err
	}
	for _, o := range q.Order {
		if t.Column(o.Column) == nil {
			return nil, noColumn(t, o.Column)
		}
	}
	if err := named(t, grant, q); err != nil {
		return nil, err
	}
	where := append(slices.Clone(q.Where), under(grant, x.actor, q.Where))
	for _, f := range q.Fields {
		if f.Embed == nil || !f.Embed.Inner {
			continue
		}
		if _, err := relation(t, f.Embed.Table); err != nil {
			return nil, err
		}
		inner, err := x.visible(f.Embed.Table, f.Embed.Query)
		if err != nil {
			return nil, err
		}
		where = append(where, related{f.Embed.Table, inner})
	}
	return where, nil
}

// plan says where each field of the answer comes from: fields[i] is column
// columns[i] of the statement, or embeds[i].
type plan struct {
	columns []*schema.Column
	source  []int
	embeds  []*Embed
}

func (x Session) resolve(t *schema.Table, fields []Field) ([]Field, plan, error) {
	var p plan
	grant, err := t.Allow(x.actor, schema.Read.Action)
	if err != nil {
		return nil, p, err
	}
	if fields == nil {
		for c := range t.Columns.All() {
			fields = append(fields, Field{As: c.Name, Column: c.Name, Star: true})
		}
	}
	if grant.Columns != nil {
		fields = slices.DeleteFunc(slices.Clone(fields), func(f Field) bool { return f.Star && !slices.Contains(grant.Columns, f.Column) })
	}
	for _, f := range fields {
		p.embeds = append(p.embeds, f.Embed)
		if f.Embed != nil {
			p.source = append(p.source, -1)
			continue
		}
		c := t.Column(f.Column)
		if c == nil {
			return nil, p, noColumn(t, f.Column)
		}
		p.source = append(p.source, p.add(c))
	}
	for _, e := range p.embeds {
		if e == nil {
			continue
		}
		link, err := relation(t, e.Table)
		if err != nil {
			return nil, p, err
		}
		p.add(link)
	}
	if len(p.columns) == 0 {
		p.add(t.Key())
	}
	return fields, p, nil
}

func (p *plan) add(c *schema.Column) int {
	if i := slices.Index(p.columns, c); i >= 0 {
		return i
	}
	p.columns = append(p.columns, c)
	return len(p.columns) - 1
}

// relation is the column of t that joins it to other.
func relation(t, other *schema.Table) (*schema.Column, error) {
	if other.ReferenceTo(t) != nil {
		return t.Key(), nil
	}
	if ref := t.ReferenceTo(other); ref != nil {
		return ref, nil
	}
	return nil, fault.New(fault.NoRelation, "Could not find a relationship between '%s' and '%s' in the schema cache", t.Name, other.Name)
}

// listing is a question for rows of a table, and then these.
type listing struct {
	*builder
	collector
	table *schema.Table
}

func (x Session) listing(t *schema.Table, q Query, where Cond, of *children, from keyset, p plan) *listing {
	b := x.builder()
	b.write("SELECT ")
	for i, c := range p.columns {
		if i > 0 {
			b.write(", ")
		}
		b.write(name(t, c.Name))
	}
	b.write(" FROM ", Quote(t.Name), " WHERE ")
	b.where(t, where)
	if of != nil {
		b.args = append(b.args, b.engine.List(of.ids))
		b.write(" AND ", b.engine.AnyOf(name(t, of.column.Name), b.engine.Placeholder(len(b.args))))
	}
	offset := from.since(b, t, q.Offset)
	b.order(t, q.Order, of)
	if of == nil && q.Limit != nil {
		b.write(" LIMIT ", strconv.Itoa(*q.Limit))
	}
	if of == nil && offset > 0 {
		if q.Limit == nil {
			b.write(" LIMIT 9223372036854775807")
		}
		b.write(" OFFSET ", strconv.Itoa(offset))
	}
	return &listing{b, collector{columns: p.columns}, t}
}

// list reads the rows of questions, outside of a transaction all at once.
func (x Session) list(ctx context.Context, all ...*listing) error {
	if x.tx != nil {
		for _, l := range all {
			if err := x.ask(ctx, l.table, l.builder, l.scan); err != nil {
				return err
			}
		}
		return nil
	}
	ofVisitor, lists := true, make([]List, len(all))
	for i, l := range all {
		ofVisitor = ofVisitor && x.mayReadCopy(l.table)
		lists[i] = List{l.text.String(), l.args, l.begin}
	}
	return x.store.fault(ctx, all[0].table, nil, x.store.engine.ReadLists(ctx, ofVisitor, lists))
}

func (x Session) count(ctx context.Context, t *schema.Table, where Cond, res *Result) (err error) {
	b := x.builder()
	b.write("SELECT count(*) FROM ", Quote(t.Name), " WHERE ")
	b.where(t, where)
	res.Total, err = x.number(ctx, t, where, b)
	return err
}

// number is the answer of a statement that counts rows under a condition.
func (x Session) number(ctx context.Context, t *schema.Table, where Cond, b *builder) (int64, error) {
	return x.counted(t, where, b, func() (int64, error) {
		total := int64(-1)
		err := x.ask(ctx, t, b, func(rows *sql.Rows) error {
			if !rows.Next() {
				return fmt.Errorf("count gave no row: %w", rows.Err())
			}
			return rows.Scan(&total)
		})
		return total, err
	})
}
