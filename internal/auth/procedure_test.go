package auth

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// run calls a procedure as the person of a token.
func (h *house) run(token, name, args string) (any, error) {
	h.t.Helper()
	actor, err := h.actor(token)
	if err != nil {
		return nil, err
	}
	out, err := h.s.Procedures().Call(h.t.Context(), h.s.store.As(actor), name, json.RawMessage(args))
	if err != nil || out == nil {
		return nil, err
	}
	raw, err := json.Marshal(out)
	if err != nil {
		h.t.Fatal(err)
	}
	var plain any
	if err := json.Unmarshal(raw, &plain); err != nil {
		h.t.Fatal(err)
	}
	return plain, nil
}

// rows calls a procedure that answers a list, by one of its columns.
func (h *house) rows(token, name, column string) map[string]map[string]any {
	h.t.Helper()
	out, err := h.run(token, name, "{}")
	if err != nil {
		h.t.Fatal(err)
	}
	all := map[string]map[string]any{}
	for _, row := range out.([]any) {
		all[fmt.Sprint(row.(map[string]any)[column])] = row.(map[string]any)
	}
	return all
}

func (h *house) refused(err error, kind fault.Kind, says string) {
	h.t.Helper()
	if !fault.Is(err, kind) || !strings.Contains(fault.From(err).Hint, says) {
		h.t.Errorf("got %v (%q), want %s saying %q", err, fault.From(err).Hint, kind, says)
	}
}

const root = "root@example.com"

// eachAdmin is each with an admin who has signed in.
func eachAdmin(t *testing.T, test func(t *testing.T, h *house, token string, me User)) {
	t.Helper()
	each(t, func(t *testing.T, h *house) {
		me := h.add(root, schema.Admin)
		token, _ := h.openAs(root, password)
		test(t, h, token, me)
	})
}

func TestOnlyAdminsAdministerUsers(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		token, _ := h.open()
		names := slices.DeleteFunc(slices.Collect(maps.Keys(h.s.Procedures())), func(name string) bool {
			return strings.Contains(name, "_session") || slices.Contains([]string{"confirm_password", "list_staff", "set_my_name"}, name)
		})
		if len(names) != 7 {
			t.Errorf("procedures %v", names)
		}
		for _, name := range names {
			_, err := h.run(token, name, "{}")
			h.refused(err, fault.Denied, "Only an administrator")
		}
	})
}

func TestListingUsers(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, token string, me User) {
		their, _ := h.open()
		phone := h.enrol(their, "Phone")
		h.enrol(their, "Given up")
		if n := len(h.rows(token, "list_users", "email")[editor]["factors"].([]any)); n != 0 {
			t.Errorf("%d factors before the first code", n)
		}
		phone.prove(their)
		users := h.rows(token, "list_users", "email")
		if len(users) != 2 || len(users[root]) != 9 {
			t.Fatalf("users %v", users)
		}
		for key, want := range map[string]any{"id": me.ID, "role": "admin", "has_password": true, "disabled_at": nil, "invited_at": nil, "factors": []any{}} {
			if got := users[root][key]; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s is %v, want %v", key, got, want)
			}
		}
		if users[root]["last_sign_in_at"] == nil || users[root]["created_at"] == nil {
			t.Errorf("moments %v", users[root])
		}
		if f := users[editor]["factors"].([]any)[0].(map[string]any); f["friendly_name"] != "Phone" || f["status"] != "verified" {
			t.Errorf("factor %v", f)
		}
		raw, _ := json.Marshal(users)
		if strings.Contains(string(raw), "argon2") || strings.Contains(string(raw), phone.secret) {
			t.Errorf("the list says too much: %s", raw)
		}
	})
}

