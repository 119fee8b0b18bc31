package site_test

import (
	"encoding/json"
	"strings"
	"testing"

	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestTheFooterFollowsContactUntilItSaysSomethingElse(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact)
		footerOf := func(path string) string {
			_, footer, _ := strings.Cut(v.get(path).Body.String(), "<footer")
			footer, _, _ = strings.Cut(footer, "</footer>")
			return footer
		}
		// A save of Contact reaches every page.
		editor := s.As(schema.Actor{Role: schema.Editor, UserID: "u"})
		contact := v.first(&schema.ContactInfo)
		args, _ := json.Marshal(map[string]any{
			"id": contact["id"], "version": contact["version"], "email": "desk@studio.example", "location": "Lagos, Nigeria",
			"social_links": []map[string]string{{"platform": "Mastodon", "url": "https://mastodon.example/@studio"}},
		})
		if _, err := content.Procedures().Call(t.Context(), editor, "save_contact", args); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/", "/about", "/careers", "/contact", "/nowhere"} {
			for _, text := range []string{"desk@studio.example", "Lagos, Nigeria", "https://mastodon.example/@studio"} {
				if !strings.Contains(footerOf(path), text) {
					t.Errorf("the footer of %s does not have %s", path, text)
				}
			}
		}
		v.shows(v.get("/"), 200, `"email":"desk@studio.example"`, `"addressCountry":"Nigeria"`, `"sameAs":["https://mastodon.example/@studio"]`)

		// The calls of the contract set a value of its own, and take it back.
		v.change(&schema.FooterContent, store.Row{"email": "press@studio.example", "location": "Abuja, Nigeria"})
		if footer := footerOf("/"); !strings.Contains(footer, "press@studio.example") || !strings.Contains(footer, "Abuja") || strings.Contains(footer, "Lagos") {
			t.Errorf("the footer has not its own: %s", footer)
		}
		v.change(&schema.FooterContent, store.Row{"email": "", "location": nil})
		if footer := footerOf("/"); !strings.Contains(footer, "desk@studio.example") || !strings.Contains(footer, "Lagos") {
			t.Errorf("the footer does not follow again: %s", footer)
		}

		// One that follows nothing is as on sites of before: what is empty is not shown.
		v.change(&schema.FooterContent, store.Row{"follows_email": false, "follows_location": false, "follows_social_links": false})
		if footer := footerOf("/"); strings.Contains(footer, "studio.example") || strings.Contains(footer, "Lagos") || strings.Contains(footer, "mastodon") {
			t.Errorf("the footer shows what it should not: %s", footer)
		}
	})
}
