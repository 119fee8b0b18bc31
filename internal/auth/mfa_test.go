package auth

import (
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// app is an authenticator app with one secret.
type app struct {
	h          *house
	id, secret string
}

func (a app) code() string {
	a.h.t.Helper()
	code, err := totp.GenerateCode(a.secret, a.h.clock.Now())
	if err != nil {
		a.h.t.Fatal(err)
	}
	return code
}

func (h *house) enrol(token, name string) app {
	h.t.Helper()
	r := h.call("POST", "factors", token, map[string]any{"factor_type": "totp", "friendly_name": name})
	if r.status != 200 {
		h.t.Fatalf("enrol: %d %s", r.status, r.raw)
	}
	secret, _ := r.body["totp"].(map[string]any)["secret"].(string)
	return app{h, r.text("id"), secret}
}

func (a app) challenge(token string) string {
	a.h.t.Helper()
	r := a.h.call("POST", "factors/"+a.id+"/challenge", token, map[string]any{"factorId": a.id})
	a.h.want(r, 200, "")
	return r.text("id")
}

func (a app) verify(token, challenge, code string) reply {
	a.h.t.Helper()
	return a.h.call("POST", "factors/"+a.id+"/verify", token, map[string]any{"challenge_id": challenge, "code": code})
}

// prove enters the present code and must succeed.
func (a app) prove(token string) (access, refresh string) {
	a.h.t.Helper()
	r := a.verify(token, a.challenge(token), a.code())
	if r.status != 200 {
		a.h.t.Fatalf("prove: %d %s", r.status, r.raw)
	}
	a.h.clock.Pass(stepSeconds * time.Second) // so that the next code is another
	return r.text("access_token"), r.text("refresh_token")
}

// levelOf is what a token claims: its level and its methods.
func (h *house) levelOf(token string) string {
	h.t.Helper()
	c := payload(h.t, token)
	out, _ := c["aal"].(string)
	for _, p := range c["amr"].([]any) {
		out += " " + p.(map[string]any)["method"].(string)
	}
	return out
}

func TestASecondFactorFromEnrolmentToRemoval(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		r := h.call("POST", "factors", token, map[string]any{"factor_type": "totp", "friendly_name": "Phone", "issuer": "Vitrine"})
		h.want(r, 200, "")
		shown := r.body["totp"].(map[string]any)
		uri, err := url.Parse(shown["uri"].(string))
		if err != nil || uri.Scheme != "otpauth" || uri.Query().Get("secret") != shown["secret"] || uri.Query().Get("issuer") != "Vitrine" || uri.Path != "/Vitrine:"+editor {
			t.Errorf("uri %s (%v)", uri, err)
		}
		if r.text("type") != "totp" || r.text("friendly_name") != "Phone" || len(shown["secret"].(string)) != 32 || !strings.HasPrefix(shown["qr_code"].(string), "<svg ") {
			t.Errorf("enrolled %s", r.raw)
		}
		phone := app{h, r.text("id"), shown["secret"].(string)}
		if _, err := h.actor(token); err != nil {
			t.Errorf("a factor that was never proven counts: %v", err)
		}
		lifted, refresh := phone.prove(token)
		if got := h.levelOf(lifted); got != "aal2 totp password" {
			t.Errorf("claims %s", got)
		}
		r = h.refresh(refresh)
		h.want(r, 200, "")
		if got := h.levelOf(r.text("access_token")); got != "aal2 totp password" {
			t.Errorf("after a refresh %s", got)
		}
		refresh = r.text("refresh_token")
		f := h.call("GET", "user", lifted, nil).body["factors"].([]any)[0].(map[string]any)
		if f["id"] != phone.id || f["status"] != "verified" || f["factor_type"] != "totp" || f["friendly_name"] != "Phone" || f["last_challenged_at"] == nil || f["secret"] != nil {
			t.Errorf("factor %v", f)
		}
		r = h.call("DELETE", "factors/"+phone.id, lifted, nil)
		if h.want(r, 200, ""); r.text("id") != phone.id {
			t.Errorf("removed %s", r.raw)
		}
		r = h.refresh(refresh)
		if got := h.levelOf(r.text("access_token")); got != "aal1 password" || r.user()["factors"] != nil {
			t.Errorf("after the removal %s %s", got, r.raw)
		}
		if _, err := h.actor(lifted); err != nil {
			t.Errorf("without a factor: %v", err)
		}
	})
}

