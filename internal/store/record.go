package store

import (
	"context"

	"vitrine/internal/schema"
)

// Record shows the edits of each transaction to a recorder, last of all and
// inside it: what it writes is stored with them, or neither is. Edits are rows
// that somebody added, changed or deleted; a row that moved to make room for
// another is not one.
func (s *Store) Record(recorder Check, tables ...*schema.Table) {
	s.recorders = append(s.recorders, recorder)
	for _, t := range tables {
		s.recorded[t] = true
	}
}

func (x Session) recordEdits(ctx context.Context) error {
	if x.doing.Forget || len(x.store.recorders) == 0 {
		return nil
	}
	var edits []Event
	for _, e := range x.tx.events {
		isShift := e.Type == Updated && e.Table.Versioned() && !x.tx.bumped[docKey(e.Table, e.New)]
		if e.Type != nothing && !isShift && (x.store.recorded[e.Table] || e.Type == Deleted) {
			edits = append(edits, e)
		}
	}
	if len(edits) == 0 {
		return nil
	}
	for _, recorder := range x.store.recorders {
		if err := recorder(ctx, x.AsSystem(), edits); err != nil {
			return err
		}
	}
	return nil
}
