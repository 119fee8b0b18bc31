package store_test

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// Every list and lookup that grows with the site goes by an index, on both
// engines; lists come out of it in their order, without being sorted.
func TestQuestionsGoByAnIndex(t *testing.T) {
	newest := []store.Order{store.Desc("created_at"), store.Desc("id")}
	oldest := []store.Order{store.Asc("created_at"), store.Asc("id")}
	page := func(where store.Cond, order []store.Order) store.Query {
		q := store.Query{Order: order, Limit: store.Limit(50), Offset: 100}
		if where != nil {
			q.Where = store.All{where}
		}
		return q
	}
	embed := func(t *schema.Table) store.Field { return store.Field{As: t.Name, Embed: &store.Embed{Table: t}} }
	now := time.Now()
	quarantined := store.Not{Cond: store.IsNull("quarantined_at")}
	unmailed := store.All{store.Not{Cond: store.IsNull("mail_due_at")}, store.IsNull("quarantined_at")}
	due := store.All{store.IsNull("sent_at"), store.IsNull("given_up_at"), store.Compare{Column: "next_try_at", Op: store.OpLte, Value: now}}
	cases := []struct {
		name  string
		table *schema.Table
		query store.Query
		index string // "" means the key
	}{
		{"a page of jobs", &schema.JobListings, page(nil, []store.Order{store.Asc("rank")}), "job_listings_rank"},
		{"a job by its slug", &schema.JobListings, store.Query{Where: store.All{store.Eq("slug", "x")}}, "job_listings_slug_key"},
		{"companies in their order", &schema.PortfolioCompanies, page(store.Eq("is_active", true), []store.Order{store.Asc("display_order")}), "portfolio_companies_order"},
		{"the newest messages", &schema.ContactFormSubmissions, page(nil, newest), "contact_form_submissions_newest"},
		{"the inbox", &schema.ContactFormSubmissions, page(store.IsNull("quarantined_at"), newest), "contact_form_submissions_inbox"},
		{"the inbox, oldest first", &schema.ContactFormSubmissions, page(store.IsNull("quarantined_at"), oldest), "contact_form_submissions_inbox"},
		{"the inbox by state", &schema.ContactFormSubmissions, page(store.All{store.IsNull("quarantined_at"), store.In("state", "new", "read")}, newest), "contact_form_submissions_inbox"},
		{"what nobody has read", &schema.ContactFormSubmissions, page(store.All{store.IsNull("quarantined_at"), store.Eq("state", "new")}, newest), "contact_form_submissions_inbox"},
		{"what somebody looks after", &schema.ContactFormSubmissions, page(store.All{store.Eq("assigned_to", "00000000-0000-4000-8000-000000000001"), store.In("state", "new", "read")}, newest), "contact_form_submissions_assigned"},
		{"the answers to a message", &schema.MessageReplies, store.Query{Where: store.All{store.Eq("message_id", 1)}, Order: []store.Order{store.Asc("id")}}, "message_replies_message"},
		{"the notes on a message", &schema.Notes, store.Query{Where: store.All{store.Eq("about_table", "contact_form_submissions"), store.Eq("about_id", 1)}, Order: []store.Order{store.Asc("id")}}, "notes_about"},
		{"the quarantine", &schema.ContactFormSubmissions, page(quarantined, newest), "contact_form_submissions_quarantine"},
		{"messages of a day", &schema.ContactFormSubmissions, page(store.Gte("created_at", now), newest), "contact_form_submissions_newest"},
		{"messages that nobody was mailed about", &schema.ContactFormSubmissions, store.Query{Where: unmailed, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(50)}, "contact_form_submissions_unmailed"},
		{"subscriptions that nobody was mailed about", &schema.NewsletterSubscriptions, store.Query{Where: unmailed, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(50)}, "newsletter_subscriptions_unmailed"},
		{"the newest subscribers", &schema.NewsletterSubscriptions, page(nil, newest), "newsletter_subscriptions_newest"},
		{"the oldest subscribers", &schema.NewsletterSubscriptions, page(nil, oldest), "newsletter_subscriptions_newest"},
		{"subscribers from A to Z", &schema.NewsletterSubscriptions, page(nil, []store.Order{store.Asc("email"), store.Asc("id")}), "newsletter_subscriptions_email"},
		{"a subscriber by address", &schema.NewsletterSubscriptions, store.Query{Where: store.All{store.Eq("email", "x@y.example")}}, "newsletter_subscriptions_email"},
		{"a subscriber whatever the case", &schema.NewsletterSubscriptions, store.Query{Where: store.All{store.Folded("email", "x@y.example")}}, "newsletter_subscriptions_"}, // of addresses or of the key, which are the same on PostgreSQL
		{"letters that are due", &schema.Mails, store.Query{Where: due, Order: []store.Order{store.Asc("next_try_at"), store.Asc("id")}, Limit: store.Limit(1)}, "mails_due"},
		{"letters to someone", &schema.Mails, store.Query{Where: store.All{store.Eq("recipient", "x@y.example"), store.Gt("created_at", now)}, Order: []store.Order{store.Asc("created_at")}}, "mails_recipient"},
		{"a letter by its reason", &schema.Mails, store.Query{Where: store.All{store.Eq("reason", "x")}}, "mails_reason_key"},
		{"the letters of a message", &schema.Mails, store.Query{Where: store.All{store.Eq("message_id", 1)}}, "mails_message_id"},
		{"someone by address", &schema.Users, store.Query{Where: store.All{store.Folded("email", "x@y.example")}}, "auth_users_email_key"},
		{"a session", &schema.Sessions, store.Query{Where: store.All{store.Eq("id", "00000000-0000-4000-8000-000000000001")}}, ""},
		{"the sessions of someone", &schema.Sessions, store.Query{Where: store.All{store.Eq("user_id", "00000000-0000-4000-8000-000000000001")}}, "auth_sessions_user_id"},
		{"a refresh token", &schema.RefreshTokens, store.Query{Where: store.All{store.Eq("hash", "x")}}, ""},
		{"an upload by its name", &schema.StorageObjects, store.Query{Where: store.All{store.Eq("name", "x")}}, "storage_objects_name_key"},
	}
	onNew(t, func(t *testing.T, s *store.Store) {
		check := func(name, plan, index string, list bool) {
			t.Helper()
			if index == "" {
				index = "_pkey"
				if s.OnSQLite() {
					index = "autoindex"
				}
			}
			ordered := strings.Contains(plan, "USING INDEX "+index+"\n") // SQLite walks an index from its end
			bad := strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "SCAN ") && !ordered ||
				list && (strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "->  Sort  ("))
			if bad || !strings.Contains(plan, index) {
				t.Errorf("%s does not go by %s:\n%s", name, index, plan)
			}
		}
		for _, c := range cases {
			list := c.query.Limit != nil && *c.query.Limit == 50
			plans, err := s.Plans(t.Context(), list, func(x store.Session) error {
				_, err := x.Read(t.Context(), c.table, c.query)
				return err
			})
			if err != nil || len(plans) != 1 {
				t.Fatalf("%s: %d statements, %v", c.name, len(plans), err)
			}
			check(c.name, plans[0], c.index, list)
		}
		jobs, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, store.Row{"title": "T", "rank": 1})
		if err != nil || len(jobs) != 1 {
			t.Fatal(err)
		}
		plans, err := s.Plans(t.Context(), false, func(x store.Session) error {
			_, err := x.Read(t.Context(), &schema.JobListings, store.Query{Fields: []store.Field{{As: "id", Column: "id"}, embed(&schema.JobResponsibilities), embed(&schema.JobQualifications), embed(&schema.JobPreferred)}})
			return err
		})
		if err != nil || len(plans) != 4 {
			t.Fatalf("a list with three lists of children took %d statements, %v", len(plans), err)
		}
		for i, table := range []string{"", "job_responsibilities", "job_qualifications", "job_preferred"} {
			if table != "" && !strings.Contains(plans[i], table+"_job_id") {
				t.Errorf("%s does not go by its index:\n%s", table, plans[i])
			}
		}
	})
}