func TestAFactorMustBeProven(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first, _ := h.open()
		elsewhere, elsewhereRefresh := h.open()
		phone := h.enrol(first, "Phone")
		phone.prove(first)
		if h.lives(elsewhere) {
			t.Error("a session by password alone outlived the enrolment")
		}
		h.want(h.refresh(elsewhereRefresh), 400, "refresh_token_not_found")
		r := h.signIn(editor, password)
		token := r.text("access_token")
		if f, _ := r.user()["factors"].([]any); len(f) != 1 || h.levelOf(token) != "aal1 password" {
			t.Errorf("signed in %s", r.raw)
		}
		_, err := h.actor(token)
		if !fault.Is(err, fault.NeedsFactor) || fault.From(err).Hint == "" {
			t.Errorf("without the factor: %v", err)
		}
		if _, err := h.s.ActorOf(t.Context(), token); !fault.Is(err, fault.NeedsFactor) {
			t.Errorf("a socket without the factor: %v", err)
		}
		h.want(h.call("GET", "user", token, nil), 200, "")
		h.want(h.call("PUT", "user", token, map[string]any{"password": "a much better secret"}), 401, "insufficient_aal")
		h.want(h.call("PUT", "user", token, map[string]any{"data": map[string]any{"a": 1}}), 401, "insufficient_aal")
		h.want(h.call("POST", "factors", token, map[string]any{"factor_type": "totp", "friendly_name": "Mine"}), 403, "insufficient_aal")
		h.want(h.call("DELETE", "factors/"+phone.id, token, nil), 422, "insufficient_aal")
		again := h.refresh(r.text("refresh_token"))
		if h.levelOf(again.text("access_token")) != "aal1 password" {
			t.Error("a refresh lifted the session")
		}
		lifted, _ := phone.prove(token)
		if a, err := h.actor(lifted); a.Role != schema.Editor || err != nil {
			t.Errorf("with the factor: %+v %v", a, err)
		}
		h.want(h.call("PUT", "user", lifted, map[string]any{"password": "a much better secret"}), 200, "")
		h.want(h.call("POST", "logout?scope=local", h.signIn(editor, "a much better secret").text("access_token"), nil), 204, "")
	})
}

func TestARecoveryLinkDoesNotReplaceTheFactor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		phone := h.enrol(token, "Phone")
		phone.prove(token)
		h.recover(editor)
		token = h.verify(h.letters[0], "recovery").text("access_token")
		if got := h.levelOf(token); got != "aal1 otp" {
			t.Errorf("by link %s", got)
		}
		if _, err := h.actor(token); !fault.Is(err, fault.NeedsFactor) {
			t.Errorf("by link: %v", err)
		}
		h.want(h.call("PUT", "user", token, map[string]any{"password": "a much better secret"}), 401, "insufficient_aal")
		token, _ = phone.prove(token)
		if got := h.levelOf(token); got != "aal2 totp otp" {
			t.Errorf("by link and code %s", got)
		}
		h.want(h.call("PUT", "user", token, map[string]any{"password": "a much better secret"}), 200, "")
	})
}

