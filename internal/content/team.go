package content

import (
	"context"
	"encoding/json"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// saveTeam replaces the team. The pairs of id and version that the caller
// loaded must be the team as it is; members get new ids, because their order
// is the order of their ids.
func saveTeam(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	a, err := read("save_team", raw, "loaded", "members")
	if err != nil {
		return nil, err
	}
	loaded, err := a.objects("loaded", "id", "version")
	if err != nil {
		return nil, err
	}
	seen := map[int64]int64{}
	for _, pair := range loaded {
		id, err := arguments(pair).number("id")
		if err != nil {
			return nil, err
		}
		if seen[id], err = arguments(pair).number("version"); err != nil {
			return nil, err
		}
	}
	members, err := a.objects("members", "name", "position", "company", "image_url", "linkedin_url")
	if err != nil {
		return nil, err
	}
	var out json.RawMessage
	err = db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.TeamMembers.Name); err != nil {
			return err
		}
		removed, err := tx.Delete(ctx, &schema.TeamMembers, store.Gt("id", int64(0)))
		if err != nil {
			return err
		}
		if len(removed) != len(loaded) {
			return stale()
		}
		for _, row := range removed {
			if version, known := seen[row.Int("id")]; !known || version != row.Int("version") {
				return stale()
			}
		}
		if len(members) > 0 {
			if _, err := tx.Insert(ctx, &schema.TeamMembers, members...); err != nil {
				return err
			}
		}
		res, err := tx.Read(ctx, &schema.TeamMembers, store.Query{})
		if err != nil {
			return err
		}
		out = res.AppendJSON(nil)
		return nil
	})
	return out, err
}
