package content

import (
	"context"
	"math"
	"slices"

	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// lockOrder comes before any row is written, so that moves at once are one
// after the other and none waits for another in a circle.
func (d document) lockOrder(ctx context.Context, tx store.Session) error {
	if _, err := d.Table.Allow(tx.Actor(), schema.Update.Action); err != nil {
		return err
	}
	return tx.Lock(ctx, d.Table.Name)
}

// createFirst puts a new row before the others, which move down.
func (d document) createFirst(ctx context.Context, tx store.Session, row store.Row) (int64, error) {
	if err := d.lockOrder(ctx, tx); err != nil {
		return 0, err
	}
	row[d.Table.Order] = 1
	rows, err := tx.Insert(ctx, d.Table, row)
	if err != nil {
		return 0, err
	}
	id := rows[0].Int("id")
	return id, tx.Renumber(ctx, d.Table, d.Table.Order, id, 1)
}

// changeRanked moves the others when the rank is a new one, as in a list; a
// rank beyond the end is the end.
func (d document) changeRanked(ctx context.Context, tx store.Session, id, version int64, row store.Row) error {
	column := d.Table.Column(d.Table.Order)
	value, err := column.Cast(row[column.Name])
	if err != nil {
		return err
	}
	if err := d.lockOrder(ctx, tx); err != nil {
		return err
	}
	now, err := d.row(ctx, tx, id)
	if err != nil {
		return err
	}
	last, err := tx.Count(ctx, d.Table)
	if err != nil {
		return err
	}
	rank := min(value.(int64), last)
	moves := now.Int(column.Name) != value.(int64)
	row[column.Name] = rank
	if !moves {
		delete(row, column.Name)
	}
	if err := d.write(ctx, tx, id, version, row); err != nil || !moves {
		return err
	}
	return tx.Renumber(ctx, d.Table, column.Name, id, rank)
}

func (d document) row(ctx context.Context, tx store.Session, id int64) (store.Row, error) {
	rows, err := tx.Select(ctx, d.Table, store.Query{Where: store.All{store.Eq("id", id)}})
	if err == nil && len(rows) == 0 {
		err = stale()
	}
	if err != nil {
		return nil, err
	}
	return rows[0], nil
}

func (d document) closeGap(ctx context.Context, tx store.Session, deleted int64) error {
	return tx.Renumber(ctx, d.Table, d.Table.Order, deleted, math.MaxInt32)
}

// incrementJobRanks moves every job one place down.
func incrementJobRanks(ctx context.Context, db store.Session, _ procedure.Args) (any, error) {
	job := document{&schema.Job}
	return nil, db.Tx(ctx, func(tx store.Session) error {
		if err := job.lockOrder(ctx, tx); err != nil {
			return err
		}
		return tx.Shift(ctx, job.Table, job.Table.Order, 1)
	})
}

// placeLast numbers a row after the others of its group.
func (d document) placeLast(ctx context.Context, tx store.Session, row store.Row) error {
	if err := d.lockOrder(ctx, tx); err != nil {
		return err
	}
	var where store.All
	if d.Group != "" && row[d.Group] != nil {
		group, err := d.Table.Column(d.Group).Cast(row[d.Group])
		if err != nil {
			return err
		}
		where = store.All{store.Eq(d.Group, group)}
	}
	rows, err := tx.Select(ctx, d.Table, store.Query{Where: where})
	if err != nil {
		return err
	}
	last := int64(len(rows))
	for _, other := range rows {
		last = max(last, other.Int(d.Table.Order))
	}
	row[d.Table.Order] = last + 1
	return nil
}

// followGroup puts a row that changes its group last in the new one.
func (d document) followGroup(ctx context.Context, tx store.Session, id int64, row store.Row) error {
	now, err := d.row(ctx, tx, id)
	if err != nil || now[d.Group] == row[d.Group] {
		return err
	}
	return d.placeLast(ctx, tx, row)
}

// reorder numbers the rows, or those of one group, in the sequence of ids, from
// the least number on that they may have. It is all or nothing: no visitor sees two in one place. With the ids as
// they were, only if nobody moved one meanwhile.
func (d document) reorder(ctx context.Context, db store.Session, a procedure.Args) (any, error) {
	var where store.All
	if d.Group != "" {
		group, err := a.Text(d.Group)
		if err != nil {
			return nil, err
		}
		where = store.All{store.Eq(d.Group, group)}
	}
	ids, err := a.Numbers("ids")
	if err != nil {
		return nil, err
	}
	var was []int64
	if a["was"] != nil {
		if was, err = a.Numbers("was"); err != nil {
			return nil, err
		}
	}
	return nil, db.Tx(ctx, func(tx store.Session) error {
		if err := d.lockOrder(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Select(ctx, d.Table, store.Query{Where: where, Order: []store.Order{store.Asc(d.Table.Order), store.Asc("id")}})
		if err != nil {
			return err
		}
		isOld := func(row store.Row, id int64) bool { return row.Int("id") == id }
		if was != nil && !slices.EqualFunc(rows, was, isOld) {
			return stale()
		}
		return d.number(ctx, tx, rows, ids)
	})
}

// number refuses ids that are not exactly those of the rows, and writes only
// rows whose place changes.
func (d document) number(ctx context.Context, tx store.Session, rows []store.Row, ids []int64) error {
	if len(rows) != len(ids) {
		return stale()
	}
	first := d.Table.Column(d.Table.Order).Rule(schema.Min).Limit
	for _, row := range rows {
		place := slices.Index(ids, row.Int("id"))
		if place < 0 {
			return stale()
		}
		place += first
		if row.Int(d.Table.Order) == int64(place) {
			continue
		}
		changed, err := tx.Update(ctx, d.Table, store.Eq("id", row.Int("id")), store.Row{d.Table.Order: place})
		if err != nil {
			return err
		}
		if len(changed) != 1 {
			return stale()
		}
	}
	return nil
}