func TestInvitingAPerson(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, token string, _ User) {
		out, err := h.run(token, "invite_user", `{"email":" New@Example.com ","role":"viewer"}`)
		if err != nil {
			t.Fatal(err)
		}
		made := out.(map[string]any)
		if made["email"] != "new@example.com" || made["role"] != "viewer" || made["has_password"] != false || made["invited_at"] == nil || made["last_sign_in_at"] != nil {
			t.Errorf("invited %v", made)
		}
		h.want(h.signIn("new@example.com", ""), 400, "validation_failed")
		h.want(h.signIn("new@example.com", password), 400, "invalid_credentials")
		if _, err = h.run(token, "invite_user", `{"email":"new@example.com","role":"editor"}`); err != nil {
			t.Fatal(err)
		}
		if len(h.invites) != 2 || !strings.HasPrefix(h.invites[0], origin+"/admin/reset?token_hash=") || !strings.HasSuffix(h.invites[0], "&type=invite") {
			t.Fatalf("letters %v", h.invites)
		}
		h.clock.Pass(7*24*time.Hour - time.Minute)
		h.want(h.verify(h.invites[0], "invite"), 403, "otp_expired") // the second letter replaced it
		r := h.verify(h.invites[1], "invite")
		h.want(r, 200, "")
		h.want(h.call("PUT", "user", r.text("access_token"), map[string]any{"password": "a much better secret"}), 200, "")
		their, _ := h.openAs("new@example.com", "a much better secret")
		if a, err := h.actor(their); a.Role != schema.Editor || err != nil {
			t.Errorf("%+v %v", a, err)
		}
		token, _ = h.openAs(root, password)
		_, err = h.run(token, "invite_user", `{"email":"new@example.com","role":"viewer"}`)
		h.refused(err, fault.Duplicate, "already a user")
	})
}

// TestWithoutMailAnAdministratorHandsTheInvitationOver: the link is told once,
// and replaces the one that was mailed to nobody.
func TestWithoutMailAnAdministratorHandsTheInvitationOver(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, token string, me User) {
		out, err := h.run(token, "invite_user", `{"email":"new@example.com","role":"editor"}`)
		if err != nil {
			t.Fatal(err)
		}
		of := func(id any) string { return fmt.Sprintf(`{"user_id":%q}`, id) }
		id := out.(map[string]any)["id"]
		_, err = h.run(token, "invitation_link", of(id))
		h.refused(err, fault.Invalid, "by mail")
		h.s.handsOver = func() bool { return true }
		their, _ := h.openAs(editor, password)
		_, err = h.run(their, "invitation_link", of(id))
		h.refused(err, fault.Denied, "Only an administrator")
		_, err = h.run(token, "invitation_link", of(me.ID))
		h.refused(err, fault.Duplicate, "password already")
		if _, err = h.run(token, "invitation_link", of(uuid.NewString())); !fault.Is(err, fault.NotOne) {
			t.Errorf("nobody: %v", err)
		}
		out, err = h.run(token, "invitation_link", of(id))
		if err != nil {
			t.Fatal(err)
		}
		link, _ := out.(map[string]any)["link"].(string)
		h.want(h.verify(h.invites[0], "invite"), 403, "otp_expired")
		r := h.verify(link, "invite")
		h.want(r, 200, "")
		h.want(h.call("PUT", "user", r.text("access_token"), map[string]any{"password": "a much better secret"}), 200, "")
		_, err = h.run(token, "invitation_link", of(id))
		h.refused(err, fault.Duplicate, "password already")
	})
}

func TestInvitationsThatAreRefused(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, token string, _ User) {
		for args, want := range map[string]fault.Kind{
			`{"email":"x","role":"viewer"}`:                            fault.Invalid,
			`{"email":"a@example.com","role":"system"}`:                fault.Invalid,
			`{"email":"a@example.com"}`:                                fault.Missing,
			`{"email":null,"role":"viewer"}`:                           fault.Missing,
			`{"email":1,"role":"viewer"}`:                              fault.BadValue,
			`{"email":"a@example.com","role":"viewer","password":"x"}`: fault.UnknownProcedure,
			`{"email":"` + editor + `","role":"viewer"}`:               fault.Duplicate,
		} {
			if _, err := h.run(token, "invite_user", args); !fault.Is(err, want) {
				t.Errorf("%s: %v", args, err)
			}
		}
		out, err := h.run(token, "invite_user", `{"email":"new@example.com","role":"viewer"}`)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.run(token, "set_user_disabled", fmt.Sprintf(`{"user_id":%q,"disabled":true}`, out.(map[string]any)["id"])); err != nil {
			t.Fatal(err)
		}
		h.want(h.verify(h.invites[0], "invite"), 403, "otp_expired")
		_, err = h.run(token, "invite_user", `{"email":"new@example.com","role":"viewer"}`)
		h.refused(err, fault.Invalid, "disabled")
		for range 5 {
			_, err = h.run(token, "invite_user", `{"email":"often@example.com","role":"viewer"}`)
		}
		if err != nil {
			t.Error(err)
		}
		if _, err = h.run(token, "invite_user", `{"email":"often@example.com","role":"viewer"}`); !fault.Is(err, fault.Crowded) || fault.From(err).Retry == 0 {
			t.Errorf("a sixth letter: %v", err)
		}
		if len(h.invites) != 6 {
			t.Errorf("%d letters", len(h.invites))
		}
	})
}

