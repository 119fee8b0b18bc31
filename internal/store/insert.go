package store

import (
	"context"

	"vitrine/internal/schema"
)

// insert writes checked rows and notes what changed. With on, rows whose value
// of that unique column is there already are left out.
func (x Session) insert(ctx context.Context, t *schema.Table, on *schema.Column, rows []Row) ([]Row, error) {
	var out []Row
	byHand := false
	for start := 0; start < len(rows); {
		end := min(start+batch, len(rows))
		if t.Slug != "" {
			end = start + 1 // the next slug depends on this one
			if err := x.chooseSlug(ctx, t, rows[start]); err != nil {
				return nil, err
			}
		}
		for i := start; i < end; i++ {
			rows[i] = x.complete(t, rows[i])
			byHand = byHand || t.Key().Identity && rows[i][t.Key().Name] != nil
		}
		stored, err := x.insertBatch(ctx, t, on, rows[start:end])
		if err != nil {
			return nil, err
		}
		if t.Slug != "" && len(stored) > 0 && stored[0].Text("slug") == "" {
			if stored[0], err = x.slugFromID(ctx, t, stored[0]); err != nil {
				return nil, err
			}
		}
		out = append(out, stored...)
		start = end
	}
	if byHand && len(out) > 0 {
		if err := x.store.engine.SkipIDs(ctx, x.tx.q, t, 0); err != nil {
			return nil, x.store.fault(ctx, t, nil, err)
		}
	}
	for _, row := range out {
		x.tx.bumped[docKey(t, row)] = true
		x.tx.record(Event{Table: t, Type: Inserted, New: row})
	}
	return out, x.bumpParents(ctx, t, out)
}

// complete adds defaults and what only the server sets. A row of one batch
// names the same columns as the others.
func (x Session) complete(t *schema.Table, row Row) Row {
	for i := range t.Columns {
		c := &t.Columns[i]
		if _, given := row[c.Name]; given || c.Fallback == nil {
			continue
		}
		row[c.Name] = c.DefaultValue(x.Now())
	}
	return row
}

// insertBatch writes rows that may name different columns: a column that only
// some of them name is written for all, as null where it was not named.
func (x Session) insertBatch(ctx context.Context, t *schema.Table, on *schema.Column, rows []Row) ([]Row, error) {
	var columns []*schema.Column
	for i := range t.Columns {
		c := &t.Columns[i]
		named := 0
		for _, row := range rows {
			if _, ok := row[c.Name]; ok {
				named++
			}
		}
		if named == 0 && len(rows) > 0 {
			continue
		}
		if named < len(rows) && c.Identity {
			return x.insertSingly(ctx, t, on, rows)
		}
		columns = append(columns, c)
	}
	b := x.builder()
	b.insert(t, columns, rows)
	if on != nil {
		b.write(" ON CONFLICT (", x.store.engine.UniqueIndex(on), ") DO NOTHING")
	}
	b.write(" RETURNING ", columnList(t))
	return x.returning(ctx, t, b, rows[0])
}

func (x Session) insertSingly(ctx context.Context, t *schema.Table, on *schema.Column, rows []Row) ([]Row, error) {
	var out []Row
	for i := range rows {
		stored, err := x.insertBatch(ctx, t, on, rows[i:i+1])
		if err != nil {
			return nil, err
		}
		out = append(out, stored...)
	}
	return out, nil
}
