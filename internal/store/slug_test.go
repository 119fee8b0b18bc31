package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestSlugs(t *testing.T) {
	for title, want := range map[string]string{
		"Senior Go Engineer":             "senior-go-engineer",
		"  C++ / Rust & more!  ":         "c-rust-more",
		"Café-Manager (m/w/d)":           "cafe-manager-m-w-d",
		"ÅNGSTRÖM":                       "angstrom",
		"ﬁnance ℡":                       "finance-tel",
		"2nd Line 24/7":                  "2nd-line-24-7",
		"日本語":                            "",
		"---":                            "",
		strings.Repeat("very long ", 40): strings.TrimSuffix(strings.Repeat("very-long-", 8), "-"),
	} {
		if got := store.Slugify(title); got != want {
			t.Errorf("%q becomes %q, want %q", title, got, want)
		}
	}
}

func TestAJobKeepsASlugOfItsOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Designer"})
		rows, err := s.As(storetest.Editor).Insert(t.Context(), &schema.JobListings,
			store.Row{"title": "Designer"}, store.Row{"title": "designer!"}, store.Row{"title": "デザイナー"}, store.Row{"title": "設計"})
		if err != nil {
			t.Fatal(err)
		}
		storetest.Same(t, "slugs", storetest.Texts(append([]store.Row{first}, rows...), "slug"), []string{
			"designer", "designer-2", "designer-3", fmt.Sprint("job-", rows[2].Int("id")), fmt.Sprint("job-", rows[3].Int("id")),
		})
		changed, err := s.As(storetest.Editor).Update(t.Context(), &schema.JobListings, store.Eq("id", first["id"]), store.Row{"title": "Engineer", "slug": "engineer"})
		if err != nil {
			t.Fatal(err)
		}
		if changed[0].Text("slug") != "designer" {
			t.Errorf("a new title changed the slug to %q", changed[0].Text("slug"))
		}
		next := rows[3].Int("id") + 2 // of the second job added here
		storetest.Add(t, s, &schema.JobListings, store.Row{"title": fmt.Sprint("Job ", next)})
		taken := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "!!"})
		if want := fmt.Sprintf("job-%d-2", next); taken.Int("id") == next && taken.Text("slug") != want {
			t.Errorf("a taken job-{id} became %q, want %q", taken.Text("slug"), want)
		}
	})
}

func TestTenJobsAtOnceGetTenSlugs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var wg sync.WaitGroup
		for range 10 {
			wg.Go(func() {
				if _, err := s.As(storetest.Editor).Insert(t.Context(), &schema.JobListings, store.Row{"title": "Founder"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		rows, err := s.AsSystem().Select(t.Context(), &schema.JobListings, store.Query{})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"founder"}
		for n := 2; n <= 10; n++ {
			want = append(want, fmt.Sprint("founder-", n))
		}
		got := storetest.Texts(rows, "slug")
		slices.Sort(got)
		slices.Sort(want)
		storetest.Same(t, "slugs", got, want)
	})
}

func TestGivenIDsAreFollowedByFreeOnes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ids := func(rows ...store.Row) (out []int64) {
			for _, row := range rows {
				out = append(out, row.Int("id"))
			}
			return out
		}
		one := storetest.Add(t, s, &schema.TeamMembers, store.Row{"id": 1, "name": "First, by hand"})
		two := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Numbered"})
		fifty := storetest.Add(t, s, &schema.TeamMembers, store.Row{"id": 50, "name": "By hand"})
		next := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Numbered"})
		low := storetest.Add(t, s, &schema.TeamMembers, store.Row{"id": 7, "name": "A gap, by hand"})
		last := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Numbered"})
		storetest.Same(t, "ids", ids(one, two, fifty, next, low, last), []int64{1, 2, 50, 51, 7, 52})

		rows, err := s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"id": 100, "name": "By hand"}, store.Row{"name": "Numbered"})
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) != 2 || rows[0].Text("name") != "By hand" || rows[0].Int("id") != 100 {
			t.Errorf("a mixed list came back as %v", rows)
		}
		_, err = s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"id": 50, "name": "Again"})
		storetest.WantFault(t, err, fault.Duplicate)
		_, err = s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"id": nil, "name": "Null"})
		storetest.WantFault(t, err, fault.Missing)
		for _, id := range []any{0, -1, int64(1) << 53} {
			_, err = s.As(storetest.Editor).Insert(t.Context(), &schema.TeamMembers, store.Row{"id": id, "name": "Odd"})
			storetest.WantFault(t, err, fault.Invalid)
		}
	})
}

func TestADeletedIDIsNotGivenAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "One"})
		two := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Two"}).Int("id")
		if _, err := s.As(storetest.Editor).Delete(t.Context(), &schema.TeamMembers, store.Eq("id", two)); err != nil {
			t.Fatal(err)
		}
		if got := storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Three"}).Int("id"); got <= two {
			t.Errorf("id %d was given after %d was deleted", got, two)
		}
	})
}

func TestUpsertChangesWhatIsThereAndAddsTheRest(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		sections := &schema.HomepageSections
		db := s.As(storetest.Editor)
		rows, added, err := db.Upsert(t.Context(), sections, store.Conflict{}, store.Row{"section_name": "hero", "is_visible": true})
		if err != nil || added != 1 || len(rows) != 1 || rows[0].Int("version") != 1 {
			t.Fatalf("a new row: %v, %d added, %v", rows, added, err)
		}
		rows, added, err = db.Upsert(t.Context(), sections, store.Conflict{},
			store.Row{"section_name": "hero", "is_visible": false}, store.Row{"section_name": "team", "is_visible": true})
		if err != nil || added != 1 || len(rows) != 2 || rows[0].Bool("is_visible") || rows[0].Int("version") != 2 {
			t.Errorf("an old and a new row: %v, %d added, %v", rows, added, err)
		}
		rows, added, err = db.Upsert(t.Context(), sections, store.Conflict{Ignore: true}, store.Row{"section_name": "hero", "is_visible": true})
		if err != nil || added != 0 || len(rows) != 0 || storetest.Get(t, s, sections, "hero").Bool("is_visible") {
			t.Errorf("an ignored row: %v, %d added, %v", rows, added, err)
		}
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "Ada@example.com"})
		_, added, err = db.Upsert(t.Context(), &schema.NewsletterSubscriptions, store.Conflict{On: "email"}, store.Row{"email": "ada@EXAMPLE.com"})
		if err != nil || added != 0 {
			t.Errorf("an address in other letters: %d added, %v", added, err)
		}
		job := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Engineer"})
		_, added, err = db.Upsert(t.Context(), &schema.JobListings, store.Conflict{On: "slug", Ignore: true}, store.Row{"title": "Other", "slug": job["slug"]})
		if err != nil || added != 0 {
			t.Errorf("a slug that is there, which only the server sets: %d added, %v", added, err)
		}
		_, _, err = db.Upsert(t.Context(), sections, store.Conflict{On: "is_visible"}, store.Row{"section_name": "x", "is_visible": true})
		storetest.WantFault(t, err, fault.BadQuery)
		_, _, err = s.As(storetest.Visitor).Upsert(t.Context(), sections, store.Conflict{}, store.Row{"section_name": "hero", "is_visible": true})
		storetest.WantFault(t, err, fault.Denied)
		_, _, err = s.As(storetest.Visitor).Upsert(t.Context(), sections, store.Conflict{Ignore: true}, store.Row{"section_name": "hero", "is_visible": true})
		storetest.WantFault(t, err, fault.Denied)
	})
}

