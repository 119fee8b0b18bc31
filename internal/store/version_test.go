package store_test

import (
	"errors"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAWriteBumpsItsDocumentOncePerTransaction(t *testing.T) {
	type step = func(t *testing.T, tx store.Session, hero, area int64) error
	ok := func(_ []store.Row, err error) error { return err }
	addArea := func(t *testing.T, tx store.Session, hero, _ int64) error {
		return ok(tx.Insert(t.Context(), &schema.FeaturedAreas, store.Row{"hero_id": hero, "title": "New"}))
	}
	changeArea := func(t *testing.T, tx store.Session, _, area int64) error {
		return ok(tx.Update(t.Context(), &schema.FeaturedAreas, store.Eq("id", area), store.Row{"title": "Other"}))
	}
	dropArea := func(t *testing.T, tx store.Session, _, area int64) error {
		return ok(tx.Delete(t.Context(), &schema.FeaturedAreas, store.Eq("id", area)))
	}
	changeHero := func(t *testing.T, tx store.Session, hero, _ int64) error {
		return ok(tx.Update(t.Context(), &schema.HeroContent, store.Eq("id", hero), store.Row{"title": "Other"}))
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, c := range []struct {
			name  string
			steps []step
		}{
			{"its own change", []step{changeHero}},
			{"a new child", []step{addArea}},
			{"a changed child", []step{changeArea}},
			{"a removed child", []step{dropArea}},
			{"two children", []step{addArea, addArea}},
			{"itself, then a child", []step{changeHero, addArea}},
			{"a child, then itself", []step{dropArea, changeHero}},
			{"itself twice", []step{changeHero, changeHero}},
		} {
			t.Run(c.name, func(t *testing.T) {
				hero := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "Build"}).Int("id")
				other := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "Other document"}).Int("id")
				area := storetest.Add(t, s, &schema.FeaturedAreas, store.Row{"hero_id": hero, "title": "Old"}).Int("id")
				before := storetest.Get(t, s, &schema.HeroContent, hero).Int("version")
				err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
					for _, step := range c.steps {
						if err := step(t, tx, hero, area); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := storetest.Get(t, s, &schema.HeroContent, hero).Int("version"); got != before+1 {
					t.Errorf("the version went from %d to %d", before, got)
				}
				if got := storetest.Get(t, s, &schema.HeroContent, other).Int("version"); got != 1 {
					t.Errorf("another document rose to %d", got)
				}
			})
		}
	})
}

func TestAShiftIsAnnouncedButIsNoEdit(t *testing.T) {
	for name, shift := range map[string]func(store.Session, store.Row) error{
		"by a number": func(x store.Session, _ store.Row) error {
			return x.Shift(t.Context(), &schema.JobListings, "rank", 2)
		},
		"to make room": func(x store.Session, other store.Row) error {
			return x.Renumber(t.Context(), &schema.JobListings, "rank", other["id"], 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				other := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Baker", "rank": 7})
				job := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Shopkeeper"})
				heard := storetest.ListenAfter(t, s)
				before := heard.Of("job_listings")
				err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
					if err := shift(tx, other); err != nil {
						return err
					}
					// A later edit in the same transaction is still one.
					_, err := tx.Update(t.Context(), &schema.JobListings, store.Eq("id", other["id"]), store.Row{"location": "Delhi"})
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				now := storetest.Get(t, s, &schema.JobListings, job.Int("id"))
				if now.Int("rank") == 1 || now.Int("version") != 1 || !now.Time("updated_at").Equal(job.Time("updated_at")) {
					t.Errorf("%v became %v", job, now)
				}
				if now := storetest.Get(t, s, &schema.JobListings, other.Int("id")); now.Int("version") != 2 {
					t.Errorf("the edited one has version %d", now.Int("version"))
				}
				if heard.Of("job_listings") == before {
					t.Error("the table is not announced")
				}
				storetest.Same(t, "events", storetest.Spelled(heard.Until(t, s)), []string{"UPDATE job_listings", "UPDATE job_listings"})
			})
		})
	}
}

func TestAChildThatMovesBumpsBothDocuments(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		from := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "From"}).Int("id")
		to := storetest.Add(t, s, &schema.HeroContent, store.Row{"title": "To"}).Int("id")
		area := storetest.Add(t, s, &schema.FeaturedAreas, store.Row{"hero_id": from, "title": "Area"})
		if _, err := s.As(storetest.Editor).Update(t.Context(), &schema.FeaturedAreas, store.Eq("id", area["id"]), store.Row{"hero_id": to}); err != nil {
			t.Fatal(err)
		}
		if v := storetest.Get(t, s, &schema.HeroContent, from).Int("version"); v != 3 {
			t.Errorf("the old document has version %d, want 3", v)
		}
		if v := storetest.Get(t, s, &schema.HeroContent, to).Int("version"); v != 2 {
			t.Errorf("the new document has version %d, want 2", v)
		}
	})
}

func TestAProcessStepBumpsTheProcess(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		process := storetest.Add(t, s, &schema.ProcessContent, store.Row{"title": "How we build"}).Int("id")
		step := store.Row{"title": "Look", "icon": "Search", "step_order": 1}
		err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
			for range 3 {
				if _, err := tx.Insert(t.Context(), &schema.ProcessSteps, step); err != nil {
					return err
				}
			}
			_, err := tx.Update(t.Context(), &schema.ProcessContent, store.Eq("id", process), store.Row{"subtitle": "In steps"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if v := storetest.Get(t, s, &schema.ProcessContent, process).Int("version"); v != 2 {
			t.Errorf("the process has version %d after one save, want 2", v)
		}
	})
}

