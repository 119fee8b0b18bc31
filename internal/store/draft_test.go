package store_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// What an insert returns and announces is what a later read finds, whether or
// not the row was read back.
func TestAnInsertReturnsTheRowAsItIsStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		heard := storetest.ListenAfter(t, s)
		user := "44444444-4444-4444-8444-444444444444"
		moment := time.Date(2026, 3, 1, 12, 0, 0, 123_456_789, time.FixedZone("east", 3600))
		rows := []struct {
			table *schema.Table
			row   store.Row
		}{
			{&schema.ContactFormSubmissions, store.Row{"name": "Ada", "email": "ada@example.com", "subject": "é ☕", "message": "line\nline"}},
			{&schema.ContactFormSubmissions, store.Row{"name": "Bo", "email": "bo@example.com", "subject": "s", "message": "m", "quarantined_at": moment, "spam_reasons": []string{"odd"}}},
			{&schema.NewsletterSubscriptions, store.Row{"email": "Ada@Example.com", "created_at": moment}},
			{&schema.NewsletterSubscriptions, store.Row{"id": 900, "email": "bea@example.com"}},
			{&schema.TeamMembers, store.Row{"name": "Ada"}},
			{&schema.PortfolioCompanies, store.Row{"name": "Acme", "description": "d", "website_url": "https://acme.example", "is_active": false}},
			{&schema.HeroContent, store.Row{"title": "t", "subtitle": "s"}},
			{&schema.Users, store.Row{"id": user, "email": "u@example.com", "password_hash": "h"}},
			{&schema.Mails, store.Row{"reason": "r", "recipient": "r@example.com"}},
		}
		for _, r := range rows {
			got := storetest.Add(t, s, r.table, r.row)
			want := storetest.Get(t, s, r.table, got[r.table.Key().Name])
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the insert returns\n%v, stored is\n%v", r.table.Name, got, want)
			}
			if r.table.Internal {
				continue
			}
			storetest.Eventually(t, 10*time.Second, r.table.Name+" is announced", func() bool {
				return slices.ContainsFunc(heard.Events(), func(e store.Event) bool { return e.Table == r.table && reflect.DeepEqual(e.New, want) })
			})
		}
	})
}

func TestADraftIsCheckedBeforeItIsStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		table := &schema.ContactFormSubmissions
		good := store.Row{"name": "Ada", "email": "ada@example.com", "subject": "s", "message": "<b>m</b> "}
		for name, c := range map[string]struct {
			actor schema.Actor
			table *schema.Table
			row   store.Row
			kind  fault.Kind
		}{
			"who may not insert":     {storetest.Visitor, &schema.TeamMembers, store.Row{"name": "Ada"}, fault.Denied},
			"what may not be named":  {storetest.Visitor, table, store.Row{"name": "a", "email": "a@example.com", "subject": "s", "message": "m", "spam_reasons": nil}, fault.Denied},
			"what no rule allows":    {storetest.Visitor, table, store.Row{"name": "a", "email": "a", "subject": "s", "message": "m"}, fault.Invalid},
			"what is not a column":   {storetest.Editor, table, store.Row{"nme": "a"}, fault.UnknownKey},
			"what has to be present": {storetest.Visitor, table, store.Row{"name": "a"}, fault.Missing},
		} {
			if _, err := s.As(c.actor).Draft(t.Context(), c.table, c.row); !fault.Is(err, c.kind) {
				t.Errorf("%s: %v", name, err)
			}
		}
		d, err := s.As(storetest.Visitor).Draft(t.Context(), table, good)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Rows()[0].Text("message"); got != "m" {
			t.Errorf("the text of the draft is %q", got)
		}
		if err := d.Mark(0, store.Row{"spam_reasons": []int{1}}); err == nil {
			t.Error("a mark that breaks a rule is taken")
		}
		if err := d.Mark(0, store.Row{"quarantined_at": time.Now(), "spam_reasons": []string{"odd"}}); err != nil {
			t.Fatal(err)
		}
		rows, err := s.As(storetest.Visitor).Store(t.Context(), d)
		if err != nil || len(rows) != 1 {
			t.Fatal(rows, err)
		}
		if got := storetest.Get(t, s, table, rows[0].Int("id")); got["quarantined_at"] == nil || got["spam_reasons"] == nil {
			t.Errorf("the marks are not stored: %v", got)
		}
	})
}

// Rows that cannot be stored wait beside good ones in the same group.
func TestASingleInsertThatFailsLeavesTheOthers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "taken@example.com"})
		var refused atomic.Int32
		var wg sync.WaitGroup
		for i := range 60 {
			wg.Go(func() {
				email := fmt.Sprintf("new%d@example.com", i)
				if i%3 == 0 {
					email = "Taken@example.com"
				}
				_, err := s.As(storetest.Visitor).Insert(t.Context(), &schema.NewsletterSubscriptions, store.Row{"email": email})
				switch {
				case i%3 == 0 && fault.Is(err, fault.Duplicate):
					refused.Add(1)
				case i%3 != 0 && err != nil:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n, err := s.AsSystem().Count(t.Context(), &schema.NewsletterSubscriptions); n != 41 || err != nil || refused.Load() != 20 {
			t.Errorf("%d rows, %d refused (%v)", n, refused.Load(), err)
		}
	})
}

// A row that is too large for the disk costs its group the transaction; the
// others are stored all the same, once, and nobody hears of a row twice.
func TestASingleInsertThatLosesTheTransactionLeavesTheOthers(t *testing.T) {
	s := storetest.SQLite(t)
	heard := storetest.Listen(s)
	var pages int
	if err := s.SQL().QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SQL().Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+20)); err != nil {
		t.Fatal(err)
	}
	started, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() { // holds the writer until the others wait behind it
		s.As(storetest.Editor).Tx(t.Context(), func(store.Session) error {
			select {
			case <-started:
			default:
				close(started)
				<-release
			}
			return nil
		})
	})
	<-started
	var small, large atomic.Int32
	for i := range 30 {
		wg.Go(func() {
			row := store.Row{"title": fmt.Sprint("small ", i), "subtitle": "s"}
			if i%3 == 0 {
				row = store.Row{"title": "large", "subtitle": strings.Repeat("☕", 90_000)}
			}
			_, err := s.AsSystem().Insert(t.Context(), &schema.HeroContent, row)
			switch {
			case i%3 != 0 && err == nil:
				small.Add(1)
			case i%3 == 0 && fault.Is(err, fault.Unavailable):
				large.Add(1)
			default:
				t.Errorf("%.20v: %v", row["title"], err)
			}
		})
	}
	storetest.Eventually(t, 10*time.Second, "all wait", func() bool { return s.Stats().Waiting == 30 })
	close(release)
	wg.Wait()
	n, err := s.AsSystem().Count(t.Context(), &schema.HeroContent)
	if n != 20 || err != nil || small.Load() != 20 || large.Load() != 10 || len(heard.Events()) != 20 {
		t.Errorf("%d rows, %d small, %d large refused, %d announced (%v)", n, small.Load(), large.Load(), len(heard.Events()), err)
	}
}