func TestChangingUsers(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, token string, me User) {
		their, _ := h.open()
		id := h.rows(token, "list_users", "email")[editor]["id"]
		change := func(name, more string) (any, error) {
			t.Helper()
			return h.run(token, name, fmt.Sprintf(`{"user_id":%q%s}`, id, more))
		}
		if out, err := change("set_user_role", `,"role":"viewer"`); err != nil || out.(map[string]any)["role"] != "viewer" {
			t.Errorf("%v %v", out, err)
		}
		if a, err := h.actor(their); a.Role != schema.Viewer || err != nil {
			t.Errorf("%+v %v", a, err)
		}
		if out, err := change("set_user_disabled", `,"disabled":true`); err != nil || out.(map[string]any)["disabled_at"] == nil {
			t.Errorf("%v %v", out, err)
		}
		if h.lives(their) {
			t.Error("a disabled user's session lives")
		}
		if out, err := change("set_user_disabled", `,"disabled":false`); err != nil || out.(map[string]any)["disabled_at"] != nil {
			t.Errorf("%v %v", out, err)
		}
		if out, err := change("remove_user", ""); err != nil || out != nil {
			t.Errorf("%v %v", out, err)
		}
		_, err := change("remove_user", "")
		h.refused(err, fault.NotOne, "no such user")
		_, err = change("set_user_role", `,"role":"root"`)
		h.refused(err, fault.Invalid, "Role must be")
		for name, more := range map[string]string{"set_user_role": `,"role":"viewer"`, "set_user_disabled": `,"disabled":true`, "remove_user": ""} {
			_, err := h.run(token, name, fmt.Sprintf(`{"user_id":%q%s}`, me.ID, more))
			h.refused(err, fault.Invalid, "last administrator")
			if _, err := h.run(token, name, `{"user_id":"root"`+more+`}`); !fault.Is(err, fault.BadValue) {
				t.Errorf("%s of no id: %v", name, err)
			}
		}
		if !h.lives(token) {
			t.Error("the admin suffered")
		}
	})
}

func TestAdminsWhoDisableEachOtherLeaveOne(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		tokens, ids := map[string]string{}, map[string]string{}
		for _, email := range []string{"a@example.com", "b@example.com"} {
			ids[email] = h.add(email, schema.Admin).ID
			tokens[email], _ = h.openAs(email, password)
		}
		calls := map[string]string{"a@example.com": "b@example.com", "b@example.com": "a@example.com"}
		var wg sync.WaitGroup
		for from, to := range calls {
			for _, call := range []string{`set_user_disabled {"user_id":%q,"disabled":true}`, `set_user_role {"user_id":%q,"role":"viewer"}`, `remove_user {"user_id":%q}`} {
				name, args, _ := strings.Cut(call, " ")
				wg.Go(func() { h.run(tokens[from], name, fmt.Sprintf(args, ids[to])) })
			}
		}
		wg.Wait()
		if n, err := h.s.store.AsSystem().Admins(t.Context()); n != 1 || err != nil {
			t.Errorf("%d admins are left (%v)", n, err)
		}
	})
}

func TestALostPhone(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, token string, me User) {
		their, _ := h.open()
		their, _ = h.enrol(their, "Phone").prove(their)
		token, _ = h.enrol(token, "Phone").prove(token)
		id := h.rows(token, "list_users", "email")[editor]["id"]
		out, err := h.run(token, "reset_user_factors", fmt.Sprintf(`{"user_id":%q}`, id))
		if err != nil || len(out.(map[string]any)["factors"].([]any)) != 0 {
			t.Errorf("%v %v", out, err)
		}
		if h.lives(their) {
			t.Error("the session of the phone lives")
		}
		their, _ = h.open()
		if a, err := h.actor(their); a.Role != schema.Editor || err != nil {
			t.Errorf("after the reset: %+v %v", a, err)
		}
		if _, err := h.run(token, "reset_user_factors", fmt.Sprintf(`{"user_id":%q}`, me.ID)); err != nil {
			t.Error(err)
		}
		if s := h.rows(token, "list_sessions", "current")["true"]; s["aal"] != "aal1" {
			t.Errorf("one's own session %v", s)
		}
		if err := h.s.ResetFactors(t.Context(), "nobody@example.com"); !fault.Is(err, fault.NotOne) {
			t.Error(err)
		}
	})
}
