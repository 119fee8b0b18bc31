package auth

import (
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store/storetest"
)

// FuzzAuth sends any body to every address that takes one. None may fail on
// our side, and none may open a session.
func FuzzAuth(f *testing.F) {
	for _, body := range []string{`{"email":"editor@example.com","password":"x"}`, `{"refresh_token":"abc"}`, `{"type":"recovery","token_hash":"x"}`, `{"data":{"a":1},"password":"y"}`,
		`{"factor_type":"totp","friendly_name":"phone"}`, `{"challenge_id":"x","code":"000000"}`, `{"email":"\u0000"}`, "null", "[]", `{"email":`} {
		f.Add(body)
	}
	h := build(f, storetest.SQLite(f))
	h.add(editor, schema.Editor)
	h.s.limits = nil // each input is looked at, however many there are
	token, _ := h.open()
	const unknown = "00000000-0000-4000-8000-000000000000"
	f.Fuzz(func(t *testing.T, body string) {
		h.t = t
		for _, one := range [][3]string{
			{"POST", "token?grant_type=password"}, {"POST", "token?grant_type=refresh_token"}, {"POST", "verify"}, {"POST", "recover"}, {"POST", "signup"},
			{"PUT", "user", token}, {"POST", "factors", token}, {"POST", "factors/" + unknown + "/challenge", token}, {"POST", "factors/" + unknown + "/verify", token},
		} {
			r := h.call(one[0], one[1], one[2], body)
			if r.status >= 500 {
				t.Errorf("%s %s %q: %d %s", one[0], one[1], body, r.status, r.raw)
			}
			if one[2] == "" && r.text("access_token") != "" {
				t.Errorf("%s %q opens a session", one[1], body)
			}
		}
	})
}
