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
	if a.Search != "" {
		b.searched(a)
	} else {
		b.firstOf(a)
	}
	b.write(") AS found ORDER BY address LIMIT ", strconv.Itoa(a.Limit))
	err = x.each(ctx, a.Of[0], b, func(rows *sql.Rows) error {
		var address string
		err := rows.Scan(&address)
		out = append(out, address)
		return err
	})
	return out, err
}

// firstOf asks for a page of each table, which hold the page of all. Its index knows
// where that starts: no table is read whole, and the last page takes as long as the first.
func (b *builder) firstOf(a Addresses) {
	of := a.Of
	if a.Among != nil {
		of = []*schema.Table{a.Among} // which has them all
	}
	page := func(*schema.Table, string) { b.write(" ORDER BY address LIMIT ", strconv.Itoa(a.Limit)) }
	b.addresses(of, a.After, page, nil)
}

// searched asks trigram indexes, and tables without one by their addresses alone,
// each once.
func (b *builder) searched(a Addresses) {
	pattern := "%" + EscapeLike(a.Search) + "%"
	among := func(address string) {
		if a.Among != nil {
			b.write(" AND ", address, " IN (")
			b.addresses([]*schema.Table{a.Among}, "", nil, nil)
			b.write(")")
		}
	}
	byRow := func(t *schema.Table, column string) {
		if t.Search == nil {
			return
		}
		like := Any{Compare{column, OpIlike, pattern}}
		if t.Column(nameColumn) != nil {
			like = append(like, Compare{nameColumn, OpIlike, pattern})
		}
		b.write(" AND ")
		b.where(t, like)
		among(address(t, column))
	}
	byAddress := func(t *schema.Table, column string) {
		if t.Search == nil {
			b.write(" WHERE ", b.engine.Like("address", pattern, func() string { return b.mark(t.Column(column), pattern) }, true))
			among("address")
		}
	}
	b.addresses(a.Of, a.After, byRow, byAddress)
}

// CountAddresses tells how many people the rows of tables are about.
func (x Session) CountAddresses(ctx context.Context, of ...*schema.Table) (n int64, err error) {
	b := x.builder()
	b.write("SELECT count(*) FROM (")
	b.addresses(of, "", nil, nil)
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
	b := x.builder()
	for i, part := range addressParts(t) {
		if i > 0 {
			b.write(" UNION ALL ")
		}
		address := address(t, part.column)
		b.args = append(b.args, b.engine.List(list))
		b.write("SELECT ", address, ", count(*), max(", name(t, t.Key().Name), ") FROM ", Quote(t.Name),
			" WHERE ", part.where, b.engine.AnyOf(address, b.engine.Placeholder(len(b.args))), " GROUP BY ", address)
	}
	err := x.each(ctx, t, b, func(rows *sql.Rows) error {
		var of string
		var some Mentioned
		err := rows.Scan(&of, &some.Rows, &some.Last)
		out[of] = Mentioned{out[of].Rows + some.Rows, max(out[of].Last, some.Last)}
		return err
	})
	return out, err
}

func (x Session) each(ctx context.Context, t *schema.Table, b *builder, visit func(*sql.Rows) error) error {
	if x.actor.Role != schema.System {
		return fault.New(fault.Denied, "permission denied to list people")
	}
	ctx, cancel := x.bounded(ctx)
	defer cancel()
	return x.ask(ctx, t, b, func(rows *sql.Rows) error {
		for rows.Next() {
			if err := visit(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// address is a column in small letters, as an index of each table about people has
// it. Letters of ASCII alone change, on PostgreSQL by the collation of the column.
func address(t *schema.Table, column string) string { return "lower(" + name(t, column) + ")" }

// addressPart is a column that holds addresses, and the beginning of a condition, " AND "
// included, for some of its rows.
type addressPart struct{ column, where string }

// addressParts are read apart. Random keys are the dearest part of a visitor's insert,
// so the index of addresses gets a row when nothing waits for it any more; the few
// that are pending have an index of their own.
func addressParts(t *schema.Table) (out []addressPart) {
	for _, column := range t.Person {
		if t.Pending == "" {
			out = append(out, addressPart{column, ""})
			continue
		}
		pending := name(t, t.Pending)
		out = append(out, addressPart{column, pending + " IS NULL AND "}, addressPart{column, pending + " IS NOT NULL AND "})
	}
	return out
}

// addresses writes the question for the addresses behind one, each once. inside
// narrows it by rows, outside by addresses.
func (b *builder) addresses(of []*schema.Table, after string, inside, outside func(t *schema.Table, column string)) {
	first := true
	for _, t := range of {
		for _, part := range addressParts(t) {
			if !first {
				b.write(" UNION ")
			}
			first = false
			is := address(t, part.column)
			b.write("SELECT address FROM (SELECT DISTINCT ", is, " AS address FROM ", Quote(t.Name), " WHERE ", part.where, is, " > ", b.mark(t.Column(part.column), after))
			if inside != nil {
				inside(t, part.column)
			}
			b.write(") AS part")
			if outside != nil {
				outside(t, part.column)
			}
		}
	}
}
