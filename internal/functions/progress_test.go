package functions

import (
	"encoding/json"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestTheChecklistFollowsWhatIsStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := start(t, s)
		const me = "11111111-1111-4111-8111-111111111111"
		ask := func(role schema.Role) (progress, error) {
			out, err := x.fn.Procedures().Call(t.Context(), s.As(schema.Actor{Role: role, UserID: me}), "setup_progress", json.RawMessage("{}"))
			done, _ := out.(progress)
			return done, err
		}
		if _, err := ask(schema.Viewer); !fault.Is(err, fault.Denied) {
			t.Errorf("a viewer: %v", err)
		}
		if got, err := ask(schema.Editor); err != nil || got != (progress{Mail: true}) {
			t.Errorf("a new site: %+v (%v)", got, err)
		}
		storetest.Add(t, s, &schema.SiteSettings, store.Row{"id": 1, "name": "A", "head_image_url": "/card.png"})
		storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "A"})
		storetest.Add(t, s, &schema.ContactInfo, store.Row{"location": "A"})
		storetest.Add(t, s, &schema.Users, store.Row{"id": me, "email": "a@example.com"})
		storetest.Add(t, s, &schema.Factors, store.Row{"id": me, "user_id": me, "secret": []byte{1}, "verified_at": s.AsSystem().Now()})
		if err := s.AsSystem().SetSetting(t.Context(), store.LastBackup, "now"); err != nil {
			t.Fatal(err)
		}
		if got, err := ask(schema.Editor); err != nil || got != (progress{Mail: true, SharingImage: true, SecondFactor: true, Backup: true}) {
			t.Errorf("before a first save: %+v (%v)", got, err)
		}
		for _, table := range []*schema.Table{&schema.SiteSettings, &schema.HeroContent, &schema.ContactInfo} {
			if _, err := s.AsSystem().BumpVersion(t.Context(), table, store.Gt("id", int64(0))); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := ask(schema.Admin); err != nil || got != (progress{true, true, true, true, true, true, true}) {
			t.Errorf("when all is done: %+v (%v)", got, err)
		}
	})
}
