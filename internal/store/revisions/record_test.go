package revisions_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
	"vitrine/internal/store/storetest"
)

const ada, bo = "00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"

// site is one whose clock stands still until it is told.
type site struct {
	*testing.T
	s     *store.Store
	clock *storetest.Clock
}

func each(t *testing.T, test func(x *site)) {
	t.Helper()
	storetest.EachAt(t, func(t *testing.T, s *store.Store, clock *storetest.Clock) { test(&site{t, s, clock}) })
}

func (x *site) as(id string) store.Session {
	return x.s.As(schema.Actor{Role: schema.Editor, UserID: id, Label: id})
}

func (x *site) must(rows []store.Row, err error) store.Row {
	x.Helper()
	if err != nil || len(rows) == 0 {
		x.Fatalf("%v (%v)", rows, err)
	}
	return rows[0]
}

func (x *site) call(as store.Session, name, args string) {
	x.Helper()
	if _, err := content.Procedures().Call(x.Context(), as, name, json.RawMessage(args)); err != nil {
		x.Fatal(err)
	}
}

// actions are what is recorded, in order: what, of what, and which fields.
func (x *site) actions() (out []string) {
	x.Helper()
	rows, err := x.as(ada).Select(x.Context(), &schema.Revisions, store.Query{Order: []store.Order{store.Asc("id")}})
	if err != nil {
		x.Fatal(err)
	}
	for _, row := range rows {
		var fields []string
		if err := json.Unmarshal(row["changed"].(json.RawMessage), &fields); err != nil {
			x.Fatal(err)
		}
		out = append(out, strings.TrimSpace(fmt.Sprint(row["action"], " ", row["document"], " ", strings.Join(fields, ","))))
	}
	return out
}

func (x *site) recorded(want ...string) {
	x.Helper()
	if got := x.actions(); !slices.Equal(got, want) {
		x.Errorf("recorded\n%q, want\n%q", got, want)
	}
}

func TestPlainCallsOfOnePersonAndFewSecondsAreOneRevision(t *testing.T) {
	each(t, func(x *site) {
		ctx := x.Context()
		hero := x.must(x.as(ada).Insert(ctx, &schema.HeroContent, store.Row{"title": "One", "subtitle": "s"}))
		x.clock.Pass(time.Minute)
		where := store.Eq("id", hero.Int("id"))
		rewrite := func(who, title string) {
			x.must(x.as(who).Update(ctx, &schema.HeroContent, where, store.Row{"title": title}))
			if _, err := x.as(who).Delete(ctx, &schema.FeaturedAreas, store.Eq("hero_id", hero.Int("id"))); err != nil {
				x.Fatal(err)
			}
			x.must(x.as(who).Insert(ctx, &schema.FeaturedAreas, store.Row{"hero_id": hero.Int("id"), "title": title}))
		}
		rewrite(ada, "Two")
		x.recorded("created hero title,subtitle", "saved hero title,featured_areas")
		rewrite(bo, "Three")
		x.recorded("created hero title,subtitle", "saved hero title,featured_areas", "saved hero title,featured_areas")
		x.clock.Pass(6 * time.Second)
		x.must(x.as(bo).Update(ctx, &schema.HeroContent, where, store.Row{"subtitle": "t"}))
		x.must(x.as(bo).Update(ctx, &schema.HeroContent, where, store.Row{"subtitle": "s"}))
		x.recorded("created hero title,subtitle", "saved hero title,featured_areas", "saved hero title,featured_areas")
	})
}

