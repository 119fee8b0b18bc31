package store

import (
	"context"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// batch is how many rows one INSERT holds: few enough for either engine's
// limit on arguments.
const batch = 200

// Insert stores rows and returns them as stored, in the order given. All are
// stored or none.
func (x Session) Insert(ctx context.Context, t *schema.Table, rows ...Row) ([]Row, error) {
	d, err := x.Draft(ctx, t, rows...)
	if err != nil {
		return nil, err
	}
	return x.Store(ctx, d)
}

// MayReadBack tells whether the actor may see the rows that it inserts. If
// not, an insert that asks for them is refused before anything is stored.
func (x Session) MayReadBack(t *schema.Table) error {
	grant, err := t.Allow(x.actor, schema.Read.Action)
	if err != nil {
		return err
	}
	if grant.Scope == schema.NoRows || grant.Scope == schema.Named {
		return fault.New(fault.Denied, "new row violates row-level security policy for table %q", t.Name)
	}
	return nil
}

// Update changes the columns that patch names on the rows under the
// condition, and returns these rows as stored.
func (x Session) Update(ctx context.Context, t *schema.Table, where Cond, patch Row) ([]Row, error) {
	grant, where, err := x.writable(t, schema.Update.Action, where)
	if err != nil {
		return nil, err
	}
	x.logWrite(ctx, schema.Update.Action, t)
	ready, err := x.prepare(t, patch, grant, false)
	if err != nil || len(ready) == 0 {
		return nil, err
	}
	return x.returningTx(ctx, func(x Session) ([]Row, error) { return x.update(ctx, t, where, ready) })
}

// BumpVersion counts as a write of the rows under the condition and changes nothing
// else: the version goes up, because something that belongs to them changes.
func (x Session) BumpVersion(ctx context.Context, t *schema.Table, where Cond) ([]Row, error) {
	_, where, err := x.writable(t, schema.Update.Action, where)
	if err != nil {
		return nil, err
	}
	return x.returningTx(ctx, func(x Session) ([]Row, error) { return x.update(ctx, t, where, nil) })
}

// Delete removes the rows under the condition, with what belongs to them,
// and returns them as they were.
func (x Session) Delete(ctx context.Context, t *schema.Table, where Cond) ([]Row, error) {
	_, where, err := x.writable(t, schema.Delete.Action, where)
	if err != nil {
		return nil, err
	}
	x.logWrite(ctx, schema.Delete.Action, t)
	return x.returningTx(ctx, func(x Session) ([]Row, error) { return x.delete(ctx, t, where) })
}

// writable narrows a condition to the rows that the actor may write.
func (x Session) writable(t *schema.Table, action schema.Action, where Cond) (schema.Grant, Cond, error) {
	grant, err := t.Allow(x.actor, action)
	if err == nil {
		err = check(t, where)
	}
	return grant, All{where, under(grant, x.actor, All{where})}, err
}

func (x Session) returningTx(ctx context.Context, write func(Session) ([]Row, error)) (out []Row, err error) {
	err = x.Tx(ctx, func(x Session) error {
		out, err = write(x)
		return err
	})
	return out, err
}

// Conflict says what an upsert does with a row that is already there.
type Conflict struct {
	On     string // a unique column; "" means the key
	Ignore bool   // leave the stored row alone instead of changing it
}

// Upsert inserts rows, or changes those that are there. It returns the rows
// it wrote and how many of them are new.
func (x Session) Upsert(ctx context.Context, t *schema.Table, c Conflict, rows ...Row) (out []Row, added int, err error) {
	on := t.Key()
	if c.On != "" {
		if on = t.Column(c.On); on == nil {
			return nil, 0, noColumn(t, c.On)
		}
	}
	if on != t.Key() && !on.Unique {
		return nil, 0, fault.New(fault.BadQuery, "there is no unique or exclusion constraint matching the ON CONFLICT specification")
	}
	if !c.Ignore {
		if _, err := t.Allow(x.actor, schema.Update.Action); err != nil {
			return nil, 0, err
		}
	}
	err = x.Tx(ctx, func(x Session) error {
		out, added = nil, 0
		// Two that name the same rows in another order would wait for each other;
		// a value that only the store sets is looked for, not inserted.
		if len(rows) > 1 || on.Auto {
			if err := x.Lock(ctx, t.Name); err != nil {
				return err
			}
		}
		// The lock on admins comes before that on a row, as in an update: in two
		// orders they would wait for each other until PostgreSQL notices.
		if slices.ContainsFunc(rows, func(row Row) bool { return mayRemoveAdmin(t, row) }) {
			if err := x.Lock(ctx, schema.UserProfiles.Name); err != nil {
				return err
			}
		}
		for _, row := range rows {
			written, isNew, err := x.upsert(ctx, t, on, c.Ignore, row)
			if err != nil {
				return err
			}
			if isNew {
				added++
			}
			out = append(out, written...)
		}
		return nil
	})
	return out, added, err
}

// upsert inserts a row unless it is there. One that somebody else inserts at the
// same moment is waited for, and there when it is looked for again.
func (x Session) upsert(ctx context.Context, t *schema.Table, on *schema.Column, ignore bool, row Row) ([]Row, bool, error) {
	value, err := on.Cast(row[on.Name])
	if err != nil {
		return nil, false, err
	}
	same := Eq(on.Name, value)
	if text, ok := value.(string); ok && on.Folded {
		same = Folded(on.Name, text)
	}
	for {
		var there []Row
		if value != nil && (!ignore || on.Auto) {
			if there, err = x.selectForUpdate(ctx, t, same); err != nil {
				return nil, false, err
			}
			if len(there) > 0 && !ignore {
				key := t.Key().Name
				written, err := x.Update(ctx, t, Eq(key, there[0][key]), row)
				return written, false, err
			}
		}
		d, err := x.Draft(ctx, t, row)
		if err != nil || len(there) > 0 {
			return nil, false, err
		}
		if written, err := x.insert(ctx, t, on, d.rows); err != nil || len(written) > 0 || ignore {
			return written, len(written) > 0, err
		}
	}
}

// NoColumn refuses a key of a row that is no column of its table.
func NoColumn(t *schema.Table, key string) error {
	return fault.New(fault.UnknownKey, "Could not find the '%s' column of '%s' in the schema cache", key, t.Name)
}

// prepare turns what a caller gave into typed values and judges them.
func (x Session) prepare(t *schema.Table, row Row, grant schema.Grant, isNew bool) (Row, error) {
	ready := make(Row, len(row)+3)
	for given := range row {
		if t.Column(given) == nil {
			return nil, NoColumn(t, given)
		}
		if grant.Columns != nil && !slices.Contains(grant.Columns, given) {
			return nil, t.Denied()
		}
	}
	for c := range t.Columns.All() {
		v, given := row[c.Name]
		if !given || c.Auto {
			continue
		}
		value, err := c.Cast(v)
		if err != nil {
			return nil, err
		}
		ready[c.Name] = value
	}
	t.Settle(ready, x.Now())
	return ready, t.Check(ready, isNew)
}
