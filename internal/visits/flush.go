package visits

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Flush writes down what was counted. What could not be written is kept.
func (c *Counter) Flush(ctx context.Context) error {
	c.flushing.Lock()
	defer c.flushing.Unlock()
	var failed error
	for name, d := range c.take() {
		if err := c.write(ctx, name, d); err != nil {
			c.giveBack(name, d)
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// take is what the days hold, which they hold no more.
func (c *Counter) take() map[string]*day {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := map[string]*day{}
	for name, d := range c.days {
		if len(d.rows) == 0 {
			continue
		}
		taken[name] = &day{ledger: d.ledger, newcomers: d.newcomers}
		d.ledger, d.newcomers = newLedger(), map[int64]place{}
	}
	return taken
}

func (c *Counter) giveBack(name string, from *day) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.days[name]
	if d == nil {
		d = newDay(nil)
		c.days[name] = d
	}
	for p, t := range from.rows {
		_, into := d.at(p)
		into.visits += t.visits
		into.visitors += t.visitors
	}
	maps.Copy(d.newcomers, from.newcomers)
}

// write finds out who of the newcomers is one everywhere, and adds to the rows
// of the day.
func (c *Counter) write(ctx context.Context, name string, d *day) error {
	if len(d.newcomers) > 0 {
		fresh := slices.Collect(maps.Keys(d.newcomers))
		if c.shared != nil {
			var err error
			if fresh, err = c.shared.Add(ctx, name, fresh); err != nil {
				return err
			}
		}
		for _, who := range fresh {
			_, t := d.at(d.newcomers[who])
			t.visitors++
		}
		clear(d.newcomers)
	}
	return c.Store.AsSystem().Large().Tx(ctx, func(tx store.Session) error {
		// One server at a time, so that none adds to a row as it was before another did.
		if err := tx.Lock(ctx, schema.VisitDays.Name); err != nil {
			return err
		}
		there, err := tx.Select(ctx, &schema.VisitDays, store.Query{Where: store.All{store.Eq("day", name)}})
		if err != nil {
			return fmt.Errorf("read the visits of the day: %w", err)
		}
		return add(ctx, tx, name, there, d.rows)
	})
}

// add adds to the rows of a day that are there, and makes others while it has
// room for them.
func add(ctx context.Context, tx store.Session, name string, there []store.Row, counted map[place]*tally) error {
	all, rows := newLedger(), map[place]store.Row{}
	for _, row := range there {
		p := place{row.Text("path"), row.Text("referrer")}
		all.put(p, &tally{row.Int("visits"), row.Int("visitors")})
		rows[p] = row
	}
	changed := map[place]*tally{}
	for _, p := range slices.SortedFunc(maps.Keys(counted), mostFirst(counted)) {
		at, t := all.at(p)
		t.visits += counted[p].visits
		t.visitors += counted[p].visitors
		changed[at] = t
	}
	var fresh []store.Row
	for p, t := range changed {
		row := rows[p]
		if row == nil {
			fresh = append(fresh, store.Row{"day": name, "path": p.path, "referrer": p.referrer, "visits": t.visits, "visitors": t.visitors})
			continue
		}
		row["visits"], row["visitors"] = t.visits, t.visitors
		if _, err := tx.Rewrite(ctx, &schema.VisitDays, row, "visits", "visitors"); err != nil {
			return fmt.Errorf("add visits: %w", err)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	if _, err := tx.Insert(ctx, &schema.VisitDays, fresh...); err != nil {
		return fmt.Errorf("add visits: %w", err)
	}
	return nil
}

// mostFirst gives the rows that are left to those who need them most.
func mostFirst(counted map[place]*tally) func(a, b place) int {
	return func(a, b place) int {
		return cmp.Or(cmp.Compare(counted[b].visits, counted[a].visits), cmp.Compare(a.path, b.path), cmp.Compare(a.referrer, b.referrer))
	}
}
