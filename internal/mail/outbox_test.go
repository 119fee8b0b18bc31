package mail

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestALetterStandsOrFallsWithItsTransaction(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		second := errors.New("second thoughts")
		err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error {
			if err := x.Record(t.Context(), tx, "recovery 1", Letter{To: "a@example.org"}); err != nil {
				return err
			}
			return second
		})
		if !errors.Is(err, second) || x.state("recovery 1").State != "" {
			t.Errorf("%v, %+v", err, x.state("recovery 1"))
		}
		visitor := s.As(schema.Actor{Role: schema.Visitor})
		err = visitor.Tx(t.Context(), func(tx store.Session) error {
			return x.Record(t.Context(), tx, "recovery 2", Letter{To: "a@example.org", Subject: "s", Text: "t"})
		})
		if err != nil || x.state("recovery 2").State != Queued {
			t.Errorf("%v, %+v", err, x.state("recovery 2"))
		}
		if err := x.Record(t.Context(), s.AsSystem(), "recovery 3", Letter{To: "a@example.org\r\nBcc: b@example.org"}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a bad recipient: %v", err)
		}
		if sent, err := x.Try(t.Context(), "recovery 2"); !sent || err != nil {
			t.Errorf("%v, %v", sent, err)
		}
		if sent, err := x.Try(t.Context(), "recovery 2", "recovery 9"); sent || err != nil {
			t.Errorf("a letter that was never recorded: %v, %v", sent, err)
		}
		x.wantRecipients("a@example.org")
	})
}

func TestRetriesGrowFromAMinuteToSixHoursForThreeDays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.smtp.Refuse(errors.New("no"))
		start := x.Clock.Now()
		x.record("recovery 1", "a@example.org")
		x.Try(t.Context(), "recovery 1")
		var waits []time.Duration
		for x.state("recovery 1").State == Queued && len(waits) < 100 {
			next := x.state("recovery 1").NextTry
			waits = append(waits, next.Sub(x.Clock.Now()))
			x.Pass(next.Sub(x.Clock.Now()) - time.Microsecond)
			before := x.state("recovery 1").Attempts
			x.drain()
			if x.state("recovery 1").Attempts != before {
				t.Fatal("tried before its time")
			}
			x.Pass(time.Microsecond)
			x.drain()
			if x.state("recovery 1").Attempts != before+1 {
				t.Fatal("not tried in its time")
			}
		}
		for i, got := range waits {
			want := min(6*time.Hour, time.Minute<<min(i, 20))
			if got > want || got < want*8/10 {
				t.Errorf("wait %d is %v, want about %v", i, got, want)
			}
		}
		last := x.Clock.Now().Sub(start)
		if last < 72*time.Hour || last > 79*time.Hour || x.state("recovery 1").State != GivenUp {
			t.Errorf("after %v it is %+v", last, x.state("recovery 1"))
		}
		if slices.Equal(waits[:3], []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute}) {
			t.Error("the waits do not vary")
		}
		x.smtp.Refuse(nil)
		x.Pass(240 * time.Hour)
		x.drain()
		x.wantRecipients()
	})
}

func TestALetterWhoseServerDiedIsTriedAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.record("recovery 1", "a@example.org")
		if _, found, err := x.lease(t.Context(), "recovery 1"); !found || err != nil {
			t.Fatal(found, err)
		}
		if x.state("recovery 1").State != Sending {
			t.Errorf("%+v", x.state("recovery 1"))
		}
		x.drain()
		x.wantRecipients()
		x.Pass(leaseTime)
		x.drain()
		x.wantRecipients("a@example.org")
	})
}

func TestALateFailureDoesNotUndoADelivery(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.record("recovery 1", "a@example.org")
		late, _, err := x.lease(t.Context(), "recovery 1")
		if err != nil {
			t.Fatal(err)
		}
		x.Pass(leaseTime)
		x.drain()
		if err := x.saveOutcome(late, false, errors.New("timed out")); err != nil {
			t.Fatal(err)
		}
		if x.state("recovery 1").State != Sent {
			t.Errorf("%+v", x.state("recovery 1"))
		}
	})
}

