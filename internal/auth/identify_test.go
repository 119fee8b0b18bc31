package auth

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

func TestWhoIsCalling(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		me := schema.Editor
		for _, one := range []struct {
			name  string
			auth  []string
			key   []string
			role  schema.Role
			fault fault.Kind
		}{
			{"nothing at all", nil, nil, schema.Visitor, ""},
			{"the public key as apikey", nil, []string{publicKey}, schema.Visitor, ""},
			{"the public key twice", []string{"Bearer " + publicKey}, []string{publicKey}, schema.Visitor, ""},
			{"the public key as bearer alone", []string{"Bearer " + publicKey}, nil, schema.Visitor, ""},
			{"a token", []string{"Bearer " + token}, []string{publicKey}, me, ""},
			{"a token without apikey", []string{"Bearer " + token}, nil, me, ""},
			{"the scheme in lower case", []string{"bearer " + token}, nil, me, ""},
			{"an empty header", []string{""}, nil, schema.Visitor, ""},
			{"text", []string{"Bearer abc"}, []string{publicKey}, "", fault.BadToken},
			{"no token after Bearer", []string{"Bearer "}, []string{publicKey}, "", fault.BadToken},
			{"Bearer alone", []string{"Bearer"}, []string{publicKey}, "", fault.BadToken},
			{"another scheme", []string{"Basic YTpi"}, []string{publicKey}, "", fault.BadToken},
			{"a token without a scheme", []string{token}, []string{publicKey}, "", fault.BadToken},
			{"two headers", []string{"Bearer " + publicKey, "Bearer " + token}, nil, "", fault.BadToken},
			{"a secret key as bearer", []string{"Bearer sb_secret_x"}, []string{publicKey}, "", fault.BadToken},
			{"another apikey", nil, []string{"sb_publishable_other"}, "", fault.BadKey},
			{"an empty apikey", nil, []string{""}, "", fault.BadKey},
			{"a secret key as apikey", []string{"Bearer " + token}, []string{"sb_secret_x"}, "", fault.BadKey},
			{"two apikeys", nil, []string{publicKey, "x"}, "", fault.BadKey},
			{"the token as apikey", []string{"Bearer " + token}, []string{token}, "", fault.BadKey},
		} {
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/rest/v1/hero_content", nil)
			for _, v := range one.auth {
				r.Header.Add("Authorization", v)
			}
			for _, v := range one.key {
				r.Header.Add("apikey", v)
			}
			a, err := h.s.Identify(r)
			if one.fault == "" && err != nil || one.fault != "" && !fault.Is(err, one.fault) || a.Role != one.role {
				t.Errorf("%s: %+v %v", one.name, a, err)
			}
			if a.Role == me && (a.UserID == "" || a.SessionID == "" || a.Label != a.UserID) {
				t.Errorf("%s: %+v", one.name, a)
			}
		}
		for token, want := range map[string]schema.Role{"": schema.Visitor, publicKey: schema.Visitor, token: me} {
			if a, err := h.s.ActorOf(t.Context(), token); a.Role != want || err != nil {
				t.Errorf("ActorOf: %+v %v, want %s", a, err, want)
			}
		}
	})
}

func TestARoleIsReadAtEachRequest(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.add("root@example.com", schema.Admin)
		token, _ := h.open()
		is := func(want schema.Role) {
			t.Helper()
			for range 2 { // from the database, then from memory
				if a, err := h.actor(token); a.Role != want || err != nil {
					t.Errorf("got %+v %v, want %s", a, err, want)
				}
			}
		}
		is(schema.Editor)
		for _, role := range []schema.Role{schema.Admin, schema.Viewer, schema.Editor} {
			if err := h.s.SetRole(t.Context(), editor, role); err != nil {
				t.Fatal(err)
			}
			is(role)
		}
		root := h.s.store.As(schema.Actor{Role: schema.Admin})
		me := fmt.Sprint(payload(t, token)["sub"])
		if _, err := root.Update(t.Context(), &schema.UserProfiles, store.Eq("user_id", me), store.Row{"role": "admin"}); err != nil {
			t.Fatal(err)
		}
		is(schema.Admin)
		if _, err := root.Delete(t.Context(), &schema.UserProfiles, store.Eq("user_id", me)); err != nil {
			t.Fatal(err)
		}
		is(schema.Viewer) // a user without a profile
	})
}

func TestADisabledOrRemovedUserIsOutAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, refresh := h.open()
		h.lives(token)
		if err := h.s.setDisabled(t.Context(), h.s.store.AsSystem(), editor, true); err != nil {
			t.Fatal(err)
		}
		if _, err := h.actor(token); !fault.Is(err, fault.NoSession) {
			t.Errorf("got %v", err)
		}
		h.want(h.refresh(refresh), 400, "refresh_token_not_found")
		h.want(h.signIn(editor, password), 400, "invalid_credentials")
		if err := h.s.setDisabled(t.Context(), h.s.store.AsSystem(), editor, false); err != nil {
			t.Fatal(err)
		}
		if h.lives(token) {
			t.Error("an old session came back")
		}
		token, refresh = h.open()
		h.lives(token)
		// Disabled by another hand, whose sessions are still there.
		if _, err := h.s.store.AsSystem().Update(t.Context(), &schema.Users, store.Folded("email", editor), store.Row{"disabled_at": h.clock.Now()}); err != nil {
			t.Fatal(err)
		}
		h.want(h.call("GET", "user", token, nil), 403, "session_not_found")
		h.want(h.refresh(refresh), 400, "refresh_token_not_found")
		if err := h.s.setDisabled(t.Context(), h.s.store.AsSystem(), editor, false); err != nil {
			t.Fatal(err)
		}
		token, refresh = h.open()
		h.lives(token)
		if err := h.s.RemoveUser(t.Context(), editor); err != nil {
			t.Fatal(err)
		}
		h.want(h.call("GET", "user", token, nil), 403, "session_not_found")
		h.want(h.refresh(refresh), 400, "refresh_token_not_found")
	})
}

// A closed database answers nothing: what is still answered came from memory.
func TestASteadyStreamOfRequestsReadsNothing(t *testing.T) {
	db, err := engines.Open(t.Context(), store.Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	h := build(t, db)
	h.add(editor, schema.Editor)
	token, _ := h.open()
	if _, err := h.actor(token); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if a, err := h.actor(token); err != nil || a.Role != schema.Editor {
			t.Fatal(a, err)
		}
	}
	h.clock.Pass(maxAge - time.Second)
	if _, err := h.actor(token); err != nil {
		t.Fatal(err)
	}
	h.clock.Pass(time.Second)
	if a, err := h.actor(token); err == nil {
		t.Errorf("an old principal is trusted without an announcement: %+v", a)
	}
	h.clock.Pass(-time.Second)
	h.s.cache.Clear()
	if a, err := h.actor(token); err == nil {
		t.Errorf("after a change it was still answered from memory: %+v", a)
	} else if fault.Is(err, fault.BadToken) || fault.Is(err, fault.NoSession) {
		t.Errorf("a database that is away looks like a bad token: %v", err)
	}
}

func TestWhatWasLoadedBeforeAChangeIsNotCached(t *testing.T) {
	db := storetest.SQLite(t)
	c := newCache(db)
	_, before, _ := c.Get("s")
	storetest.Add(t, db, &schema.HeroContent, store.Row{"title": "t"})
	c.Put("other", principal{role: schema.Editor}, before)
	if _, _, ok := c.Get("other"); !ok {
		t.Error("a change of another table made it forget")
	}
	h := build(t, db)
	for i, change := range []func(){
		func() { h.add(editor, schema.Editor) },
		func() { h.open() },
		func() { h.s.SetRole(t.Context(), editor, schema.Viewer) },
	} {
		_, before, _ = c.Get("s")
		change()
		c.Put("s", principal{role: schema.Admin}, before)
		if _, _, ok := c.Get("s"); ok {
			t.Errorf("change %d: an older value was cached", i)
		}
	}
}

func TestEveryRequestAfterARoleChangeSeesIt(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.add("root@example.com", schema.Admin)
		token, _ := h.open()
		var stop atomic.Bool
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for !stop.Load() {
					if _, err := h.actor(token); err != nil {
						t.Errorf("a request meanwhile: %v", err)
						return
					}
				}
			})
		}
		for i := range 30 {
			role := []schema.Role{schema.Viewer, schema.Admin, schema.Editor}[i%3]
			if err := h.s.SetRole(t.Context(), editor, role); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if a, err := h.actor(token); a.Role != role || err != nil {
					t.Fatalf("change %d: %+v %v, want %s", i, a, err, role)
				}
			}
		}
		stop.Store(true)
		wg.Wait()
	})
}

// On PostgreSQL a second instance hears of the change.
func TestAnotherInstanceSeesASessionEnd(t *testing.T) {
	url := storetest.PostgresURL(t)
	a := build(t, storetest.Open(t, store.Options{URL: url}))
	b := build(t, storetest.Open(t, store.Options{URL: url}))
	a.add(editor, schema.Editor)
	token, _ := a.open()
	if !b.lives(token) {
		t.Fatal("instances that share the secret share the sessions")
	}
	if r := a.call("POST", "logout", token, nil); r.status != 204 {
		t.Fatal(r.raw)
	}
	eventually(t, func() bool { return !b.lives(token) })
}

func TestACanceledRequestIsNoBadToken(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		h.s.cache.Clear()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.s.ActorOf(ctx, token); err == nil || fault.Is(err, fault.NoSession) || fault.Is(err, fault.BadToken) {
			t.Errorf("got %v", err)
		}
		if !h.lives(token) {
			t.Error("the failure was remembered")
		}
	})
}
