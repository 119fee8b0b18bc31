package letters_test

import (
	"bytes"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestALetterReachesEverybodyWhoAgreedOnce(t *testing.T) {
	each(t, func(h *house) {
		all := people(40)
		h.subscribe(all...)
		for status, email := range map[string]string{schema.Pending: "pending@mail.example", schema.Unsubscribed: "left@mail.example", schema.Bounced: "dead@mail.example"} {
			h.subscribe(email)
			if _, err := h.store.AsSystem().Update(h.Context(), &schema.NewsletterSubscriptions, store.Eq("email", email), store.Row{"status": status}); err != nil {
				h.Fatal(err)
			}
		}
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.pass(0)
		if h.letter(id).Text("status") != schema.LetterScheduled || len(h.server.Letters()) > 0 {
			h.Fatal("it is sent before the minute in which it can be stopped")
		}
		h.pass(time.Minute)
		h.server.WantRecipients(h, all...)
		row := h.letter(id)
		if row.Text("status") != schema.LetterSent || row.Int("recipients") != 40 || row.Int("delivered") != 40 || row["sent_at"] == nil {
			h.Errorf("the letter is %v", row)
		}
		h.pass(time.Hour)
		h.server.WantRecipients(h, all...)
		if row.Int("version") != 1 {
			h.Errorf("sending is an edit: version %d", row.Int("version"))
		}
		if _, err := h.call("send_letter", object{"id": id, "version": 1}); !fault.Is(err, fault.Invalid) {
			h.Errorf("it can be sent again: %v", err)
		}
		if _, err := h.call("save_letter", object{"id": id, "version": 1, "subject": "Other"}); !fault.Is(err, fault.Stale) {
			h.Errorf("what was sent can be changed: %v", err)
		}
	})
}

func TestWhatTheServerSaysOfACopyIsKept(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe("ann@mail.example", "nobody@mail.example", "policy@mail.example", "later@mail.example", "cut@mail.example")
		h.server.Judge(func(to string) error {
			switch to {
			case "nobody@mail.example":
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
			case "policy@mail.example":
				return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "not from you"}
			case "later@mail.example":
				return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 7, 1}, Message: "greylisted"}
			}
			return nil
		})
		h.server.Cut(func(to string) bool { return to == "cut@mail.example" })
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.pass(time.Minute)
		for status, want := range map[string]string{schema.CopySent: "ann", schema.CopyBounced: "nobody", schema.CopyFailed: "policy", schema.CopyQueued: "later", schema.CopyUnknown: "cut"} {
			if got := h.copies(status); !slices.Equal(got, []string{want + "@mail.example"}) {
				h.Errorf("%s are %v, want %s", status, got, want)
			}
		}
		if h.letter(id).Text("status") != schema.LetterSending {
			h.Error("it is over before everybody was tried")
		}
		if h.standing("nobody@mail.example") != schema.Bounced || h.standing("policy@mail.example") != schema.Confirmed {
			h.Error("who has no mailbox is bounced, and nobody else")
		}
		h.server.Judge(nil)
		h.pass(5 * time.Second)
		if len(h.copies(schema.CopyQueued)) != 1 {
			h.Error("it is tried again at once")
		}
		h.pass(time.Minute)
		row := h.letter(id)
		if row.Text("status") != schema.LetterSent || row.Int("delivered") != 2 || row.Int("failed") != 2 || row.Int("unknown") != 1 {
			h.Errorf("the letter is %v", row)
		}
		h.server.WantRecipients(h, "ann@mail.example", "cut@mail.example", "later@mail.example")
	})
}

func TestTenRefusalsInARowPauseALetter(t *testing.T) {
	each(t, func(h *house) {
		all := people(30)
		h.subscribe(all...)
		h.server.Refuse(&smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "we do not know you"})
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.pass(time.Minute)
		row := h.letter(id)
		if row.Text("status") != schema.LetterPaused || !strings.Contains(row.Text("paused_because"), "we do not know you") {
			h.Fatalf("the letter is %v", row)
		}
		for _, email := range all {
			if h.standing(email) == schema.Bounced && slices.Contains(h.copies(schema.CopyQueued), email) {
				h.Errorf("%s counts as bounced", email)
			}
		}
		h.server.Refuse(nil)
		h.pass(time.Hour)
		if len(h.server.Letters()) > 0 {
			h.Error("a paused letter goes on by itself")
		}
		h.must("resume_letter", object{"id": id})
		h.pass(0)
		row = h.letter(id)
		if row.Text("status") != schema.LetterSent || row.Int("delivered")+row.Int("failed") != 30 || row.Int("failed") > 2 {
			h.Errorf("the letter is %v", row)
		}
	})
}