func TestTwoServersSendALetterOnce(t *testing.T) {
	run := func(t *testing.T, o store.Options) {
		x := start(t, storetest.Open(t, o))
		second := NewOutbox(OutboxOptions{Store: storetest.Open(t, o), Sender: x.sender, Now: func() time.Time { return x.Clock.Now().Add(leaseTime / 2) }}) // clocks differ
		want := []string{}
		for i := range 25 {
			x.record(fmt.Sprintf("recovery %d", i), fmt.Sprintf("a%02d@example.org", i))
			want = append(want, fmt.Sprintf("a%02d@example.org", i))
		}
		var all sync.WaitGroup
		for _, box := range []*Outbox{x.Outbox, second, x.Outbox, second} {
			all.Go(func() {
				if err := box.Drain(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		x.wantRecipients(want...)
	}
	t.Run("sqlite", func(t *testing.T) { run(t, store.Options{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { run(t, store.Options{URL: storetest.PostgresURL(t)}) })
}

// message records the two letters about a visitor's message, and tells whether
// both were delivered at once.
func (x *office) message(n int, email string) bool {
	x.t.Helper()
	studio, confirmation := fmt.Sprintf("contact %d studio", n), fmt.Sprintf("contact %d confirmation", n)
	x.record(studio, "studio@example.com")
	x.record(confirmation, email)
	sent, err := x.Try(x.t.Context(), studio, confirmation)
	if err != nil {
		x.t.Error(err)
	}
	return sent
}

func (x *office) subscription(n int) bool {
	x.t.Helper()
	return x.send(fmt.Sprintf("newsletter %d studio", n), "studio@example.com")
}

func TestOneAddressGetsThreeLettersADay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		for i, email := range []string{"ann@example.org", "Ann@example.org", "ann@EXAMPLE.org"} {
			if !x.message(i, email) {
				t.Errorf("letter %d waits", i)
			}
			x.Pass(time.Hour)
		}
		if x.message(4, "ann@example.org") {
			t.Error("a fourth letter went out")
		}
		x.drain()
		ann := func() (n int) {
			for _, to := range x.smtp.Recipients() {
				if to == "ann@example.org" {
					n++
				}
			}
			return n
		}
		if ann() != 3 || len(x.smtp.Recipients()) != 7 {
			t.Errorf("letters went to %v", x.smtp.Recipients())
		}
		if !x.message(5, "bob@example.org") {
			t.Error("the letters about somebody else wait")
		}
		x.Pass(21*time.Hour - time.Minute)
		x.drain()
		if ann() != 3 {
			t.Error("the fourth came before a day was over")
		}
		x.Pass(2 * time.Minute)
		x.drain()
		if ann() != 4 {
			t.Error("the fourth was dropped")
		}
	})
}

func TestThirtyLettersAnHourLeaveTheHouse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		for i := range 33 {
			if sent := x.subscription(i); sent != (i < 30) {
				t.Errorf("letter %d: %v", i, sent)
			}
		}
		if !x.send("recovery 1", "admin@example.com") {
			t.Error("a flood of visitors holds up a recovery")
		}
		x.Pass(59 * time.Minute)
		x.drain()
		if n := len(x.smtp.Letters()); n != 31 {
			t.Errorf("%d letters within the hour", n)
		}
		x.Pass(2 * time.Minute)
		x.drain()
		if n := len(x.smtp.Letters()); n != 34 {
			t.Errorf("%d letters in the end", n)
		}
	})
}

// TestAClockThatWasWrongHoldsNoLetterBack lets a letter fail, and an hour be
// full, a year ahead.
func TestAClockThatWasWrongHoldsNoLetterBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.Pass(365 * 24 * time.Hour)
		for i := range perHour {
			x.subscription(i)
		}
		x.smtp.Refuse(errors.New("no"))
		x.send("recovery 1", "admin@example.com")
		x.smtp.Refuse(nil)
		x.Pass(-365 * 24 * time.Hour)
		x.drain()
		if state := x.state("recovery 1"); state.State != Sent {
			t.Errorf("a letter waits until %v", state.NextTry)
		}
		if !x.subscription(perHour) {
			t.Error("the hour is full")
		}
	})
}

