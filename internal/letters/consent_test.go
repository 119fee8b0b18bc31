package letters_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/letters"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

var linkShape = regexp.MustCompile(`https://studio\.example/newsletter/[a-z]+\?t=[A-Za-z0-9_-]+`)

// tokenIn finds the link in a mail.
func (h *house) tokenIn(text string) string {
	h.Helper()
	link, err := url.Parse(linkShape.FindString(text))
	if err != nil || link.Query().Get("t") == "" {
		h.Fatalf("there is no link in %q", text)
	}
	return link.Query().Get("t")
}

func (h *house) row(email string) store.Row {
	h.Helper()
	row, err := h.store.AsSystem().One(h.Context(), &schema.NewsletterSubscriptions, store.Folded("email", email))
	if err != nil {
		h.Fatal(err)
	}
	return row
}

func (h *house) settings(patch store.Row) {
	h.Helper()
	if _, err := h.store.AsSystem().Update(h.Context(), &schema.SiteSettings, store.Eq("id", 1), patch); err != nil {
		h.Fatal(err)
	}
}

// asked is the token of the mail that asks an address.
func (h *house) asked(email string) string {
	h.Helper()
	var text string
	err := h.store.AsSystem().Tx(h.Context(), func(tx store.Session) error {
		letter, write, err := h.letters.Ask(h.Context(), tx, h.row(email))
		if err == nil && !write {
			err = errors.New("it is not asked")
		}
		text = letter.Text
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return h.tokenIn(text)
}

func TestAnAddressIsConfirmedByItsLinkForAWeek(t *testing.T) {
	each(t, func(h *house) {
		h.settings(store.Row{"double_opt_in": true})
		if fresh := h.letters.Fresh(h.Context()); fresh["status"] != schema.Pending {
			h.Fatalf("a new address is %v", fresh)
		}
		h.subscribe("ann@mail.example")
		h.set("ann@mail.example", schema.Pending)
		token := h.asked("ann@mail.example")
		if strings.Contains(token, "ann") {
			h.Error("the link tells whose it is")
		}
		link, err := h.letters.ToConfirm(h.Context(), token)
		if err != nil || link.Email != "ann@mail.example" || h.standing("ann@mail.example") != schema.Pending {
			h.Errorf("to look at the page is to press: %v %v", link, err)
		}
		for range 2 {
			if _, err := h.letters.Confirm(h.Context(), token); err != nil || h.standing("ann@mail.example") != schema.Confirmed {
				h.Errorf("it is not confirmed: %v", err)
			}
		}
		if h.row("ann@mail.example")["confirmed_at"] == nil {
			h.Error("when is not known")
		}
		h.subscribe("late@mail.example")
		h.set("late@mail.example", schema.Pending)
		late := h.asked("late@mail.example")
		h.clock.Pass(letters.ConfirmDays * 24 * time.Hour)
		if _, err := h.letters.Confirm(h.Context(), late); !errors.Is(err, letters.ErrOver) || h.standing("late@mail.example") != schema.Pending {
			h.Errorf("an old link works: %v", err)
		}
		other := "A"
		if strings.HasPrefix(token, other) {
			other = "B"
		}
		for _, wrong := range []string{"", "x", other + token[1:], strings.Repeat("A", 40), token + token} {
			if _, err := h.letters.Confirm(h.Context(), wrong); !errors.Is(err, letters.ErrUnknown) {
				h.Errorf("%q: %v", wrong, err)
			}
			if _, err := h.letters.Leave(h.Context(), wrong); !errors.Is(err, letters.ErrUnknown) {
				h.Errorf("to leave, %q: %v", wrong, err)
			}
		}
		if _, err := h.letters.Leave(h.Context(), token); !errors.Is(err, letters.ErrUnknown) {
			h.Errorf("a link to confirm is one to leave: %v", err)
		}
	})
}

func (h *house) set(email, status string) {
	h.Helper()
	if _, err := h.store.AsSystem().Update(h.Context(), &schema.NewsletterSubscriptions, store.Eq("email", email), store.Row{"status": status}); err != nil {
		h.Fatal(err)
	}
}

// leftWith are those who left by the link of a letter, as staff read it.
func (h *house) leftWith(id any) (emails []string) {
	h.Helper()
	rows, err := h.editor.Select(h.Context(), &schema.LetterDeliveries, store.Query{Where: store.All{store.Eq("letter_id", id), store.Not{Cond: store.IsNull("left_at")}}})
	if err != nil {
		h.Fatal(err)
	}
	for _, row := range rows {
		emails = append(emails, row.Text("email"))
	}
	return emails
}

func TestTheLinkOfALetterEndsASubscriptionForEver(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe("ann@mail.example", "bo@mail.example")
		id := h.write(object{"subject": "November", "body": "<p>Hello</p>"})
		h.pass(time.Minute)
		tokens := map[string]string{}
		for _, l := range h.server.Letters() {
			tokens[l.To] = h.tokenIn(strings.ReplaceAll(l.Raw, "=\r\n", ""))
		}
		h.clock.Pass(20 * 365 * 24 * time.Hour)
		link, err := h.letters.ToLeave(h.Context(), tokens["ann@mail.example"])
		if err != nil || link.Status != schema.Confirmed || h.standing("ann@mail.example") != schema.Confirmed {
			h.Errorf("to look at the page is to press: %v %v", link, err)
		}
		for range 3 {
			if _, err := h.letters.Leave(h.Context(), tokens["ann@mail.example"]); err != nil {
				h.Error(err)
			}
		}
		if h.standing("ann@mail.example") != schema.Unsubscribed || h.letter(id).Int("unsubscribed") != 1 {
			h.Errorf("the letter is %v", h.letter(id))
		}
		if got := h.leftWith(id); !slices.Equal(got, []string{"ann@mail.example"}) {
			h.Errorf("with it left %v", got)
		}
		next := h.write(object{"subject": "December", "body": "<p>Hello</p>"})
		h.pass(time.Minute)
		if row := h.letter(next); row.Int("recipients") != 1 {
			h.Errorf("the next letter is %v", row)
		}
		if _, err := h.letters.Return(h.Context(), tokens["ann@mail.example"]); err != nil || h.standing("ann@mail.example") != schema.Confirmed || h.letter(id).Int("unsubscribed") != 0 {
			h.Errorf("who comes back: %v %v", err, h.letter(id))
		}
		if got := h.leftWith(id); len(got) > 0 {
			h.Errorf("who came back left: %v", got)
		}
		if _, err := h.letters.Remove(h.Context(), tokens["ann@mail.example"]); err != nil || h.standing("ann@mail.example") != schema.Confirmed {
			h.Errorf("who is on the list is not removed by a stray press: %v", err)
		}
		if _, err := h.letters.Leave(h.Context(), tokens["bo@mail.example"]); err != nil {
			h.Fatal(err)
		}
		bo, err := h.store.AsSystem().One(h.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "bo@mail.example"))
		if err != nil {
			h.Fatal(err)
		}
		storetest.Add(h, h.store, &schema.Activity, store.Row{"action": schema.Restored, "document": "subscriber", "document_id": fmt.Sprint(bo["id"]), "summary": "bo@mail.example"})
		if _, err := h.letters.Remove(h.Context(), tokens["bo@mail.example"]); err != nil {
			h.Fatal(err)
		}
		if n, err := h.store.AsSystem().Count(h.Context(), &schema.Activity, store.Eq("summary", "bo@mail.example")); err != nil || n != 0 {
			h.Errorf("activity tells of it: %d %v", n, err)
		}
		if n, err := h.store.AsSystem().Count(h.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "bo@mail.example")); err != nil || n != 0 {
			h.Errorf("it is still here: %d %v", n, err)
		}
		if n, err := h.store.AsSystem().Count(h.Context(), &schema.Revisions, store.Eq("document", "subscriber")); err != nil || n != 0 {
			h.Errorf("it is in Trash: %d %v", n, err)
		}
		if _, err := h.letters.Leave(h.Context(), tokens["bo@mail.example"]); !errors.Is(err, letters.ErrOver) {
			h.Errorf("who is gone: %v", err)
		}
	})
}

