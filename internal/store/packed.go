package store

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"vitrine/internal/schema"
)

// Unpack gives the values of a column for the rows where it is stored elsewhere,
// by their keys.
type Unpack func(ctx context.Context, x Session, ids []int64) (map[int64]json.RawMessage, error)

type packing struct {
	column string
	unpack Unpack
}

// Packs says that a column is null where its value is stored elsewhere, packed.
func (s *Store) Packs(t *schema.Table, column string, unpack Unpack) {
	s.packed[t] = packing{column, unpack}
}

// packedAt is where such a column stands in what is read, and the key; nil when
// it is not asked for.
func (x Session) packedAt(t *schema.Table, p *plan) []int {
	packing, some := x.store.packed[t]
	if !some {
		return nil
	}
	at := slices.Index(p.columns, t.Column(packing.column))
	if at < 0 {
		return nil
	}
	return []int{at, p.add(t.Key())}
}

func (x Session) unpack(ctx context.Context, t *schema.Table, at []int, res *Result) error {
	if at == nil {
		return nil
	}
	rows := map[int64][]any{}
	for _, row := range res.Rows {
		if row[at[0]] == nil {
			rows[row[at[1]].(int64)] = row
		}
	}
	if len(rows) == 0 {
		return nil
	}
	values, err := x.store.packed[t].unpack(ctx, x.AsSystem(), slices.Collect(maps.Keys(rows)))
	for id, value := range values {
		rows[id][at[0]] = value
	}
	return err
}

// light leaves out what is too heavy to tell everyone about.
func (tx *transaction) light(t *schema.Table, row Row) Row {
	packing, some := tx.packed[t]
	if row == nil || !some {
		return row
	}
	row = maps.Clone(row)
	delete(row, packing.column)
	return row
}
