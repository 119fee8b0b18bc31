package auth

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// done is what activity tells, the oldest first.
func (h *house) done() (out []string) {
	h.t.Helper()
	rows, err := h.s.store.AsSystem().Select(h.t.Context(), &schema.Activity, store.Query{Order: []store.Order{store.Asc("id")}})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, row := range rows {
		if row.Text("document") != schema.UserDocument || row.Text("document_id") == "" {
			h.t.Errorf("activity %v names no user", row)
		}
		out = append(out, fmt.Sprintf("%s %s %s", row.Text("user_email"), row.Text("action"), row.Text("summary")))
	}
	return out
}

func (h *house) did(want ...string) {
	h.t.Helper()
	if got := h.done(); !slices.Equal(got, want) {
		h.t.Errorf("activity\n%q, want\n%q", got, want)
	}
	if _, err := h.s.store.AsSystem().Delete(h.t.Context(), &schema.Activity, store.Gt("id", 0)); err != nil {
		h.t.Fatal(err)
	}
}

func TestActivityTellsWhatAdminsDoToAccounts(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, admin string, _ User) {
		h.did(" added "+editor+" as editor", " added "+root+" as admin", root+" signed_in "+root) // on the command line
		they, err := h.s.find(t.Context(), h.s.store.AsSystem(), editor)
		if err != nil {
			t.Fatal(err)
		}
		must := func(name, args string) {
			t.Helper()
			if _, err := h.run(admin, name, fmt.Sprintf(args, they.ID)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := h.run(admin, "invite_user", `{"email":"Writer@example.com","role":"viewer"}`); err != nil {
			t.Fatal(err)
		}
		must("set_user_role", `{"user_id":%q,"role":"viewer"}`)
		must("set_user_role", `{"user_id":%q,"role":"viewer"}`) // changes nothing
		must("set_user_disabled", `{"user_id":%q,"disabled":true}`)
		must("set_user_disabled", `{"user_id":%q,"disabled":true}`)
		must("set_user_disabled", `{"user_id":%q,"disabled":false}`)
		must("reset_user_factors", `{"user_id":%q}`)
		must("remove_user", `{"user_id":%q}`)
		h.did(
			root+" invited writer@example.com as viewer",
			root+" role_changed "+editor+" to viewer",
			root+" disabled "+editor,
			root+" enabled "+editor,
			root+" factors_reset "+editor,
			root+" removed "+editor,
		)
		if _, err := h.run(admin, "invite_user", `{"email":"`+root+`","role":"viewer"}`); err == nil {
			t.Error("an admin was invited again")
		}
		if err := h.s.SetRole(t.Context(), "writer@example.com", schema.Editor); err != nil {
			t.Fatal(err)
		}
		h.did(" role_changed writer@example.com to editor") // on the command line
	})
}

func TestActivityTellsOfStaffWhoSignIn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.add("viewer@example.com", schema.Viewer)
		h.openAs("viewer@example.com", password)
		h.signIn(editor, "a wrong password")
		h.did(" added "+editor+" as editor", " added viewer@example.com as viewer")
		_, refresh := h.open()
		h.refresh(refresh)
		h.did(editor + " signed_in " + editor)

		h.recover(editor)
		h.verify(h.letters[0], recoveryLink)
		h.did(editor + " signed_in " + editor)

		// A second factor is part of the sign-in; setting one up is none.
		token, phone, codes := h.protect()
		h.did(editor + " signed_in " + editor)
		first, _ := h.open()
		h.did()
		phone.prove(first)
		h.did(editor + " signed_in " + editor)
		phone.prove(token)
		h.did()
		second, _ := h.open()
		h.redeem(second, codes[0])
		h.did(editor + " signed_in " + editor)
	})
}

func TestStaffKnowEachOtherByName(t *testing.T) {
	eachAdmin(t, func(t *testing.T, h *house, admin string, _ User) {
		h.add("viewer@example.com", schema.Viewer)
		if _, err := h.run(admin, "set_my_name", `{"name":"Ada"}`); err != nil {
			t.Fatal(err)
		}
		their, _ := h.open()
		staff := h.rows(their, "list_staff", "email")
		if len(staff) != 2 || staff[root]["name"] != "Ada" || staff[editor]["name"] != "" {
			t.Errorf("staff %v", staff)
		}
		_, err := h.run(admin, "set_my_name", `{"name":"`+strings.Repeat("a", 301)+`"}`)
		if !fault.Is(err, fault.Invalid) {
			t.Errorf("a name without end: %v", err)
		}
		visitor, _ := h.openAs("viewer@example.com", password)
		_, err = h.run(visitor, "list_staff", "{}")
		h.refused(err, fault.Denied, "Only staff")
	})
}