func TestTheServerAloneSetsVersionTimeAndSlug(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		rows, err := s.As(storetest.Editor).Insert(t.Context(), &schema.JobListings,
			store.Row{"title": "Designer", "version": 40, "slug": "mine", "updated_at": "2001-01-01"})
		if err != nil {
			t.Fatal(err)
		}
		job := rows[0]
		if job.Int("version") != 1 || job.Text("slug") != "designer" || time.Since(job.Time("updated_at")) > time.Minute {
			t.Errorf("the caller set what only the server sets: %v", job)
		}
		if rows, err = s.As(storetest.Editor).Update(t.Context(), &schema.JobListings, store.Eq("id", job["id"]), store.Row{"version": 90, "location": "Berlin"}); err != nil {
			t.Fatal(err)
		}
		if rows[0].Int("version") != 2 || !rows[0].Time("updated_at").After(job.Time("updated_at")) {
			t.Errorf("an update gave %v", rows[0])
		}
		if rows, err = s.As(storetest.Editor).Update(t.Context(), &schema.JobListings, store.Eq("id", job["id"]), store.Row{}); err != nil || len(rows) != 0 {
			t.Errorf("an empty change gave %v, %v", rows, err)
		}
	})
}

func TestTheChangesOfOneRowBecomeOneEvent(t *testing.T) {
	insert := func(t *testing.T, tx store.Session, id int64) error {
		_, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"id": id, "name": "New"})
		return err
	}
	update := func(t *testing.T, tx store.Session, id int64) error {
		_, err := tx.Update(t.Context(), &schema.TeamMembers, store.Eq("id", id), store.Row{"name": "Changed"})
		return err
	}
	remove := func(t *testing.T, tx store.Session, id int64) error {
		_, err := tx.Delete(t.Context(), &schema.TeamMembers, store.Eq("id", id))
		return err
	}
	type step = func(t *testing.T, tx store.Session, id int64) error
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for n, c := range []struct {
			name  string
			there bool
			steps []step
			want  []string
			last  string // name in the last event's new row
		}{
			{"insert, update", false, []step{insert, update}, []string{"INSERT team_members"}, "Changed"},
			{"insert, delete", false, []step{insert, remove}, []string{}, ""},
			{"update, update", true, []step{update, update}, []string{"UPDATE team_members"}, "Changed"},
			{"update, delete", true, []step{update, remove}, []string{"DELETE team_members"}, ""},
			{"delete, insert", true, []step{remove, insert}, []string{"DELETE team_members", "INSERT team_members"}, "New"},
			{"insert, delete, insert", false, []step{insert, remove, insert}, []string{"INSERT team_members"}, "New"},
		} {
			t.Run(c.name, func(t *testing.T) {
				id := int64(n + 1)
				if c.there {
					storetest.Add(t, s, &schema.TeamMembers, store.Row{"id": id, "name": "Old"})
				}
				heard := storetest.ListenAfter(t, s)
				err := s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
					for _, step := range c.steps {
						if err := step(t, tx, id); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				got := heard.Until(t, s)
				storetest.Same(t, "events", storetest.Spelled(got), c.want)
				if n := len(got); n > 0 && got[n-1].New.Text("name") != c.last {
					t.Errorf("the event shows %v, want the name %q", got[n-1].New, c.last)
				}
			})
		}
	})
}

func TestARolledBackWriteIsSilentAndACommitIsHeardBeforeItsAnswer(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		heard := storetest.ListenAfter(t, s)
		before := len(heard.Changes())
		s.As(storetest.Editor).Tx(t.Context(), func(tx store.Session) error {
			if _, err := tx.Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Ghost"}); err != nil {
				t.Error(err)
			}
			return errors.New("no")
		})
		if err := s.As(storetest.Editor).Tx(t.Context(), func(store.Session) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if got := heard.Changes()[before:]; len(got) != 0 {
			t.Errorf("a rollback and an empty transaction announced %v", got)
		}
		storetest.Add(t, s, &schema.FooterLinks, store.Row{"name": "Press", "path": "/press", "section": "About", "order": 1})
		got := heard.Changes()[before:]
		if len(got) != 1 || len(got[0]) != 1 || got[0][0] != "footer_links" {
			t.Errorf("a commit announced %v before its answer, want footer_links", got)
		}
		storetest.Same(t, "events", storetest.Spelled(heard.Until(t, s)), []string{"INSERT footer_links"})
	})
}

func TestDeletingADocumentAnnouncesEachChild(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		job := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Engineer"}).Int("id")
		storetest.Add(t, s, &schema.JobResponsibilities, store.Row{"job_id": job, "description": "Build"})
		storetest.Add(t, s, &schema.JobPreferred, store.Row{"job_id": job, "description": "Kindness"})
		heard := storetest.ListenAfter(t, s)
		if _, err := s.As(storetest.Editor).Delete(t.Context(), &schema.JobListings, store.Eq("id", job)); err != nil {
			t.Fatal(err)
		}
		got := heard.Until(t, s)
		storetest.Same(t, "events", storetest.Spelled(got), []string{"DELETE job_responsibilities", "DELETE job_preferred", "DELETE job_listings"})
		if got[2].Old.Text("title") != "Engineer" {
			t.Errorf("a delete shows %v, want the whole row", got[2].Old)
		}
	})
}