// As when a letter is paused, or the server stops, at the moment of the commit.
func TestACopyThatIsTakenByACommitNobodyHeardOfIsSent(t *testing.T) {
	clock, isCut := storetest.NewClock(), atomic.Bool{}
	between := storetest.Between(t, storetest.PostgresURL(t), func(client, server net.Conn) {
		isTaking := atomic.Bool{}
		go func() {
			defer client.Close()
			for {
				answer, err := storetest.Message(server, 5)
				isCommitted := err == nil && string(answer[5:]) == "COMMIT\x00"
				if err != nil || isCommitted && isTaking.Load() && isCut.CompareAndSwap(false, true) {
					return
				}
				client.Write(answer)
			}
		}()
		for head := 4; ; head = 5 { // the first message has no type
			asked, err := storetest.Message(client, head)
			if err != nil {
				return
			}
			if bytes.Contains(asked, []byte(`"tries" = `)) { // sets it
				isTaking.Store(true)
			}
			server.Write(asked)
		}
	})
	h := open(t, storetest.Open(t, store.Options{URL: between, Now: clock.Now}), clock)
	h.subscribe(people(3)...)
	id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
	h.pass(time.Minute)
	h.pass(time.Minute)
	if row := h.letter(id); !isCut.Load() || row.Int("delivered") != 3 || row.Int("unknown") != 0 {
		h.Errorf("cut: %v; the letter is %v", isCut.Load(), row)
	}
	h.server.WantRecipients(h, people(3)...)
}

func TestACopyIsGivenBackByTheAttemptThatTookItAlone(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe(people(1)...)
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.server.Judge(func(string) error {
			copies, err := h.store.AsSystem().Select(h.Context(), &schema.LetterDeliveries, store.Query{})
			if err != nil || len(copies) != 1 || copies[0]["on_its_way"] != true {
				h.Errorf("copies %v, %v", copies, err)
			}
			h.letters.GiveBack(h.Context(), copies[0].Int("letter_id"), copies[0].Int("id"))
			return nil
		})
		h.pass(time.Minute)
		h.pass(time.Hour)
		if row := h.letter(id); row.Int("delivered") != 1 || row.Text("status") != schema.LetterSent {
			h.Errorf("the letter is %v", row)
		}
		h.server.WantRecipients(h, people(1)...)
	})
}

func TestALetterIsPausedAndCancelledAtOnce(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe(people(60)...)
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.server.Judge(func(to string) error {
			if to == "p0010@mail.example" {
				h.must("pause_letter", object{"id": id})
			}
			return nil
		})
		h.pass(time.Minute)
		sent := len(h.server.Letters())
		if h.letter(id).Text("status") != schema.LetterPaused || sent < 8 || sent > 20 {
			h.Fatalf("%d copies went out", sent)
		}
		h.must("cancel_letter", object{"id": id})
		h.pass(time.Hour)
		if row := h.letter(id); row.Text("status") != schema.LetterCancelled || len(h.server.Letters()) != sent {
			h.Errorf("the letter is %v", row)
		}
		if _, err := h.call("resume_letter", object{"id": id}); !fault.Is(err, fault.Invalid) {
			h.Errorf("a cancelled letter goes on: %v", err)
		}
		again := h.write(object{"subject": "December", "body": "<p>Hello</p>"})
		if _, err := h.call("delete_letter", object{"id": again}); !fault.Is(err, fault.Invalid) {
			h.Errorf("a letter on its way is deleted: %v", err)
		}
		if back := h.must("cancel_letter", object{"id": again}); back["status"] != schema.LetterDraft {
			h.Errorf("a letter that nobody has is %v", back["status"])
		}
	})
}

