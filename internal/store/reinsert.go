package store

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Reinsert stores a row that was deleted as it was: with its id, its moments and
// its slug, unless another row has that by now. Its version goes on.
func (x Session) Reinsert(ctx context.Context, t *schema.Table, row Row) (out Row, err error) {
	if _, err := t.Allow(x.actor, schema.Insert.Action); err != nil {
		return nil, err
	}
	x.logWrite(ctx, schema.Insert.Action, t)
	ready := Row{}
	for c := range t.Columns.All() {
		value, given := row[c.Name]
		if !given {
			continue
		}
		if ready[c.Name], err = c.Cast(value); err != nil {
			return nil, err
		}
	}
	t.Settle(ready, x.Now())
	if err := t.Check(ready, true); err != nil {
		return nil, err
	}
	if t.Versioned() {
		ready["version"] = ready.Int("version") + 1
	}
	err = x.Tx(ctx, func(x Session) error {
		there, err := x.selectForUpdate(ctx, t, Eq(t.Key().Name, ready[t.Key().Name]))
		if err != nil {
			return err
		}
		if len(there) > 0 {
			return fault.New(fault.Stale, "the row %v of %s is there already", ready[t.Key().Name], t.Name).Hinting("Something else has its place by now.")
		}
		if err := x.keepSlug(ctx, t, ready); err != nil {
			return err
		}
		rows, err := x.insertBatch(ctx, t, nil, []Row{x.complete(t, ready)})
		if err != nil {
			return err
		}
		if t.Key().Identity {
			if err := x.store.engine.SkipIDs(ctx, x.tx.q, t, 0); err != nil {
				return x.store.fault(ctx, t, nil, err)
			}
		}
		out = rows[0]
		x.tx.bumped[docKey(t, out)] = true
		x.tx.record(Event{Table: t, Type: Inserted, New: out})
		return x.bumpParents(ctx, t, rows)
	})
	return out, err
}

func (x Session) keepSlug(ctx context.Context, t *schema.Table, row Row) error {
	if t.Slug == "" {
		return nil
	}
	if err := x.Lock(ctx, t.Name); err != nil {
		return err
	}
	taken, err := x.AsSystem().Count(ctx, t, Eq("slug", row.Text("slug")))
	if err != nil || taken == 0 {
		return err
	}
	return x.chooseSlug(ctx, t, row)
}
