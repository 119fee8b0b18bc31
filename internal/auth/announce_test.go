package auth

import (
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestWhatTheListOfUsersShowsIsAnnounced(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		heard := make(chan string, 100)
		h.s.store.OnEvents(func(events []store.Event) {
			for _, e := range events {
				if e.Table == &schema.UserProfiles && e.Type == store.Updated {
					heard <- e.New.Text("user_id")
				}
			}
		})
		ctx, u := t.Context(), h.add("ben@example.com", schema.Editor)
		var token string
		var phone app
		for _, step := range []struct {
			what string
			do   func() error
		}{
			{"a password", func() error { return h.s.SetPassword(ctx, u.Email, password+"!") }},
			{"disabling", func() error { return h.s.setDisabled(ctx, h.s.store.AsSystem(), u.Email, true) }},
			{"enabling", func() error { return h.s.setDisabled(ctx, h.s.store.AsSystem(), u.Email, false) }},
			{"a factor", func() error {
				token, _ = h.openAs(u.Email, password+"!")
				phone = h.enrol(token, "Phone")
				token, _ = phone.prove(token)
				return nil
			}},
			{"a factor taken away", func() error {
				h.want(h.call("DELETE", "factors/"+phone.id, token, nil), 200, "")
				return nil
			}},
			{"a reset of factors", func() error { return h.s.ResetFactors(ctx, u.Email) }},
		} {
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.what, err)
			}
			select {
			case id := <-heard:
				if id != u.ID {
					t.Errorf("%s was told of %s, want %s", step.what, id, u.ID)
				}
			case <-time.After(storetest.Busy(10 * time.Second)):
				t.Fatalf("%s was not announced", step.what)
			}
		}
	})
}