func TestEachProcedureIsARevisionUnlessNothingChanges(t *testing.T) {
	each(t, func(x *site) {
		x.call(x.as(ada), "save_job", `{"title": "Lamplighter", "responsibilities": ["Light lamps"]}`)
		x.call(x.as(ada), "save_job", `{"id": 1, "version": 1, "title": "Lamplighter", "responsibilities": ["Light lamps"]}`)
		x.recorded("created job title,rank,salary_period,is_open,apply_form,created_at,slug,responsibilities")
		x.call(x.as(ada), "save_job", `{"id": 1, "version": 2, "responsibilities": ["Light lamps", "Put them out"]}`)
		x.call(x.as(ada), "save_job", `{"title": "Second"}`) // the first one moves down, which is no edit of it
		x.call(x.as(ada), "delete_job", `{"id": 1}`)
		x.recorded("created job title,rank,salary_period,is_open,apply_form,created_at,slug,responsibilities", "saved job responsibilities", "created job title,rank,salary_period,is_open,apply_form,created_at,slug", "deleted job")
		rows, err := x.as(ada).Select(x.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("action", "deleted")}})
		var was struct {
			Rank             int64
			Responsibilities []struct{ Description string }
		}
		if row := x.must(rows, err); json.Unmarshal(row["snapshot"].(json.RawMessage), &was) != nil || was.Rank != 2 || len(was.Responsibilities) != 2 || row.Text("user_id") != ada {
			x.Errorf("kept %v", row)
		}
	})
}

func TestARolledBackChangeIsNotRecorded(t *testing.T) {
	each(t, func(x *site) {
		err := x.as(ada).Tx(x.Context(), func(tx store.Session) error {
			x.must(tx.Insert(x.Context(), &schema.HeroContent, store.Row{"title": "One"}))
			return fmt.Errorf("no")
		})
		if err == nil {
			x.Error("it was stored")
		}
		x.recorded()
	})
}

func TestMembersMessagesAndSubscribersAreKeptWhenDeleted(t *testing.T) {
	each(t, func(x *site) {
		ctx := x.Context()
		x.call(x.as(ada), "save_team", `{"loaded": [], "members": [{"name": "Cy"}, {"name": "Di"}]}`)
		x.clock.Pass(time.Minute)
		// Plain calls take all away and put one back a moment later.
		if _, err := x.as(ada).Delete(ctx, &schema.TeamMembers, store.Gt("id", int64(0))); err != nil {
			x.Fatal(err)
		}
		x.must(x.as(ada).Insert(ctx, &schema.TeamMembers, store.Row{"name": "Di"}))
		x.recorded("saved team members", "saved team members", "deleted team_member")
		message := x.must(x.s.AsSystem().Insert(ctx, &schema.ContactFormSubmissions, store.Row{"name": "Eve", "email": "eve@example.com", "subject": "s", "message": "m"}))
		x.must(x.as(bo).Delete(ctx, &schema.ContactFormSubmissions, store.Eq("id", message.Int("id"))))
		subscriber := x.must(x.s.AsSystem().Insert(ctx, &schema.NewsletterSubscriptions, store.Row{"email": "eve@example.com"}))
		forget := x.s.AsSystem().Doing(store.Doing{Forget: true})
		x.must(forget.Delete(ctx, &schema.NewsletterSubscriptions, store.Eq("id", subscriber.Int("id"))))
		x.recorded("saved team members", "saved team members", "deleted team_member", "deleted message")
		rows, err := x.as(ada).Select(ctx, &schema.Activity, store.Query{Order: []store.Order{store.Asc("id")}})
		if last := rows[len(rows)-1]; err != nil || last.Text("summary") != "Eve" || last.Text("user_id") != bo || last.Text("action") != "deleted" {
			x.Errorf("activity %v (%v)", rows, err)
		}
	})
}

