package store_test

import (
	"sync"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// account is a user with a role; without a hash it is one that was invited.
func account(t *testing.T, s *store.Store, actor schema.Actor, email, hash string) {
	t.Helper()
	storetest.Add(t, s, &schema.Users, store.Row{"id": actor.UserID, "email": email, "password_hash": hash})
	storetest.Add(t, s, &schema.UserProfiles, store.Row{"user_id": actor.UserID, "role": string(actor.Role)})
}

func TestTheLastAdminStaysWhoeverWrites(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		invited := schema.Actor{Role: schema.Admin, UserID: "44444444-4444-4444-8444-444444444444"}
		account(t, s, storetest.Admin, "root@example.com", "hash")
		account(t, s, storetest.Editor, "editor@example.com", "hash")
		account(t, s, invited, "invited@example.com", "")
		me, everybody := store.Eq("user_id", storetest.Admin.UserID), store.Neq("user_id", storetest.Viewer.UserID)
		for name, write := range map[string]func(db store.Session) error{
			"a patch": func(db store.Session) error {
				_, err := db.Update(ctx, &schema.UserProfiles, me, store.Row{"role": "viewer"})
				return err
			},
			"a patch of many": func(db store.Session) error {
				_, err := db.Update(ctx, &schema.UserProfiles, everybody, store.Row{"role": "viewer"})
				return err
			},
			"a patch of the key": func(db store.Session) error {
				_, err := db.Update(ctx, &schema.UserProfiles, me, store.Row{"user_id": storetest.Viewer.UserID})
				return err
			},
			"an upsert": func(db store.Session) error {
				_, _, err := db.Upsert(ctx, &schema.UserProfiles, store.Conflict{}, store.Row{"user_id": storetest.Admin.UserID, "role": "editor"})
				return err
			},
			"a delete": func(db store.Session) error {
				_, err := db.Delete(ctx, &schema.UserProfiles, me)
				return err
			},
			"a delete of many": func(db store.Session) error {
				_, err := db.Delete(ctx, &schema.UserProfiles, everybody)
				return err
			},
		} {
			for _, db := range []store.Session{s.As(storetest.Admin), s.AsSystem()} {
				err := write(db)
				storetest.WantFault(t, err, fault.Invalid)
				if hint := fault.From(err).Hint; hint != "The last administrator cannot be removed, disabled or given another role." {
					t.Errorf("%s says %q", name, hint)
				}
			}
		}
		_, err := s.AsSystem().Update(ctx, &schema.Users, store.Eq("id", storetest.Admin.UserID), store.Row{"disabled_at": s.AsSystem().Now()})
		storetest.WantFault(t, err, fault.Invalid)
		_, err = s.AsSystem().Delete(ctx, &schema.Users, store.Eq("id", storetest.Admin.UserID))
		storetest.WantFault(t, err, fault.Invalid)
		rows, err := s.AsSystem().Select(ctx, &schema.UserProfiles, store.Query{Order: []store.Order{store.Asc("user_id")}})
		if err != nil {
			t.Fatal(err)
		}
		storetest.Same(t, "roles", storetest.Texts(rows, "role"), []string{"editor", "admin", "admin"})
		if storetest.Get(t, s, &schema.Users, storetest.Admin.UserID)["disabled_at"] != nil {
			t.Error("the last admin was disabled")
		}
	})
}

func TestAnAdminGoesWhenAnotherStays(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		account(t, s, storetest.Admin, "root@example.com", "hash")
		account(t, s, schema.Actor{Role: schema.Admin, UserID: storetest.Editor.UserID}, "second@example.com", "hash")
		if _, err := s.As(storetest.Admin).Update(ctx, &schema.UserProfiles, store.Eq("user_id", storetest.Admin.UserID), store.Row{"role": "viewer"}); err != nil {
			t.Error(err)
		}
		_, err := s.As(storetest.Admin).Delete(ctx, &schema.UserProfiles, store.Eq("user_id", storetest.Editor.UserID))
		storetest.WantFault(t, err, fault.Invalid)
		if _, err := s.As(storetest.Admin).Delete(ctx, &schema.UserProfiles, store.Eq("user_id", storetest.Admin.UserID)); err != nil {
			t.Error(err)
		}
	})
}

func TestAdminsWhoDemoteEachOtherLeaveOne(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ids := []string{storetest.Admin.UserID, storetest.Editor.UserID, storetest.Viewer.UserID}
		for i, id := range ids {
			account(t, s, schema.Actor{Role: schema.Admin, UserID: id}, string(rune('a'+i))+"@example.com", "hash")
		}
		var wg sync.WaitGroup
		for round := range 9 {
			id := ids[round%3]
			wg.Go(func() {
				var err error
				if round%2 == 0 {
					_, err = s.As(storetest.Admin).Update(t.Context(), &schema.UserProfiles, store.Eq("user_id", id), store.Row{"role": "editor"})
				} else {
					_, _, err = s.As(storetest.Admin).Upsert(t.Context(), &schema.UserProfiles, store.Conflict{}, store.Row{"user_id": id, "role": "editor"})
				}
				if err != nil && !fault.Is(err, fault.Invalid) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n, err := s.AsSystem().Count(t.Context(), &schema.UserProfiles, store.Eq("role", "admin")); n != 1 || err != nil {
			t.Errorf("%d admins (%v)", n, err)
		}
	})
}
