package rest_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	consent "vitrine/internal/letters"
	"vitrine/internal/rest"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/store"
)

// consenting is the table interface of a site that knows of consent.
func consenting(t *testing.T, test func(t *testing.T, g *guarded, set func(row store.Row), standing func(email string) string)) {
	t.Helper()
	eachGuarded(t, func(t *testing.T, g *guarded) {
		l, err := consent.New(t.Context(), consent.Options{Store: g.store, PublicURL: "https://studio.example"})
		if err != nil {
			t.Fatal(err)
		}
		g.mux = http.NewServeMux()
		rest.New(rest.Options{Store: g.store, Shield: shield.New(shield.Options{Log: slog.New(slog.DiscardHandler)}), Consent: l, Log: slog.New(slog.DiscardHandler)}).Routes(g.mux)
		if _, err := g.store.AsSystem().Insert(t.Context(), &schema.SiteSettings, store.Row{"name": "Atelier"}); err != nil {
			t.Fatal(err)
		}
		set := func(row store.Row) {
			t.Helper()
			if _, err := g.store.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), row); err != nil {
				t.Fatal(err)
			}
		}
		standing := func(email string) string {
			t.Helper()
			row, err := g.store.AsSystem().One(t.Context(), &schema.NewsletterSubscriptions, store.Folded("email", email))
			if err != nil {
				t.Fatal(err)
			}
			return row.Text("status")
		}
		test(t, g, set, standing)
	})
}

const subscriptions = "newsletter_subscriptions"

func (g *guarded) known(email string) string {
	g.Helper()
	return g.ask(call{as: visitor, method: "GET", path: subscriptions + "?select=id&email=eq." + email}).body
}

func TestWithoutConfirmationVisitorsHearWhoIsOnTheList(t *testing.T) {
	consenting(t, func(t *testing.T, g *guarded, _ func(store.Row), standing func(string) string) {
		if a := g.insert(subscriptions, `{"email":"ann@mail.example"}`, ""); a.status != 201 || standing("ann@mail.example") != schema.Confirmed {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if a := g.insert(subscriptions, `{"email":"Ann@mail.example"}`, ""); a.status != 409 {
			t.Errorf("again: %d %s", a.status, a.body)
		}
		for _, status := range []string{schema.Unsubscribed, schema.Bounced, schema.Pending} {
			if g.known("ann@mail.example") == "[]" {
				t.Error("who is on the list is not found")
			}
			if _, err := g.store.AsSystem().Update(t.Context(), &schema.NewsletterSubscriptions, store.Eq("email", "ann@mail.example"), store.Row{"status": status}); err != nil {
				t.Fatal(err)
			}
			if got := g.known("ann@mail.example"); got != "[]" {
				t.Errorf("%s is found: %s", status, got)
			}
			if a := g.insert(subscriptions, `{"email":"ann@mail.example"}`, ""); a.status != 201 || standing("ann@mail.example") != schema.Confirmed {
				t.Errorf("%s does not come back: %d %s", status, a.status, a.body)
			}
		}
		if a := g.insert(subscriptions, `{"email":"x@mail.example","status":"confirmed"}`, ""); a.status < 400 {
			t.Errorf("a visitor says how it stands: %d", a.status)
		}
	})
}

func TestWithConfirmationKnownAndUnknownAddressesLookTheSame(t *testing.T) {
	consenting(t, func(t *testing.T, g *guarded, set func(store.Row), standing func(string) string) {
		g.insert(subscriptions, `{"email":"ann@mail.example"}`, "")
		set(store.Row{"double_opt_in": true})
		if got := g.known("ann@mail.example"); got != "[]" {
			t.Errorf("a lookup finds %s", got)
		}
		fresh := g.insert(subscriptions, `{"email":"bo@mail.example"}`, "")
		for _, body := range []string{`{"email":"ann@mail.example"}`, `{"email":"bo@mail.example"}`, `[{"email":"ANN@mail.example"},{"email":"cy@mail.example"}]`} {
			a := g.insert(subscriptions, body, "")
			if a.status != fresh.status || a.body != fresh.body || strings.Join(a.header["Content-Range"], "") != strings.Join(fresh.header["Content-Range"], "") {
				t.Errorf("%s: %d %s, and a new one %d %s", body, a.status, a.body, fresh.status, fresh.body)
			}
		}
		if standing("ann@mail.example") != schema.Confirmed || standing("bo@mail.example") != schema.Pending || standing("cy@mail.example") != schema.Pending {
			t.Error("new addresses are asked, and nobody falls off the list")
		}
	})
}
