package realtime_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestEachRoleHearsOnlyTheRowsItMayRead(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := open(t, s)
		clients := map[string]*client{}
		for _, role := range []string{anonKey, "viewer", "editor", "admin"} {
			clients[role] = x.dial(t, "2.0.0")
			clients[role].join(role, all)
		}
		company := store.Row{"name": "Shown", "description": "d", "website_url": "https://example.com"}
		hidden := store.Row{"name": "Hidden", "description": "d", "website_url": "https://example.com", "is_active": false}
		insert(t, s, &schema.PortfolioCompanies, company)
		asleep := insert(t, s, &schema.PortfolioCompanies, hidden)
		insert(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "a@example.com"})
		insert(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Ann", "email": "a@example.com", "subject": "s", "message": "m"})
		insert(t, s, &schema.UserProfiles, store.Row{"user_id": viewerID, "role": "viewer"})
		insert(t, s, &schema.UserProfiles, store.Row{"user_id": "99999999-9999-4999-8999-999999999999", "role": "editor"})
		change := func(id any, patch store.Row) {
			if _, err := s.AsSystem().Update(t.Context(), &schema.PortfolioCompanies, store.Eq("id", id), patch); err != nil {
				t.Fatal(err)
			}
		}
		change(asleep["id"], store.Row{"is_active": true, "name": "Woken"})
		change(asleep["id"], store.Row{"is_active": false, "name": "Gone"})
		if _, err := s.AsSystem().Delete(t.Context(), &schema.PortfolioCompanies, store.Neq("id", 0)); err != nil {
			t.Fatal(err)
		}
		write(t, s, "end")

		visible := []string{"INSERT portfolio_companies Shown", "UPDATE portfolio_companies Woken", "DELETE portfolio_companies"}
		everything := []string{
			"INSERT portfolio_companies Shown", "INSERT portfolio_companies Hidden", "INSERT newsletter_subscriptions", "INSERT contact_form_submissions Ann",
			"UPDATE portfolio_companies Woken", "UPDATE portfolio_companies Gone", "DELETE portfolio_companies", "DELETE portfolio_companies",
		}
		with := func(list []string, at int, more ...string) []string {
			return append(append(append([]string{}, list[:at]...), more...), list[at:]...)
		}
		for role, want := range map[string][]string{
			anonKey:  visible,
			"viewer": with(visible, 1, "INSERT user_profiles"),
			"editor": everything,
			"admin":  with(everything, 4, "INSERT user_profiles", "INSERT user_profiles"),
		} {
			got := []string{}
			for line := ""; line != "INSERT team_members end"; {
				line = heard(clients[role].next())
				got = append(got, line)
			}
			if want = append(want, "INSERT team_members end"); !slices.Equal(got, want) {
				t.Errorf("%s heard\n%q, want\n%q", role, got, want)
			}
		}
	})
}

func TestARoleChangeCountsForTheNextChange(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := open(t, s)
		c := x.dial(t, "2.0.0")
		c.join("editor", all)
		message := store.Row{"name": "Ann", "email": "a@example.com", "subject": "s", "message": "m"}
		insert(t, s, &schema.ContactFormSubmissions, message)
		c.wants(s, "as an editor", "INSERT contact_form_submissions Ann")
		x.become("editor", schema.Actor{Role: schema.Viewer, UserID: viewerID})
		insert(t, s, &schema.ContactFormSubmissions, message)
		c.wants(s, "as a viewer")
	})
}

func TestAnEndedTokenEndsItsChannelWithoutData(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := open(t, s)
		c := x.dial(t, "2.0.0")
		c.join("editor", all)
		x.become("editor", schema.Actor{})
		write(t, s, "Secret")
		if f := c.next(); f.Event != "system" || f.Payload["status"] != "error" {
			t.Errorf("an ended token was answered with %v", f)
		}
		if f := c.next(); f.Event != "phx_error" || f.Topic != "realtime:content" {
			t.Errorf("an ended token was followed by %v, want phx_error so that the client joins again", f)
		}
		c.join("admin", all)
		c.wants(s, "joined again")
	})
}

func TestANewTokenChangesWhoListens(t *testing.T) {
	s := storetest.SQLite(t)
	x := open(t, s)
	c := x.dial(t, "2.0.0")
	c.join("editor", all)
	message := store.Row{"name": "Ann", "email": "a@example.com", "subject": "s", "message": "m"}
	settle := func() { // an access_token has no answer; a heartbeat behind it has
		c.send("", "phoenix", "heartbeat", `{}`)
		if f := c.next(); f.Event != "phx_reply" || f.Topic != "phoenix" {
			t.Fatalf("got %v", f)
		}
	}
	c.send("1", "realtime:content", "access_token", fmt.Sprintf(`{"access_token":%q}`, anonKey))
	settle()
	insert(t, s, &schema.ContactFormSubmissions, message)
	c.wants(s, "signed out")
	c.send("1", "realtime:content", "access_token", `{"access_token":"admin"}`)
	settle()
	insert(t, s, &schema.ContactFormSubmissions, message)
	c.wants(s, "signed in again", "INSERT contact_form_submissions Ann")
	c.send("1", "realtime:content", "access_token", `{"access_token":"forged"}`)
	if f := c.next(); f.Event != "system" || f.Payload["status"] != "error" {
		t.Errorf("a forged token was answered with %v", f)
	}
}

func TestChangesComeInOrderAndARollbackIsSilent(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := open(t, s).dial(t, "2.0.0")
		c.join("editor", all)
		var want []string
		for n := range 20 {
			err := s.AsSystem().Tx(t.Context(), func(tx store.Session) error {
				rows, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Draft"})
				if err != nil {
					return err
				}
				if _, err := tx.Update(t.Context(), &schema.TeamMembers, store.Eq("id", rows[0]["id"]), store.Row{"name": fmt.Sprint("Person ", n)}); err != nil {
					return err
				}
				if n%4 == 3 {
					return errors.New("changed my mind")
				}
				return nil
			})
			if err == nil {
				want = append(want, fmt.Sprint("INSERT team_members Person ", n))
			}
		}
		c.wants(s, "end", want...)
	})
}

func TestAnotherInstanceHearsWithinASecond(t *testing.T) {
	url := storetest.PostgresURL(t)
	here, there := storetest.Open(t, store.Options{URL: url}), storetest.Open(t, store.Options{URL: url})
	c := open(t, there).dial(t, "2.0.0")
	c.join(anonKey, all)
	for _, name := range []string{"One", "Two", "Three"} {
		began := time.Now()
		write(t, here, name)
		if got := heard(c.next()); got != "INSERT team_members "+name {
			t.Errorf("the other instance heard %q", got)
		}
		if took := time.Since(began); took > storetest.Busy(time.Second) {
			t.Errorf("it took %v", took)
		}
	}
}