func TestASiteThatIsThereAlreadyBeginsItsHistoryOnce(t *testing.T) {
	each(t, func(x *site) {
		quiet := x.s.AsSystem().Doing(store.Doing{Forget: true})
		x.must(quiet.Insert(x.Context(), &schema.HeroContent, store.Row{"title": "Old"}))
		x.must(quiet.Insert(x.Context(), &schema.TeamMembers, store.Row{"name": "Cy"}))
		for range 2 {
			if err := revisions.Begin(x.Context(), x.s.AsSystem()); err != nil {
				x.Fatal(err)
			}
		}
		got := x.actions()
		if !slices.Contains(got, "imported hero title,subtitle") && !slices.Contains(got, "imported hero title") || slices.Index(got, "imported team members") < 0 {
			x.Errorf("recorded %q", got)
		}
		if n := len(slices.Compact(slices.Sorted(slices.Values(got)))); n != len(got) {
			x.Errorf("recorded twice: %q", got)
		}
	})
}

func TestWhoIsRenamedIsNotInTrashAndWhoIsRemovedStaysThere(t *testing.T) {
	each(t, func(x *site) {
		editor := x.as(ada)
		save := func(members string) {
			x.Helper()
			loaded := []map[string]any{}
			rows, err := editor.Select(x.Context(), &schema.TeamMembers, store.Query{})
			if err != nil {
				x.Fatal(err)
			}
			for _, row := range rows {
				loaded = append(loaded, map[string]any{"id": row["id"], "version": row["version"]})
			}
			raw, _ := json.Marshal(loaded)
			x.call(editor, "save_team", `{"loaded": `+string(raw)+`, "members": [`+members+`]}`)
		}
		trash := func() (out []string) {
			x.Helper()
			rows, err := editor.Select(x.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("action", schema.Deleted)}, Order: []store.Order{store.Asc("id")}})
			if err != nil {
				x.Fatal(err)
			}
			for _, row := range rows {
				var member struct{ Name, Position string }
				if err := json.Unmarshal(row["snapshot"].(json.RawMessage), &member); err != nil {
					x.Fatal(err)
				}
				out = append(out, member.Name+" "+member.Position)
			}
			return out
		}
		const alexes = `{"name": "Alex", "position": "Cook"}, {"name": "Alex", "position": "Baker"}`
		save(`{"name": "Ada", "position": "Partner", "company": "<p>Writes.</p>"}, {"name": "Bo", "position": "Partner"}, ` + alexes)
		save(`{"name": "Ada L.", "position": "Partner", "company": "<p>Writes.</p>"}, {"name": "Bo", "position": "Partner"}, ` + alexes)
		if got := trash(); len(got) != 0 {
			x.Errorf("a renamed member: %q", got)
		}
		save(`{"name": "Ada L.", "position": "Partner", "company": "<p>Writes.</p>"}, {"name": "Bo", "position": "Partner"}, {"name": "Alex", "position": "Baker"}`)
		save(`{"name": "Ada L.", "position": "Partner", "company": "<p>Writes well.</p>"}, {"name": "Alex", "position": "Baker"}`)
		save(`{"name": "Cy", "position": "Partner", "company": "<p>Reads.</p>"}, {"name": "Alex", "position": "Head baker"}`)
		if got, want := trash(), []string{"Alex Cook", "Bo Partner", "Ada L. Partner"}; !slices.Equal(got, want) {
			x.Errorf("Trash has %q, want %q", got, want)
		}
		save(`{"name": "Cy", "position": "Partner", "company": "<p>Reads.</p>"}, {"name": "Ann Able", "position": "Engineer"}`)
		save(`{"name": "Cy", "position": "Partner", "company": "<p>Reads.</p>"}, {"name": "Bob Brown", "position": "Engineer"}`)
		if got, want := trash()[3:], []string{"Alex Head baker", "Ann Able Engineer"}; !slices.Equal(got, want) {
			x.Errorf("whom somebody follows in the same position: Trash has %q, want %q", got, want)
		}
		bob := x.must(editor.Select(x.Context(), &schema.TeamMembers, store.Query{Order: []store.Order{store.Desc("id")}}))
		save(fmt.Sprintf(`{"name": "Bobby Brown", "position": "Architect", "id": %d}`, bob.Int("id")))
		if got, want := trash()[5:], []string{"Cy Partner"}; !slices.Equal(got, want) {
			x.Errorf("whose id the save names: Trash has %q, want %q", got, want)
		}
	})
}

