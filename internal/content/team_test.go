package content_test

import (
	"fmt"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// loaded are the pairs that an editor holds after reading the team.
func loaded(members []object) []any {
	out := []any{}
	for _, m := range members {
		out = append(out, object{"id": m["id"], "version": m["version"]})
	}
	return out
}

func TestTheTeamIsReplacedInTheOrderGiven(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		before := s.rows(&schema.TeamMembers)
		answer, err := s.call(editor, "save_team", object{"loaded": loaded(before), "members": []any{
			object{"name": "Zoë", "position": "Lead", "company": "<p>One</p><script>x</script>", "image_url": "/team/z.png", "linkedin_url": "https://in.example/z"},
			object{"name": "Abe", "id": 1, "version": 40},
		}})
		if err != nil {
			t.Fatal(err)
		}
		after := s.rows(&schema.TeamMembers)
		s.equal("answer", answer, after)
		s.equal("names", column(after, "name"), []any{"Zoë", "Abe"})
		s.equal("company", after[0]["company"], "<p>One</p>")
		s.equal("versions", column(after, "version"), []any{1, 1})

		answer, err = s.call(editor, "save_team", object{"loaded": loaded(after), "members": []any{}})
		if err != nil {
			t.Fatal(err)
		}
		s.equal("an empty team", answer, []any{})
		s.equal("an empty team", s.rows(&schema.TeamMembers), []object{})
		if _, err := s.call(editor, "save_team", object{"loaded": []any{}, "members": []any{object{"name": "First"}}}); err != nil {
			t.Error(err)
		}
	})
}

func TestATeamThatChangedMeanwhileIsNotOverwritten(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		now := s.rows(&schema.TeamMembers)
		pairs, members := loaded(now), []any{object{"name": "New"}}
		twice := append(append([]any{}, pairs[:len(pairs)-1]...), pairs[0])
		for name, args := range map[string]object{
			"one pair is missing":      {"loaded": pairs[1:], "members": members},
			"one pair is too many":     {"loaded": append(append([]any{}, pairs...), object{"id": 99, "version": 1}), "members": members},
			"one pair stands twice":    {"loaded": append(append([]any{}, pairs...), pairs[0]), "members": members},
			"one pair replaces one":    {"loaded": twice, "members": members},
			"one version is different": {"loaded": append([]any{object{"id": now[0]["id"], "version": 2}}, pairs[1:]...), "members": members},
			"nothing was loaded":       {"loaded": []any{}, "members": members},
		} {
			t.Run(name, func(t *testing.T) { site{t, s.db, s.clean}.refused(editor, fault.Stale, "save_team", args) })
		}
		for _, c := range []struct {
			kind fault.Kind
			args object
		}{
			{fault.BadValue, object{"members": members}},
			{fault.BadValue, object{"loaded": pairs}},
			{fault.BadValue, object{"loaded": []any{1}, "members": members}},
			{fault.Missing, object{"loaded": []any{object{"id": 1}}, "members": members}},
			{fault.BadValue, object{"loaded": []any{object{"id": "x", "version": 1}}, "members": members}},
			{fault.Missing, object{"loaded": pairs, "members": []any{object{"name": "Good"}, object{"position": "nameless"}}}},
			{fault.Invalid, object{"loaded": pairs, "members": []any{object{"name": "Good"}, object{"name": "Bad", "linkedin_url": "javascript:x"}}}},
			{fault.Invalid, object{"loaded": pairs, "members": make([]object, 201)}},
			{fault.UnknownProcedure, object{"loaded": pairs, "members": members, "version": 1}},
		} {
			s.refused(editor, c.kind, "save_team", c.args)
		}
		s.settle()
		if _, err := s.db.As(editor).Update(t.Context(), &schema.TeamMembers, store.Eq("id", int64(now[2]["id"].(float64))), store.Row{"name": "Renamed"}); err != nil {
			t.Fatal(err)
		}
		s.refused(editor, fault.Stale, "save_team", object{"loaded": pairs, "members": members})
	})
}

func TestOfManyEditorsWhoSaveTheTeamAtOnceExactlyOneWins(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		pairs := loaded(s.rows(&schema.TeamMembers))
		wins := race(t, 8, func(i int) error {
			name := fmt.Sprint("editor ", i)
			_, err := s.call(editor, "save_team", object{"loaded": pairs, "members": []any{object{"name": name}, object{"name": name}}})
			return err
		})
		team := s.rows(&schema.TeamMembers)
		if wins != 1 || len(team) != 2 || team[0]["name"] != team[1]["name"] {
			t.Errorf("%d editors won; the team is %v", wins, column(team, "name"))
		}
	})
}
