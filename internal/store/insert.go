package store

import (
	"context"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/schema"
)

// insert writes checked rows and notes what changed. With on, rows whose value
// of that unique column is there already are left out.
func (x Session) insert(ctx context.Context, t *schema.Table, on *schema.Column, rows []Row) ([]Row, error) {
	if err := x.sign(ctx, t, rows); err != nil {
		return nil, err
	}
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

// sign writes down who adds the rows. A person who is removed later stays known
// by the address.
func (x Session) sign(ctx context.Context, t *schema.Table, rows []Row) error {
	if !t.Signed || uuid.Validate(x.actor.UserID) != nil {
		return nil
	}
	users, err := x.AsSystem().Select(ctx, &schema.Users, Query{Fields: Fields("email"), Where: All{Eq("id", x.actor.UserID)}})
	if err != nil {
		return err
	}
	for _, row := range rows {
		row["user_id"] = x.actor.UserID
		if len(users) == 1 {
			row["user_email"] = users[0].Text("email")
		}
	}
	return nil
}

// complete adds defaults and what only the server sets. A row of one batch
// names the same columns as the others.
func (x Session) complete(t *schema.Table, row Row) Row {
	for c := range t.Columns.All() {
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
	for c := range t.Columns.All() {
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

// Draft is rows that an actor may insert: checked, and in the form in which
// they are stored. Making one needs no transaction.
type Draft struct {
	table *schema.Table
	rows  []Row
	at    time.Time // when it was made
}

// Draft checks rows for an insert by the actor.
func (x Session) Draft(ctx context.Context, t *schema.Table, rows ...Row) (Draft, error) {
	grant, err := t.Allow(x.actor, schema.Insert.Action)
	if err != nil {
		return Draft{}, err
	}
	x.logWrite(ctx, schema.Insert.Action, t)
	d := Draft{t, make([]Row, len(rows)), x.Now()}
	for i, row := range rows {
		if d.rows[i], err = x.prepare(t, row, grant, true); err != nil {
			return Draft{}, err
		}
	}
	return d, nil
}

// Rows are the rows as they will be stored, less what only the store sets.
func (d Draft) Rows() []Row { return d.rows }

// Mark adds to row i what the server itself says about it.
func (d Draft) Mark(i int, columns Row) error {
	for name, given := range columns {
		c := d.table.Column(name)
		if c == nil {
			return noColumn(d.table, name)
		}
		value, err := c.Cast(given)
		if err != nil {
			return err
		}
		d.rows[i][name] = value
	}
	d.table.Settle(d.rows[i], d.at)
	return d.table.Check(d.rows[i], true)
}

// Store inserts a draft and returns the rows as stored. All are stored or
// none.
func (x Session) Store(ctx context.Context, d Draft) (out []Row, err error) {
	if x.tx != nil {
		return x.insert(ctx, d.table, nil, d.rows)
	}
	var single *Insert
	err = x.commit(ctx, func(x Session) error {
		out, err = x.insert(ctx, d.table, nil, d.rows)
		return err
	}, func() *Insert {
		single = x.singleInsert(d)
		return single
	})
	if err == nil && single != nil {
		out = []Row{single.Row}
	}
	return out, err
}

// singleInsert is nil for a draft that takes more than one statement, or whose
// row has to be read back.
func (x Session) singleInsert(d Draft) *Insert {
	t := d.table
	if parent, _ := t.Parent(); len(d.rows) != 1 || t.Slug != "" || t.Document() != nil || parent != nil || t.Signed || x.store.checks[t] != nil || x.store.recorded[t] {
		return nil
	}
	row := x.complete(t, d.rows[0])
	for c := range t.Columns.All() {
		name := c.Name
		switch v := row[name].(type) {
		case time.Time:
			row[name] = v.UTC().Truncate(time.Microsecond)
		case nil, int64, bool:
		case string:
			if c.Type == schema.JSON {
				return nil
			}
		default:
			return nil
		}
	}
	return &Insert{t, row}
}
