package people_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/people"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func list(t *testing.T, p *people.People, db store.Session, asked map[string]any) (out people.Page, err error) {
	t.Helper()
	raw, _ := json.Marshal(asked)
	answer, err := p.Procedures().Call(t.Context(), db, "list_people", raw)
	if err == nil {
		out = answer.(people.Page)
	}
	return out, err
}

func emails(page people.Page) (out []string) {
	for _, one := range page.People {
		out = append(out, one.Email)
	}
	return out
}

func TestPeopleAreListedOncePerAddressWithAllThatIsStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := people.New(s, secret)
		fill(t, s)
		// Of some the letters are still to be recorded.
		storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Ada King", "email": ada, "subject": "Again", "message": "Hello.", "mail_due_at": s.AsSystem().Now()})
		storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "Zoë", "email": "bo@mail.example", "subject": "Hi", "message": "Hello.", "mail_due_at": s.AsSystem().Now()})
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "Cy@mail.example", "status": schema.Pending, "mail_due_at": s.AsSystem().Now()})
		got, err := list(t, p, as(s, schema.Editor), map[string]any{})
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{ada, "bo@mail.example", "cy@mail.example"}; !slices.Equal(emails(got), want) {
			t.Fatalf("the list has %v, want %v", emails(got), want)
		}
		first := got.People[0]
		want := []people.About{{Table: "newsletter_subscriptions", Rows: 1, Status: schema.Confirmed}, {Table: "contact_form_submissions", Rows: 2}, {Table: "letter_deliveries", Rows: 1, Status: schema.CopyQueued}}
		if !slices.Equal(first.About, want) || first.Name != "Ada King" || first.LastAt == nil {
			t.Errorf("ada is %+v, want the name she gave last and %v", first, want)
		}
		if cy := got.People[2]; cy.Name != "" || cy.About[0].Status != schema.Pending {
			t.Errorf("who only subscribed is %+v", cy)
		}
		counts := []people.Count{{What: "all", Rows: 3}, {What: "newsletter_subscriptions", Rows: 2}, {What: "contact_form_submissions", Rows: 2}, {What: "letter_deliveries", Rows: 1}, {What: "job_applications"}}
		if !slices.Equal(got.Counts, counts) || got.Next != nil {
			t.Errorf("counts are %v and next is %v, want %v and none", got.Counts, got.Next, counts)
		}
	})
}

func TestPeopleAreFoundByNameByAddressAndByKind(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := people.New(s, secret)
		fill(t, s)
		storetest.Add(t, s, &schema.ContactFormSubmissions, store.Row{"name": "ZOË 100%", "email": "bo@mail.example", "subject": "Hi", "message": "Of ada."})
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "cy@mail.example"})
		for _, c := range []struct {
			search, kind string
			want         []string
		}{
			{"LOVELACE", "", []string{ada}},
			{"zoë", "", []string{"bo@mail.example"}},
			{"%", "", []string{"bo@mail.example"}}, // a sign, and no pattern
			{"", "contact_form_submissions", []string{ada, "bo@mail.example"}},
			{"", "newsletter_subscriptions", []string{ada, "cy@mail.example"}},
			{" ada ", "newsletter_subscriptions", []string{ada}},
			{"zoë", "newsletter_subscriptions", nil},
			{"nobody", "", nil},
		} {
			got, err := list(t, p, as(s, schema.Editor), map[string]any{"search": c.search, "kind": c.kind})
			if err != nil || !slices.Equal(emails(got), c.want) {
				t.Errorf("%q among %q gives %v, want %v (%v)", c.search, c.kind, emails(got), c.want, err)
			}
		}
		for asked, kind := range map[string]fault.Kind{"users": fault.BadValue, "mails": fault.BadValue} {
			_, err := list(t, p, as(s, schema.Admin), map[string]any{"kind": asked})
			storetest.WantFault(t, err, kind)
		}
		_, err := list(t, p, as(s, schema.Admin), map[string]any{"search": "\x00"})
		storetest.WantFault(t, err, fault.BadValue)
	})
}

func TestPeopleArePagedByAddress(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := people.New(s, secret)
		want := []string{}
		for n := range 120 {
			email := fmt.Sprintf("Person%03d@mail.example", n)
			storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": email})
			want = append(want, strings.ToLower(email))
		}
		got, sizes := []string{}, []int{}
		for after := ""; ; {
			page, err := list(t, p, as(s, schema.Admin), map[string]any{"after": after})
			if err != nil {
				t.Fatal(err)
			}
			if (after == "") != (len(page.Counts) > 0) {
				t.Errorf("after %q it counts %v; only the first page does", after, page.Counts)
			}
			got, sizes = append(got, emails(page)...), append(sizes, len(page.People))
			if page.Next == nil {
				break
			}
			after = *page.Next
		}
		if !slices.Equal(got, want) || !slices.Equal(sizes, []int{50, 50, 20}) {
			t.Errorf("pages of %v have %d people, want all %d once", sizes, len(got), len(want))
		}
	})
}

func TestOnlyStaffListPeople(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		p := people.New(s, secret)
		fill(t, s)
		for _, role := range []schema.Role{schema.Visitor, schema.Viewer} {
			_, err := list(t, p, as(s, role), map[string]any{})
			storetest.WantFault(t, err, fault.Denied)
			_, err = as(s, role).Addresses(t.Context(), store.Addresses{Of: []*schema.Table{&schema.NewsletterSubscriptions}, Limit: 1})
			storetest.WantFault(t, err, fault.Denied)
		}
		for _, role := range []schema.Role{schema.Editor, schema.Admin} {
			if got, err := list(t, p, as(s, role), map[string]any{}); err != nil || len(got.People) != 1 {
				t.Errorf("%s gets %v (%v)", role, got, err)
			}
		}
	})
}

func TestErasingWantsAFreshSignInAndTellsHowLongBackupsStay(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		stale := fault.New(fault.Invalid, "reauthentication_needed")
		p := people.New(s, secret)
		p.RequireFresh = func(context.Context, store.Session) error { return stale }
		fill(t, s)
		before := holding(t, s, ada)
		_, err := call[any](t, p, as(s, schema.Admin), "erase_person", ada)
		storetest.WantFault(t, err, fault.Invalid)
		if after := holding(t, s, ada); !slices.Equal(before, after) {
			t.Errorf("a refusal changed %v to %v", before, after)
		}
		p.RequireFresh = nil
		receipt, err := call[people.Receipt](t, p, as(s, schema.Admin), "erase_person", ada)
		if err != nil || receipt.BackupsUntil != nil {
			t.Errorf("without backups it says %v (%v)", receipt.BackupsUntil, err)
		}
		p.BackupsKept = 14 * 24 * time.Hour
		from := s.AsSystem().Now()
		receipt, err = call[people.Receipt](t, p, as(s, schema.Admin), "erase_person", ada)
		if err != nil || receipt.BackupsUntil == nil {
			t.Fatalf("with backups it says nothing of them (%v)", err)
		}
		if until, err := time.Parse(time.RFC3339, *receipt.BackupsUntil); err != nil || until.Sub(from).Round(time.Hour) != p.BackupsKept {
			t.Errorf("backups stay until %s, want %s from now (%v)", *receipt.BackupsUntil, p.BackupsKept, err)
		}
	})
}
