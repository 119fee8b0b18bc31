package auth

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestOnesOwnSessions(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, admin string, _ User) {
		here, _ := h.open()
		h.address = "198.51.100.7"
		h.clock.Pass(time.Minute)
		r := h.call("POST", "token?grant_type=password", publicKey, map[string]any{"email": editor, "password": password}, "User-Agent", "Firefox on a train")
		there := r.text("access_token")
		sessions := h.rows(here, "list_sessions", "current")
		mine, other := sessions["true"], sessions["false"]
		if len(sessions) != 2 || len(mine) != 7 || mine["id"] != payload(t, here)["session_id"] || mine["aal"] != "aal1" {
			t.Errorf("sessions %v", sessions)
		}
		if other["user_agent"] != "Firefox on a train" || other["address"] != "198.51.100.7" || other["created_at"] == mine["created_at"] {
			t.Errorf("the other one %v", other)
		}
		_, err := h.run(admin, "end_session", fmt.Sprintf(`{"session_id":%q}`, other["id"]))
		h.refused(err, fault.NotOne, "no such session")
		if !h.lives(there) {
			t.Error("an admin ended somebody else's session")
		}
		if out, err := h.run(here, "end_session", fmt.Sprintf(`{"session_id":%q}`, strings.ToUpper(other["id"].(string)))); out != nil || err != nil {
			t.Errorf("%v %v", out, err)
		}
		if h.lives(there) || !h.lives(here) {
			t.Error("the wrong session ended")
		}
		_, err = h.run(here, "end_session", fmt.Sprintf(`{"session_id":%q}`, other["id"]))
		h.refused(err, fault.NotOne, "no such session")
		for args, want := range map[string]fault.Kind{`{}`: fault.Missing, `{"session_id":"x"}`: fault.BadValue, `{"session_id":"x","y":1}`: fault.UnknownProcedure, `[]`: fault.BadBody} {
			if _, err := h.run(here, "end_session", args); !fault.Is(err, want) {
				t.Errorf("%s: %v", args, err)
			}
		}
		if _, err := h.s.store.AsSystem().Update(t.Context(), &schema.Sessions, store.Eq("id", mine["id"]), store.Row{"amr": nil}); err != nil {
			t.Fatal(err)
		}
		if n := len(h.rows(here, "list_sessions", "id")); n != 1 { // one from before the column
			t.Errorf("%d sessions", n)
		}
	})
}