func TestASignUpRevivesWhoGetsNoLetters(t *testing.T) {
	each(t, func(h *house) {
		again := func(email string) bool {
			taken, err := h.letters.Again(h.Context(), email, true, store.Row{"mail_due_at": h.clock.Now()})
			if err != nil {
				h.Fatal(err)
			}
			return taken
		}
		for _, status := range []string{schema.Pending, schema.Unsubscribed, schema.Bounced} {
			email := status + "@mail.example"
			h.subscribe(email)
			h.set(email, status)
			if !again(strings.ToUpper(email)) || h.standing(email) != schema.Confirmed || h.row(email)["consent"] == nil || h.row(email)["wants_jobs"] != true {
				h.Errorf("%s is %v", email, h.row(email))
			}
		}
		if again("pending@mail.example") || again("stranger@mail.example") {
			h.Error("without confirmation, who is on the list is told")
		}
		h.settings(store.Row{"double_opt_in": true})
		if !again("pending@mail.example") || h.standing("pending@mail.example") != schema.Confirmed {
			h.Error("with confirmation nobody learns who is on the list, and nobody leaves it")
		}
		h.set("bounced@mail.example", schema.Bounced)
		if !again("bounced@mail.example") || h.standing("bounced@mail.example") != schema.Pending {
			h.Error("who comes back confirms")
		}
	})
}

