package auth

import (
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestInstancesWhoseClocksDifferWorkTogether goes from one to the other and
// back with a sign-in, its successors, a second factor and a link.
func TestInstancesWhoseClocksDifferWorkTogether(t *testing.T) {
	for _, ahead := range []time.Duration{skew - time.Second, -skew + time.Second} {
		storetest.Each(t, func(t *testing.T, db *store.Store) {
			h, other := build(t, db), build(t, db)
			other.clock.Pass(ahead)
			h.add(editor, schema.Editor)
			token, first := h.open()
			if !other.lives(token) {
				t.Error("a token of the one is none for the other")
			}
			// Two tabs refresh at once, each at another instance.
			mine, theirs := h.refresh(first), other.refresh(first)
			h.want(mine, 200, "")
			h.want(theirs, 200, "")
			if mine.text("refresh_token") != theirs.text("refresh_token") {
				t.Error("the tabs get different successors")
			}
			next := other.refresh(theirs.text("refresh_token"))
			h.want(next, 200, "")
			if !h.lives(next.text("access_token")) || !other.lives(next.text("access_token")) {
				t.Error("a refreshed token is not taken everywhere")
			}
			h.want(h.refresh(next.text("refresh_token")), 200, "")

			h.recover(editor)
			other.want(other.verify(h.letters[0], "recovery"), 200, "")

			phone := h.enrol(next.text("access_token"), "Phone")
			challenge, code := phone.challenge(next.text("access_token")), phone.code()
			elsewhere := app{other, phone.id, phone.secret}
			other.want(elsewhere.verify(next.text("access_token"), challenge, code), 200, "")
			again, _ := h.open()
			if r := phone.verify(again, phone.challenge(again), code); r.status == 200 {
				t.Error("a code is taken twice")
			}
		})
	}
}