// A search goes by the trigram index, where there is one.
func TestASearchGoesByTheTrigramIndex(t *testing.T) {
	onNew(t, func(t *testing.T, s *store.Store) {
		if !s.OnSQLite() {
			volume(t, s, "newsletter_subscriptions", "INSERT INTO newsletter_subscriptions (email, created_at, status, wants_jobs) SELECT 'a' || n || '@example.com', now(), 'confirmed', false FROM generate_series(1, 5000) n")
		}
		plans, err := s.Plans(t.Context(), false, func(x store.Session) error {
			_, err := x.Read(t.Context(), &schema.NewsletterSubscriptions, store.Query{Where: store.All{store.Compare{Column: "email", Op: store.OpIlike, Value: "%lovelace%"}}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		last := plans[len(plans)-1]
		if !s.OnSQLite() {
			if !strings.Contains(last, "newsletter_subscriptions_search") {
				t.Errorf("a search reads every row:\n%s", last)
			}
			return
		}
		if !strings.Contains(last, "newsletter_subscriptions_search VIRTUAL TABLE") || strings.Contains(last, "SCAN newsletter_subscriptions\n") {
			t.Errorf("a search reads every row:\n%s", last)
		}
	})
}

// volume fills a table of PostgreSQL, which takes an index of few rows for no
// better than reading them.
func volume(t *testing.T, s *store.Store, table, text string) {
	t.Helper()
	for _, text := range []string{text, "VACUUM ANALYZE " + table} {
		if _, err := s.SQL().ExecContext(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
}

// onNew runs a test on databases that nobody used before: what PostgreSQL
// remembers of a table that was fuller changes its plans.
func onNew(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, storetest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, storetest.Open(t, store.Options{URL: storetest.PostgresURL(t)})) })
}

// A page of people starts in the index of addresses of each table, however deep it
// is, and what is known of them is found by it. The rows whose letters are still to be
// recorded have an index of their own, which is read whole.
func TestAPageOfPeopleGoesByTheAddresses(t *testing.T) {
	var tables []*schema.Table
	for _, table := range schema.Tables {
		if len(table.Person) > 0 {
			tables = append(tables, table)
		}
	}
	onNew(t, func(t *testing.T, s *store.Store) {
		for name, among := range map[string]*schema.Table{"all": nil, "those with a message": &schema.ContactFormSubmissions} {
			plans, err := s.Plans(t.Context(), true, func(x store.Session) error {
				_, err := x.Addresses(t.Context(), store.Addresses{Of: tables, Among: among, After: "m", Limit: 51})
				return err
			})
			if err != nil || len(plans) != 1 {
				t.Fatal(plans, err)
			}
			for _, table := range tables {
				if among != nil && table != among {
					continue
				}
				index := table.Name + "_address"
				plan := strings.ReplaceAll(plans[0], "SCAN "+table.Name+" USING INDEX "+table.Name+"_unmailed", "")
				if !strings.Contains(plan, index) || strings.Contains(plan, "Seq Scan") || strings.Contains(plan, "SCAN "+table.Name) {
					t.Errorf("%s: a page does not start in %s:\n%s", name, index, plans[0])
				}
			}
		}
		for _, table := range tables {
			plans, err := s.Plans(t.Context(), false, func(x store.Session) error {
				_, err := x.RowsAbout(t.Context(), table, []string{"a@mail.example", "b@mail.example"})
				return err
			})
			if err != nil || !strings.Contains(plans[0], table.Name+"_address") || strings.Contains(plans[0], "Seq Scan") || strings.Contains(plans[0], "SCAN "+table.Name+"\n") {
				t.Errorf("what %s knows of people is not found by address: %v\n%s", table.Name, err, plans)
			}
		}
	})
}
