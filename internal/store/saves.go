package store

import (
	"context"
	"fmt"
	"slices"

	"vitrine/internal/schema"
)

// recordSaves notes who changed or deleted the documents of a transaction, for those
// who find them changed. New ones nobody else has open.
func (x Session) recordSaves(ctx context.Context) error {
	if x.actor.UserID == "" || !x.actor.Staff() {
		return nil
	}
	var names []string
	for _, e := range x.tx.events {
		key := e.Old[e.Table.Key().Name]
		if e.Table.Versioned() && (e.Type == Deleted || e.Type == Updated && x.tx.bumped[doc{e.Table, key}]) {
			names = append(names, SaveOf(e.Table, key))
		}
	}
	slices.Sort(names) // in one order, so that two transactions do not wait for each other
	t := &schema.Saves
	for some := range slices.Chunk(slices.Compact(names), batch) {
		b := &builder{engine: x.store.engine}
		b.write("INSERT INTO ", Quote(t.Name), " (", columnList(t), ") VALUES ")
		for i, one := range some {
			if i > 0 {
				b.write(", ")
			}
			b.write("(", b.mark(&t.Columns[0], one), ", ", b.mark(&t.Columns[1], x.actor.UserID), ", ", b.mark(&t.Columns[2], x.Now()), ")")
		}
		b.write(` ON CONFLICT ("document") DO UPDATE SET "user_id" = excluded."user_id", "saved_at" = excluded."saved_at"`)
		if _, err := x.tx.q.ExecContext(ctx, b.text.String(), b.args...); err != nil {
			return x.store.fault(ctx, t, nil, err)
		}
	}
	return nil
}

// SaveOf is the name under which the last save of a row is noted.
func SaveOf(t *schema.Table, key any) string { return fmt.Sprint(t.Name, " ", key) }
