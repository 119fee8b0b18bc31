package content_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
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
			"id": job["id"], "version": 1, "title": "Chief engineer",
			"responsibilities": []any{"lead"}, "preferred": []any{"b", " ", "a"},
		})
		s.equal("version", changed["version"], 2)
		s.equal("the slug stays", changed["slug"], "engineer")
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
			{fault.Missing, object{"id": id, "version": 1, "rank": nil}},
			{fault.Stale, object{"id": id, "version": 2, "rank": 1}},
			{fault.Stale, object{"id": 99, "version": 1, "rank": 1}},
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
		s.refused(editor, fault.Stale, "delete_job", object{"id": gone["id"], "version": 2})
		s.refused(editor, fault.Stale, "delete_job", object{"id": 99})
		s.refused(editor, fault.Missing, "delete_job", object{})
		s.refused(editor, fault.BadValue, "delete_job", object{"id": "all"})
		s.refused(editor, fault.BadValue, "delete_job", object{"id": gone["id"], "version": true})
		s.refused(editor, fault.UnknownProcedure, "delete_job", object{"id": gone["id"], "title": "Gone"})

		if answer, err := s.call(editor, "delete_job", object{"id": gone["id"], "version": 1}); answer != nil || err != nil {
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
			s.equal("nobody edited it", with(job, object{"rank": 0}), with(before[i], object{"rank": 0}))
		}
		s.must("save_job", object{"title": "New"})
		s.refused(editor, fault.UnknownProcedure, "increment_job_ranks", object{"by": 2})
	})
}

// listed makes jobs A, B, C, ... with the ranks given, as plain calls store them.
func (s site) listed(ranks ...int) []int64 {
	s.Helper()
	ids := make([]int64, len(ranks))
	for i, rank := range ranks {
		rows, err := s.db.As(editor).Insert(s.Context(), &schema.JobListings, store.Row{"title": string(rune('A' + i)), "rank": rank})
		if err != nil {
			s.Fatal(err)
		}
		ids[i] = rows[0].Int("id")
	}
	return ids
}

// order spells the jobs by rank, such as "A1 B2".
func (s site) order() string {
	s.Helper()
	var out []string
	for _, job := range s.jobs() {
		out = append(out, fmt.Sprintf("%v%v", job["title"], job["rank"]))
	}
	return strings.Join(out, " ")
}

func TestAJobThatMovesMovesTheOthersAsInAList(t *testing.T) {
	for _, c := range []struct {
		ranks    []int
		job, to  int
		becomes  string
		answered int
	}{
		{[]int{1, 2, 3, 4, 5}, 3, 1, "D1 A2 B3 C4 E5", 1},
		{[]int{1, 2, 3, 4, 5}, 1, 4, "A1 C2 D3 B4 E5", 4},
		{[]int{1, 2, 3, 4, 5}, 0, 99, "B1 C2 D3 E4 A5", 5},
		{[]int{1, 2, 3}, 1, 3, "A1 C2 B3", 3},
		{[]int{1, 1, 1}, 0, 3, "B1 C2 A3", 3},
		{[]int{1, 1, 1}, 2, 2, "A1 C2 B3", 2},
		{[]int{5, 7, 7, 30}, 3, 2, "A1 D2 B3 C4", 2},
		{[]int{4}, 0, 9, "A1", 1},
	} {
		t.Run(fmt.Sprint(c.ranks, c.job, c.to), func(t *testing.T) {
			each(t, func(t *testing.T, s site) {
				ids := s.listed(c.ranks...)
				answer := s.must("save_job", object{"id": ids[c.job], "version": 1, "rank": c.to})
				s.equal("order", s.order(), c.becomes)
				s.equal("the rank it got", answer["rank"], c.answered)
			})
		})
	}
}

func TestASaveThatDoesNotMoveTheJobLeavesTheRanksOfAllAlone(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		ids := s.listed(2, 2, 9)
		s.must("save_job", object{"id": ids[0], "version": 1, "location": "Pune"})
		s.must("save_job", object{"id": ids[0], "version": 2, "rank": 2, "location": "Delhi"})
		s.must("save_job", object{"id": ids[2], "version": 1, "rank": 9})
		s.equal("order", s.order(), "A2 B2 C9")
		s.equal("versions", column(s.rows(&schema.JobListings), "version"), []any{3, 1, 2})
	})
}

func TestAShiftOfRanksIsNoEditOfTheOthersAndYetIsHeard(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		ids := s.listed(1, 2, 3)
		others := func() []any {
			out := []any{}
			for _, job := range s.rows(&schema.JobListings)[:2] {
				out = append(out, with(job, object{"rank": 0}))
			}
			return out
		}
		before := others()
		news := s.listen()
		news()
		for _, step := range []struct {
			name  string
			args  object
			heard map[int64]int64 // the others whose rank moved
		}{
			{"save_job", object{"id": ids[2], "version": 1, "rank": 1}, map[int64]int64{ids[0]: 2, ids[1]: 3}},
			{"save_job", object{"title": "New"}, map[int64]int64{ids[0]: 3, ids[1]: 4}},
			{"increment_job_ranks", object{}, map[int64]int64{ids[0]: 4, ids[1]: 5}},
			{"delete_job", object{"id": ids[2], "version": 2}, map[int64]int64{ids[0]: 2, ids[1]: 3}},
		} {
			heard := map[int64]int64{}
			s.must(step.name, step.args)
			for _, e := range news() {
				if e.Table == &schema.JobListings && e.Type == store.Updated && e.New.Int("id") <= ids[1] {
					heard[e.New.Int("id")] = e.New.Int("rank")
				}
			}
			s.equal(step.name+" is heard", heard, step.heard)
			s.equal(step.name+" leaves the others", others(), before)
		}
	})
}

func TestTheGapOfADeletedJobCloses(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		ids := s.listed(1, 2, 3, 4)
		s.must("delete_job", object{"id": ids[1], "version": 1})
		s.equal("order", s.order(), "A1 C2 D3")
		s.must("delete_job", object{"id": ids[3]})
		s.equal("order", s.order(), "A1 C2")
	})
}

func TestTenEditorsWhoMoveAddEditAndDeleteAtOnceLeaveAListWithoutGaps(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		ids := s.listed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
		var all sync.WaitGroup
		errs := make([]error, len(ids))
		for i, id := range ids {
			all.Go(func() {
				for version := 1; version <= 5 && errs[i] == nil; version++ {
					args := object{"id": id, "version": version, "location": fmt.Sprint(version), "responsibilities": []any{fmt.Sprint(version)}}
					if (i+version)%3 > 0 {
						args["rank"] = (i*7+version*3)%12 + 1
					}
					_, errs[i] = s.call(editor, "save_job", args)
				}
				if errs[i] == nil && i%3 == 0 {
					_, errs[i] = s.call(editor, "delete_job", object{"id": id, "version": 6})
				}
				if errs[i] == nil && i%3 == 1 {
					_, errs[i] = s.call(editor, "save_job", object{"title": "New"})
				}
			})
		}
		all.Wait()
		for i, err := range errs {
			if err != nil {
				t.Errorf("editor %d: %v", i, err)
			}
		}
		s.equal("ranks", column(s.jobs(), "rank"), []any{1, 2, 3, 4, 5, 6, 7, 8, 9})
	})
}
