package auth

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"golang.org/x/crypto/bcrypt"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func payload(t testing.TB, token string) map[string]any {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSigningInGivesASession(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		r := h.signIn("  Editor@EXAMPLE.com ", password)
		h.want(r, 200, "")
		if r.header.Get("Cache-Control") != "private, no-store" || !strings.HasPrefix(r.header.Get("Content-Type"), "application/json") {
			t.Errorf("headers %v", r.header)
		}
		now := float64(h.clock.Now().Unix())
		if r.body["token_type"] != "bearer" || r.body["expires_in"] != 900.0 || r.body["expires_at"] != now+900 || len(r.text("refresh_token")) != 43 {
			t.Errorf("session %s", r.raw)
		}
		u := r.user()
		for key, want := range map[string]any{"aud": "authenticated", "role": "authenticated", "email": editor, "phone": "", "is_anonymous": false} {
			if u[key] != want {
				t.Errorf("user.%s = %v, want %v", key, u[key], want)
			}
		}
		for _, key := range []string{"email_confirmed_at", "confirmed_at", "last_sign_in_at", "created_at", "updated_at"} {
			if _, err := time.Parse(time.RFC3339, fmt.Sprint(u[key])); err != nil {
				t.Errorf("user.%s = %v", key, u[key])
			}
		}
		for _, key := range []string{"app_metadata", "user_metadata"} {
			if _, ok := u[key].(map[string]any); !ok {
				t.Errorf("user.%s = %v", key, u[key])
			}
		}
		c := payload(t, r.text("access_token"))
		for key, want := range map[string]any{
			"sub": u["id"], "aud": "authenticated", "role": "authenticated", "iss": origin + "/auth/v1", "email": editor, "phone": "",
			"iat": now, "exp": now + 900, "aal": "aal1", "is_anonymous": false,
		} {
			if c[key] != want {
				t.Errorf("claim %s = %v, want %v", key, c[key], want)
			}
		}
		if uuid.Validate(fmt.Sprint(c["session_id"])) != nil {
			t.Errorf("session_id %v", c["session_id"])
		}
		if got := h.call("GET", "user", r.text("access_token"), nil); got.status != 200 || got.text("id") != u["id"] {
			t.Errorf("GET /user: %d %s", got.status, got.raw)
		}
	})
}

func TestFailuresLookAndCostTheSame(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.add("gone@example.com", schema.Viewer)
		if err := h.s.setDisabled(t.Context(), h.s.store.AsSystem(), "gone@example.com", true); err != nil {
			t.Fatal(err)
		}
		if _, err := h.s.store.AsSystem().Insert(t.Context(), &schema.Users, store.Row{"id": uuid.NewString(), "email": "invited@example.com"}); err != nil {
			t.Fatal(err)
		}
		h.signIn(editor, "warm the list up")
		var first reply
		for i, one := range []struct{ email, password string }{
			{editor, "definitely wrong"},
			{"nobody@example.com", "definitely wrong"},
			{"gone@example.com", password},
			{"invited@example.com", "x"},
		} {
			h.hashes.Store(0)
			r := h.signIn(one.email, one.password)
			h.want(r, 400, "invalid_credentials")
			if n := h.hashes.Load(); n != 1 {
				t.Errorf("%s: %d hashes, want 1", one.email, n)
			}
			if i == 0 {
				first = r
			} else if r.raw != first.raw {
				t.Errorf("%s: %s, another answer than %s", one.email, r.raw, first.raw)
			}
		}
		if first.text("message") != "Invalid login credentials" {
			t.Error(first.raw)
		}
	})
}

func TestFailuresCostTheSameWhileAnImportedHashIsThere(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		old, err := bcrypt.GenerateFromPassword([]byte("imported password"), bcrypt.MinCost)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.s.store.AsSystem().Insert(t.Context(), &schema.Users, store.Row{"id": uuid.NewString(), "email": "bcrypt@example.com", "password_hash": string(old)}); err != nil {
			t.Fatal(err)
		}
		compare := h.s.hasher.imported
		n := 0
		h.s.hasher.imported = func(hash, password []byte) error { n++; return compare(hash, password) }
		for _, email := range []string{"bcrypt@example.com", editor, "nobody@example.com"} {
			n = 0
			h.hashes.Store(0)
			h.want(h.signIn(email, "definitely wrong"), 400, "invalid_credentials")
			if n != 1 || h.hashes.Load() != 1 {
				t.Errorf("%s: %d imported hashes and %d of ours, want 1 each", email, n, h.hashes.Load())
			}
		}
		h.want(h.signIn("nobody@example.com", "imported password"), 400, "invalid_credentials")
		h.want(h.signIn("bcrypt@example.com", "imported password"), 200, "")
		n = 0
		h.want(h.signIn(editor, "definitely wrong"), 400, "invalid_credentials")
		if n != 0 {
			t.Error("the work goes on although no imported hash is left")
		}
	})
}