func TestWhoDoesNotAnswerIsRemindedOnce(t *testing.T) {
	each(t, func(h *house) {
		h.settings(store.Row{"double_opt_in": true})
		h.subscribe("ann@mail.example", "old@mail.example")
		h.set("ann@mail.example", schema.Pending)
		h.set("old@mail.example", schema.Confirmed)
		for day := range 9 {
			if err := h.letters.Remind(h.Context()); err != nil {
				h.Fatal(err)
			}
			due := h.row("ann@mail.example")["mail_due_at"] != nil
			if due != (day == 4) {
				h.Errorf("on day %d a reminder is due: %v", day, due)
			}
			if _, err := h.store.AsSystem().Update(h.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "ann@mail.example"), store.Row{"mail_due_at": nil}); err != nil {
				h.Fatal(err)
			}
			h.clock.Pass(24 * time.Hour)
		}
		if h.row("old@mail.example")["mail_due_at"] != nil {
			h.Error("who is on the list is reminded")
		}
	})
}

func TestAListIsImportedAfterADryRun(t *testing.T) {
	each(t, func(h *house) {
		h.letters.Erased = func(_ context.Context, _ store.Session, emails []string) (map[string]bool, error) {
			return map[string]bool{"erased@mail.example": slices.Contains(emails, "erased@mail.example")}, nil
		}
		h.subscribe("here@mail.example", "left@mail.example")
		h.set("left@mail.example", schema.Unsubscribed)
		list := "Name,Email\r\nAnn,ann@mail.example\r\nBo,\"bo@mail.example\"\r\nAnn,ANN@mail.example\r\nX,nonsense\r\nY,here@mail.example\r\nZ,Left@mail.example\r\nE,erased@mail.example\r\n"
		want := object{"rows": 7., "fresh": 2., "known": 1., "unsubscribed": 1., "erased": 1., "twice": 1., "invalid": 1.}
		wants := func(got map[string]any) {
			h.Helper()
			for name, n := range want {
				if got[name] != n {
					h.Errorf("%s is %v, want %v", name, got[name], n)
				}
			}
			for _, one := range got["left_out"].([]any) {
				if strings.Contains(one.(map[string]any)["email"].(string), "erased") {
					h.Error("it tells who was erased")
				}
			}
		}
		wants(h.must("import_subscribers", object{"csv": list, "note": "", "ask": true, "dry_run": true}))
		if n, err := h.store.AsSystem().Count(h.Context(), &schema.NewsletterSubscriptions); err != nil || n != 2 {
			h.Errorf("a dry run changed something: %d %v", n, err)
		}
		if _, err := h.call("import_subscribers", object{"csv": list, "note": " ", "ask": true, "dry_run": false}); !fault.Is(err, fault.Invalid) {
			h.Errorf("without a note: %v", err)
		}
		wants(h.must("import_subscribers", object{"csv": list, "note": "At the fair", "ask": true, "dry_run": false}))
		row := h.row("ann@mail.example")
		if row.Text("status") != schema.Pending || row["mail_due_at"] == nil || !letters.IsImported(row) || h.standing("left@mail.example") != schema.Unsubscribed {
			h.Errorf("who came in is %v", row)
		}
		h.must("import_subscribers", object{"csv": "cy@mail.example\nleft@mail.example", "note": "At the fair", "ask": false, "dry_run": false})
		if h.standing("cy@mail.example") != schema.Confirmed || h.standing("left@mail.example") != schema.Unsubscribed {
			h.Error("who left stays away")
		}
	})
}

