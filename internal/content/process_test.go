package content_test

import (
	"sync"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

func TestStepsAreKeptAddedRemovedAndNumberedFromOne(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		head, steps := s.only(&schema.ProcessContent), s.rows(&schema.ProcessSteps)
		answer := s.must("save_process", object{
			"id": head["id"], "version": head["version"], "title": "Changed", "subtitle": "",
			"steps": []any{
				object{"id": steps[2]["id"], "title": "Was third"},
				object{"title": "New", "description": "fresh", "icon": "Code"},
				object{"id": steps[0]["id"], "icon": "Rocket", "step_order": 40},
				object{"id": nil, "title": "Newer", "icon": "Search"},
			},
		})
		after := s.only(&schema.ProcessContent)
		s.equal("version", after["version"], head["version"].(float64)+1)
		s.equal("title", after["title"], "Changed")
		stored := answer["steps"].([]any)
		s.equal("answer", with(answer, object{"steps": nil}), after)
		rows := []object{}
		for _, step := range stored {
			rows = append(rows, step.(object))
		}
		s.equal("titles", column(rows, "title"), []any{"Was third", "New", steps[0]["title"], "Newer"})
		s.equal("numbers", column(rows, "step_order"), []any{1, 2, 3, 4})
		s.equal("icons", column(rows, "icon"), []any{steps[2]["icon"], "Code", "Rocket", "Search"})
		s.equal("what is not named stays", rows[0]["description"], steps[2]["description"])
		s.equal("ids stay", []any{rows[0]["id"], rows[2]["id"]}, []any{steps[2]["id"], steps[0]["id"]})
		s.equal("stored", len(s.rows(&schema.ProcessSteps)), 4)

		s.must("save_process", object{"id": head["id"], "version": after["version"], "title": "Head alone"})
		s.equal("steps that are not named stay", len(s.rows(&schema.ProcessSteps)), 4)
		s.must("save_process", object{"id": head["id"], "version": after["version"].(float64) + 1, "steps": []any{}})
		s.equal("no steps", s.rows(&schema.ProcessSteps), []object{})
		s.equal("version", s.only(&schema.ProcessContent)["version"], after["version"].(float64)+2)
	})
}

func TestABrokenOrStaleProcessChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		head, steps := s.only(&schema.ProcessContent), s.rows(&schema.ProcessSteps)
		good := object{"id": head["id"], "version": head["version"], "title": "Changed", "steps": []any{object{"id": steps[1]["id"], "title": "Second"}}}
		for _, c := range []struct {
			kind   fault.Kind
			change object
		}{
			{fault.Stale, object{"version": 7}},
			{fault.Stale, object{"id": 7}},
			{fault.Stale, object{"steps": []any{object{"id": steps[1]["id"]}, object{"id": 4711, "title": "Unknown"}}}},
			{fault.Missing, object{"id": nil}},
			{fault.Missing, object{"version": nil}},
			{fault.Invalid, object{"title": " "}},
			{fault.UnknownProcedure, object{"process_steps": []any{}}},
			{fault.BadValue, object{"steps": "all"}},
			{fault.BadValue, object{"steps": []any{1, 2}}},
			{fault.BadValue, object{"steps": []any{object{"id": "first", "title": "x"}}}},
			{fault.Invalid, object{"steps": []any{object{"title": "x", "icon": "Skull"}}}},
			{fault.Missing, object{"steps": []any{object{"icon": "Code"}}}},
			{fault.Invalid, object{"steps": []any{object{"id": steps[1]["id"], "title": ""}}}},
			{fault.Invalid, object{"steps": []any{object{"id": steps[1]["id"], "title": "Twice"}, object{"id": steps[1]["id"]}}}},
			{fault.Invalid, object{"steps": make([]object, 201)}},
		} {
			s.refused(editor, c.kind, "save_process", with(good, c.change))
		}
	})
}

func TestOfManyEditorsWhoSaveTheProcessAtOnceExactlyOneWins(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		head, steps := s.only(&schema.ProcessContent), s.rows(&schema.ProcessSteps)
		wins := race(t, 8, func(i int) error {
			_, err := s.call(editor, "save_process", object{"id": head["id"], "version": head["version"], "steps": []any{
				object{"id": steps[i%4]["id"]}, object{"title": "New", "icon": "Code"},
			}})
			return err
		})
		if wins != 1 {
			t.Errorf("%d editors won", wins)
		}
		s.equal("numbers", column(s.rows(&schema.ProcessSteps), "step_order"), []any{1, 2})
		s.equal("version", s.only(&schema.ProcessContent)["version"], head["version"].(float64)+1)
	})
}

// race runs n saves at once and counts those that worked; the others must
// have come too late.
func race(t testing.TB, n int, save func(i int) error) (wins int) {
	t.Helper()
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() { errs[i] = save(i) })
	}
	all.Wait()
	for _, err := range errs {
		switch {
		case err == nil:
			wins++
		case !fault.Is(err, fault.Stale):
			t.Errorf("a save that came too late fails with %v", err)
		}
	}
	return wins
}