func TestPlainCallsAfterASaveLeaveWhatItPutIntoTrash(t *testing.T) {
	each(t, func(x *site) {
		ctx := x.Context()
		x.call(x.as(ada), "save_team", `{"loaded": [], "members": [{"name": "Cy"}, {"name": "Di"}]}`)
		x.clock.Pass(time.Minute)
		x.call(x.as(ada), "save_team", `{"loaded": [{"id": 1, "version": 1}, {"id": 2, "version": 1}], "members": [{"name": "Di"}]}`)
		for _, position := range []string{"First", "Second"} {
			x.must(x.as(ada).Update(ctx, &schema.TeamMembers, store.Eq("name", "Di"), store.Row{"position": position}))
		}
		rows, err := x.as(ada).Select(ctx, &schema.Revisions, store.Query{Where: store.All{store.Eq("action", "deleted")}})
		if len(rows) != 1 || err != nil {
			x.Errorf("%d members in Trash (%v)", len(rows), err)
		}
	})
}

func TestListsThatPlainCallsEmptyFirstGoToTrashWithTheirJob(t *testing.T) {
	lists := map[string]*schema.Table{"responsibilities": &schema.JobResponsibilities, "qualifications": &schema.JobQualifications, "preferred": &schema.JobPreferred}
	each(t, func(x *site) {
		ctx, editor := x.Context(), x.as(ada)
		of := store.Eq("job_id", int64(1))
		empty := func() {
			x.Helper()
			for _, table := range lists {
				if _, err := editor.Delete(ctx, table, of); err != nil {
					x.Fatal(err)
				}
			}
		}
		fill := func(texts ...string) {
			x.Helper()
			for _, table := range lists {
				for _, text := range texts {
					x.must(editor.Insert(ctx, table, store.Row{"job_id": 1, "description": text}))
				}
			}
		}
		// trashed deletes the job, looks at its lists in Trash and makes it anew.
		trashed := func(want ...string) {
			x.Helper()
			x.must(editor.Delete(ctx, &schema.JobListings, store.Eq("id", int64(1))))
			row := x.must(editor.Select(ctx, &schema.Revisions, store.Query{Where: store.All{store.Eq("action", schema.Deleted)}, Order: []store.Order{store.Desc("id")}}))
			var was map[string]json.RawMessage
			if err := json.Unmarshal(row["snapshot"].(json.RawMessage), &was); err != nil {
				x.Fatal(err)
			}
			for name := range lists {
				var items []struct{ Description string }
				if err := json.Unmarshal(was[name], &items); err != nil {
					x.Fatal(err)
				}
				got := make([]string, len(items))
				for i := range items {
					got[i] = items[i].Description
				}
				storetest.Same(x, name, got, want)
			}
			x.clock.Pass(time.Minute)
			x.must(editor.Insert(ctx, &schema.JobListings, store.Row{"id": 1, "title": "Ghost", "rank": 1}))
			fill("a", "b")
			x.clock.Pass(time.Minute)
		}
		x.must(editor.Insert(ctx, &schema.JobListings, store.Row{"title": "Ghost", "rank": 1}))
		fill("a", "b")
		empty()
		trashed("a", "b") // made a moment ago
		empty()
		trashed("a", "b") // made long ago
		x.must(editor.Update(ctx, &schema.JobListings, store.Eq("id", int64(1)), store.Row{"title": "Other"}))
		empty()
		fill("c", "d")
		empty()
		trashed("c", "d")                         // rewritten a moment ago
		for _, text := range []string{"a", "b"} { // one by one
			for _, table := range lists {
				x.must(editor.Delete(ctx, table, store.All{of, store.Eq("description", text)}))
			}
		}
		trashed("a", "b")
		empty()
		x.clock.Pass(time.Minute)
		trashed() // that was a change of its own
	})
}