func TestCodesAndChallenges(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first, _ := h.open()
		phone := h.enrol(first, "Phone")
		phone.prove(first)
		token, stale := h.open()
		challenge := phone.challenge(token)
		h.want(phone.verify(token, challenge, "000000"), 422, "mfa_verification_failed")
		code := phone.code()
		r := phone.verify(token, challenge, code[:3]+" "+code[3:])
		h.want(r, 200, "")
		h.want(h.refresh(stale), 400, "refresh_token_not_found") // from before the code
		h.want(h.refresh(r.text("refresh_token")), 200, "")
		h.want(phone.verify(token, challenge, code), 422, "mfa_factor_not_found")
		other, _ := h.open()
		h.want(phone.verify(other, phone.challenge(other), code), 422, "mfa_verification_failed") // used
		h.clock.Pass(stepSeconds * time.Second)
		theirs := phone.challenge(other)
		h.want(phone.verify(token, theirs, phone.code()), 422, "mfa_factor_not_found") // another session's
		h.clock.Pass(challengeLife)
		h.want(phone.verify(other, theirs, phone.code()), 422, "mfa_challenge_expired")
		h.add("other@example.com", schema.Editor)
		stranger, _ := h.openAs("other@example.com", password)
		for _, r := range []reply{
			h.call("POST", "factors/"+phone.id+"/challenge", stranger, map[string]any{}),
			phone.verify(stranger, theirs, phone.code()),
			h.call("DELETE", "factors/"+phone.id, stranger, nil),
		} {
			h.want(r, 404, "mfa_factor_not_found")
		}
		h.clock.Pass(time.Second)
		if err := h.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := h.s.store.AsSystem().Count(t.Context(), &schema.Challenges); n != 0 || err != nil {
			t.Errorf("%d challenges are left (%v)", n, err)
		}
	})
}

func TestWrongCodesAreCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first, _ := h.open()
		phone := h.enrol(first, "Phone")
		phone.prove(first)
		token, _ := h.open()
		challenge := phone.challenge(token)
		var wg sync.WaitGroup
		var mu sync.Mutex
		seen := map[int]int{}
		for range 12 {
			wg.Go(func() {
				r := phone.verify(token, challenge, "000000")
				mu.Lock()
				defer mu.Unlock()
				seen[r.status]++
			})
		}
		wg.Wait()
		if seen[422] != 5 || seen[429] != 7 {
			t.Errorf("answers %v", seen)
		}
		r := phone.verify(token, challenge, phone.code())
		h.want(r, 429, "over_request_rate_limit")
		if r.header.Get("Retry-After") != "60" || !strings.Contains(r.text("message"), "try again in 60 seconds") {
			t.Errorf("%v %s", r.header, r.raw)
		}
		h.clock.Pass(time.Minute)
		h.want(phone.verify(token, challenge, phone.code()), 200, "")
	})
}

func TestACodeIsTakenOnceByThoseWhoSendItTogether(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first, _ := h.open()
		phone := h.enrol(first, "Phone")
		phone.prove(first)
		code := phone.code()
		var wg sync.WaitGroup
		var mu sync.Mutex
		taken := 0
		for range 4 {
			token, _ := h.open()
			challenge := phone.challenge(token)
			wg.Go(func() {
				if phone.verify(token, challenge, code).status == 200 {
					mu.Lock()
					defer mu.Unlock()
					taken++
				}
			})
		}
		wg.Wait()
		if taken != 1 {
			t.Errorf("taken %d times", taken)
		}
	})
}

func TestWhatWasIssuedBeforeTheCodeStaysAtTheFirstLevel(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first, _ := h.open()
		phone := h.enrol(first, "Phone")
		phone.prove(first)
		r := h.signIn(editor, password)
		access, used := r.text("access_token"), r.text("refresh_token")
		fresh := h.refresh(used).text("refresh_token")
		done := phone.verify(access, phone.challenge(access), phone.code())
		h.want(done, 200, "")
		for _, stolen := range []string{used, fresh} { // within the grace
			h.want(h.refresh(stolen), 400, "refresh_token_not_found")
		}
		lifted := done.text("access_token")
		if _, err := h.actor(lifted); err != nil { // the session did not end with them
			t.Errorf("with the code: %v", err)
		}
		if _, err := h.actor(access); !fault.Is(err, fault.NeedsFactor) {
			t.Errorf("an access token from before the code: %v", err)
		}
		h.want(h.call("PUT", "user", access, map[string]any{"password": "a much better secret"}), 401, "insufficient_aal")
		h.want(h.call("POST", "factors", access, map[string]any{"factor_type": "totp", "friendly_name": "Mine"}), 403, "insufficient_aal")
		h.want(h.call("DELETE", "factors/"+phone.id, access, nil), 422, "insufficient_aal")
		h.want(h.call("GET", "user", access, nil), 200, "")
		h.want(h.refresh(done.text("refresh_token")), 200, "")
	})
}
