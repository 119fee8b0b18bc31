package rest_test

import (
	"strings"
	"testing"

	"vitrine/internal/schema"
)

func TestAnAddressIsFoundOnlyByItsExactText(t *testing.T) {
	const table = "newsletter_subscriptions?select=email"
	found := `[{"email":"ann@example.com"}]`
	each(t, func(t *testing.T, s *site) {
		for _, c := range []struct{ name, query, want string }{
			{"the exact address", "&email=eq.ann@example.com", found},
			{"the exact address, encoded", "&email=eq.ann%40example.com", found},
			{"with a limit and an order", "&email=eq.ann@example.com&limit=5&order=created_at.desc", found},
			{"narrowed further", "&email=eq.ann@example.com&id=gt.0", found},
			{"by the quoted name of the column", "&%22email%22=eq.ann@example.com", found},
			{"no filter", "", "[]"},
			{"by number", "&id=eq.1", "[]"},
			{"another case", "&email=eq.ANN@example.com", "[]"},
			{"an unknown address", "&email=eq.nobody@example.com", "[]"},
			{"an empty address", "&email=eq.", "[]"},
			{"two addresses at once", "&email=eq.ann@example.com&email=eq.Bob@Example.com", "[]"},
			{"a list of one", "&email=in.(ann@example.com)", "[]"},
			{"a pattern", "&email=like.*", "[]"},
			{"a pattern without case", "&email=ilike.ann@example.com", "[]"},
			{"anything but", "&email=neq.x", "[]"},
			{"not equal", "&email=not.eq.x", "[]"},
			{"not not equal", "&email=not.neq.ann@example.com", "[]"},
			{"greater", "&email=gt.a", "[]"},
			{"a range", "&email=gte.ann@example.com&email=lte.ann@example.com", "[]"},
			{"not null", "&email=not.is.null", "[]"},
			{"inside or", "&or=(email.eq.ann@example.com)", "[]"},
			{"inside or with another", "&or=(email.eq.ann@example.com,id.gt.0)", "[]"},
			{"inside and", "&and=(email.eq.ann@example.com)", "[]"},
			{"inside not.and", "&not.and=(email.neq.ann@example.com)", "[]"},
			{"inside not.or", "&not.or=(email.neq.ann@example.com)", "[]"},
			{"or beside the exact address does not widen it", "&email=eq.ann@example.com&or=(id.gt.0,email.neq.x)", found},
			{"a filter that fails beside the exact address", "&email=eq.ann@example.com&id=eq.2", "[]"},
			{"the text null", "&email=eq.null", "[]"},
		} {
			for _, who := range []schema.Actor{visitor, viewer} {
				a := s.ask(call{as: who, method: "GET", path: table + c.query})
				if a.status != 200 || a.body != c.want {
					t.Errorf("%s as %s: status %d %s, want %s", c.name, who.Role, a.status, a.body, c.want)
				}
				h := s.ask(call{as: who, method: "HEAD", path: table + c.query, header: []string{"Prefer: count=exact"}})
				if _, total, _ := strings.Cut(h.header.Get("Content-Range"), "/"); (total == "1") != (c.want == found) {
					t.Errorf("%s as %s: the count is %q", c.name, who.Role, total)
				}
			}
		}
	})
}

