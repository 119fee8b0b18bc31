package store

import (
	"context"
	"database/sql"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Addresses asks whom the rows of tables are about, by the columns that the
// tables declare. It is for the server itself: no grant narrows it.
type Addresses struct {
	Of     []*schema.Table
	Among  *schema.Table // only those that it has rows about; nil asks for all
	Search string        // in addresses and in the names beside them
	After  string        // the last address of the page before
	Limit  int
}

// nameColumn is what people say they are called, in tables that have it.
const nameColumn = "name"

// Addresses are in small letters, in the order of their bytes, each once.
func (x Session) Addresses(ctx context.Context, a Addresses) (out []string, err error) {
	if err := schema.Storable(a.Search + a.After); err != nil {
		return nil, err
	}
	b := x.builder()
	b.write("SELECT address FROM (")
	b.addresses(a.Of, func(t *schema.Table, column string) {
		b.write(" AND ", b.address(t, column), " > ", b.mark(t.Column(column), a.After))
		if a.Search == "" {
			return
		}
		like := Any{Compare{column, OpIlike, "%" + EscapeLike(a.Search) + "%"}}
		if t.Column(nameColumn) != nil {
			like = append(like, Compare{nameColumn, OpIlike, "%" + EscapeLike(a.Search) + "%"})
		}
		b.write(" AND ")
		b.where(t, like)
	})
	b.write(") AS found")
	if a.Among != nil {
		b.write(" WHERE address IN (")
		b.addresses([]*schema.Table{a.Among}, nil)
		b.write(")")
	}
	b.write(" ORDER BY address LIMIT ", strconv.Itoa(a.Limit))
	err = x.each(ctx, a.Of[0], b, func(rows *sql.Rows) error {
		var address string
		err := rows.Scan(&address)
		out = append(out, address)
		return err
	})
	return out, err
}

// CountAddresses tells how many people the rows of tables are about.
func (x Session) CountAddresses(ctx context.Context, of ...*schema.Table) (n int64, err error) {
	b := x.builder()
	b.write("SELECT count(*) FROM (")
	b.addresses(of, nil)
	b.write(") AS found")
	err = x.each(ctx, of[0], b, func(rows *sql.Rows) error { return rows.Scan(&n) })
	return n, err
}

// Mentioned is how many rows a table has about an address, and the key of the last.
type Mentioned struct{ Rows, Last int64 }

// RowsAbout counts the rows of a table by the addresses, in small letters, that
// they are about.
func (x Session) RowsAbout(ctx context.Context, t *schema.Table, addresses []string) (map[string]Mentioned, error) {
	list := make([]any, len(addresses))
	for i, a := range addresses {
		list[i] = a
	}
	out := map[string]Mentioned{}
	for _, column := range t.Person {
		b := x.builder()
		address := b.address(t, column)
		b.args = append(b.args, b.engine.List(list))
		b.write("SELECT ", address, ", count(*), max(", name(t, t.Key().Name), ") FROM ", Quote(t.Name),
			" WHERE ", b.engine.AnyOf(address, b.engine.Placeholder(1)), " GROUP BY ", address)
		if err := x.each(ctx, t, b, func(rows *sql.Rows) error {
			var of string
			var some Mentioned
			err := rows.Scan(&of, &some.Rows, &some.Last)
			out[of] = Mentioned{out[of].Rows + some.Rows, max(out[of].Last, some.Last)}
			return err
		}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (x Session) each(ctx context.Context, t *schema.Table, b *builder, visit func(*sql.Rows) error) error {
	if x.actor.Role != schema.System {
		return fault.New(fault.Denied, "permission denied to list people")
	}
	ctx, cancel := x.bounded(ctx)
	defer cancel()
	rows, err := x.query(ctx, b.text.String(), b.args...)
	if err != nil {
		return x.store.fault(ctx, t, nil, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return x.store.fault(ctx, t, nil, err)
		}
	}
	if err := rows.Err(); err != nil {
		return x.store.fault(ctx, t, nil, err)
	}
	return nil
}

// address is a column in small letters; folding alone changes no letter in SQLite.
func (b *builder) address(t *schema.Table, column string) string {
	return "lower(" + b.engine.FoldCase(name(t, column)) + ")"
}

// addresses writes the question for all addresses, each once.
func (b *builder) addresses(of []*schema.Table, narrow func(t *schema.Table, column string)) {
	first := true
	for _, t := range of {
		for _, column := range t.Person {
			if !first {
				b.write(" UNION ")
			}
			first = false
			b.write("SELECT DISTINCT ", b.address(t, column), " AS address FROM ", Quote(t.Name), " WHERE ", name(t, column), " <> ''")
			if narrow != nil {
				narrow(t, column)
			}
		}
	}
}