func TestUpsertsOfOneRowAtOnceAllSucceed(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		var wg sync.WaitGroup
		for n := range 12 {
			wg.Go(func() {
				row := store.Row{"email": "ada@example.com"}
				var err error
				if n%3 == 0 {
					if _, err = s.As(storetest.Editor).Insert(t.Context(), &schema.NewsletterSubscriptions, row); fault.Is(err, fault.Duplicate) {
						err = nil
					}
				} else {
					_, _, err = s.As(storetest.Editor).Upsert(t.Context(), &schema.NewsletterSubscriptions, store.Conflict{On: "email"}, row)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if n, err := s.AsSystem().Count(t.Context(), &schema.NewsletterSubscriptions); n != 1 || err != nil {
			t.Errorf("%d rows (%v), want 1", n, err)
		}
	})
}

// The row comes from somebody whose COMMIT the upserts wait for, so that each of
// them has looked before the row was there to be seen.
func TestUpsertsThatMeetAPlainInsertSucceed(t *testing.T) {
	cases := map[string]struct {
		table    *schema.Table
		on       string
		row      store.Row
		inserted string
	}{
		"by key":            {&schema.HomepageSections, "", store.Row{"section_name": "hero", "is_visible": false}, "INSERT INTO homepage_sections (section_name, is_visible, version, updated_at) SELECT 'hero', x.is_visible, 1, x.updated_at FROM homepage_sections x"},
		"by unique address": {&schema.NewsletterSubscriptions, "email", store.Row{"email": "Ada@example.com"}, "INSERT INTO newsletter_subscriptions (email, created_at, status, wants_jobs) SELECT 'ada@EXAMPLE.com', x.created_at, x.status, x.wants_jobs FROM newsletter_subscriptions x"},
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.HomepageSections, store.Row{"section_name": "other", "is_visible": true})
		storetest.Add(t, s, &schema.NewsletterSubscriptions, store.Row{"email": "other@example.com"})
		for name, c := range cases {
			heard := storetest.ListenAfter(t, s)
			first, err := s.SQL().Begin()
			if err != nil {
				t.Fatal(err)
			}
			defer first.Rollback()
			if _, err := first.Exec(c.inserted); err != nil {
				t.Fatal(err)
			}
			const writers = 6
			var wg sync.WaitGroup
			for n := range writers {
				ignore := n%2 == 0
				wg.Go(func() {
					// Large ones share no transaction with others.
					err := s.As(storetest.Editor).Large().Tx(t.Context(), func(tx store.Session) error {
						rows, added, err := tx.Upsert(t.Context(), c.table, store.Conflict{On: c.on, Ignore: ignore}, c.row)
						if err == nil && (added != 0 || ignore != (len(rows) == 0)) {
							t.Errorf("%s: %d added, %v written", name, added, rows)
						}
						return err
					})
					if err != nil {
						t.Errorf("%s, ignoring %t: %v", name, ignore, err)
					}
				})
			}
			if !s.OnSQLite() { // there the writers wait for their turn
				storetest.Eventually(t, 10*time.Second, "the upserts wait for the insert", func() bool {
					var waiting int
					s.ReadSQL().QueryRow("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT INTO%' || $1 || '%'", c.table.Name).Scan(&waiting)
					return waiting == writers
				})
			}
			if err := first.Commit(); err != nil {
				t.Fatal(err)
			}
			wg.Wait()
			if n, err := s.AsSystem().Count(t.Context(), c.table); n != 2 || err != nil {
				t.Errorf("%s: %d rows (%v), want 2", name, n, err)
			}
			kinds := map[string]int{}
			for _, e := range heard.Until(t, s) {
				kinds[e.Type]++
			}
			if kinds[store.Updated] != writers/2 || len(kinds) != 1 {
				t.Errorf("%s: heard %v, want an update for each that merges", name, kinds)
			}
		}
		if v := storetest.Get(t, s, &schema.HomepageSections, "hero").Int("version"); v != 4 {
			t.Errorf("version %d after three merges, want 4", v)
		}
	})
}
