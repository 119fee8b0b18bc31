package sqlite_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

func TestLargeWritesThatWaitFillTheQueueToo(t *testing.T) {
	s, _ := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wait := func(db store.Session, work func()) {
		wg.Go(func() { db.Tx(ctx, func(store.Session) error { work(); return nil }) })
	}
	small, large := s.As(storetest.Editor), s.As(storetest.Editor).Large()
	started, release := make(chan struct{}, 2), make(chan struct{})
	end := sync.OnceFunc(func() { cancel(); close(release) })
	t.Cleanup(end)
	hold := func() { started <- struct{}{}; <-release }
	wait(small, hold)
	<-started
	wait(large, hold)
	storetest.Eventually(t, 20*time.Second, "a large write waits", func() bool { return s.Stats().Waiting == 1 })
	for range 9 {
		wait(large, func() {})
	}
	storetest.Eventually(t, 20*time.Second, "ten large writes wait", func() bool { return s.Stats().Waiting == 10 })
	release <- struct{}{}
	<-started // the nine behind it have left the queue
	for range sqlite.QueueSize - 9 {
		wait(small, func() {})
	}
	storetest.Eventually(t, 20*time.Second, "the queue is full", func() bool { return s.Stats().Waiting == sqlite.QueueSize })
	storetest.WantFault(t, small.Tx(t.Context(), func(store.Session) error { return nil }), fault.Unavailable)
	end()
	wg.Wait()
}

func TestWritesOfOthersAreNotMissedWhenTheConnectionIsRenewed(t *testing.T) {
	s, e := open(t)
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"}) // the first look has been
	heard := storetest.Listen(s)
	if err := e.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	storetest.Eventually(t, 10*time.Second, "anything may have changed", func() bool {
		return slices.ContainsFunc(heard.Changes(), func(tables []string) bool { return len(tables) == 0 })
	})
}
