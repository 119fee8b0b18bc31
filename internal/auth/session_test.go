package auth

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestARefreshRotatesTheToken(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		access, first := h.open()
		h.clock.Pass(10 * time.Minute)
		r := h.refresh(first)
		h.want(r, 200, "")
		second := r.text("refresh_token")
		if second == first || second == "" {
			t.Error("the refresh token did not rotate")
		}
		if payload(t, access)["session_id"] != payload(t, r.text("access_token"))["session_id"] {
			t.Error("another session")
		}
		if !h.lives(access) || !h.lives(r.text("access_token")) {
			t.Error("both access tokens live until they expire")
		}
		rows, err := h.s.store.AsSystem().Select(t.Context(), &schema.RefreshTokens, store.Query{})
		if err != nil || len(rows) != 2 {
			t.Fatal(rows, err)
		}
		for _, row := range rows {
			if hash := row.Text("hash"); hash != digest(first) && hash != digest(second) {
				t.Errorf("kept %q, which is no hash of a token", hash)
			}
		}
	})
}

func TestTabsThatRefreshAtOnceGetTheSameToken(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, token := h.open()
		const tabs = 12
		got := make([]reply, tabs)
		var wg sync.WaitGroup
		for i := range tabs {
			wg.Go(func() { got[i] = h.refresh(token) })
		}
		wg.Wait()
		for i, r := range got {
			h.want(r, 200, "")
			if r.text("refresh_token") != got[0].text("refresh_token") {
				t.Errorf("tab %d got another token", i)
			}
			if !h.lives(r.text("access_token")) {
				t.Errorf("tab %d got a dead access token", i)
			}
		}
		if n, err := h.s.store.AsSystem().Count(t.Context(), &schema.RefreshTokens); n != 2 || err != nil {
			t.Errorf("%d tokens kept (%v)", n, err)
		}
	})
}

func TestAUsedTokenIsTakenAgainForAWhile(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, first := h.open()
		second := h.refresh(first).text("refresh_token")
		third := h.refresh(second).text("refresh_token")
		h.clock.Pass(grace)
		again := h.refresh(first) // ten seconds, although its successor was used
		h.want(again, 200, "")
		if again.text("refresh_token") != second {
			t.Error("another successor")
		}
		h.clock.Pass(8 * time.Hour)
		lost := h.refresh(second) // hours later, because its successor was not used: the answer was lost
		h.want(lost, 200, "")
		if lost.text("refresh_token") != third {
			t.Error("another successor")
		}
		h.want(h.refresh(third), 200, "")
	})
}

func TestALateReuseEndsTheSession(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		other, _ := h.open()
		_, first := h.open()
		second := h.refresh(first).text("refresh_token")
		r := h.refresh(second)
		access, third := r.text("access_token"), r.text("refresh_token")
		h.clock.Pass(grace + time.Second)
		h.want(h.refresh(first), 400, "refresh_token_already_used")
		h.want(h.refresh(first), 400, "refresh_token_not_found")
		h.want(h.refresh(third), 400, "refresh_token_not_found")
		h.want(h.call("GET", "user", access, nil), 403, "session_not_found")
		if !h.lives(other) {
			t.Error("another session of the user ended too")
		}
	})
}

func TestAClockSetBackIsNoGrace(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, first := h.open()
		second := h.refresh(first).text("refresh_token")
		h.want(h.refresh(second), 200, "")
		h.clock.Pass(-20 * time.Second) // less than the skew that sessions allow
		h.want(h.refresh(first), 400, "refresh_token_already_used")
	})
}

