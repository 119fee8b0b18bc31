package content_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	builtin "vitrine/web/src/content"
)

func builtinContent(t testing.TB) content.Builtin {
	t.Helper()
	var b content.Builtin
	if err := json.Unmarshal(builtin.JSON, &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// freshSite is the built-in content with what only a fresh site has.
func freshSite(t testing.TB) map[string]json.RawMessage {
	t.Helper()
	b := builtinContent(t)
	for name, more := range b.Seed {
		whole := b.Fallback[name]
		if more[0] == '{' {
			var row map[string]json.RawMessage
			if json.Unmarshal(whole, &row) != nil || json.Unmarshal(more, &row) != nil {
				t.Fatalf("%s is no row", name)
			}
			more, _ = json.Marshal(row)
		}
		b.Fallback[name] = more
	}
	for name, raw := range b.Fallback {
		b.Fallback[name] = bytes.ReplaceAll(raw, []byte("{studio}"), []byte("Vitrine"))
	}
	return b.Fallback
}

func TestAnEmptyDatabaseGetsTheBuiltInContentAsItStands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		s := at(t, db)
		if err := content.Seed(t.Context(), db.AsSystem(), builtin.JSON, false); err != nil {
			t.Fatal(err)
		}
		for name, raw := range freshSite(t) {
			table, err := schema.Lookup(name)
			if err != nil {
				continue // texts that no table holds
			}
			want := []object{{}}
			if json.Unmarshal(raw, &want[0]) != nil {
				if err := json.Unmarshal(raw, &want); err != nil {
					t.Fatal(err)
				}
			}
			got := s.rows(table)
			if len(got) != len(want) {
				t.Errorf("%s: %d rows, want %d", name, len(got), len(want))
				continue
			}
			for i := range want {
				for key, value := range want[i] {
					s.equal(name+"."+key, got[i][key], value)
				}
				s.equal(name+" version", got[i]["version"], 1)
			}
		}
		s.equal("sections", column(s.rows(&schema.HomepageSections), "section_name"), []any{"portfolio_companies"})
		s.equal("sample jobs", s.rows(&schema.JobListings), []object{})
		s.equal("sample companies", s.rows(&schema.PortfolioCompanies), []object{})
	})
}

func TestTheSamplesComeWithDemoOnly(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		s, b := at(t, db), builtinContent(t)
		if err := content.Seed(t.Context(), db.AsSystem(), builtin.JSON, true); err != nil {
			t.Fatal(err)
		}
		titles, lists := []any{}, 0
		for _, job := range b.Demo.Jobs {
			titles = append(titles, job.Title)
			lists += len(job.Responsibilities) + len(job.Qualifications) + len(job.Preferred)
		}
		s.equal("jobs", column(s.jobs(), "title"), titles)
		s.equal("lists", len(s.rows(&schema.JobResponsibilities))+len(s.rows(&schema.JobQualifications))+len(s.rows(&schema.JobPreferred)), lists)
		for _, job := range s.jobs() {
			if job["slug"] == "" {
				t.Errorf("the sample %v lacks a slug", job["title"])
			}
			email := s.only(&schema.ContactInfo)["email"].(string)
			if how := job["how_to_apply"].(string); strings.Count(how, email) != 2 || strings.Count(how, "@") != 2 {
				t.Errorf("to apply for the sample %v: %q, want the contact email %s", job["title"], how, email)
			}
		}
		s.equal("companies", len(s.rows(&schema.PortfolioCompanies)), len(b.Demo.Companies))
		s.equal("sections", len(s.rows(&schema.HomepageSections)), 1)
	})
}

