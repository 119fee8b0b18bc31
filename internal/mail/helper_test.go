package mail

import (
	"log/slog"
	"testing"
	"time"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// office is an outbox with a mail server and a clock of its own.
type office struct {
	*Outbox
	*storetest.Clock
	t    *testing.T
	s    *store.Store
	smtp *mailtest.Server
}

func start(t *testing.T, s *store.Store, change ...func(*OutboxOptions)) *office {
	t.Helper()
	x := &office{t: t, s: s, smtp: mailtest.Start(t), Clock: storetest.NewClock()}
	sender, err := Open(Options{SMTPURL: x.smtp.URL(), From: "site@example.com", Patience: time.Minute, Now: x.Clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	o := OutboxOptions{Store: s, Sender: sender, Capped: true, Now: x.Clock.Now, Log: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&o)
	}
	x.Outbox = NewOutbox(o)
	return x
}

// inFiles has the letters written to a folder.
func inFiles(t *testing.T, dir string) func(*OutboxOptions) {
	return func(o *OutboxOptions) {
		var err error
		if o.Sender, err = Open(Options{Dir: dir, Now: o.Now}); err != nil {
			t.Fatal(err)
		}
	}
}

func (x *office) record(reason, to string) {
	x.t.Helper()
	if err := x.Record(x.t.Context(), x.s.AsSystem(), reason, Letter{To: to, Subject: reason, Text: "x"}); err != nil {
		x.t.Fatal(err)
	}
}

// send records a letter and tells whether it was delivered at once.
func (x *office) send(reason, to string) bool {
	x.t.Helper()
	x.record(reason, to)
	sent, err := x.Try(x.t.Context(), reason)
	if err != nil {
		x.t.Error(err)
	}
	return sent
}

func (x *office) state(reason string) Status {
	x.t.Helper()
	states, err := x.States(x.t.Context(), reason)
	if err != nil {
		x.t.Fatal(err)
	}
	return states[reason]
}

func (x *office) drain() {
	x.t.Helper()
	if err := x.Drain(x.t.Context()); err != nil {
		x.t.Fatal(err)
	}
}

func (x *office) wantRecipients(want ...string) {
	x.t.Helper()
	x.smtp.WantRecipients(x.t, want...)
}