func TestPrivateTablesAndInternalOnesGiveNothingAway(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		for _, c := range []struct {
			name, path string
			status     int
			body       string // a part of the answer; "" means an empty list
		}{
			{"messages", "contact_form_submissions", 200, ""},
			{"messages by number", "contact_form_submissions?id=eq.1", 200, ""},
			{"messages by address", "contact_form_submissions?email=eq.carol@example.com", 200, ""},
			{"messages by or", "contact_form_submissions?or=(id.gt.0,id.lt.1)", 200, ""},
			{"profiles", "user_profiles", 200, ""},
			{"profiles by role", "user_profiles?role=eq.admin", 200, ""},
			{"a profile by its user", "user_profiles?user_id=eq." + admin.UserID, 200, ""},
			{"accounts", "auth_users", 404, "PGRST205"},
			{"sessions", "auth_sessions", 404, "PGRST205"},
			{"refresh tokens", "auth_refresh_tokens", 404, "PGRST205"},
			{"recovery links", "auth_one_time_tokens", 404, "PGRST205"},
			{"recovery codes", "auth_recovery_codes", 404, "PGRST205"},
			{"the outbox", "mails", 404, "PGRST205"},
			{"uploads", "storage_objects", 404, "PGRST205"},
			{"secrets", "settings", 404, "PGRST205"},
			{"SQLite's own tables", "sqlite_master", 404, "PGRST205"},
			{"PostgreSQL's own tables", "pg_catalog.pg_user", 404, "PGRST205"},
			{"accounts embedded in profiles", "user_profiles?select=*,auth_users(*)", 400, "PGRST200"},
			{"profiles embedded in content", "hero_content?select=*,user_profiles(*)", 400, "PGRST200"},
			{"messages embedded in contact", "contact_info?select=*,contact_form_submissions(*)", 400, "PGRST200"},
			{"an inner embed of subscribers", "hero_content?select=*,newsletter_subscriptions!inner(*)", 400, "PGRST200"},
			{"a filter on what is not embedded", "hero_content?newsletter_subscriptions.email=eq.ann@example.com", 400, "PGRST108"},
			{"hidden links by number", "navigation_links?id=eq.2", 200, ""},
			{"hidden links by flag", "navigation_links?is_visible=eq.false", 200, ""},
			{"hidden links by or", "navigation_links?or=(is_visible.is.false,name.eq.Hidden)", 200, ""},
			{"hidden links by not", "navigation_links?is_visible=not.is.true", 200, ""},
			{"hidden footer links", "footer_links?name=eq.Secret", 200, ""},
			{"sleeping companies", "portfolio_companies?is_active=is.false", 200, ""},
			{"sleeping companies by offset", "portfolio_companies?order=display_order&limit=1&offset=2", 200, ""},
		} {
			a := s.ask(call{as: visitor, method: "GET", path: c.path})
			if a.status != c.status || c.body == "" && a.body != "[]" || !strings.Contains(a.body, c.body) {
				t.Errorf("%s: status %d %s", c.name, a.status, a.body)
			}
			if c.body == "" {
				counted := s.ask(call{as: visitor, method: "HEAD", path: c.path, header: []string{"Prefer: count=exact"}})
				if got := counted.header.Get("Content-Range"); strings.Contains(c.path, "offset") {
					if got != "*/2" {
						t.Errorf("%s: the count is %q and must not include what is hidden", c.name, got)
					}
				} else if got != "*/0" {
					t.Errorf("%s: the count says %q", c.name, got)
				}
			}
		}
	})
}

func TestMarksOfSpamAreForStaff(t *testing.T) {
	const found = "newsletter_subscriptions?email=eq.ann@example.com"
	each(t, func(t *testing.T, s *site) {
		if a := s.ask(call{as: visitor, method: "GET", path: found + "&select=*"}); a.body != `[{"id":1,"email":"ann@example.com","created_at":"2026-01-01T00:00:00+00:00"}]` {
			t.Errorf("a visitor sees %s", a.body)
		}
		for _, query := range []string{"&select=spam_reasons", "&select=x:quarantined_at", "&quarantined_at=is.null", "&or=(quarantined_at.is.null,id.gt.0)", "&order=quarantined_at"} {
			for _, as := range []schema.Actor{visitor, viewer} {
				if a := s.ask(call{as: as, method: "GET", path: found + query}); a.status != 400 || a.fault(t)["code"] != "42703" {
					t.Errorf("%s as %s: status %d %s", query, as.Role, a.status, a.body)
				}
			}
			if a := s.ask(call{as: editor, method: "GET", path: found + query}); a.status != 200 || len(a.rows(t)) != 1 {
				t.Errorf("%s as editor: status %d %s", query, a.status, a.body)
			}
		}
		for _, body := range []string{`{"email":"n@example.com","quarantined_at":null}`, `{"email":"n@example.com","spam_reasons":[]}`} {
			if a := s.ask(call{as: visitor, method: "POST", path: "newsletter_subscriptions", body: body}); a.status != 401 {
				t.Errorf("%s: status %d %s", body, a.status, a.body)
			}
		}
	})
}

func TestAUserSeesOnlyTheOwnProfile(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		for _, who := range []schema.Actor{viewer, editor} {
			own := `[{"user_id":"` + who.UserID + `","role":"` + string(who.Role) + `","name":""}]`
			for query, want := range map[string]string{
				"":                                        own,
				"?user_id=eq." + who.UserID:               own,
				"?user_id=eq." + admin.UserID:             "[]",
				"?user_id=neq." + who.UserID:              "[]",
				"?or=(role.eq.admin,role.eq.viewer)":      map[schema.Role]string{schema.Viewer: own, schema.Editor: "[]"}[who.Role],
				"?role=eq.admin":                          "[]",
				"?order=role.desc&limit=10":               own,
				"?not.or=(user_id.eq." + who.UserID + ")": "[]",
			} {
				if a := s.ask(call{as: who, method: "GET", path: "user_profiles" + query}); a.body != want {
					t.Errorf("%s %q: %s, want %s", who.Role, query, a.body, want)
				}
			}
		}
	})
}

