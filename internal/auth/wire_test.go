package auth

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

func TestBadRequestsAreNeverServerErrors(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		const unknown = "00000000-0000-4000-8000-000000000000"
		deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
		for _, one := range []struct {
			name, method, path, token string
			body                      any
			status                    int
			code                      string
			headers                   []string
		}{
			{"no e-mail", "POST", "token?grant_type=password", "", map[string]any{}, 400, "validation_failed", nil},
			{"empty e-mail", "POST", "token?grant_type=password", "", map[string]any{"email": "", "password": ""}, 400, "validation_failed", nil},
			{"no password", "POST", "token?grant_type=password", "", map[string]any{"email": editor}, 400, "validation_failed", nil},
			{"no address", "POST", "token?grant_type=password", "", map[string]any{"email": "x", "password": "y"}, 400, "validation_failed", nil},
			{"e-mail with NUL", "POST", "token?grant_type=password", "", map[string]any{"email": "a\x00@example.com", "password": "y"}, 400, "validation_failed", nil},
			{"password with NUL", "POST", "token?grant_type=password", "", map[string]any{"email": editor, "password": "y\x00"}, 400, "invalid_credentials", nil},
			{"huge password", "POST", "token?grant_type=password", "", map[string]any{"email": editor, "password": strings.Repeat("x", 2000)}, 400, "invalid_credentials", nil},
			{"broken JSON", "POST", "token?grant_type=password", "", `{"email":`, 400, "bad_json", nil},
			{"empty body", "POST", "token?grant_type=password", "", "", 400, "bad_json", nil},
			{"null", "POST", "token?grant_type=password", "", "null", 400, "bad_json", nil},
			{"a list", "POST", "token?grant_type=password", "", "[]", 400, "bad_json", nil},
			{"two documents", "POST", "token?grant_type=password", "", "{}{}", 400, "bad_json", nil},
			{"wrong types", "POST", "token?grant_type=password", "", `{"email":1,"password":[]}`, 400, "bad_json", nil},
			{"invalid UTF-8", "POST", "token?grant_type=password", "", "{\"email\":\"\xff\"}", 400, "bad_json", nil},
			{"too deep", "PUT", "user", token, `{"data":` + deep + `}`, 400, "bad_json", nil},
			{"too large", "POST", "token?grant_type=password", "", `{"email":"` + strings.Repeat("x", maxBody) + `"}`, 413, "request_entity_too_large", nil},
			{"a form", "POST", "token?grant_type=password", "", "email=a", 415, "bad_json", []string{"Content-Type", "application/x-www-form-urlencoded"}},
			{"plain text", "POST", "token?grant_type=password", "", "{}", 415, "bad_json", []string{"Content-Type", "text/plain"}},
			{"no content type", "POST", "token?grant_type=password", "", "{}", 415, "bad_json", []string{"Content-Type", ""}},
			{"compressed", "POST", "token?grant_type=password", "", "{}", 415, "bad_json", []string{"Content-Encoding", "gzip"}},
			{"unknown grant", "POST", "token?grant_type=nonsense", "", map[string]any{}, 400, "validation_failed", nil},
			{"no grant", "POST", "token", "", map[string]any{}, 400, "validation_failed", nil},
			{"broken query", "POST", "token?grant_type=password&x=%zz", "", map[string]any{}, 400, "validation_failed", nil},
			{"no refresh token", "POST", "token?grant_type=refresh_token", "", map[string]any{}, 400, "validation_failed", nil},
			{"odd refresh token", "POST", "token?grant_type=refresh_token", "", map[string]any{"refresh_token": "\x00' OR 1=1"}, 400, "refresh_token_not_found", nil},
			{"user without a token", "GET", "user", "", nil, 401, "no_authorization", nil},
			{"user with the public key", "GET", "user", publicKey, nil, 403, "bad_jwt", nil},
			{"user with text", "GET", "user", "a.b.c", nil, 403, "bad_jwt", nil},
			{"sign-out without a token", "POST", "logout", "", nil, 401, "no_authorization", nil},
			{"sign-out of nowhere", "POST", "logout?scope=mars", token, nil, 400, "validation_failed", nil},
			{"recovery without an address", "POST", "recover", "", map[string]any{}, 400, "validation_failed", nil},
			{"verification without a token", "POST", "verify", "", map[string]any{"type": "recovery"}, 400, "validation_failed", nil},
			{"verification of another kind", "POST", "verify", "", map[string]any{"token_hash": "x", "type": "magiclink"}, 400, "validation_failed", nil},
			{"verification of an unknown token", "POST", "verify", "", map[string]any{"token_hash": "x", "type": "recovery"}, 403, "otp_expired", nil},
			{"sign-up", "POST", "signup", "", map[string]any{"email": "a@example.com", "password": password}, 422, "signup_disabled", nil},
			{"another apikey", "POST", "token?grant_type=password", "", map[string]any{}, 401, "invalid_api_key", []string{"Apikey", "sb_secret_x"}},
			{"admin", "GET", "admin/users", token, nil, 404, "not_found", nil},
			{"authorize", "GET", "authorize?provider=github", "", nil, 404, "not_found", nil},
			{"a factor of no kind", "POST", "factors", token, map[string]any{}, 400, "validation_failed", nil},
			{"a phone", "POST", "factors", token, map[string]any{"factor_type": "phone"}, 422, "mfa_phone_enroll_not_enabled", nil},
			{"a key", "POST", "factors", token, map[string]any{"factor_type": "webauthn"}, 422, "mfa_webauthn_enroll_not_enabled", nil},
			{"an odd name", "POST", "factors", token, map[string]any{"factor_type": "totp", "friendly_name": "a:b"}, 400, "validation_failed", nil},
			{"a factor without a token", "POST", "factors", "", map[string]any{"factor_type": "totp"}, 401, "no_authorization", nil},
			{"a challenge of no factor", "POST", "factors/x/challenge", token, map[string]any{}, 404, "validation_failed", nil},
			{"a challenge of an unknown factor", "POST", "factors/" + unknown + "/challenge", token, map[string]any{}, 404, "mfa_factor_not_found", nil},
			{"no code", "POST", "factors/" + unknown + "/verify", token, map[string]any{"challenge_id": unknown}, 400, "validation_failed", nil},
			{"no challenge", "POST", "factors/" + unknown + "/verify", token, map[string]any{"code": "123456"}, 400, "validation_failed", nil},
			{"a code for an unknown factor", "POST", "factors/" + unknown + "/verify", token, map[string]any{"challenge_id": unknown, "code": "123456"}, 404, "mfa_factor_not_found", nil},
			{"an unknown factor goes", "DELETE", "factors/" + unknown, token, nil, 404, "mfa_factor_not_found", nil},
			{"recovery codes", "GET", "factors/recovery-codes", token, nil, 405, "method_not_allowed", nil},
			{"the root", "GET", "", "", nil, 404, "not_found", nil},
			{"another method", "DELETE", "user", token, nil, 405, "method_not_allowed", nil},
			{"token by GET", "GET", "token", "", nil, 405, "method_not_allowed", nil},
		} {
			r := h.call(one.method, one.path, one.token, one.body, one.headers...)
			if r.status != one.status || r.text("code") != one.code {
				t.Errorf("%s: %d %s, want %d %s", one.name, r.status, r.raw, one.status, one.code)
			}
			h.want(r, one.status, one.code)
			if r.header.Get("Cache-Control") != "private, no-store" || r.header.Get("Content-Type") != "application/json; charset=utf-8" {
				t.Errorf("%s: headers %v", one.name, r.header)
			}
			if r.status == 405 && r.header.Get("Allow") == "" {
				t.Errorf("%s: no Allow", one.name)
			}
		}
		if !h.lives(token) {
			t.Error("the session suffered")
		}
	})
}

