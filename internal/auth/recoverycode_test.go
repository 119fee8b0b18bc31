package auth

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// codes makes recovery codes and must succeed.
func (h *house) codes(token string) []string {
	h.t.Helper()
	r := h.call("POST", "recovery-codes", token, nil)
	h.want(r, 200, "")
	var out []string
	for _, code := range r.body["codes"].([]any) {
		out = append(out, code.(string))
	}
	return out
}

func (h *house) redeem(token, code string) reply {
	h.t.Helper()
	return h.call("POST", "recovery-codes/verify", token, map[string]any{"code": code})
}

func (h *house) left(token string) string {
	h.t.Helper()
	r := h.call("GET", "recovery-codes", token, nil)
	h.want(r, 200, "")
	return fmt.Sprintf("%v of %v", r.body["left"], r.body["total"])
}

// protect gives the editor an app and recovery codes.
func (h *house) protect() (access string, phone app, codes []string) {
	h.t.Helper()
	token, _ := h.open()
	phone = h.enrol(token, "Phone")
	access, _ = phone.prove(token)
	return access, phone, h.codes(access)
}

func TestARecoveryCodeOpensASessionOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		access, _, codes := h.protect()
		if len(codes) != 10 || h.left(access) != "10 of 10" {
			t.Fatalf("codes %v, left %s", codes, h.left(access))
		}
		for _, code := range codes {
			if !regexp.MustCompile(`^[a-z2-7]{4}(-[a-z2-7]{4}){3}$`).MatchString(code) {
				t.Errorf("code %q", code)
			}
		}
		token, stale := h.open()
		h.want(h.call("GET", "recovery-codes", token, nil), 403, "insufficient_aal")
		r := h.redeem(token, " "+strings.ToUpper(strings.ReplaceAll(codes[3], "-", " ")))
		h.want(r, 200, "")
		lifted := r.text("access_token")
		if got := h.levelOf(lifted); got != "aal2 recovery_code password" {
			t.Errorf("claims %s", got)
		}
		if a, err := h.actor(lifted); a.Role != schema.Editor || err != nil {
			t.Errorf("with the code: %+v %v", a, err)
		}
		h.want(h.refresh(stale), 400, "refresh_token_not_found")
		if got := h.levelOf(h.refresh(r.text("refresh_token")).text("access_token")); got != "aal2 recovery_code password" {
			t.Errorf("after a refresh %s", got)
		}
		if h.left(lifted) != "9 of 10" {
			t.Errorf("left %s", h.left(lifted))
		}
		again, _ := h.open()
		h.want(h.redeem(again, codes[3]), 422, "mfa_verification_failed")
		h.want(h.redeem(again, ""), 400, "validation_failed")
		h.want(h.redeem(again, codes[4]), 200, "")
	})
}

func TestRecoveryCodesAreMadeAfterACode(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		h.want(h.call("POST", "recovery-codes", token, nil), 403, "insufficient_aal") // there is no factor
		access, phone, old := h.protect()
		h.clock.Pass(freshLife)
		h.want(h.call("POST", "recovery-codes", access, nil), 400, "reauthentication_needed")
		if h.left(access) != "10 of 10" {
			t.Errorf("a refusal left %s", h.left(access))
		}
		access, _ = phone.prove(access)
		codes := h.codes(access)
		token, _ = h.open()
		h.want(h.redeem(token, old[0]), 422, "mfa_verification_failed")
		lifted := h.redeem(token, codes[0])
		h.want(lifted, 200, "")
		// One stolen code must not make ten.
		h.want(h.call("POST", "recovery-codes", lifted.text("access_token"), nil), 400, "reauthentication_needed")
		owing, _ := h.open()
		h.want(h.call("POST", "recovery-codes", owing, nil), 403, "insufficient_aal")
	})
}

func TestWrongRecoveryCodesAreCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, phone, codes := h.protect()
		token, _ := h.open()
		var wg sync.WaitGroup
		var mu sync.Mutex
		seen := map[int]int{}
		for range 12 {
			wg.Go(func() {
				r := h.redeem(token, "aaaa-bbbb-cccc-dddd")
				mu.Lock()
				defer mu.Unlock()
				seen[r.status]++
			})
		}
		wg.Wait()
		if seen[422] != 5 || seen[429] != 7 {
			t.Errorf("answers %v", seen)
		}
		h.want(h.redeem(token, codes[0]), 429, "over_request_rate_limit")
		phone.prove(token) // the app still works
		h.clock.Pass(time.Minute)
		other, _ := h.open()
		h.want(h.redeem(other, codes[0]), 200, "")
	})
}

func TestARecoveryCodeIsTakenOnceByThoseWhoSendItTogether(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, _, codes := h.protect()
		var wg sync.WaitGroup
		taken := make([]bool, 4)
		for i := range taken {
			token, _ := h.open()
			wg.Go(func() { taken[i] = h.redeem(token, codes[0]).status == 200 })
		}
		wg.Wait()
		if n := strings.Count(fmt.Sprint(taken), "true"); n != 1 {
			t.Errorf("taken %d times", n)
		}
	})
}

func TestRecoveryCodesGoWithTheLastFactor(t *testing.T) {
	for name, remove := range map[string]func(h *house, access string, phone app){
		"removed": func(h *house, access string, phone app) {
			h.want(h.call("DELETE", "factors/"+phone.id, access, nil), 200, "")
		},
		"reset":         func(h *house, _ string, _ app) { h.must(h.s.ResetFactors(h.t.Context(), editor)) },
		"with its user": func(h *house, _ string, _ app) { h.must(h.s.RemoveUser(h.t.Context(), editor)) },
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				access, phone, _ := h.protect()
				tablet := h.enrol(access, "Tablet")
				access, _ = tablet.prove(access)
				h.want(h.call("DELETE", "factors/"+tablet.id, access, nil), 200, "")
				if h.left(access) != "10 of 10" {
					t.Errorf("with an app left: %s", h.left(access))
				}
				remove(h, access, phone)
				if n, err := h.s.store.AsSystem().Count(t.Context(), &schema.RecoveryCodes); n != 0 || err != nil {
					t.Errorf("%d codes are left (%v)", n, err)
				}
			})
		})
	}
}

func TestRecoveryCodesBelongToOnePersonAndAreKeptAsKeyedHashes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, _, codes := h.protect()
		h.add("other@example.com", schema.Editor)
		stranger, _ := h.openAs("other@example.com", password)
		h.want(h.redeem(stranger, codes[0]), 422, "mfa_verification_failed")
		all, err := h.s.store.AsSystem().Select(t.Context(), &schema.RecoveryCodes, store.Query{})
		if err != nil || len(all) != len(codes) {
			t.Fatal(all, err)
		}
		rows := fmt.Sprint(all)
		for _, code := range codes {
			if plain := strings.ReplaceAll(code, "-", ""); strings.Contains(rows, plain) || strings.Contains(rows, digest(plain)) || strings.Contains(rows, digest(code)) {
				t.Error("a code can be found in the database")
			}
		}
	})
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}
