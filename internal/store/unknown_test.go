package store_test

import (
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// What was kept from before a COMMIT whose answer is lost must not outlive it:
// it may have happened, or be about to.
func TestACommitWhoseAnswerIsLostIsSeenHere(t *testing.T) {
	for name, held := range map[string]chan struct{}{
		"carried out before the connection is cut": nil,
		"carried out after the caller was told":    make(chan struct{}),
	} {
		t.Run(name, func(t *testing.T) {
			p := startProxy(t, storetest.PostgresURL(t))
			s := storetest.Open(t, store.Options{URL: p.url})
			heard := storetest.ListenAfter(t, s)
			shown := func() int64 {
				t.Helper()
				res, err := s.As(storetest.Editor).Read(t.Context(), &schema.TeamMembers, store.Query{Limit: store.Limit(1), Count: true})
				if err != nil {
					t.Fatal(err)
				}
				return res.Total
			}
			if n := shown(); n != 0 {
				t.Fatalf("%d rows are there before", n)
			}
			l := &lost{held: held, done: make(chan struct{})}
			p.lose.Store(l)
			_, err := s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Ada"})
			storetest.WantFault(t, err, fault.Unavailable)
			if heard.Of("team_members") == 0 {
				t.Error("nobody here was told before the caller")
			}
			if held != nil {
				if n := shown(); n != 0 {
					t.Fatalf("%d rows before the COMMIT", n)
				}
				close(held)
			}
			<-l.done
			storetest.Eventually(t, 10*time.Second, "the event", func() bool { return len(heard.Events()) == 1 })
			if n := shown(); n != 1 {
				t.Errorf("%d rows are shown, 1 is stored", n)
			}
		})
	}
}