func TestASetBackClockDoesNotFreeTheHour(t *testing.T) {
	x := start(t, storetest.SQLite(t))
	for i := range perHour {
		if !x.subscription(i) {
			t.Errorf("letter %d waits", i)
		}
	}
	x.Pass(-30 * time.Minute)
	if x.subscription(perHour) {
		t.Error("the hour was free")
	}
}

func TestWithoutLimitsThereAreNoCaps(t *testing.T) {
	x := start(t, storetest.SQLite(t), func(o *OutboxOptions) { o.Capped = false })
	for i := range 20 {
		if !x.message(i, "ann@example.org") {
			t.Errorf("message %d waits", i)
		}
	}
	if n := len(x.smtp.Letters()); n != 40 {
		t.Errorf("%d letters", n)
	}
}

func TestTheWorkerSendsAtOnceWhatNobodyTries(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { x.Run(ctx); close(done) }()
		for i := range 2 {
			x.record(fmt.Sprintf("recovery %d", i), "a@example.org")
			for end := time.Now().Add(storetest.Busy(3 * time.Second)); len(x.smtp.Letters()) == i && time.Now().Before(end); {
				time.Sleep(10 * time.Millisecond)
			}
		}
		stop()
		<-done
		x.wantRecipients("a@example.org", "a@example.org")
	})
}

func TestErrorsAreShortAndNameNobody(t *testing.T) {
	row := store.Row{"recipient": "ann@example.org"}
	got := brief(row, errors.New("a\r\n <ann@example.org> b\x00"+strings.Repeat("é", 1000)+"\xff"))
	if !strings.HasPrefix(got, "a <the recipient> b?é") || len([]rune(got)) != 500 {
		t.Errorf("%q", got)
	}
}

func TestAPanicWhileSendingIsAFailureLikeAnyOther(t *testing.T) {
	x := start(t, storetest.SQLite(t))
	whole := x.sender
	x.sender = &Sender{options: whole.options} // without a route
	x.record("recovery 1", "a@example.org")
	if sent, err := x.Try(t.Context(), "recovery 1"); sent || err != nil {
		t.Errorf("%v, %v", sent, err)
	}
	if s := x.state("recovery 1"); s.State != Queued {
		t.Errorf("%+v", s)
	}
	x.sender = whole
	x.Pass(2 * firstBackoff)
	x.drain()
	if s := x.state("recovery 1"); s.State != Sent {
		t.Errorf("%+v", s)
	}
}

func TestAPanicWhileTryingEndsNothing(t *testing.T) {
	x := start(t, storetest.SQLite(t), func(o *OutboxOptions) { o.Tried = func(error) { panic("a broken meter") } })
	x.record("recovery 1", "a@example.org")
	if sent, err := x.Try(t.Context(), "recovery 1"); sent || err == nil {
		t.Errorf("%v, %v", sent, err)
	}
}

func TestTheWorkerLeavesMostOfABusyTimeToVisitors(t *testing.T) {
	for took, want := range map[time.Duration]time.Duration{
		time.Millisecond: 200 * time.Millisecond, 100 * time.Millisecond: 900 * time.Millisecond,
		time.Second: 9 * time.Second, time.Minute: lookEvery,
	} {
		if got := rest(took); got != want {
			t.Errorf("after a round of %s it rests %s, not %s", took, got, want)
		}
	}
}
