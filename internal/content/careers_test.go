package content_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

func (s site) jobs() []object {
	s.Helper()
	jobs := s.rows(&schema.JobListings)
	slices.SortFunc(jobs, func(a, b object) int { return int(a["rank"].(float64) - b["rank"].(float64)) })
	return jobs
}

func TestANewJobComesFirstAndTheOthersMoveDown(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		for _, title := range []string{"Third", "Second", "First"} {
			s.must("save_job", object{"title": title})
		}
		s.equal("order", column(s.jobs(), "title"), []any{"First", "Second", "Third"})
		s.equal("ranks", column(s.jobs(), "rank"), []any{1, 2, 3})

		s.must("save_job", object{"id": nil, "title": "Fourth", "rank": 9, "version": 5})
		s.equal("a new job does not choose its rank", s.jobs()[0]["title"], "Fourth")
		s.equal("ranks", column(s.jobs(), "rank"), []any{1, 2, 3, 4})
		s.equal("version of a new job", s.jobs()[0]["version"], 1)
	})
}

func TestAJobIsSavedWithItsListsAndAnsweredAsItIsStored(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		answer := s.must("save_job", object{
			"title": "Engineer", "location": "Delhi", "about": `<p onclick="x()">About</p><script>x</script>`, "how_to_apply": "<p>Write</p>",
			"responsibilities": []any{" build ", "", "   ", "repair"}, "qualifications": []any{"  "}, "preferred": []any{"b", "a"},
		})
		job := s.only(&schema.JobListings)
		s.equal("about", job["about"], "<p>About</p>")
		s.equal("slug", job["slug"], "engineer")
		s.equal("version", job["version"], 1)
		s.equal("blank entries are dropped", column(s.rows(&schema.JobResponsibilities), "description"), []any{"build", "repair"})
		s.equal("a list of blanks is empty", s.rows(&schema.JobQualifications), []object{})
		s.equal("the order stays", column(s.rows(&schema.JobPreferred), "description"), []any{"b", "a"})
		s.equal("answer", answer, with(job, object{
			"responsibilities": short(s.rows(&schema.JobResponsibilities)),
			"qualifications":   []any{},
			"preferred":        short(s.rows(&schema.JobPreferred)),
		}))

		kept := s.rows(&schema.JobPreferred)
		changed := s.must("save_job", object{
			"id": job["id"], "version": 1, "title": "Chief engineer", "rank": 3,
			"responsibilities": []any{"lead"}, "preferred": []any{"b", " ", "a"},
		})
		s.equal("version", changed["version"], 2)
		s.equal("the slug stays", changed["slug"], "engineer")
		s.equal("rank", changed["rank"], 3)
		s.equal("what is not named stays", changed["location"], "Delhi")
		s.equal("a list is replaced", column(s.rows(&schema.JobResponsibilities), "description"), []any{"lead"})
		s.equal("an equal list is left alone", s.rows(&schema.JobPreferred), kept)
	})
}

func short(rows []object) []any {
	out := []any{}
	for _, row := range rows {
		out = append(out, object{"id": row["id"], "description": row["description"]})
	}
	return out
}

func TestABrokenOrStaleJobChangesNothing(t *testing.T) {
	long := make([]any, 201)
	for i := range long {
		long[i] = "x"
	}
	each(t, func(t *testing.T, s site) {
		s.must("save_job", object{"title": "Engineer", "responsibilities": []any{"build"}})
		id := s.only(&schema.JobListings)["id"]
		for _, c := range []struct {
			kind fault.Kind
			args object
		}{
			{fault.Missing, object{"location": "Delhi"}},
			{fault.Missing, object{"title": nil}},
			{fault.Invalid, object{"title": "  "}},
			{fault.BadValue, object{"title": "New", "preferred": "text"}},
			{fault.BadValue, object{"title": "New", "preferred": []any{"a", 7}}},
			{fault.BadValue, object{"title": "New", "preferred": []any{object{"description": "a"}}}},
			{fault.Invalid, object{"title": "New", "preferred": long}},
			{fault.UnknownProcedure, object{"title": "New", "slug": "mine"}},
			{fault.Missing, object{"id": id, "title": "Changed"}},
			{fault.Stale, object{"id": id, "version": 2, "title": "Changed"}},
			{fault.Stale, object{"id": 99, "version": 1, "title": "Changed"}},
			{fault.Invalid, object{"id": id, "version": 1, "rank": 0}},
			{fault.BadValue, object{"id": id, "version": 1, "rank": "top"}},
			{fault.OutOfRange, object{"id": id, "version": 1, "rank": 3000000000}},
			{fault.BadValue, object{"id": id, "version": 1, "title": "Changed", "responsibilities": []any{"x"}, "preferred": 7}},
		} {
			s.refused(editor, c.kind, "save_job", c.args)
		}
	})
}

