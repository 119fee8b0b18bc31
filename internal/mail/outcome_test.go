package mail

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// held is a site whose database somebody locks as soon as the mail server has
// taken a letter, until release.
type held struct {
	*office
	delivered chan struct{}
	release   func()
}

func eachHeld(t *testing.T, test func(t *testing.T, x *held)) {
	run := func(t *testing.T, s *store.Store, driver, place, lock string) {
		t.Parallel()
		db, err := sql.Open(driver, place)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		x := &held{delivered: make(chan struct{}), release: func() {}}
		var once sync.Once
		take := func() {
			defer close(x.delivered)
			tx, err := db.Begin()
			if err == nil {
				_, err = tx.Exec(lock)
			}
			if err != nil {
				t.Error(err)
				return
			}
			x.release = sync.OnceFunc(func() { tx.Rollback() })
			t.Cleanup(x.release)
		}
		x.office = start(t, s, func(o *OutboxOptions) { o.Tried = func(error) { once.Do(take) } })
		test(t, x)
	}
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		run(t, storetest.Open(t, store.Options{Dir: dir}), "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?_txlock=immediate&_pragma=busy_timeout(5000)", "SELECT 1")
	})
	t.Run("postgres", func(t *testing.T) {
		url := storetest.PostgresURL(t)
		run(t, storetest.Open(t, store.Options{URL: url}), "pgx", url, "SELECT 1 FROM mails FOR UPDATE")
	})
}

// wantOnce waits for a delivery to be noted, and lets the lease end.
func (x *held) wantOnce(reason, to string) {
	x.t.Helper()
	for end := time.Now().Add(storetest.Busy(20 * time.Second)); x.state(reason).State != Sent && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	x.Pass(leaseTime)
	x.drain()
	x.wantRecipients(to)
}

func TestADeliveredLetterIsNotedWhenTheDatabaseIsFreeAgain(t *testing.T) {
	eachHeld(t, func(t *testing.T, x *held) {
		x.sender.options.Patience = Patience // which ends while the database is held
		x.record("recovery 1", "a@example.org")
		if sent, err := x.Try(t.Context(), "recovery 1"); sent || err != nil {
			t.Errorf("%v, %v", sent, err)
		}
		x.release()
		x.wantOnce("recovery 1", "a@example.org")
	})
}

func TestAStopWaitsUntilADeliveryIsNoted(t *testing.T) {
	eachHeld(t, func(t *testing.T, x *held) {
		x.record("recovery 1", "a@example.org")
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { x.Run(ctx); close(done) }()
		<-x.delivered
		stop()
		select {
		case <-done:
			t.Error("the worker stopped before the delivery was noted")
		case <-time.After(300 * time.Millisecond):
		}
		x.release()
		<-done
		if s := x.state("recovery 1"); s.State != Sent {
			t.Errorf("%+v", s)
		}
		x.wantOnce("recovery 1", "a@example.org")
	})
}

// TestALateOutcomeIsNotTheOneThatStaffAskFor notes a delivery and a failure after
// staff have had the letter written anew.
func TestALateOutcomeIsNotTheOneThatStaffAskFor(t *testing.T) {
	x := start(t, storetest.SQLite(t))
	x.record("recovery 1", "a@example.org")
	late, _, err := x.lease(t.Context(), "recovery 1")
	if err != nil {
		t.Fatal(err)
	}
	x.Pass(leaseTime)
	err = x.s.AsSystem().Tx(t.Context(), func(tx store.Session) error {
		return x.Requeue(t.Context(), tx, "recovery 1", letterOf(late), nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, outcome := range []error{nil, errors.New("late")} {
		if err := x.saveOutcome(late, false, outcome); err != nil {
			t.Fatal(err)
		}
		if s := x.state("recovery 1"); s.State != Queued || s.Attempts != 0 {
			t.Errorf("after %v: %+v", outcome, s)
		}
	}
}

func TestServersWhoseClocksDifferSendALetterOnce(t *testing.T) {
	url := storetest.PostgresURL(t)
	x := start(t, storetest.Open(t, store.Options{URL: url}), func(o *OutboxOptions) { o.Now = nil })
	ahead := storetest.Open(t, store.Options{URL: url, Now: func() time.Time { return time.Now().Add(time.Hour) }})
	other := NewOutbox(OutboxOptions{Store: ahead, Sender: x.sender})
	x.record("recovery 1", "a@example.org")
	if _, found, err := x.lease(t.Context(), "recovery 1"); !found || err != nil {
		t.Fatal(found, err)
	}
	if err := other.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	x.wantRecipients()
}

func TestTheOutboxGoesByTheClockOfItsStore(t *testing.T) {
	clock := storetest.NewClock()
	x := start(t, storetest.Open(t, store.Options{Dir: t.TempDir(), Now: clock.Now}), func(o *OutboxOptions) { o.Now = nil })
	if got := x.Outbox.Now(); !got.Equal(clock.Now()) {
		t.Errorf("it is %v, want %v", got, clock.Now())
	}
}