func TestALongImportIsDoneInStepsAndGoesOnWhereItStopped(t *testing.T) {
	each(t, func(h *house) {
		list := strings.Join(people(1000), "\n")
		run := func() map[string]any {
			h.Helper()
			return h.must("import_subscribers", object{"csv": list, "note": "At the fair", "ask": false, "dry_run": false})
		}
		h.letters.ImportFor(0) // a step in each call
		if got := run(); got["fresh"] != 200. || got["left"] != 800. {
			h.Fatalf("a call without time took %v and left %v", got["fresh"], got["left"])
		}
		if got := run(); got["fresh"] != 200. || got["known"] != 200. || got["left"] != 600. {
			h.Errorf("the next took %v, knew %v and left %v", got["fresh"], got["known"], got["left"])
		}
		h.letters.ImportFor(time.Minute)
		refused := people(1000)[700]
		h.store.BeforeCommit(func(_ context.Context, _ store.Session, events []store.Event) error {
			if slices.ContainsFunc(events, func(e store.Event) bool { return e.New["email"] == refused }) {
				return errors.New("the disk is full")
			}
			return nil
		}, &schema.NewsletterSubscriptions)
		_, err := h.call("import_subscribers", object{"csv": list, "note": "At the fair", "ask": false, "dry_run": false})
		if err == nil || !strings.HasPrefix(fault.From(err).Hint, "200 people came in before it failed.") {
			h.Errorf("it does not say how far it came: %v", err)
		}
		refused = ""
		if got := run(); got["fresh"] != 400. || got["left"] != 0. {
			h.Errorf("after a failure it took %v and left %v", got["fresh"], got["left"])
		}
		if n, err := h.store.AsSystem().Count(h.Context(), &schema.NewsletterSubscriptions); err != nil || n != 1000 {
			h.Errorf("%d came in, %v", n, err)
		}
	})
}

func TestOnlyStaffWriteLettersAndNobodyHurriesTheServer(t *testing.T) {
	each(t, func(h *house) {
		h.subscribe("ann@mail.example")
		saved := h.must("save_letter", object{"subject": "November"})
		visitor := h.store.As(schema.Actor{Role: schema.Viewer, UserID: "v"})
		for name := range h.letters.Procedures() {
			if _, err := h.calls.Call(h.Context(), visitor, name, []byte(`{"id":1,"version":1,"audience":"all","subject":"","preheader":"","body":"","csv":"","note":"","ask":true,"dry_run":true}`)); !fault.Is(err, fault.Denied) && !fault.Is(err, fault.UnknownProcedure) {
				h.Errorf("%s: %v", name, err)
			}
		}
		if _, err := h.editor.Update(h.Context(), &schema.Letters, store.Eq("id", saved["id"]), store.Row{"status": schema.LetterSent, "subject": "Other"}); err != nil {
			h.Fatal(err)
		}
		if row := h.letter(saved["id"]); row.Text("status") != schema.LetterDraft || row.Text("subject") != "Other" {
			h.Errorf("an editor says how far a letter is: %v", row)
		}
		if _, err := h.editor.Update(h.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "ann@mail.example"), store.Row{"status": schema.Unsubscribed}); !fault.Is(err, fault.Denied) {
			h.Errorf("an editor says how a subscription stands: %v", err)
		}
		if _, err := h.call("send_letter", object{"id": saved["id"], "version": 1}); !fault.Is(err, fault.Stale) {
			h.Errorf("what somebody changed meanwhile is sent: %v", err)
		}
	})
}
