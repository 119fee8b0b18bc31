package auth

import (
	"encoding/json"
	"testing"

	"vitrine/internal/fault"
)

func TestAPasswordMakesASessionFreshAgain(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		access, refresh := h.open()
		fresh := func() error {
			actor, err := h.actor(access)
			if err != nil {
				t.Fatal(err)
			}
			return h.s.RequireFresh(t.Context(), h.s.store.As(actor))
		}
		confirm := func(password string) error {
			args, _ := json.Marshal(map[string]string{"current_password": password})
			_, err := h.run(access, "confirm_password", string(args))
			return err
		}
		if err := fresh(); err != nil {
			t.Errorf("right after the sign-in: %v", err)
		}
		h.clock.Pass(freshLife)
		access = h.refresh(refresh).text("access_token") // no proof of anything
		h.refused(fresh(), fault.Invalid, "Please enter your password once more.")
		for _, wrong := range []string{"", "not my password"} {
			h.refused(confirm(wrong), fault.Invalid, "This is not your current password.")
		}
		h.refused(fresh(), fault.Invalid, "Please enter your password once more.")
		if err := confirm(password); err != nil {
			t.Fatal(err)
		}
		if err := fresh(); err != nil {
			t.Errorf("after the password: %v", err)
		}
		h.clock.Pass(freshLife)
		h.refused(fresh(), fault.Invalid, "Please enter your password once more.")
	})
}

func TestPasswordsAreNotTriedThroughConfirmation(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		access, _ := h.open()
		for range failures.Count {
			if _, err := h.run(access, "confirm_password", `{"current_password":"not my password"}`); !fault.Is(err, fault.Invalid) {
				t.Fatal(err)
			}
		}
		if _, err := h.run(access, "confirm_password", `{"current_password":"`+password+`"}`); !fault.Is(err, fault.Crowded) {
			t.Errorf("after %d wrong ones: %v", failures.Count, err)
		}
		h.want(h.signIn(editor, password), 429, "over_request_rate_limit")
	})
}
