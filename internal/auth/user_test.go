package auth

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
)

func TestAPasswordChangeEndsAllOtherSessions(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.add("other@example.com", schema.Viewer)
		mine, refresh := h.open()
		thief, stolen := h.open()
		other, _ := h.openAs("other@example.com", password)
		h.call("POST", "recover", "", map[string]any{"email": editor})
		for _, token := range []string{mine, thief, other} {
			h.lives(token)
		}
		r := h.call("PUT", "user", mine, map[string]any{"password": "a much better secret", "code_challenge": nil, "code_challenge_method": nil})
		h.want(r, 200, "")
		if r.text("email") != editor {
			t.Error(r.raw)
		}
		if !h.lives(mine) || h.lives(thief) || !h.lives(other) {
			t.Errorf("alive: %v %v %v", h.lives(mine), h.lives(thief), h.lives(other))
		}
		h.want(h.refresh(refresh), 200, "")
		h.want(h.refresh(stolen), 400, "refresh_token_not_found")
		h.want(h.verify(h.letters[0], "recovery"), 403, "otp_expired")
		h.want(h.signIn(editor, password), 400, "invalid_credentials")
		h.want(h.signIn(editor, "a much better secret"), 200, "")
	})
}

func TestNewPasswordsAreJudged(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		for _, one := range []struct{ password, code, reason string }{
			{"x", "weak_password", "length"},
			{"", "weak_password", "length"},
			{"elevenchars", "weak_password", "length"},
			{strings.Repeat("long", 257), "weak_password", "length"},
			{"passwordpassword", "weak_password", "pwned"},
			{"Vitrine-Editor-1", "weak_password", "pwned"},
			{password, "same_password", ""},
		} {
			r := h.call("PUT", "user", token, map[string]any{"password": one.password})
			h.want(r, 422, one.code)
			if one.reason != "" && !strings.Contains(r.raw, `"weak_password":{"reasons":["`+one.reason+`"]}`) {
				t.Errorf("%.20q: %s", one.password, r.raw)
			}
		}
		h.want(h.signIn(editor, password), 200, "")
	})
}

func TestGuessingOnesOwnPasswordIsLimited(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		for range passwordTrials.Count {
			h.want(h.call("PUT", "user", token, map[string]any{"password": password}), 422, "same_password")
		}
		r := h.call("PUT", "user", token, map[string]any{"password": password})
		h.want(r, 429, "over_request_rate_limit")
		if r.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	})
}

func TestUserDataIsMerged(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		h.lives(token)
		put := func(data any) reply { return h.call("PUT", "user", token, map[string]any{"data": data}) }
		h.want(put(map[string]any{"name": "Ada", "theme": "dark"}), 200, "")
		h.want(put(map[string]any{"theme": nil, "lang": "en"}), 200, "")
		r := h.call("GET", "user", token, nil)
		data, _ := r.body["user_metadata"].(map[string]any)
		if len(data) != 2 || data["name"] != "Ada" || data["lang"] != "en" {
			t.Errorf("user_metadata %v", data)
		}
		h.want(put(map[string]any{"big": strings.Repeat("x", maxMetadata)}), 422, "validation_failed")
		h.want(put(map[string]any{"nul": "\x00"}), 400, "validation_failed")
		h.want(put("text"), 400, "bad_json")
		if got := h.call("GET", "user", token, nil); got.raw != r.raw {
			t.Errorf("a refused change left a trace: %s", got.raw)
		}
	})
}

func TestAnAddressIsNotChangedByItsUser(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		h.want(h.call("PUT", "user", token, map[string]any{"email": "new@example.com", "password": "a much better secret"}), 422, "email_address_not_authorized")
		h.want(h.call("PUT", "user", token, map[string]any{"phone": "+4912345"}), 422, "phone_provider_disabled")
		h.want(h.call("PUT", "user", token, map[string]any{"email": "EDITOR@example.com"}), 200, "")
		h.want(h.call("PUT", "user", token, map[string]any{}), 200, "")
		h.want(h.signIn(editor, password), 200, "")
	})
}

const better = "a much better secret"

func TestAPasswordChangeAsksForTheCurrentOneUnlessTheSignInIsFresh(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		access, refresh := h.open()
		change := func(current any) reply {
			return h.call("PUT", "user", access, map[string]any{"password": better, "current_password": current})
		}
		h.want(change("not my password"), 400, "current_password_invalid") // given, so it must be right
		h.clock.Pass(freshLife)
		h.want(change(nil), 400, "reauthentication_needed")
		h.want(change(""), 400, "reauthentication_needed")
		access = h.refresh(refresh).text("access_token") // no proof of anything
		h.want(change(nil), 400, "reauthentication_needed")
		h.want(change("not my password"), 400, "current_password_invalid")
		h.want(change(strings.Repeat("x", maxPassword+1)), 400, "current_password_invalid")
		h.want(h.call("PUT", "user", access, map[string]any{"data": map[string]any{"a": 1}}), 200, "")
		h.want(h.signIn(editor, password), 200, "")
		h.want(change(password), 200, "")
		h.want(h.signIn(editor, better), 200, "")
	})
}

func TestWrongCurrentPasswordsCountAsFailedSignIns(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		access, _ := h.open()
		h.clock.Pass(freshLife)
		for range failures.Count {
			h.want(h.call("PUT", "user", access, map[string]any{"password": better, "current_password": "not my password"}), 400, "current_password_invalid")
		}
		h.want(h.call("PUT", "user", access, map[string]any{"password": better, "current_password": password}), 429, "over_request_rate_limit")
		h.want(h.signIn(editor, password), 429, "over_request_rate_limit")
		h.clock.Pass(failures.Per)
		h.want(h.call("PUT", "user", access, map[string]any{"password": better, "current_password": password}), 200, "")
	})
}

func TestALinkStandsForTheCurrentPassword(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.recover(editor)
		access := h.verify(h.letters[0], "recovery").text("access_token")
		h.clock.Pass(accessLife - time.Second) // longer than a sign-in counts
		h.want(h.call("PUT", "user", access, map[string]any{"password": better}), 200, "")
		h.want(h.signIn(editor, better), 200, "")
	})
}

func TestACodeDoesNotStandForTheCurrentPassword(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		access, _ := h.open()
		h.clock.Pass(freshLife)
		phone := h.enrol(access, "Phone of whoever sits here")
		access, _ = phone.prove(access)
		h.want(h.call("PUT", "user", access, map[string]any{"password": better}), 400, "reauthentication_needed")
	})
}
