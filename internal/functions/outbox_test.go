package functions

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
	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func (x *site) record(reason, to string) {
	x.t.Helper()
	if err := x.fn.Record(x.t.Context(), x.s.Itself(), reason, mail.Letter{To: to, Subject: reason, Text: "x"}); err != nil {
		x.t.Fatal(err)
	}
}

func (x *site) state(reason string) Status {
	x.t.Helper()
	states, err := x.fn.States(x.t.Context(), reason)
	if err != nil {
		x.t.Fatal(err)
	}
	return states[reason]
}

func TestALetterStandsOrFallsWithItsTransaction(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		second := errors.New("second thoughts")
		err := s.Itself().Tx(t.Context(), func(tx store.Session) error {
			if err := x.fn.Record(t.Context(), tx, "recovery 1", mail.Letter{To: "a@example.org"}); err != nil {
				return err
			}
			return second
		})
		if !errors.Is(err, second) || x.state("recovery 1").State != "" {
			t.Errorf("%v, %+v", err, x.state("recovery 1"))
		}
		visitor := s.As(schema.Actor{Role: schema.Visitor})
		err = visitor.Tx(t.Context(), func(tx store.Session) error {
			return x.fn.Record(t.Context(), tx, "recovery 2", mail.Letter{To: "a@example.org", Subject: "s", Text: "t"})
		})
		if err != nil || x.state("recovery 2").State != Queued {
			t.Errorf("%v, %+v", err, x.state("recovery 2"))
		}
		if err := x.fn.Record(t.Context(), s.Itself(), "recovery 3", mail.Letter{To: "a@example.org\r\nBcc: b@example.org"}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a bad recipient: %v", err)
		}
		if sent, err := x.fn.Try(t.Context(), "recovery 2"); !sent || err != nil {
			t.Errorf("%v, %v", sent, err)
		}
		if sent, err := x.fn.Try(t.Context(), "recovery 2", "recovery 9"); sent || err != nil {
			t.Errorf("a letter that was never recorded: %v, %v", sent, err)
		}
		x.wantRecipients("a@example.org")
	})
}

func TestRetriesGrowFromAMinuteToSixHoursForThreeDays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.smtp.Refuse(errors.New("no"))
		start := x.Now()
		x.record("recovery 1", "a@example.org")
		x.fn.Try(t.Context(), "recovery 1")
		var waits []time.Duration
		for x.state("recovery 1").State == Queued && len(waits) < 100 {
			next := x.state("recovery 1").NextTry
			waits = append(waits, next.Sub(x.Now()))
			x.Pass(next.Sub(x.Now()) - time.Microsecond)
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
		last := x.Now().Sub(start)
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
		if _, found, err := x.fn.claim(t.Context(), "recovery 1"); !found || err != nil {
			t.Fatal(found, err)
		}
		if x.state("recovery 1").State != Sending {
			t.Errorf("%+v", x.state("recovery 1"))
		}
		x.drain()
		x.wantRecipients()
		x.Pass(lease)
		x.drain()
		x.wantRecipients("a@example.org")
	})
}

func TestALateFailureDoesNotUndoADelivery(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		x.record("recovery 1", "a@example.org")
		late, _, err := x.fn.claim(t.Context(), "recovery 1")
		if err != nil {
			t.Fatal(err)
		}
		x.Pass(lease)
		x.drain()
		if err := x.fn.note(late, errors.New("timed out")); err != nil {
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
		second, err := New(Options{Store: storetest.Open(t, o), Sender: x.fn.sender, Now: func() time.Time { return x.Now().Add(lease / 2) }}) // clocks differ
		if err != nil {
			t.Fatal(err)
		}
		want := []string{}
		for i := range 25 {
			x.record(fmt.Sprintf("recovery %d", i), fmt.Sprintf("a%02d@example.org", i))
			want = append(want, fmt.Sprintf("a%02d@example.org", i))
		}
		var all sync.WaitGroup
		for _, box := range []*Outbox{x.fn.Outbox, second.Outbox, x.fn.Outbox, second.Outbox} {
			all.Go(func() {
				if err := box.drain(t.Context()); err != nil {
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

func TestOneAddressGetsThreeLettersADay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		for i, email := range []string{"ann@example.org", "Ann@example.org", "ann@EXAMPLE.org"} {
			m := message(i)
			m["email"] = email
			x.want(x.write(m), 200)
			x.Pass(time.Hour)
		}
		x.want(x.write(message(4)), 502)
		x.drain()
		ann := func() (n int) {
			for _, to := range x.recipients() {
				if to == "ann@example.org" {
					n++
				}
			}
			return n
		}
		if ann() != 3 || len(x.recipients()) != 7 {
			t.Errorf("letters went to %v", x.recipients())
		}
		m := message(5)
		m["email"] = "bob@example.org"
		x.want(x.write(m), 200)
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
		for i := range 30 {
			x.want(x.subscribe(fmt.Sprintf("s%d@example.org", i)), 200)
		}
		for i := range 3 {
			x.want(x.subscribe(fmt.Sprintf("late%d@example.org", i)), 502)
		}
		x.record("recovery 1", "admin@example.com")
		if sent, err := x.fn.Try(t.Context(), "recovery 1"); !sent || err != nil {
			t.Errorf("a flood of visitors holds up a recovery: %v, %v", sent, err)
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
			x.want(x.subscribe(fmt.Sprintf("s%d@example.org", i)), 200)
		}
		x.smtp.Refuse(errors.New("no"))
		x.record("recovery 1", "admin@example.com")
		x.fn.Try(t.Context(), "recovery 1")
		x.smtp.Refuse(nil)
		x.Pass(-365 * 24 * time.Hour)
		x.drain()
		if state := x.state("recovery 1"); state.State != Sent {
			t.Errorf("a letter waits until %v", state.NextTry)
		}
		x.want(x.subscribe("now@example.org"), 200)
	})
}

func TestASetBackClockDoesNotFreeTheHour(t *testing.T) {
	x := start(t, storetest.SQLite(t))
	for i := range perHour {
		x.want(x.subscribe(fmt.Sprintf("s%d@example.org", i)), 200)
	}
	x.Pass(-30 * time.Minute)
	x.want(x.subscribe("late@example.org"), 502)
}

func TestWithoutLimitsThereAreNoCaps(t *testing.T) {
	x := start(t, storetest.SQLite(t), func(o *Options) { o.Limits = nil })
	for i := range 20 {
		x.want(x.write(message(i)), 200)
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
		go func() { x.fn.Run(ctx); close(done) }()
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
	whole := x.fn.sender
	x.fn.sender = nil
	x.record("recovery 1", "a@example.org")
	if sent, err := x.fn.Try(t.Context(), "recovery 1"); sent || err != nil {
		t.Errorf("%v, %v", sent, err)
	}
	if s := x.state("recovery 1"); s.State != Queued {
		t.Errorf("%+v", s)
	}
	x.fn.sender = whole
	x.Pass(2 * firstWait)
	x.drain()
	if s := x.state("recovery 1"); s.State != Sent {
		t.Errorf("%+v", s)
	}
}

func TestAPanicWhileTryingEndsNothing(t *testing.T) {
	x := start(t, storetest.SQLite(t), func(o *Options) { o.Tried = func(error) { panic("a broken meter") } })
	x.record("recovery 1", "a@example.org")
	if sent, err := x.fn.Try(t.Context(), "recovery 1"); sent || err == nil {
		t.Errorf("%v, %v", sent, err)
	}
}
