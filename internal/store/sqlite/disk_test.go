package sqlite_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAFullDiskStopsWritesAndNothingElse(t *testing.T) {
	s, e := open(t)
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	var pages int
	if err := e.Writer().QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limit := func(n int) {
		t.Helper()
		if _, err := e.Writer().Exec(fmt.Sprintf("PRAGMA max_page_count = %d", n)); err != nil {
			t.Fatal(err)
		}
	}
	limit(pages)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := s.As(storetest.Editor).Insert(t.Context(), &schema.HeroContent, store.Row{"title": "t", "subtitle": strings.Repeat("x", 50_000)})
			storetest.WantFault(t, err, fault.Unavailable)
		})
	}
	wg.Wait()
	if n, err := s.As(storetest.Visitor).Count(t.Context(), &schema.TeamMembers); n != 1 || err != nil {
		t.Errorf("%d rows are read (%v), want 1", n, err)
	}
	limit(pages + 1000)
	storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "t", "subtitle": strings.Repeat("x", 50_000)})
	if n, err := s.As(storetest.Visitor).Count(t.Context(), &schema.HeroContent); n != 1 || err != nil {
		t.Errorf("%d rows (%v), want the one that was acknowledged", n, err)
	}
}

func TestAfterADiskErrorNothingIsPromisedAndReadsGoOn(t *testing.T) {
	s, e := open(t)
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
		if _, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Eve"}); err != nil {
			return err
		}
		e.BreakDisk(errors.New("input/output error"))
		return nil
	})
	storetest.WantFault(t, err, fault.Unavailable)
	_, err = s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Late"})
	storetest.WantFault(t, err, fault.Unavailable)
	storetest.WantFault(t, s.Ready(t.Context()), fault.Unavailable)
	rows, err := s.As(storetest.Visitor).Select(t.Context(), &schema.TeamMembers, store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Same(t, "team", storetest.Texts(rows, "name"), []string{"Ada"})
}
