package site_test

import (
	"image/png"
	"regexp"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestASharedJobShowsACardOfItsOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact)
		one := v.addJob(store.Row{"title": "Lamplighter", "location": "Porto"})
		other := v.addJob(store.Row{"title": "Keeper of a lighthouse that nobody has found on any map so far", "location": "Faro"})
		shared := regexp.MustCompile(`property="og:image" content="[^"]*(/cards/[0-9a-f]{20}\.png)"`)
		card := func(page string) string {
			t.Helper()
			found := shared.FindStringSubmatch(v.get(page).Body.String())
			if found == nil {
				t.Fatalf("%s names no card", page)
			}
			w := v.get(found[1])
			v.shows(w, 200)
			img, err := png.Decode(w.Body)
			if err != nil || img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 630 {
				t.Errorf("%s: %v", found[1], err)
			}
			return found[1]
		}
		was := card(one)
		if was == card(other) {
			t.Error("two jobs have one card")
		}
		if _, err := s.AsSystem().Update(t.Context(), &schema.JobListings, store.Eq("slug", "lamplighter"), store.Row{"location": "Braga"}); err != nil {
			t.Fatal(err)
		}
		if card(one) == was {
			t.Error("whoever keeps the card would show the old place")
		}
		if w := v.get(was); w.Code != 302 || w.Header().Get("Location") != "/og.png" {
			t.Errorf("an older card is %d", w.Code)
		}
		v.shows(v.get("/cards/x.png"), 404)
	})
}