func TestTenJobsCreatedAtOnceGetTenRanksAndTenSlugs(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		var all sync.WaitGroup
		errs := make([]error, 10)
		for i := range errs {
			all.Go(func() {
				_, errs[i] = s.call(editor, "save_job", object{"title": "Engineer", "responsibilities": []any{fmt.Sprint(i)}})
			})
		}
		all.Wait()
		for i, err := range errs {
			if err != nil {
				t.Errorf("job %d: %v", i, err)
			}
		}
		s.equal("ranks", column(s.jobs(), "rank"), []any{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
		slugs := map[any]bool{}
		for _, job := range s.jobs() {
			slugs[job["slug"]] = true
		}
		if len(slugs) != 10 || !slugs["engineer"] || !slugs["engineer-10"] {
			t.Errorf("slugs %v", slugs)
		}
		s.equal("lists", len(s.rows(&schema.JobResponsibilities)), 10)
	})
}

func TestADeletedJobTakesItsListsAlong(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		lists := object{"responsibilities": []any{"a"}, "qualifications": []any{"b"}, "preferred": []any{"c"}}
		gone := s.must("save_job", with(lists, object{"title": "Gone"}))
		kept := s.must("save_job", with(lists, object{"title": "Kept"}))
		s.refused(editor, fault.Stale, "delete_job", object{"id": gone["id"], "version": 1})
		s.refused(editor, fault.Stale, "delete_job", object{"id": 99})
		s.refused(editor, fault.Missing, "delete_job", object{})
		s.refused(editor, fault.BadValue, "delete_job", object{"id": "all"})
		s.refused(editor, fault.BadValue, "delete_job", object{"id": gone["id"], "version": true})
		s.refused(editor, fault.UnknownProcedure, "delete_job", object{"id": gone["id"], "title": "Gone"})

		if answer, err := s.call(editor, "delete_job", object{"id": gone["id"], "version": 2}); answer != nil || err != nil {
			t.Errorf("answer %v, error %v", answer, err)
		}
		s.equal("jobs", column(s.jobs(), "id"), []any{kept["id"]})
		for _, list := range []*schema.Table{&schema.JobResponsibilities, &schema.JobQualifications, &schema.JobPreferred} {
			s.equal(list.Name, column(s.rows(list), "job_id"), []any{kept["id"]})
		}
		s.must("delete_job", object{"id": kept["id"]})
		s.equal("jobs", s.jobs(), []object{})
	})
}

func TestIncrementMovesEveryJobOnePlaceDown(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		s.must("increment_job_ranks", object{})
		s.must("save_job", object{"title": "B"})
		s.must("save_job", object{"title": "A"})
		before := s.jobs()
		if answer, err := s.call(editor, "increment_job_ranks", object{}); answer != nil || err != nil {
			t.Errorf("answer %v, error %v", answer, err)
		}
		s.equal("ranks", column(s.jobs(), "rank"), []any{2, 3})
		for i, job := range s.jobs() {
			s.equal("version", job["version"], before[i]["version"].(float64)+1)
			s.equal("nobody edited it", job["updated_at"], before[i]["updated_at"])
		}
		s.must("save_job", object{"title": "New"})
		s.equal("dates of those that made room", column(s.jobs()[1:], "updated_at"), column(before, "updated_at"))
		s.refused(editor, fault.UnknownProcedure, "increment_job_ranks", object{"by": 2})
	})
}
