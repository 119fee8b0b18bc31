package store_test

import (
	"fmt"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestWhatWasMadeBeforeACommitIsNotCached(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := store.NewCache(s, 100, func(string, string) int { return 1 }, schema.TeamMembers.Name, schema.HeroContent.Name)
		storetest.ListenAfter(t, s) // a feed that begins says that anything may have changed
		_, before, _ := c.Get("page")
		storetest.Add(t, s, &schema.Settings, store.Row{"name": "other", "value": "1"})
		c.Put("other", "made", before)
		if _, _, ok := c.Get("other"); !ok {
			t.Error("a commit to another table invalidated it")
		}
		for what, commit := range map[string]func(){
			"a commit to the table":    func() { storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"}) },
			"a commit to the other":    func() { storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "t"}) },
			"one that replaces tables": func() { s.AsSystem().Tx(t.Context(), func(tx store.Session) error { tx.Wholesale(); return nil }) },
		} {
			_, before, _ = c.Get("page")
			c.Put("there", "made", before)
			commit()
			c.Put("page", "made", before)
			if _, _, ok := c.Get("page"); ok {
				t.Errorf("what was made before %s is cached after it", what)
			}
			if _, _, ok := c.Get("there"); ok {
				t.Errorf("%s invalidated nothing", what)
			}
		}
	})
}

func TestWhoHearsOfACommitFirstFindsNothingOld(t *testing.T) {
	s := storetest.SQLite(t)
	var c *store.Cache[string, string]
	old := false
	s.Generation(func() {
		if c != nil {
			_, _, old = c.Get("page")
		}
	}, schema.TeamMembers.Name)
	c = store.NewCache(s, 100, func(string, string) int { return 1 }, schema.TeamMembers.Name)
	_, generation, _ := c.Get("page")
	c.Put("page", "made", generation)
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	if old {
		t.Error("a page made while the cache was about to be cleared is made from what was in it")
	}
}

func TestACacheIsBounded(t *testing.T) {
	c := store.NewCache(storetest.SQLite(t), 100, func(_ string, n int) int { return n })
	sum := func() (n int) {
		for i := range 50 {
			weight, _, _ := c.Get(fmt.Sprint(i))
			n += weight
		}
		return n
	}
	for i := range 50 {
		c.Put(fmt.Sprint(i), 7, 0)
		c.Put(fmt.Sprint(i), 9, 0)
	}
	if n := sum(); n != 99 {
		t.Errorf("the values weigh %d", n)
	}
}

func TestNoCacheHoldsNothing(t *testing.T) {
	var c *store.Cache[string, int]
	c.Put("a", 1, 0)
	if _, _, ok := c.Get("a"); ok {
		t.Error("it is there")
	}
}
