package store

import (
	"context"

	"vitrine/internal/schema"
)

// Check judges what a transaction changed, inside it: an error rolls all of it
// back, and what the check writes is part of it. It must not have effects of
// its own, as work may run again after a conflict.
type Check func(ctx context.Context, tx Session, changed []Event) error

// BeforeCommit has changes of the tables checked, whoever makes them and
// however. Checks are added before the store is used.
func (s *Store) BeforeCommit(check Check, tables ...*schema.Table) {
	for _, t := range tables {
		s.checks[t] = append(s.checks[t], check)
	}
}

// runChecks shows each table's checks the events of the table. What they change
// in turn is checked by nobody: they know what they do.
func (x Session) runChecks(ctx context.Context) error {
	if len(x.store.checks) == 0 || len(x.tx.events) == 0 {
		return nil
	}
	var tables []*schema.Table
	changed := map[*schema.Table][]Event{}
	for _, e := range x.tx.events {
		if x.store.checks[e.Table] == nil || e.Type == nothing {
			continue
		}
		if changed[e.Table] == nil {
			tables = append(tables, e.Table)
		}
		changed[e.Table] = append(changed[e.Table], e)
	}
	for _, t := range tables {
		for _, check := range x.store.checks[t] {
			if err := check(ctx, x.AsSystem(), changed[t]); err != nil {
				return err
			}
		}
	}
	return nil
}