func TestWhoLeavesWhileALetterIsSentGetsNone(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe(people(20)...)
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.server.Judge(func(to string) error {
			if to == "p0002@mail.example" {
				_, err := h.store.AsSystem().Update(h.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "p0019@mail.example"), store.Row{"status": schema.Unsubscribed})
				return err
			}
			return nil
		})
		h.pass(time.Minute)
		if slices.Contains(h.server.Recipients(), "p0019@mail.example") || len(h.server.Recipients()) != 19 {
			h.Errorf("it went to %v", h.server.Recipients())
		}
		if row := h.letter(id); row.Int("recipients") != 19 || row.Text("status") != schema.LetterSent {
			h.Errorf("the letter is %v", row)
		}
	})
}

func TestACopyThatAKillLeftIsUnknownAndNotSentAgain(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe(people(5)...)
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.server.Hang(true)
		done := make(chan error, 1)
		h.clock.Pass(time.Minute)
		go func() { done <- h.letters.Round(h.Context()) }()
		for len(h.copies(schema.CopyUnknown)) == 0 {
			time.Sleep(5 * time.Millisecond)
		}
		lost := h.copies(schema.CopyUnknown)
		if len(lost) > 3 {
			h.Errorf("%d are on their way over three lines", len(lost))
		}
		h.server.Hang(false)
		if err := <-done; err != nil {
			h.Fatal(err)
		}
		// As a kill would leave one: taken, and never noted.
		left := store.Row{"status": schema.CopyUnknown, "on_its_way": true, "lease": "gone", "leased_until": h.clock.Now().Add(time.Minute)}
		if _, err := h.store.AsSystem().Update(h.Context(), &schema.LetterDeliveries, store.Eq("email", "p0004@mail.example"), left); err != nil {
			h.Fatal(err)
		}
		before := len(h.server.Letters())
		h.pass(0)
		h.pass(2 * time.Minute)
		h.pass(2 * time.Minute)
		if !slices.Contains(h.copies(schema.CopyUnknown), "p0004@mail.example") || slices.Contains(h.copies(schema.CopyQueued), "p0004@mail.example") {
			h.Errorf("unknown are %v", h.copies(schema.CopyUnknown))
		}
		seen := map[string]int{}
		for _, to := range h.server.Recipients() {
			if seen[to]++; seen[to] > 1 {
				h.Errorf("%s has it twice (%d before)", to, before)
			}
		}
		_ = id
	})
}

func TestTwoServersSendALetterTogether(t *testing.T) {
	each(t, func(h *house) {
		all := people(120)
		h.subscribe(all...)
		other := h.instance(h.server.URL())
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.clock.Pass(time.Minute)
		done := make(chan error, 1)
		go func() { done <- other.Round(h.Context()) }()
		h.pass(0)
		if err := <-done; err != nil {
			h.Fatal(err)
		}
		h.pass(0)
		h.server.WantRecipients(h, all...)
		if row := h.letter(id); row.Text("status") != schema.LetterSent || row.Int("delivered") != 120 {
			h.Errorf("the letter is %v", row)
		}
	})
}

func TestALetterAboutJobsGoesToThoseWhoWantToHearOfThem(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe("ann@mail.example", "bo@mail.example", "cy@mail.example")
		wish := func(email string) {
			if _, err := h.letters.Again(h.Context(), email, true, nil); err != nil {
				h.Fatal(err)
			}
		}
		wish("bo@mail.example")
		if h.standing("bo@mail.example") != schema.Confirmed {
			h.Error("a wish changes how somebody stands")
		}
		// A later sign-up without the wish takes none away.
		if _, err := h.letters.Again(h.Context(), "bo@mail.example", false, nil); err != nil {
			h.Fatal(err)
		}
		for audience, want := range map[string]float64{schema.ToAll: 3, schema.ToJobs: 1} {
			if got := h.must("letter_audience", object{"audience": audience}); got["recipients"] != want || got["rate"].(float64) != 60_000 {
				h.Errorf("%s are %v", audience, got)
			}
		}
		h.write(object{"subject": "Two jobs", "body": "<p>Hello</p>", "audience": schema.ToJobs})
		h.pass(time.Minute)
		h.server.WantRecipients(h, "bo@mail.example")
	})
}