func TestWhatEverybodyMayAsk(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, path := range []string{"health", "settings", ".well-known/jwks.json"} {
			if r := h.call("GET", path, "", nil); r.status != 200 || len(r.body) == 0 {
				t.Errorf("%s: %d %s", path, r.status, r.raw)
			}
		}
		w := httptest.NewRecorder()
		h.mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/auth/v1", nil))
		if w.Code != 404 || !strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
			t.Errorf("/auth/v1: %d %v", w.Code, w.Header())
		}
	})
}

// A caller whose token is useless may still sign in, and is still counted.
func TestSignInDoesNotAskWhoCalls(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		r := h.call("POST", "token?grant_type=password", "an.old.token", map[string]any{"email": editor, "password": password})
		h.want(r, 200, "")
		rows, err := h.s.store.AsSystem().One(t.Context(), &schema.Sessions)
		if err != nil || rows.Text("address") != h.address {
			t.Errorf("%v %v", rows, err)
		}
	})
}

// To the client a 5xx means that the session may live on.
func TestAnUnreachableDatabaseIsNoReasonToSignOut(t *testing.T) {
	for kind, want := range map[fault.Kind]int{fault.Unavailable: 503, fault.TimedOut: 503, fault.Internal: 500, fault.NotOne: 500} {
		status, body, retry := explain(fmt.Errorf("select: %w", fault.New(kind, "secret engine text").Because(errors.New("more of it"))))
		if status != want || (status == 503) != (retry > 0) || body["code"] == "" || status == 500 && strings.Contains(fmt.Sprint(body), "engine") {
			t.Errorf("%s: %d %v %v", kind, status, body, retry)
		}
	}
}
