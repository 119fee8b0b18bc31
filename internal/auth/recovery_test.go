package auth

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// verify follows a link as our page does.
func (h *house) verify(link, kind string) reply {
	h.t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		h.t.Fatal(err)
	}
	return h.call("POST", "verify", publicKey, map[string]any{"token_hash": u.Query().Get("token_hash"), "type": kind, "gotrue_meta_security": map[string]any{}})
}

func (h *house) recover(email string) reply {
	h.t.Helper()
	return h.call("POST", "recover?redirect_to=https%3A%2F%2Fevil.example%2F", publicKey, map[string]any{"email": email, "code_challenge": nil, "code_challenge_method": nil})
}

func TestALinkOpensOneSession(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		r := h.recover("Editor@Example.com")
		h.want(r, 200, "")
		if r.raw != "{}" || len(h.letters) != 1 {
			t.Fatalf("%s, %d letters", r.raw, len(h.letters))
		}
		link := h.letters[0]
		if !strings.HasPrefix(link, origin+"/admin/reset?token_hash=") || !strings.HasSuffix(link, "&type=recovery") {
			t.Errorf("link %s", link)
		}
		rows, err := h.s.store.AsSystem().Select(t.Context(), &schema.OneTimeTokens, store.Query{})
		if err != nil || len(rows) != 1 || strings.Contains(link, rows[0].Text("hash")) {
			t.Errorf("kept %v (%v)", rows, err)
		}
		h.want(h.verify(link, "invite"), 403, "otp_expired")
		h.clock.Pass(time.Hour - time.Second)
		r = h.verify(link, "recovery")
		h.want(r, 200, "")
		h.want(h.call("PUT", "user", r.text("access_token"), map[string]any{"password": "a much better secret"}), 200, "")
		h.want(h.signIn(editor, "a much better secret"), 200, "")
		h.want(h.refresh(r.text("refresh_token")), 200, "")
		h.want(h.verify(link, "recovery"), 403, "otp_expired")
	})
}

func TestALinkEndsOnTime(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.recover(editor)
		h.clock.Pass(time.Hour)
		h.want(h.verify(h.letters[0], "recovery"), 403, "otp_expired")
		h.clock.Pass(-time.Hour)
		h.want(h.verify(h.letters[0], "recovery"), 403, "otp_expired") // it was used up

		h.recover(editor)
		h.recover(editor)
		h.want(h.verify(h.letters[1], "recovery"), 403, "otp_expired") // replaced by a newer one
		h.want(h.verify(h.letters[2], "recovery"), 200, "")

		var invite string
		u, err := h.s.find(t.Context(), h.s.store.AsSystem(), editor)
		if err != nil {
			t.Fatal(err)
		}
		for _, age := range []time.Duration{7*24*time.Hour - time.Second, 7 * 24 * time.Hour} {
			err = h.s.store.AsSystem().Tx(t.Context(), func(tx store.Session) error {
				invite, err = h.s.link(t.Context(), tx, u.ID, inviteLink)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			h.clock.Pass(age)
			if r := h.verify(invite, "invite"); (r.status == 200) != (age < 7*24*time.Hour) {
				t.Errorf("after %v: %d %s", age, r.status, r.raw)
			}
		}
	})
}

func TestALinkIsFollowedOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.recover(editor)
		var opened atomic.Int32
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if r := h.verify(h.letters[0], "recovery"); r.status == 200 {
					opened.Add(1)
				} else {
					h.want(r, 403, "otp_expired")
				}
			})
		}
		wg.Wait()
		if n := opened.Load(); n != 1 {
			t.Errorf("opened %d sessions", n)
		}
	})
}

func TestRecoveryTellsNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.add("gone@example.com", schema.Viewer)
		if err := h.s.setDisabled(t.Context(), h.s.store.AsSystem(), "gone@example.com", true); err != nil {
			t.Fatal(err)
		}
		var waited []time.Duration
		h.s.pause = func(_ context.Context, d time.Duration) bool { waited = append(waited, d); return true }
		for i, email := range []string{"nobody@example.com", "gone@example.com", editor} {
			r := h.recover(email)
			if r.status != 200 || r.raw != "{}" {
				t.Errorf("%s: %d %s", email, r.status, r.raw)
			}
			if len(waited) != i+1 || waited[i] <= 0 || waited[i] > recoveryTime {
				t.Errorf("%s: waited %v", email, waited)
			}
		}
		if len(h.letters) != 1 {
			t.Errorf("%d letters", len(h.letters))
		}
	})
}

func TestLettersAreLimited(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i := range 6 {
			h.address = fmt.Sprint("192.0.2.", i)
			h.want(h.recover(editor), 200, "")
		}
		if len(h.letters) != 3 {
			t.Errorf("%d letters to one account", len(h.letters))
		}
		h.clock.Pass(20 * time.Minute)
		h.want(h.recover(editor), 200, "")
		if len(h.letters) != 4 {
			t.Errorf("%d letters after a while", len(h.letters))
		}
		h.address = "192.0.2.200"
		for i := range recoveries.Count {
			h.want(h.recover(fmt.Sprintf("u%d@example.com", i)), 200, "")
		}
		r := h.recover("u@example.com")
		h.want(r, 429, "over_request_rate_limit")
		if r.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
}

func TestALetterThatCannotBeQueuedLeavesNoLink(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.s.send = func(context.Context, store.Session, string, string) error { return errors.New("no outbox") }
		h.want(h.recover(editor), 500, "unexpected_failure")
		if n, err := h.s.store.AsSystem().Count(t.Context(), &schema.OneTimeTokens); n != 0 || err != nil {
			t.Errorf("%d links (%v)", n, err)
		}
	})
}

func TestAnInvitedUserSetsAPassword(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		id := uuid.NewString()
		if _, err := h.s.store.AsSystem().Insert(t.Context(), &schema.Users, store.Row{"id": id, "email": "new@example.com"}); err != nil {
			t.Fatal(err)
		}
		var link string
		err := h.s.store.AsSystem().Tx(t.Context(), func(tx store.Session) (err error) {
			link, err = h.s.link(t.Context(), tx, id, inviteLink)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		r := h.verify(link, "invite")
		h.want(r, 200, "")
		h.want(h.call("PUT", "user", r.text("access_token"), map[string]any{"password": password}), 200, "")
		h.want(h.signIn("new@example.com", password), 200, "")
	})
}
