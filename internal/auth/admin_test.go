package auth

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAddingUsers(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, one := range []struct {
			name, email, password string
			role                  schema.Role
			fault                 fault.Kind
			says                  string
		}{
			{"a new one", "new@example.com", password, schema.Viewer, "", ""},
			{"the same address", "NEW@example.com", password, schema.Viewer, fault.Duplicate, "already a user"},
			{"no address", "new", password, schema.Viewer, fault.Invalid, "valid email"},
			{"a short password", "b@example.com", "short", schema.Viewer, fault.Invalid, "at least 12"},
			{"a common password", "b@example.com", "qwerty123456", schema.Viewer, fault.Invalid, "too common"},
			{"no role", "b@example.com", password, "", fault.Invalid, "Role must"},
			{"a role that requests do not have", "b@example.com", password, schema.System, fault.Invalid, "Role must"},
		} {
			u, err := h.s.AddUser(t.Context(), one.email, one.password, one.role)
			if one.fault == "" && (err != nil || u.Email != one.email || u.Role != one.role || u.ID == "") {
				t.Errorf("%s: %+v %v", one.name, u, err)
			}
			if one.fault != "" && (!fault.Is(err, one.fault) || !strings.Contains(fault.From(err).Hint, one.says)) {
				t.Errorf("%s: %v", one.name, err)
			}
		}
		users, err := h.s.ListUsers(t.Context())
		if err != nil || len(users) != 2 || users[0].Email != editor || users[0].Role != schema.Editor || users[1].Role != schema.Viewer {
			t.Errorf("%+v %v", users, err)
		}
		h.open()
		if users, err = h.s.ListUsers(t.Context()); err != nil || users[0].LastSignInAt.IsZero() || !users[1].LastSignInAt.IsZero() {
			t.Errorf("%+v %v", users, err)
		}
	})
}

func TestSettingAPasswordEndsEverySession(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, refresh := h.open()
		h.recover(editor)
		if err := h.s.SetPassword(t.Context(), editor, "short"); !fault.Is(err, fault.Invalid) || !h.lives(token) {
			t.Errorf("got %v", err)
		}
		if err := h.s.SetPassword(t.Context(), "EDITOR@example.com", "a much better secret"); err != nil {
			t.Fatal(err)
		}
		if h.lives(token) {
			t.Error("a session lived on")
		}
		h.want(h.refresh(refresh), 400, "refresh_token_not_found")
		h.want(h.verify(h.letters[0], "recovery"), 403, "otp_expired")
		h.want(h.signIn(editor, "a much better secret"), 200, "")
		if err := h.s.SetPassword(t.Context(), "nobody@example.com", "a much better secret"); !fault.Is(err, fault.NotOne) {
			t.Errorf("got %v", err)
		}
	})
}

func TestTheLastAdminStays(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		root := h.add("root@example.com", schema.Admin)
		refused := func(err error) {
			t.Helper()
			if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.From(err).Hint, "last administrator") {
				t.Errorf("got %v", err)
			}
		}
		allowed := func(err error) {
			t.Helper()
			if err != nil {
				t.Error(err)
			}
		}
		refused(h.s.SetRole(ctx, root.ID, schema.Editor))
		refused(h.s.setDisabled(ctx, h.s.store.AsSystem(), root.Email, true))
		refused(h.s.RemoveUser(ctx, root.Email))
		allowed(h.s.SetRole(ctx, root.Email, schema.Admin))
		second := h.add("second@example.com", schema.Admin)
		allowed(h.s.setDisabled(ctx, h.s.store.AsSystem(), second.ID, true))
		refused(h.s.RemoveUser(ctx, root.Email)) // a disabled admin administers nothing
		allowed(h.s.setDisabled(ctx, h.s.store.AsSystem(), second.ID, false))
		allowed(h.s.RemoveUser(ctx, root.ID))
		refused(h.s.RemoveUser(ctx, second.ID))
		allowed(h.s.RemoveUser(ctx, editor))
		profiles, err := h.s.store.AsSystem().Select(ctx, &schema.UserProfiles, store.Query{})
		if err != nil || len(profiles) != 1 || profiles[0].Text("user_id") != second.ID {
			t.Errorf("profiles %v (%v)", profiles, err)
		}
		if err := h.s.RemoveUser(ctx, editor); !fault.Is(err, fault.NotOne) {
			t.Errorf("got %v", err)
		}
	})
}

func TestTwoAdminsCannotRemoveEachOther(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.add("a@example.com", schema.Admin)
		h.add("b@example.com", schema.Admin)
		var removed atomic.Int32
		var wg sync.WaitGroup
		for _, email := range []string{"a@example.com", "b@example.com"} {
			wg.Go(func() {
				if h.s.RemoveUser(t.Context(), email) == nil {
					removed.Add(1)
				}
			})
		}
		wg.Wait()
		if n := removed.Load(); n != 1 {
			t.Errorf("%d were removed", n)
		}
	})
}

func TestTheFirstAdminIsMadeOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := build(t, db)
		if _, _, err := h.s.EnsureAdmin(t.Context(), "admin@vitrine.local", "short"); !fault.Is(err, fault.Invalid) {
			t.Errorf("a short password: %v", err)
		}
		var made atomic.Int32
		var word atomic.Value
		var wg sync.WaitGroup
		for range 3 { // instances that start at once
			wg.Go(func() {
				created, printed, err := h.s.EnsureAdmin(t.Context(), "admin@vitrine.local", "")
				if err != nil || created != (printed != "") {
					t.Errorf("%v %q %v", created, printed, err)
				}
				if created {
					made.Add(1)
					word.Store(printed)
				}
			})
		}
		wg.Wait()
		if made.Load() != 1 {
			t.Fatalf("made %d", made.Load())
		}
		token, _ := h.openAs("admin@vitrine.local", word.Load().(string))
		if a, err := h.actor(token); a.Role != schema.Admin || err != nil {
			t.Errorf("%+v %v", a, err)
		}
		created, printed, err := h.s.EnsureAdmin(t.Context(), "other@example.com", "some other password")
		if created || printed != "" || err != nil {
			t.Errorf("a second start: %v %q %v", created, printed, err)
		}
	})
}

func TestTheFirstAdminTakesTheGivenPassword(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := build(t, db)
		created, printed, err := h.s.EnsureAdmin(t.Context(), "Boss@Example.com", "given by the operator")
		if !created || printed != "" || err != nil {
			t.Errorf("%v %q %v", created, printed, err)
		}
		h.want(h.signIn("boss@example.com", "given by the operator"), 200, "")
	})
}

func TestEditorsAloneGetAnAdmin(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := build(t, db)
		if _, err := h.s.AddUser(t.Context(), editor, password, schema.Editor); err != nil {
			t.Fatal(err)
		}
		if created, _, err := h.s.EnsureAdmin(t.Context(), editor, "given by the operator"); created || !fault.Is(err, fault.Duplicate) {
			t.Errorf("an address that is taken: %v %v", created, err)
		}
		created, printed, err := h.s.EnsureAdmin(t.Context(), "admin@vitrine.local", "")
		if !created || printed == "" || err != nil {
			t.Errorf("%v %q %v", created, printed, err)
		}
		if created, _, err := h.s.EnsureAdmin(t.Context(), "other@vitrine.local", ""); created || err != nil {
			t.Errorf("a second start: %v %v", created, err)
		}
	})
}
