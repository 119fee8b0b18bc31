package store_test

import (
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// PostgreSQL keeps no null character and no broken UTF-8; neither engine is
// asked for one.
func TestATextThatNoDatabaseHoldsIsRefusedInEveryCondition(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, text := range []string{"a\x00", "\x00", "a\xff"} {
			for _, where := range []store.Cond{
				store.Eq("name", text), store.Neq("name", text), store.Folded("name", text), store.In("name", "fine", text),
				store.Compare{Column: "name", Op: store.OpLike, Value: text + "%"}, store.Compare{Column: "name", Op: store.OpIlike, Value: "%" + text},
				store.Not{Cond: store.Any{store.Eq("name", text)}},
			} {
				db := s.As(storetest.Editor)
				_, err := db.Select(t.Context(), &schema.TeamMembers, store.Query{Where: store.All{where}})
				storetest.WantFault(t, err, fault.BadValue)
				_, err = db.Count(t.Context(), &schema.TeamMembers, where)
				storetest.WantFault(t, err, fault.BadValue)
				_, err = db.Update(t.Context(), &schema.TeamMembers, where, store.Row{"name": "Ada"})
				storetest.WantFault(t, err, fault.BadValue)
				_, err = db.Delete(t.Context(), &schema.TeamMembers, where)
				storetest.WantFault(t, err, fault.BadValue)
			}
		}
	})
}
