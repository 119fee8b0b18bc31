package store

import (
	"context"
	"strconv"

	"vitrine/internal/schema"
)

// Totals adds up columns of the rows under the conditions for each value of the
// column by: those with the largest first sum come first, at most limit of them.
func (x Session) Totals(ctx context.Context, t *schema.Table, by string, limit int, where All, sums ...string) ([]Row, error) {
	for _, column := range append([]string{by}, sums...) {
		if t.Column(column) == nil {
			return nil, noColumn(t, column)
		}
	}
	under, err := x.visible(t, Query{Fields: Fields(append([]string{by}, sums...)...), Where: where})
	if err != nil {
		return nil, err
	}
	b, columns := x.builder(), []*schema.Column{t.Column(by)}
	b.write("SELECT ", name(t, by))
	for _, sum := range sums {
		columns = append(columns, t.Column(sum))
		b.write(", CAST(SUM(", name(t, sum), ") AS BIGINT)")
	}
	b.write(" FROM ", Quote(t.Name), " WHERE ")
	b.where(t, under)
	b.write(" GROUP BY ", name(t, by), " ORDER BY 2 DESC, 1 LIMIT ", strconv.Itoa(limit))
	ctx, cancel := x.bounded(ctx)
	defer cancel()
	l := &listing{b, collector{columns: columns}, t}
	if err := x.list(ctx, l); err != nil {
		return nil, err
	}
	return rowsOf(columns, l.rows), nil
}