func TestASiteThatWasEmptiedStaysEmpty(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		s := at(t, db)
		for range 2 {
			if err := content.Seed(t.Context(), db.AsSystem(), builtin.JSON, true); err != nil {
				t.Fatal(err)
			}
		}
		once := s.everything()
		if err := content.Seed(t.Context(), db.AsSystem(), builtin.JSON, true); err != nil {
			t.Fatal(err)
		}
		s.unchanged("seeding again", once)
		tables := slices.Clone(schema.Tables)
		slices.Reverse(tables)
		for _, table := range tables {
			if _, err := db.AsSystem().Delete(t.Context(), table, store.All{}); err != nil {
				t.Fatal(err)
			}
		}
		empty := s.everything()
		if err := content.Seed(t.Context(), db.AsSystem(), builtin.JSON, true); err != nil {
			t.Fatal(err)
		}
		s.unchanged("seeding an emptied site", empty)
	})
}

// The contact page stands for a document that a newer program has: the mark of
// a site from before either does not name it, or names nothing.
func TestASiteGetsTheRowOfADocumentThatIsNew(t *testing.T) {
	for _, mark := range []string{"1", "hero_content process_content about_content footer_content site_settings"} {
		storetest.Each(t, func(t *testing.T, db *store.Store) {
			s, itself := at(t, db), db.AsSystem()
			if err := content.Seed(t.Context(), itself, builtin.JSON, false); err != nil {
				t.Fatal(err)
			}
			want := s.only(&schema.ContactInfo)["email"]
			if _, err := itself.Delete(t.Context(), &schema.ContactInfo, store.All{}); err != nil {
				t.Fatal(err)
			}
			if _, err := itself.Delete(t.Context(), &schema.TeamMembers, store.All{}); err != nil {
				t.Fatal(err)
			}
			if err := itself.SetSetting(t.Context(), "seeded", mark); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := content.Seed(t.Context(), itself, builtin.JSON, true); err != nil {
					t.Fatal(err)
				}
				s.equal("contact", s.only(&schema.ContactInfo)["email"], want)
			}
			s.equal("links", len(s.rows(&schema.SocialLinks)) > 0, true)
			s.equal("the team, which was removed", s.rows(&schema.TeamMembers), []object{})
			s.equal("jobs", s.jobs(), []object{})
			s.only(&schema.HeroContent)
		})
	}
}

func TestSeedingThatFailsInTheMiddleLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		s := at(t, db)
		empty := s.everything()
		for _, broken := range []string{`{`, `{}`, `{"fallback":{"hero_content":{"title":"T"},"featured_areas":[{"title":""}]}}`} {
			if err := content.Seed(t.Context(), db.AsSystem(), []byte(broken), true); err == nil {
				t.Errorf("%s is taken", broken)
			}
		}
		s.unchanged("a failed seed", empty)
		if err := content.Seed(t.Context(), db.AsSystem(), builtin.JSON, false); err != nil {
			t.Errorf("after a failed seed: %v", err)
		}
	})
}

func TestTwoProcessesThatStartAtOnceSeedOnce(t *testing.T) {
	for _, engine := range []struct {
		name string
		at   func(t *testing.T) store.Options
	}{
		{"sqlite", func(t *testing.T) store.Options { return store.Options{Dir: t.TempDir()} }},
		{"postgres", func(t *testing.T) store.Options { return store.Options{URL: storetest.PostgresURL(t)} }},
	} {
		t.Run(engine.name, func(t *testing.T) {
			where := engine.at(t)
			stores := []*store.Store{storetest.Open(t, where), storetest.Open(t, where)}
			var all sync.WaitGroup
			for i := range 6 {
				all.Go(func() {
					if err := content.Seed(t.Context(), stores[i%2].AsSystem(), builtin.JSON, true); err != nil {
						t.Errorf("process %d: %v", i%2, err)
					}
				})
			}
			all.Wait()
			s := at(t, stores[0])
			s.only(&schema.HeroContent)
			s.equal("jobs", len(s.jobs()), len(builtinContent(t).Demo.Jobs))
			s.equal("sections", len(s.rows(&schema.HomepageSections)), 1)
		})
	}
}