func TestASessionEndsWhenIdleOrOld(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, idle := h.open()
		h.clock.Pass(idleLife)
		h.want(h.refresh(idle), 400, "session_expired")
		h.want(h.refresh(idle), 400, "refresh_token_not_found")

		_, token := h.open()
		began := h.clock.Now()
		for h.clock.Now().Add(11 * time.Hour).Before(began.Add(absoluteLife)) {
			h.clock.Pass(11 * time.Hour)
			r := h.refresh(token)
			h.want(r, 200, "")
			token = r.text("refresh_token")
		}
		h.clock.Pass(began.Add(absoluteLife - time.Minute).Sub(h.clock.Now()))
		last := h.refresh(token)
		if !h.lives(last.text("access_token")) {
			t.Error("a session ends early")
		}
		h.clock.Pass(time.Minute)
		if h.lives(last.text("access_token")) {
			t.Error("a token outlives its session")
		}
		h.want(h.refresh(last.text("refresh_token")), 400, "session_expired")
	})
}

func TestUnknownTokensAreCountedAndKnownOnesAreNot(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, token := h.open()
		for i := range 150 {
			h.want(h.refresh(fmt.Sprint("not-a-token-", i)), 400, "refresh_token_not_found")
		}
		r := h.refresh("not-a-token")
		h.want(r, 429, "over_request_rate_limit")
		if r.header.Get("Retry-After") != "2" {
			t.Errorf("Retry-After %q", r.header.Get("Retry-After"))
		}
		for range 20 {
			r := h.refresh(token)
			h.want(r, 200, "")
			token = r.text("refresh_token")
		}
		h.want(h.refresh(""), 400, "validation_failed")
	})
}

func TestSigningOutEndsTheRightSessions(t *testing.T) {
	for _, one := range []struct {
		scope               string
		first, second, none bool // which sessions live on; none: that of another user
	}{
		{"logout?scope=local", false, true, true},
		{"logout?scope=others", true, false, true},
		{"logout?scope=global", false, false, true},
		{"logout", false, false, true},
	} {
		t.Run(one.scope, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.add("other@example.com", schema.Viewer)
				first, refresh := h.open()
				second, _ := h.open()
				other, _ := h.openAs("other@example.com", password)
				for _, token := range []string{first, second, other} {
					h.lives(token) // so that the cache knows them
				}
				r := h.call("POST", one.scope, first, nil)
				if r.status != 204 || r.raw != "" {
					t.Fatalf("%d %s", r.status, r.raw)
				}
				if h.lives(first) != one.first || h.lives(second) != one.second || h.lives(other) != one.none {
					t.Errorf("alive: %v %v %v", h.lives(first), h.lives(second), h.lives(other))
				}
				if !one.first {
					h.want(h.call("GET", "user", first, nil), 403, "session_not_found")
					h.want(h.refresh(refresh), 400, "refresh_token_not_found")
					h.want(h.call("POST", "logout", first, nil), 403, "session_not_found")
				}
			})
		})
	}
}

func TestSigningOutWhileRefreshing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for range 5 {
			access, token := h.open()
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					if r := h.refresh(token); r.status != 200 {
						h.want(r, 400, "refresh_token_not_found")
					}
				})
			}
			wg.Go(func() {
				if r := h.call("POST", "logout?scope=local", access, nil); r.status != 204 {
					t.Errorf("sign-out: %d %s", r.status, r.raw)
				}
			})
			wg.Wait()
			if h.lives(access) {
				t.Error("the session outlived its end")
			}
			h.want(h.refresh(token), 400, "refresh_token_not_found")
		}
	})
}

func TestSweepRemovesWhatIsOver(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.open()
		h.call("POST", "recover", "", map[string]any{"email": editor})
		h.clock.Pass(idleLife + time.Second)
		kept, _ := h.open()
		if err := h.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for table, want := range map[*schema.Table]int64{&schema.Sessions: 1, &schema.RefreshTokens: 1, &schema.OneTimeTokens: 0} {
			if n, err := h.s.store.AsSystem().Count(t.Context(), table); n != want || err != nil {
				t.Errorf("%s: %d rows, want %d (%v)", table.Name, n, want, err)
			}
		}
		if !h.lives(kept) {
			t.Error("a live session was swept")
		}
	})
}