func TestAnOldHashIsReplacedAtSignIn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		old, err := bcrypt.GenerateFromPassword([]byte("imported password"), bcrypt.MinCost)
		if err != nil {
			t.Fatal(err)
		}
		weaker := cost{passes: 1, memory: 32, lanes: 1}
		salt := []byte("a salt of 16 byt")
		for email, hash := range map[string]string{
			"bcrypt@example.com": string(old),
			"argon@example.com":  weaker.phc(salt, weaker.key("imported password", salt, keySize)),
		} {
			id := uuid.NewString()
			if _, err := h.s.store.AsSystem().Insert(t.Context(), &schema.Users, store.Row{"id": id, "email": email, "password_hash": hash}); err != nil {
				t.Fatal(err)
			}
			h.want(h.signIn(email, "wrong password!"), 400, "invalid_credentials")
			h.want(h.signIn(email, "imported password"), 200, "")
			u, err := h.s.find(t.Context(), h.s.store.AsSystem(), email)
			if err != nil || !strings.HasPrefix(u.hash, "$argon2id$v=19$m=64,t=1,p=1$") {
				t.Errorf("%s kept %q (%v)", email, u.hash, err)
			}
			h.want(h.signIn(email, "imported password"), 200, "")
			h.want(h.signIn(email, "wrong password!"), 400, "invalid_credentials")
		}
	})
}

func TestASignInThatOverlapsAPasswordChangeIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		checked, err := h.s.find(t.Context(), h.s.store.AsSystem(), editor)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.s.SetPassword(t.Context(), editor, "another fine secret"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.s.admit(t.Context(), checked, store.Row{}, device{}); err != badCredentials {
			t.Errorf("got %v", err)
		}
	})
}

func TestAnAccountSlowsDownAfterFailures(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i := range 20 {
			h.address = fmt.Sprint("192.0.2.", i)
			h.want(h.signIn(editor, password), 200, "") // a right password uses nothing up
		}
		for i := range 8 {
			h.address = fmt.Sprint("198.51.100.", i)
			h.want(h.signIn("EDITOR@example.com", "wrong password"), 400, "invalid_credentials")
		}
		hashes := h.hashes.Load()
		r := h.signIn(editor, password)
		h.want(r, 429, "over_request_rate_limit")
		if r.header.Get("Retry-After") != "15" || !strings.Contains(r.text("message"), "in 15 seconds") {
			t.Errorf("%v %s", r.header, r.raw)
		}
		if h.hashes.Load() != hashes {
			t.Error("a refused attempt was hashed")
		}
		h.clock.Pass(15 * time.Second)
		h.want(h.signIn(editor, password), 200, "")
		h.want(h.signIn(editor, "wrong password"), 400, "invalid_credentials")
		h.want(h.signIn(editor, "wrong password"), 429, "over_request_rate_limit")
		for range 8 { // an unknown address slows down alike
			h.want(h.signIn("nobody@example.com", "wrong password"), 400, "invalid_credentials")
		}
		h.want(h.signIn("nobody@example.com", "wrong password"), 429, "over_request_rate_limit")
	})
}

func TestAnAddressMaySignInThirtyTimes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for range 30 {
			h.want(h.signIn(editor, password), 200, "")
		}
		r := h.signIn(editor, password)
		h.want(r, 429, "over_request_rate_limit")
		if r.header.Get("Retry-After") != "10" {
			t.Errorf("Retry-After %q", r.header.Get("Retry-After"))
		}
		h.address = "192.0.2.77"
		h.want(h.signIn(editor, password), 200, "")
	})
}

func TestGuessesAtOnceDoNotOutrunTheLimit(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.s.hasher.slots = make(chan struct{}, 8)
		var passed atomic.Int32
		var wg sync.WaitGroup
		for range 25 {
			wg.Go(func() {
				if r := h.signIn(editor, "wrong password"); r.text("code") == "invalid_credentials" {
					passed.Add(1)
				}
			})
		}
		wg.Wait()
		if n := passed.Load(); n != 8 {
			t.Errorf("%d guesses were judged, want 8", n)
		}
	})
}

func TestHashesAreBounded(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.s.limits = nil
		h.s.hasher.slots = make(chan struct{}, 2)
		var now, most, all atomic.Int32
		h.s.hasher.around = func(work func()) {
			all.Add(1)
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(2 * time.Millisecond)
			work()
			now.Add(-1)
		}
		for i := range 4 {
			h.add(fmt.Sprintf("u%d@example.com", i), schema.Viewer)
		}
		all.Store(0)
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() { h.want(h.signIn(fmt.Sprintf("u%d@example.com", i%4), password), 200, "") })
		}
		wg.Wait()
		if most.Load() > 2 || all.Load() != 20 {
			t.Errorf("%d hashes, %d at once", all.Load(), most.Load())
		}
	})
}

func TestAFullQueueSendsCallersAway(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.s.limits = nil
		h.s.hasher.slots = make(chan struct{}, 1)
		open := make(chan struct{})
		h.s.hasher.around = func(work func()) { <-open; work() }
		var wg sync.WaitGroup
		for i := range 1 + queue {
			wg.Go(func() { h.want(h.signIn(fmt.Sprintf("u%d@example.com", i), password), 400, "invalid_credentials") })
		}
		for h.s.hasher.inside.Load() < 1+queue {
			time.Sleep(time.Millisecond)
		}
		r := h.signIn(editor, password)
		h.want(r, 429, "over_request_rate_limit")
		if r.header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		close(open)
		wg.Wait()
		h.want(h.signIn(editor, password), 200, "")
	})
}

func TestAUserHasTenSessions(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		var access []string
		for range 12 {
			a, _ := h.open()
			access = append(access, a)
			h.clock.Pass(time.Second)
		}
		for i, a := range access {
			if h.lives(a) != (i >= 2) {
				t.Errorf("session %d lives: %v", i, h.lives(a))
			}
		}
	})
}
