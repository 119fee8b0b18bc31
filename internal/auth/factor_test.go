package auth

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestEnrollingMoreThanOne(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		begun := h.enrol(token, "Phone")
		phone := h.enrol(token, "Phone") // the first attempt was given up
		tablet := h.enrol(token, "Tablet")
		h.want(h.call("POST", "factors/"+begun.id+"/challenge", token, map[string]any{}), 404, "mfa_factor_not_found")
		token, _ = phone.prove(token)
		h.want(h.call("POST", "factors/"+tablet.id+"/challenge", token, map[string]any{}), 404, "mfa_factor_not_found")
		h.want(h.call("POST", "factors", token, map[string]any{"factor_type": "totp", "friendly_name": "Phone"}), 422, "mfa_factor_name_conflict")
		tablet = h.enrol(token, "Tablet")
		other, _ := h.open()
		other, _ = phone.prove(other)
		token, _ = tablet.prove(token)
		h.want(h.call("DELETE", "factors/"+phone.id, token, nil), 200, "")
		if _, err := h.actor(token); err != nil {
			t.Errorf("the session that removed one of two: %v", err)
		}
		if _, err := h.actor(other); !fault.Is(err, fault.NeedsFactor) {
			t.Errorf("a session by the removed factor: %v", err)
		}
		for i := range maxFactors - 1 {
			h.enrol(token, string(rune('a'+i)))
		}
		h.want(h.call("POST", "factors", token, map[string]any{"factor_type": "totp", "friendly_name": "one more"}), 422, "too_many_enrolled_mfa_factors")
		h.clock.Pass(enrolLife + time.Second)
		if err := h.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := h.s.store.AsSystem().Count(t.Context(), &schema.Factors); n != 1 || err != nil {
			t.Errorf("%d factors are left (%v)", n, err)
		}
	})
}

func TestSecretsAreNotInTheDatabase(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		phone := h.enrol(token, "Phone")
		row, err := h.s.store.AsSystem().One(t.Context(), &schema.Factors, store.Eq("id", phone.id))
		if err != nil {
			t.Fatal(err)
		}
		raw, err := base32Text.DecodeString(phone.secret)
		sealed := row["secret"].([]byte)
		if err != nil || len(raw) != 20 || strings.Contains(string(sealed), string(raw)) || strings.Contains(string(sealed), phone.secret) {
			t.Errorf("kept %x", sealed)
		}
		if _, err := h.s.store.AsSystem().Update(t.Context(), &schema.Factors, store.Eq("id", phone.id), store.Row{"secret": []byte("sealed by another key")}); err != nil {
			t.Fatal(err)
		}
		h.want(phone.verify(token, phone.challenge(token), phone.code()), 422, "mfa_verification_rejected")
	})
}