// TestVisitorsNameOnlyTheirColumns is about mass assignment: what a visitor
// may not set is refused, not dropped.
func TestVisitorsNameOnlyTheirColumns(t *testing.T) {
	message := `"name":"N","email":"n@example.com","subject":"S","message":"M"`
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(&schema.NewsletterSubscriptions, &schema.ContactFormSubmissions)
		for _, c := range []struct {
			name, path, body, code string
			header                 []string
		}{
			{"a number", "newsletter_subscriptions", `{"email":"n@example.com","id":99}`, "42501", nil},
			{"a date", "newsletter_subscriptions", `{"email":"n@example.com","created_at":"2020-01-01"}`, "42501", nil},
			{"a date that is null", "newsletter_subscriptions", `{"email":"n@example.com","created_at":null}`, "42501", nil},
			{"columns that name a number", `newsletter_subscriptions?columns="email","id"`, `[{"email":"n@example.com","id":7}]`, "42501", nil},
			{"a column nobody has", "newsletter_subscriptions", `{"email":"n@example.com","role":"admin"}`, "PGRST204", nil},
			{"a pollution key", "newsletter_subscriptions", `{"email":"n@example.com","__proto__":{"x":1}}`, "PGRST204", nil},
			{"a message with a date", "contact_form_submissions", `{` + message + `,"created_at":"2020-01-01"}`, "42501", nil},
			{"a message with a number", "contact_form_submissions", `{` + message + `,"id":1}`, "42501", nil},
			{"rows back", "newsletter_subscriptions", `{"email":"n@example.com"}`, "42501", []string{"Prefer: return=representation"}},
			{"rows back, selected", "newsletter_subscriptions?select=id", `{"email":"n@example.com"}`, "42501", []string{"Prefer: return=representation"}},
			{"rows back by their address", "newsletter_subscriptions?email=eq.n@example.com", `{"email":"n@example.com"}`, "42501", []string{"Prefer: return=representation"}},
			{"a merge by address", "newsletter_subscriptions?on_conflict=email", `{"email":"ann@example.com"}`, "42501", []string{"Prefer: resolution=merge-duplicates"}},
			{"a merge of nothing", "newsletter_subscriptions?on_conflict=email", `[]`, "42501", []string{"Prefer: resolution=merge-duplicates"}},
			{"one of many refused", "newsletter_subscriptions", `[{"email":"n@example.com"},{"email":"bad"}]`, "23514", nil},
			{"one of many there already", "newsletter_subscriptions", `[{"email":"n@example.com"},{"email":"ANN@example.com"}]`, "23505", nil},
		} {
			a := s.ask(call{as: visitor, method: "POST", path: c.path, body: c.body, header: c.header})
			if f := a.fault(t); f["code"] != c.code {
				t.Errorf("%s: status %d %s, want %s", c.name, a.status, a.body, c.code)
			}
		}
		s.unchanged(t, "a refused write changed something", was, &schema.NewsletterSubscriptions, &schema.ContactFormSubmissions)
		a := s.ask(call{as: visitor, method: "POST", path: "newsletter_subscriptions?on_conflict=email", body: `{"email":"Ann@Example.com"}`, header: []string{"Prefer: resolution=ignore-duplicates"}})
		if a.status != 201 || s.snapshot(&schema.NewsletterSubscriptions, &schema.ContactFormSubmissions) != was {
			t.Errorf("an ignored duplicate: status %d %s", a.status, a.body)
		}
	})
}

func TestOnlyStaffCallsProcedures(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(&schema.JobListings)
		for _, c := range []struct {
			as     schema.Actor
			status int
		}{{visitor, 401}, {viewer, 403}} {
			for _, method := range []string{"POST", "GET"} {
				a := s.ask(call{as: c.as, method: method, path: "rpc/increment_job_ranks", body: "{}"})
				if f := a.fault(t); a.status != c.status || f["code"] != "42501" {
					t.Errorf("%s as %s: status %d %s", method, c.as.Role, a.status, a.body)
				}
			}
		}
		if s.snapshot(&schema.JobListings) != was {
			t.Error("a refused procedure moved the jobs")
		}
		for i, who := range []schema.Actor{editor, admin} {
			if a := s.ask(call{as: who, method: "POST", path: "rpc/increment_job_ranks", body: "{}"}); a.status != 204 || a.body != "" {
				t.Errorf("as %s: status %d %s", who.Role, a.status, a.body)
			}
			if rank := s.stored(&schema.JobListings)[0].Int("rank"); rank != int64(i+2) {
				t.Errorf("the first job has rank %d after %d calls", rank, i+1)
			}
		}
	})
}
